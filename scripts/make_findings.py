"""Playtest every game and write what was found to docs/findings/, one page for each game.

There are two steps. The first takes the time, needs no network, and keeps every game that it has finished, so that it
goes on where it stopped; run it on a machine with many cores:

    PYTHONPATH=src python scripts/make_findings.py play --folder results --minutes 8.5

It writes GAME.json for each game, and GAME.games.jsonl until the game is complete. The second step needs only these
JSON files, which it copies to docs/findings/ beside the pages and their pictures:

    PYTHONPATH=src python scripts/make_findings.py write --folder results

To try both with a few games, which takes a minute:

    PYTHONPATH=src python scripts/make_findings.py play --folder small --games 12 --variant-games 4 --skill 4 --valued 4
    PYTHONPATH=src python scripts/make_findings.py write --folder small --to small

`scripts/findings/GAME.md` is added to a game's page: what is known besides the playtest. The word SOLVED in it becomes
the table of `GAME.solved.jsonl`, which scripts/solve_options.py wrote. `index.md` is the end of the first page. To
write the pages again from what is committed: `write --folder docs/findings`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pyramidion as pyr
from pyramidion.engine.files import make_folder, read_text, write_text
from pyramidion.engine.simulation import cores
from pyramidion.lab.findings_page import NOTE, findings_page, summary
from pyramidion.lab.playtest import Session
from pyramidion.lab.results import Playtest
from pyramidion.lab.settings import Settings
from pyramidion.players.preparation import prepare, unprepared

NOTES = Path(__file__).parent / "findings"
DOCS = Path(__file__).parent.parent / "docs" / "findings"
GAMES, VARIANT_GAMES, SKILL_GAMES, VALUED = 2000, 400, 200, 200
SEED = 1
INDEX = f"""# Findings

{NOTE}

