"""What is said of a game at first sight, as far as it was measured."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from pyramidion.arena.ladder_page import ladder_of
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.registry import facts, load

DOTS = 5
SECONDS = 10  # that a person takes for a decision
ELO_A_DOT = 200


@dataclass(frozen=True)
class Rung:
    """A level, and how often it beat the one below, in percent."""

    level: str
    below: str
    won: int | None
    low: int
    high: int
    games: int


@dataclass(frozen=True)
class Measured:
    """What the games of the ladder tell; dots are out of five.

    Luck is what random play still wins against the best, the more the luckier, and never nothing where there are
    dice; depth is how far the best is above it.
    """

    minutes: int | None = None
    luck: int | None = None
    depth: int | None = None
    ladder: tuple[Rung, ...] = ()


@dataclass(frozen=True)
class Card:
    """A game in a list of games."""

    name: str
    title: str
    summary: str
    author: str
    year: int
    seats: tuple[str, ...]
    usual_seats: int
    seats_option: str
    players: str
    options: tuple[Option, ...]
    measured: Measured


@functools.cache
def card(name: str) -> Card:
    known = facts(name)
    return Card(
        name=name,
        title=known.title,
        summary=known.summary,
        author=known.author,
        year=known.year,
        seats=tuple(known.seats),
        usual_seats=load(name).seats,
        seats_option=known.seats_option,
        players=players(known),
        options=tuple(known.options),
        measured=measured(ladder_of(name), known.chance),
    )


def players(known: Facts) -> str:
    """How many can play, as in "2 to 4"."""
    most = len(known.seats)
    if not known.seats_option:
        return str(most)
    return f"{min(int(value) for value in known.option(known.seats_option).values)} to {most}"


def measured(ladder: dict[str, Any] | None, chance: bool) -> Measured:
    if ladder is None:
        return Measured()
    top = ladder["top"]["decided_won"]
    elos = [level["rating"]["elo"] for level in ladder["levels"] if level["rating"] is not None]
    decisions = ladder.get("decisions")
    return Measured(
        minutes=None if decisions is None else max(5, 5 * round(decisions * SECONDS / 300)),
        luck=None if top is None else min(DOTS, max(int(chance), round(2 * DOTS * (1 - top)))),
        depth=min(DOTS, max(1, round(max(elos) / ELO_A_DOT))) if elos else None,
        ladder=tuple(rung(level, step) for level, step in zip(ladder["levels"], ladder["steps"], strict=True)),
    )


def rung(level: dict[str, Any], step: dict[str, Any]) -> Rung:
    low, high = step["interval"]
    return Rung(
        level=level["player"].partition(":")[2],
        below=step["players"][1].partition(":")[2],
        won=None if step["decided_won"] is None else round(100 * step["decided_won"]),
        low=round(100 * low),
        high=round(100 * high),
        games=step["games"],
    )
