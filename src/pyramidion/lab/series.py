"""What pictures and tables are drawn from: histograms, timelines, heat maps, use, endings, openings."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from pyramidion.draw.events import EVENTS
from pyramidion.engine.game import Game
from pyramidion.engine.registry import rules_text
from pyramidion.lab.estimates import Numbers, ratio
from pyramidion.lab.games import Games
from pyramidion.lab.results import Bin, Ending, Estimate, HeatMap, Histogram, Opening, Use, UseListing
from pyramidion.lab.touches import SeatTouches

BINS = 24
USUAL = (0.98, 0.95, 0.9)  # of all games; the others may be far away
FAR = 4  # times the median
MOST_OPENINGS = 20
MAPS: tuple[tuple[str, str, str, Callable[[SeatTouches], dict[str, float]]], ...] = (
    ("moved_to", "Where pieces go", "moves that lead to the place", lambda seat: _floats(seat.targets)),
    ("moved_from", "Where pieces come from", "moves that begin at the place", lambda seat: _floats(seat.origins)),
    (
        "standing",
        "Where pieces stand",
        "positions in which a piece stands there, as a share",
        lambda seat: seat.standing,
    ),
)


def _floats(counts: dict[str, int]) -> dict[str, float]:
    return {name: float(count) for name, count in counts.items()}


def histogram(key: str, title: str, unit: str, numbers: Sequence[int]) -> Histogram:
    """Games by a whole number, in bins of equal width; the last one holds what is far above the others."""
    if not numbers:
        return Histogram(key, title, unit, ())
    low, high = min(numbers), max(numbers)
    usual = _usual(sorted(numbers))
    width = max(1, -(-(usual - low + 1) // BINS))
    most = (usual - low) // width + 1
    counts = Counter(min((number - low) // width, most) for number in numbers)
    bins = [Bin(low + i * width, min(low + (i + 1) * width - 1, high), counts[i]) for i in range(most)]
    tail = [Bin(low + most * width, high, counts[most])] if counts[most] else []
    return Histogram(key, title, unit, (*bins, *tail))


def _usual(numbers: Sequence[int]) -> int:
    """Up to where bins are equal: nearly all games, but not those that last many times as long as most."""
    median = numbers[len(numbers) // 2]
    parts = [numbers[int(part * (len(numbers) - 1))] for part in USUAL]
    return next((length for length in parts if length <= FAR * median), parts[-1])


def heat_maps(games: Games) -> tuple[HeatMap, ...]:
    """For all seats together and for each: where pieces go, come from and stand, per game."""
    pictured = [trace.touches for trace in games.traces if trace.touches is not None]
    if not pictured:
        return ()
    start = games.game.start(seed=games.seed)
    cells = {cell.id for cell in games.scene.cells}
    found = []
    for key, title, what, of in MAPS:
        for seat in (None, *range(games.game.seats)):
            seats = range(games.game.seats) if seat is None else (seat,)
            total: Counter[str] = Counter()
            for touches in pictured:
                for number in seats:
                    total.update({place: count for place, count in of(touches.seats[number]).items() if place in cells})
            values = {place: total[place] / len(pictured) for place in sorted(total)}
            counted = f"For each place: {what}, per game, in {len(pictured)} games."
            found.append(HeatMap(key, title, counted, values, start.text, seat))
    return tuple(heat for heat in found if heat.values)


def uses(games: Games) -> tuple[UseListing, ...]:
    """How often each kind of event happens, and each piece is moved."""
    if not any(trace.touches for trace in games.traces):
        return ()
    events = _rows(games, lambda seat: seat.events)
    pieces = _rows(games, lambda seat: seat.pieces)
    return (
        UseListing("events", "What happens in a game", events),
        UseListing("pieces", "Pieces that are moved", pieces),
    )


def _rows(games: Games, of: Callable[[SeatTouches], dict[str, int]]) -> tuple[Use, ...]:
    """How often each thing was counted in a game, the most frequent first."""
    pictured = [(index, trace.touches) for index, trace in enumerate(games.traces) if trace.touches is not None]
    counts = [[of(seat) for seat in touches.seats] for _, touches in pictured]
    clusters, ones = games.clusters[[index for index, _ in pictured]], np.ones(len(pictured))
    rows = []
    for name in sorted({name for seats in counts for seat in seats for name in seat}):
        table = np.array([[seat.get(name, 0) for seat in seats] for seats in counts], dtype=np.float64)
        total = table.sum(axis=1)
        often = ratio(total, ones, clusters, limits=(0, math.inf))
        ever = ratio((total > 0) * 1.0, ones, clusters, bounded=True)
        rows.append(Use(name, EVENTS.get(name, name), often, ever, tuple(table.mean(axis=0).tolist())))
    return tuple(sorted(rows, key=lambda row: -(row.per_game.value or 0.0)))


def endings(games: Games) -> tuple[Ending, ...]:
    """By the ruling that ended the game, the most frequent first."""
    rules = np.array([trace.rule for trace in games.traces])
    results = np.array([trace.results for trace in games.traces])
    turns = np.array([trace.turns for trace in games.traces], dtype=np.float64)
    found = []
    for rule in dict.fromkeys(rules.tolist()):
        here = rules == rule
        share = ratio(here * 1.0, np.ones(len(rules)), games.clusters, bounded=True)
        means = tuple(results[here].mean(axis=0).tolist())
        found.append(Ending(rule, words_of(games.game, rule), int(here.sum()), share, means, float(turns[here].mean())))
    return tuple(sorted(found, key=lambda ending: (-ending.games, ending.ruling)))


def words_of(game: Game, ruling: str) -> str:
    """The first sentence of a ruling; for games that no ruling ended, why."""
    if not ruling:
        return "The game was cut off or forfeited."
    text = re.search(rf"\*\*{ruling}\*\*\s+(.+?)(?:\n\s*\n|\n\s*[-|]|\Z)", rules_text(game.name), re.DOTALL)
    words = re.sub(r"\s+", " ", re.sub(r"[*`]", "", text[1])) if text else ruling
    return re.split(r"(?<=[.!?]) ", words)[0]


def openings(games: Games) -> tuple[Opening, ...]:
    """The first choices that were made, the most frequent first: what each seat made of them."""
    rows: dict[tuple[str, ...], list[int]] = {}
    for index, trace in enumerate(games.traces):
        rows.setdefault(trace.opening, []).append(index)
    frequent = sorted(rows.items(), key=lambda row: (-len(row[1]), row[0]))[:MOST_OPENINGS]
    total = len(games.traces)
    return tuple(Opening(moves, len(at), len(at) / total, _results(games, at)) for moves, at in frequent)


def _results(games: Games, at: list[int]) -> tuple[Estimate, ...]:
    table: Numbers = np.array([games.traces[index].results for index in at])
    ones = np.ones(len(at))
    return tuple(ratio(table[:, seat], ones, np.arange(len(at)), bounded=True) for seat in range(table.shape[1]))
