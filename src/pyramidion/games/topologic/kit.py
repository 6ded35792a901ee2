"""Topologic in print."""

from __future__ import annotations

from pyramidion.draw.kit import Discs, Kit, ScoreSheet, Tiles
from pyramidion.engine.game import Game
from pyramidion.games.topologic.drawing import COLOUR_WORDS
from pyramidion.games.topologic.scene import SEATS

TILE = 1.25
SEEKER = 0.5
TURNS = 18  # that a sheet has room for
PIPS = "123456"
ADVICE = (
    "Shuffle the tiles and lay them out pips up, ten wide and six high, or in any shape you like, edge to edge.",
    "The referee writes the secret down and keeps it hidden until the round is over.",
)


def kit(game: Game) -> Kit:
    numbers = tuple(str(i + 1) for i in range(int(game.options["seekers"])))
    rounds = [_round(number, seeker, numbers) for number, seeker in ((1, SEATS[1]), (2, SEATS[0]))]
    sheets = (*rounds, *(_suspects(number) for number in (1, 2)), _scores())
    return Kit(None, (Tiles("60 tiles", TILE), Discs("seekers", numbers, "white", SEEKER), *sheets), ADVICE)


def _round(number: int, seeker: str, seekers: tuple[str, ...]) -> ScoreSheet:
    """Where the seekers stood after every turn, and the hint."""
    columns = (("turn", 0.45), *((f"seeker {n}", 0.52) for n in seekers), ("hint", 0.45))
    return ScoreSheet(f"Round {number}: {seeker} seeks", columns, tuple((str(i + 1),) for i in range(TURNS)))


def _suspects(number: int) -> ScoreSheet:
    """All tiles, to cross out those that are not the secret."""
    columns = (("", 0.75), *((pips, 0.45) for pips in PIPS))
    return ScoreSheet(f"Round {number}: cross out", columns, tuple((colour,) for colour in COLOUR_WORDS), 0.24)


def _scores() -> ScoreSheet:
    columns = (("round", 0.6), ("referee", 0.9), ("secret", 0.9), ("turns", 0.9))
    return ScoreSheet("The referees' secrets", columns, (("1", SEATS[0]), ("2", SEATS[1])))
