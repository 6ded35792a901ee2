"""The ladder of a game: how much stronger each level is than the one below, as data."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pyramidion.arena.bouts import Maker
from pyramidion.arena.duels import different, duels
from pyramidion.arena.openings import usual_opening
from pyramidion.arena.pairings import Schedule
from pyramidion.arena.ratings import Rating, ratings
from pyramidion.arena.standings import pair_json
from pyramidion.arena.tournament import Arena
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import make_folder, read_text, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.records import now
from pyramidion.engine.simulation import cores
from pyramidion.players.bots import player
from pyramidion.players.levels import HIGHEST, level

FORMAT = "pyramidion-ladder-1"
BOTTOM, TOP = "random", f"level:{HIGHEST}"
LIBRARIES = ("pyramidion", "numpy", "numba")


@dataclass(frozen=True)
class Workload:
    """How much to measure: games for each step, and fewer for the steps of the highest level, which is slow."""

    games: int = 400
    top_games: int = 100
    seed: int = 0
    threads: int | None = None
    highest: int = HIGHEST  # the level that the ladder ends with
    most_turns: int | None = None  # after which a game of two players who look ahead counts as drawn

    def games_of(self, step: tuple[str, str]) -> int:
        return self.top_games if TOP in step or step == steps(self.highest)[-1] else self.games

    def limit_of(self, game: Game, step: tuple[str, str]) -> int | None:
        """Players who look ahead may wait for each other forever; beginners just need many turns."""
        ahead = all(name != BOTTOM and level(game, int(name[-1])).looks_ahead for name in step)
        return self.most_turns if ahead else None

    def command(self, game: Game) -> str:
        amounts = f"--games {self.games} --top-games {self.top_games} --seed {self.seed}"
        end = "" if self.highest == HIGHEST else f" --highest {self.highest}"
        limit = "" if self.most_turns is None else f" --most-turns {self.most_turns}"
        return f"pyramidion arena {game.name} --ladder {amounts}{end}{limit}"


def steps(highest: int = HIGHEST) -> list[tuple[str, str]]:
    """The matches of a ladder: level 1 against random, each level against the one below, the highest against random."""
    rungs = [BOTTOM, *(f"level:{number}" for number in range(1, highest + 1))]
    return [*zip(rungs[1:], rungs[:-1], strict=True), (rungs[-1], BOTTOM)]


def arenas(game: Game, workload: Workload, folder: str | Path | None, maker: Maker = player) -> list[Arena]:
    """An arena for each step; its games are kept in the folder, where it also finds them again."""
    made, opening = [], usual_opening(game)
    for step in steps(workload.highest):
        schedule = Schedule(game, step, workload.seed, opening, opening > 0, workload.limit_of(game, step))
        name = "-".join([game.name, *step]).replace(":", "") + ".jsonl"
        save = Path(folder) / name if folder else None
        made.append(Arena(schedule, workload.games_of(step), workload.threads, save, maker=maker))
    return made


def ladder_json(game: Game, workload: Workload, measured: Sequence[Arena]) -> dict[str, Any]:
    """The ladder as data; every number of it comes from the games of the arenas."""
    head = {"format": FORMAT, "game": game.spec, "title": game.title, "rules": game.facts.rules_version}
    made = {"command": workload.command(game), "date": now(), "machine": _machine(), "versions": _versions()}
    settings = {key: measured[0].about[key] for key in ("code", "seed", "opening", "even")}
    settings |= {"most_turns": workload.most_turns, "decisions": _decisions(measured)}
    found = [_step_json(arena) for arena in measured]
    return {**head, **made, **settings, "levels": _levels(game, measured), "steps": found[:-1], "top": found[-1]}


def _decisions(measured: Sequence[Arena]) -> float | None:
    """How many decisions a game between levels takes, all seats together."""
    counts = [sum(game.choices) for arena in measured if BOTTOM not in arena.schedule.players for game in arena.games]
    return round(sum(counts) / len(counts), 1) if counts else None


def _machine() -> str:
    """The machine that the highest level's time was spent on."""
    return f"{platform.system()}, {platform.machine()}, {cores()} cores"


def _versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{library: version(library) for library in LIBRARIES}}


def _step_json(arena: Arena) -> dict[str, Any]:
    found = different(arena.games)
    counts = {"games": len(arena.games), "different_games": len(found), "faults": len(arena.faults())}
    return {**pair_json(list(duels(found)), *arena.schedule.players), **counts}


def _levels(game: Game, measured: Sequence[Arena]) -> list[dict[str, Any]]:
    """Every level with its budget, its pace, and its rating over random play, from the steps alone."""
    climbed = measured[:-1]
    players = [BOTTOM, *(arena.schedule.players[0] for arena in climbed)]
    met = [
        duel
        for arena in climbed
        for duel in duels(different(arena.games), arena.schedule.players[0], arena.schedule.opening)
    ]
    rated = ratings(players, met, anchor=BOTTOM)
    return [
        {
            **_pace(arena),
            "rating": _rating_json(rated[arena.schedule.players[0]]),
            "budget": asdict(level(game, number)),
        }
        for number, arena in enumerate(climbed, start=1)
    ]


def _pace(arena: Arena) -> dict[str, Any]:
    own = next(standing for standing in arena.standings() if standing.player == arena.schedule.players[0])
    return {"player": own.player, "seconds_per_choice": own.pace}


def _rating_json(rating: Rating | None) -> dict[str, float] | None:
    return None if rating is None else asdict(rating)


def ladder_file(folder: str | Path, game: str) -> Path:
    return Path(folder) / f"{game}.json"


def check_replaceable(folder: str | Path, game: Game, workload: Workload) -> None:
    """BadInput if the folder has a ladder of more games, which a quick try must not replace."""
    file = ladder_file(folder, game.spec)
    if file.exists():
        known = sum(step["games"] for step in json.loads(read_text(file))["steps"])
        planned = sum(workload.games_of(step) for step in steps(workload.highest)[:-1])
        if known > planned:
            remedy = "Ask for more games, or name another folder with --output"
            raise BadInput(f"'{file}' holds a ladder of {known} games; this one would have only {planned}. {remedy}.")


def write_ladder(folder: str | Path, ladder: dict[str, Any]) -> Path:
    """Put a ladder into its folder; return where it is."""
    make_folder(folder)
    file = ladder_file(folder, ladder["game"])
    write_text(file, json.dumps(ladder, indent=1) + "\n")
    return file
