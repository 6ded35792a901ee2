"""Which plies of a game are marked: few, and only what a second look has confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyramidion.study.reviews.agenda import phase_of
from pyramidion.study.reviews.review import Ply

DUBIOUS, MISTAKE, BLUNDER = 0.05, 0.10, 0.20  # costs from which a choice has the mark
ONLY = 0.20  # what every other move would have cost
ROLL = 0.08  # the luck from which a roll has a mark


def marked(plies: Sequence[Ply], leads: Sequence[float]) -> list[Ply]:
    """The plies with marks; `leads` are those of the best moves over the next best ones."""
    chosen: dict[tuple[int, str], int] = {}
    for ply in plies:
        kind = kind_of(ply, leads[ply.ply])
        key = phase_of(ply.ply, len(plies)), kind
        if kind and (key not in chosen or weight(ply, leads) > weight(plies[chosen[key]], leads)):
            chosen[key] = ply.ply
    kinds = {place: kind for (_, kind), place in chosen.items()}
    return [replace(ply, mark=kinds.get(ply.ply, "")) for ply in plies]


def kind_of(ply: Ply, lead: float) -> str:
    """The mark that a ply deserves, or none."""
    if not ply.confirmed:
        return ""
    if ply.seat is None:
        return "lucky" if ply.luck >= ROLL else "unlucky" if ply.luck <= -ROLL else ""
    if ply.cost == 0 and ply.best:
        return "only" if lead >= ONLY else ""
    bounds = (("blunder", BLUNDER), ("mistake", MISTAKE), ("dubious", DUBIOUS))
    return next((kind for kind, least in bounds if (ply.least or ply.cost) >= least), "")


def weight(ply: Ply, leads: Sequence[float]) -> float:
    """How much a ply mattered."""
    return max(ply.least or ply.cost, abs(ply.luck)) or leads[ply.ply]
