"""Games in the formats of others: Portable Piecepack Notation, and JSON in the style of Abstract Play.

Both are written from what a spectator may know. Neither knows our rules: what a format cannot say stands in comments
or in keys of our own, so that nothing of a record is lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pyramidion import __version__
from pyramidion.engine.errors import BadInput
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match

STEP = re.compile(r"[a-z]\d+-[a-z]\d+")  # what both notations write for "move from one cell to another"
WIDTH = 100


def ppn(match: Match) -> str:
    """A game in Portable Piecepack Notation: metadata in YAML, then every ply; what it has no words for in comments."""
    head = {
        "Event": match.game.title,
        "Date": match.started[:10],
        "Players": dict(zip(match.game.seat_names, match.seats, strict=True)),
        "Result": _results(match) or "unfinished",
        "GameType": {"Name": match.game.title, "Author": match.game.facts.author, "Options": dict(match.game.options)},
        "Annotator": f"pyramidion {__version__}",
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    start = _comment(f"the start: {match.positions[0].view(None).text}")
    plies = [f"{ply}. {_ppn_move(match, ply - 1, text)}" for ply, text in enumerate(match.texts(), start=1)]
    return "\n".join(["---", *lines, "...", start, *_filled(plies), *_told_in_the_end(match), ""])


def _ppn_move(match: Match, ply: int, text: str) -> str:
    mover = match.positions[ply].mover
    if STEP.fullmatch(text):
        return text
    return _comment(f"{'chance' if mover == CHANCE else match.seats[mover or 0]}: {text}")


def _comment(text: str) -> str:
    return "{" + text.replace("{", "(").replace("}", ")") + "}"


def _filled(words: list[str]) -> Iterator[str]:
    """Words in lines that are not too long; none is broken."""
    line = ""
    for word in words:
        if line and len(line) + len(word) >= WIDTH:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    if line:
        yield line


def _told_in_the_end(match: Match) -> list[str]:
    return [_comment(f"ended by {match.outcome.rule}")] if match.outcome else []


def _results(match: Match) -> list[str]:
    return [str(result) for result in match.outcome.results] if match.outcome else []


def abstract_play(match: Match) -> str:
    """A game as JSON in the style of Abstract Play: a header, and rounds with one entry for each seat."""
    results = [float(result) for result in match.outcome.results] if match.outcome else [None] * match.game.seats
    options = match.game.facts.options
    variants = [f"{o.name}={match.game.options[o.name]}" for o in options if match.game.options[o.name] != o.default]
    header: dict[str, Any] = {
        "game": {"name": match.game.title, "variants": variants},
        "site": {"name": "pyramidion", "version": __version__},
        "date-start": match.started,
        "date-end": match.ended,
        "players": [
            {"name": name, "seat": seat, "result": result}
            for name, seat, result in zip(match.seats, match.game.seat_names, results, strict=True)
        ],
        "ended-by": match.outcome.rule if match.outcome else None,
        "starting-position": match.positions[0].view(None).text,
    }
    return json.dumps({"header": header, "moves": rounds(match)}, ensure_ascii=False)


def rounds(match: Match) -> list[list[str | None]]:
    """Turns, a row for each time around the table: all plies of a turn in one entry, outcomes of chance included."""
    found: list[list[str | None]] = []
    last = (-1, -1)
    for position, text in zip(match.positions, match.texts(), strict=False):
        turn = (position.turn, position.seat)
        if not found or (turn != last and (position.seat <= last[1] or found[-1][position.seat] is not None)):
            found.append([None] * match.game.seats)
        before = found[-1][position.seat] if turn == last else None
        found[-1][position.seat] = text if before is None else f"{before},{text}"
        last = turn
    return found


FORMATS: Mapping[str, Callable[[Match], str]] = {"ppn": ppn, "abstractplay": abstract_play}


def exported(match: Match, name: str) -> str:
    """A game in one of the formats, by its name."""
    if name not in FORMATS:
        raise BadInput(f"'{name}' is not a format for games. Allowed: {', '.join(FORMATS)}.")
    return FORMATS[name](match)
