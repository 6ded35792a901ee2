"""What is said of a game at first sight, as far as it was measured."""

from __future__ import annotations

import functools
from typing import Any

from pyramidion.arena.ladder_page import ladder_of
from pyramidion.engine.registry import facts, load

DOTS = 5
SECONDS = 10  # that a person takes for a decision
ELO_A_DOT = 200


@functools.cache
def card(name: str) -> dict[str, Any]:
    known = facts(name)
    counts = [int(value) for value in known.option(known.seats_option).values] if known.seats_option else []
    most = len(known.seats)
    return {
        "name": name,
        "title": known.title,
        "summary": known.summary,
        "author": known.author,
        "year": known.year,
        "seats": known.seats,
        "usual_seats": load(name).seats,
        "seats_option": known.seats_option,
        "players": f"{min(counts)} to {most}" if counts else str(most),
        "options": [
            {"name": option.name, "rulings": option.rulings, "values": option.values} for option in known.options
        ],
        **measured(ladder_of(name), known.chance),
    }


def measured(ladder: dict[str, Any] | None, chance: bool) -> dict[str, Any]:
    """Minutes, luck and depth, from the games of the ladder.

    Luck is what random play still wins against the best, the more the luckier, and never nothing where there are
    dice; depth is how far the best is above it.
    """
    if ladder is None:
        return {"minutes": None, "luck": None, "depth": None, "ladder": []}
    top = ladder["top"]["decided_won"]
    elos = [level["rating"]["elo"] for level in ladder["levels"] if level["rating"] is not None]
    decisions = ladder.get("decisions")
    return {
        "minutes": None if decisions is None else max(5, 5 * round(decisions * SECONDS / 300)),
        "luck": None if top is None else min(DOTS, max(int(chance), round(2 * DOTS * (1 - top)))),
        "depth": min(DOTS, max(1, round(max(elos) / ELO_A_DOT))) if elos else None,
        "ladder": [rung(level, step) for level, step in zip(ladder["levels"], ladder["steps"], strict=True)],
    }


def rung(level: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    """A level, and how often it beat the one below."""
    low, high = step["interval"]
    return {
        "level": level["player"].partition(":")[2],
        "below": step["players"][1].partition(":")[2],
        "won": None if step["decided_won"] is None else round(100 * step["decided_won"]),
        "low": round(100 * low),
        "high": round(100 * high),
        "games": step["games"],
    }
