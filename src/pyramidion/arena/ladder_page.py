"""The ladders of all games as a Markdown page, from their JSON files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyramidion.engine.files import read_text

LADDERS = Path(__file__).with_name("ladders")
SOURCES = "../src/pyramidion/arena/ladders"  # the same, from the documentation
INTRODUCTION = """# The ladders

<!-- Written by scripts/make_docs.py from what `pyramidion arena --ladder` measured; do not edit. -->

For anyone who wants to know how strong the bots are: each level against the one below. Games come in pairs with the
same set-up and dice and with the seats swapped, so that both players get the same luck. Percentages are of decisive
games. Elo is the rating above random play, added up from step to step. All intervals are 95% intervals. The column
"different" counts games that are not repeats, since the same game twice says nothing new. To measure your own player,
see [engines.md](engines.md).
"""
NONE_YET = "No ladder has been measured yet. Run `pyramidion arena --ladder` to measure them all."
HEAD = "| player | against | won | interval | drawn | games | different | Elo | interval | seconds per move |"


def ladders_page(folder: str | Path = LADDERS) -> str:
    """The page for the ladders in a folder."""
    sections = [_section(json.loads(read_text(file))) for file in sorted(Path(folder).glob("*.json"))]
    return "\n".join([INTRODUCTION, *(sections or [NONE_YET + "\n"])])


def ladder_of(game: str) -> dict[str, Any] | None:
    """What was measured of a game, if anything."""
    file = LADDERS / f"{game}.json"
    if not file.exists():
        return None
    found: dict[str, Any] = json.loads(read_text(file))
    return found


def _section(ladder: dict[str, Any]) -> str:
    lines = [f"## {ladder['title']}", "", HEAD, "|---|---|" + "---:|" * 8]
    for step, level in zip(ladder["steps"], ladder["levels"], strict=True):
        lines.append(_row(step, level))
    lines.append(_row(ladder["top"], None))
    versions = ", ".join(f"{name} {number}" for name, number in ladder["versions"].items())
    where = f"Measured on {ladder['date'][:10]} ({ladder['machine']}) with {versions}; rules version {ladder['rules']}."
    lines += ["", f"{where} {_conditions(ladder)}", *_doubts(ladder)]
    lines += [
        f"All numbers are in [{ladder['game']}.json]({SOURCES}/{ladder['game']}.json). To measure them again:",
        "",
    ]
    return "\n".join([*lines, f"    {ladder['command']}", ""])


def _row(step: dict[str, Any], level: dict[str, Any] | None) -> str:
    one, two = (f"`{name}`" for name in step["players"])
    low, high = step["interval"]
    drawn = step["draws"] / step["games"] if step["games"] else 0.0
    cells = [one, two, _percent(step["decided_won"]), f"{low:.1%} to {high:.1%}", f"{drawn:.1%}"]
    cells += [str(step["games"]), str(step["different_games"]), *_strength(level)]
    return f"| {' | '.join(cells)} |"


def _strength(level: dict[str, Any] | None) -> list[str]:
    if level is None or level["rating"] is None:
        return ["", "", ""]
    rating, pace = level["rating"], level["seconds_per_choice"]
    interval = f"{rating['low']:.0f} to {rating['high']:.0f}"
    return [f"{rating['elo']:.0f}", interval, "" if pace is None else f"{pace:.3f}"]


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _doubts(ladder: dict[str, Any]) -> list[str]:
    """Neighbouring levels that these games cannot tell apart."""
    open_steps = [step["players"] for step in ladder["steps"] if step["interval"][0] <= 0.5]
    named = ", ".join(f"`{one}` and `{two}`" for one, two in open_steps)
    return [f"Too few games to tell these apart: {named}."] if open_steps else []


def _conditions(ladder: dict[str, Any]) -> str:
    """How the games start, and when they are stopped."""
    plies, most_turns = ladder["opening"], ladder.get("most_turns")
    even = " after which both players still have a chance" if ladder.get("even") else ""
    begin = f"Games start with {plies} random plies{even}." if plies else "Games start from the beginning."
    end = f" Between players that look ahead, a game counts as drawn after {most_turns} turns." if most_turns else ""
    return begin + end