For authors and players: what playtests of each game show, and what is known for certain. `pyramidion playtest GAME`
makes such a report of any game, also of your own; [lab.md](../lab.md) explains it.
"""
RESULTS = {
    (1, 1): "the first player wins",
    (0, 0): "a draw",
    (-1, -1): "the first player loses",
    (0, 1): "the first player at least draws; whether that is a win is open",
    (-1, 0): "the first player does not win; whether that is a loss is open",
}
LINE = "{name}: {done} of {total} games, {seconds:.0f} seconds"


def play(chosen: argparse.Namespace) -> bool:
    """Play what is missing; True if everything is complete."""
    make_folder(chosen.folder)
    deadline = time.monotonic() + 60 * chosen.minutes
    names = chosen.names or list(pyr.games())
    with ProcessPoolExecutor(chosen.workers, get_context("spawn")) as pool:
        list(pool.map(compiled, names))
    sessions = {name: _session(chosen, name) for name in names}
    for name, session in sessions.items():
        if session.done == session.total and _json(chosen, name).exists():
            continue
        spent = _time_spent(chosen, name)
        began = time.monotonic()
        with closing(session.play()) as games:
            for _ in games:
                if time.monotonic() > deadline:
                    break
        seconds = spent + time.monotonic() - began
        write_text(_clock(chosen, name), f"{seconds:.1f} {chosen.workers}\n")
        session.results().write(_json(chosen, name))
        print(LINE.format(name=name, done=session.done, total=session.total, seconds=seconds), flush=True)
        if session.done == session.total:
            session.forget()
    return all(session.done == session.total for session in sessions.values())


def compiled(name: str) -> None:
    """Compile a game and its bots once, before many processes want them."""
    for level in unprepared(pyr.load(name)):
        prepare(pyr.load(name), level)


def _session(chosen: argparse.Namespace, name: str) -> Session:
    settings = Settings(
        pyr.load(name),
        games=chosen.games,
        seed=SEED,
        rulings=True,
        variant_games=chosen.variant_games,
        skill_games=chosen.skill,
        valued=chosen.valued,
    )
    return Session(settings, chosen.workers, chosen.folder / f"{name}.games.jsonl")


def _json(chosen: argparse.Namespace, name: str) -> Path:
    return Path(chosen.folder) / f"{name}.json"


def _clock(chosen: argparse.Namespace, name: str) -> Path:
    return Path(chosen.folder) / f"{name}.seconds"


def _time_spent(chosen: argparse.Namespace, name: str) -> float:
    clock = _clock(chosen, name)
    return float(read_text(clock).split()[0]) if clock.exists() else 0.0


def write(chosen: argparse.Namespace) -> bool:
    """Write the pages of all games whose JSON is in the folder."""
    make_folder(chosen.to / "pictures")
    found: dict[str, Playtest] = {}
    for name in chosen.names or pyr.games():
        if not _json(chosen, name).exists():
            print(f"{name}: there is no {_json(chosen, name)}", file=sys.stderr)
            continue
        found[name] = Playtest.read(_json(chosen, name))
        _write_page(chosen, name, found[name])
    write_text(chosen.to / "README.md", index(found))
    return True


def index(found: dict[str, Playtest]) -> str:
    """The page that leads to the others."""
    parts = [INDEX, summary(found) if found else "", read_text(NOTES / "index.md")]
    return "\n".join(part for part in parts if part)


def notes_of(name: str) -> str:
    """What is known of a game besides its playtest."""
    file, solved = NOTES / f"{name}.md", NOTES / f"{name}.solved.jsonl"
    notes = read_text(file) if file.exists() else ""
    return notes.replace("SOLVED", solved_table(read_text(solved))) if solved.exists() else notes


def solved_table(lines: str) -> str:
    """The newest answer for each rule set, as a table."""
    newest = {line["game"]: line for line in map(json.loads, lines.splitlines())}
    rows = ["| rules | with best play | positions | seconds | threads |", "|---|---|---:|---:|---:|"]
    for spec, line in newest.items():
        rules = f"`{spec.partition('(')[2].rstrip(')').replace(',', ', ')}`" if "(" in spec else "the defaults"
        result = RESULTS[line["least"], line["most"]]
        rows.append(f"| {rules} | {result} | {line['positions']:,} | {line['seconds']:.0f} | {line['threads']} |")
    return "\n".join(rows)


def _write_page(chosen: argparse.Namespace, name: str, found: Playtest) -> None:
    seconds, workers = read_text(_clock(chosen, name)).split() if _clock(chosen, name).exists() else ("", "")
    took = f"It took {float(seconds):,.0f} seconds in {workers} processes." if seconds else ""
    page, pictures = findings_page(name, found, notes_of(name), took)
    for file in (chosen.to / "pictures").glob(f"{name}-*.svg"):
        file.unlink()
    for file_name, picture in pictures.items():
        write_text(chosen.to / "pictures" / file_name, picture + "\n")
    found.write(chosen.to / f"{name}.json")
    if seconds:
        write_text(chosen.to / f"{name}.seconds", f"{seconds} {workers}\n")
    write_text(chosen.to / f"{name}.md", page)
    print(chosen.to / f"{name}.md")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("play", "write"))
    parser.add_argument("names", nargs="*", help="games; default: all")
    parser.add_argument("--folder", type=Path, required=True, help="of the results")
    parser.add_argument("--to", type=Path, default=DOCS, help="where pages are written; default: docs/findings")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each game; default: {GAMES}")
    parser.add_argument("--variant-games", type=int, default=VARIANT_GAMES, help=f"default: {VARIANT_GAMES}")
    parser.add_argument("--skill", type=int, default=SKILL_GAMES, help=f"of each step; default: {SKILL_GAMES}")
    parser.add_argument(
        "--valued", type=int, default=VALUED, help=f"games whose positions are valued; default: {VALUED}"
    )
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after this many minutes and keep what is done")
    parser.add_argument("--workers", type=int, default=cores(), help="games at a time; default: one for each core")
    chosen = parser.parse_args()
    return 0 if (play if chosen.step == "play" else write)(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
