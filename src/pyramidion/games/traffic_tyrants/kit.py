"""Traffic Tyrants in print."""

from __future__ import annotations

from pyramidion.draw.kit import LOONEY_PIPS, LOONEY_PYRAMIDS, Board, Kit, Pyramids, ScoreSheet
from pyramidion.draw.things import MARKS
from pyramidion.engine.game import Game
from pyramidion.games.traffic_tyrants.rules import BLACK, BLUE, GIFTS, gift_size
from pyramidion.games.traffic_tyrants.scene import OWN
from pyramidion.games.traffic_tyrants.words import COLOURS, LIGHTS, SEATS, SIZES

SQUARE = 1.25
OF_A_KIND = 2  # movement pyramids of one size and colour in a supply (R6)
GAMES = 6  # that a score sheet has room for


def kit(game: Game) -> Kit:
    runners = [
        _pyramid(f"runners of {SEATS[seat]}", 1, OWN[seat], size, size, seat)
        for seat in (BLACK, BLUE)
        for size in SIZES
    ]
    gifts = [
        _pyramid(f"movement pyramids of {SEATS[seat]}", OF_A_KIND, light, size, letter, seat)
        for seat in (BLACK, BLUE)
        for light, letter in zip(LIGHTS, COLOURS, strict=True)
        for size in SIZES
    ]
    sheets = [_gifts(game, first) for first in range(0, GIFTS, GIFTS // 2)]
    return Kit(Board(SQUARE), (*runners, *gifts, *sheets, *(_score(seat) for seat in (BLACK, BLUE))))


def _pyramid(name: str, count: int, colour: str, size: str, letter: str, seat: int) -> Pyramids:
    base, height = LOONEY_PYRAMIDS[size]
    return Pyramids(name, count, colour, base, height, letter, MARKS[seat], LOONEY_PIPS[size])


def _gifts(game: Game, first: int) -> ScoreSheet:
    """Half of the gifts: who gives which size, with room for the colour (R5)."""
    start = game.start(seed=0).fields
    numbers = range(first, first + GIFTS // 2)
    rows = tuple((str(n + 1), SEATS[n % 2], SIZES[gift_size(start, n)]) for n in numbers)
    columns = (("gift", 0.45), ("given by", 0.75), ("size", 0.45), ("colour", 0.75), ("moved to", 0.9))
    return ScoreSheet(f"Gifts {first + 1} to {first + GIFTS // 2}", columns, rows)


def _score(seat: int) -> ScoreSheet:
    """Pips times the mark of the rank for every runner (R22)."""
    columns = (("game", 0.5), *((f"{size}: {LOONEY_PIPS[size]} x", 0.7) for size in SIZES), ("sum", 0.7))
    return ScoreSheet(f"{SEATS[seat]}'s points", columns, tuple((str(i + 1),) for i in range(GAMES)))
