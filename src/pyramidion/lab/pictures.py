"""The pictures of a playtest: each with a title and a caption that says how to read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.draw.narration import scene_of
from pyramidion.engine.game import Game
from pyramidion.lab.changes import FIRST, SCORE
from pyramidion.lab.charts import Part, Row, forest, histogram, stacked
from pyramidion.lab.curves import timeline
from pyramidion.lab.lengths import median_of, turns_of, usual
from pyramidion.lab.maps import heat_map
from pyramidion.lab.phrases import ends, listed, share
from pyramidion.lab.results import HeatMap, Playtest, SkillStep, Timeline, Variant
from pyramidion.lab.sheet import MINUS, SEAT_COLOURS, Sheet, percent

CURVE_PAINTS = ("accent", "warm", "quiet", "seat-violet")
LEVELS = {"win_probability": "an even share"}
MOST_MAPS = 5
READINGS = {
    "win_probability": "What each seat may expect at each point of a game, averaged over all games; bands are 95% "
    "intervals.",
    "winner_over_time": "What the player who wins in the end may expect on the way there. The later the mean rises, "
    "the longer the game stays open.",
    "uncertainty_over_time": "100%: everybody may expect the same. 0%: the result is certain.",
    "branching_over_time": "The mean number of legal moves in each turn, in games that last so long.",
    "hidden_over_time": "How many yes-or-no questions the seat that knows least would need to find out everything.",
}


@dataclass(frozen=True)
class Figure:
    """A picture as SVG, with the name of a file for it."""

    name: str
    title: str
    caption: str
    chart: Sheet | None = None
    board: str = ""

    def svg(self, style: bool = False) -> str:
        return self.chart.svg(style) if self.chart else self.board


def paints(game: Game) -> list[str]:
    """The class of each seat's colour."""
    seats = scene_of(game.start(seed=0), None).seats
    return [f"seat-{seat.colour or SEAT_COLOURS[number]}" for number, seat in enumerate(seats)]


def figures(found: Playtest, game: Game) -> list[Figure]:
    """All charts of a playtest but those of its comparison, and its boards."""
    shown = [*_results(found, game), *_lengths(found)]
    shown += [_timeline(found, game, each) for each in found.timelines if each.at and each.curves]
    return [*shown, *_skill(found)]


def _results(found: Playtest, game: Game) -> Iterator[Figure]:
    """Wins and draws of two seats; of more, how the points are shared."""
    result, drawn = found.measure("result"), found.measure("drawishness")
    if result is None or any(seat.value is None for seat in result.by_seat) or not result.by_seat:
        return
    colours = paints(game)
    shares = [seat.value or 0.0 for seat in result.by_seat]
    verb, draws = "scores", 0.0
    if len(shares) == 2 and drawn is not None and drawn.estimate.value is not None:
        verb, draws = "wins", drawn.estimate.value
        shares = [max(0.0, each - draws / 2) for each in shares]
    seats = [
        Part(f"{name} {verb}", part, paint, hatch)
        for hatch, (name, part, paint) in enumerate(zip(found.seats, shares, colours, strict=True))
    ]
    parts = [seats[0], *([Part("draw", draws, "rest")] if draws else []), *seats[1:]]
    told = listed([f"{name} {share(seat)}" for name, seat in zip(found.seats, result.by_seat, strict=True)])
    caption = f"Points: {told}; a draw is half a point each." if draws else f"Points: {told}."
    yield Figure("results", "Results by seat", caption, stacked("Results by seat", caption, [("", parts)]))


def _lengths(found: Playtest) -> Iterator[Figure]:
    bins = turns_of(found)
    if bins:
        about, median = median_of(bins)
        caption = f"{usual(bins)}; the median is {about}{median:,}. Bars are shares of all games."
        chart = histogram("Length of games", caption, bins, "turns of all players", [("median", median)])
        yield Figure("length", "Length of games", caption, chart)


def _timeline(found: Playtest, game: Game, line: Timeline) -> Figure:
    seated = all(curve.seat is not None for curve in line.curves)
    colours = paints(game) if seated else CURVE_PAINTS[: len(line.curves)]
    level = (LEVELS[line.key], 1 / len(found.seats)) if line.key in LEVELS else None
    caption = READINGS.get(line.key, line.title)
    return Figure(line.key, line.title, caption, timeline(line.title, caption, line, colours, level))


def _skill(found: Playtest) -> Iterator[Figure]:
    rows = [_step(step) for step in found.skill if step.share.value is not None]
    if rows:
        times = f"{found.skill[0].times:g}"
        caption = f"The points of each player against one that thinks 1/{times} as long. On the dashed line, thinking "
        caption += "longer does not help. Filled dots are clearly above it."
        chart = forest("Does thinking pay?", caption, rows, "points of the stronger player", 0.5, percent)
        yield Figure("skill", "Does thinking pay?", caption, chart)


def _step(step: SkillStep) -> Row:
    low, high = ends(step.share)
    assert step.share.value is not None
    return Row(step.stronger, step.share.value, low, high, low > 0.5)


def boards(found: Playtest, game: Game, style: bool = False) -> list[Figure]:
    """Heat maps: where all seats move, then where each seat moves and where its pieces stand."""
    chosen = [each for each in found.heat_maps if each.seat is None and each.key == "moved_to"]
    for key in ("moved_to", "standing"):
        chosen += [each for each in found.heat_maps if each.seat is not None and each.key == key]
    return [_board(found, game, each, style) for each in chosen[:MOST_MAPS]]


def _board(found: Playtest, game: Game, each: HeatMap, style: bool) -> Figure:
    name = each.key if each.seat is None else f"{each.key}-{each.seat}"
    whose = "" if each.seat is None else f": {found.seats[each.seat]}"
    return Figure(name, each.title + whose, each.counted, board=heat_map(game, each, f"{name}-", style))


def comparisons(found: Playtest) -> Iterator[Figure]:
    """A forest plot for each of the most important measures that some variant clearly changes, and for the result."""
    variants = found.comparison.variants if found.comparison else ()
    clear = {each.key for variant in variants for each in variant.differences if each.clear}
    for key in FIRST:
        measure = found.measure(key)
        rows = [row for variant in variants for row in _row(variant, key)]
        if measure is None or not rows or (key not in clear and key != SCORE):
            continue
        title = f"{found.seats[0]}'s score" if key == SCORE else measure.title
        sharing = measure.unit in ("share", "points")
        axis = f"change of {title[0].lower() + title[1:] if key != SCORE else title}"
        axis += " in points of 100" if sharing else "" if measure.unit in axis else f" in {measure.unit}"
        caption = f"{measure.meaning} Filled dots differ from the defaults for more than chance, open ones do not."
        named = _points if sharing else _signed
        chart = forest(f"Change of {title}", caption, rows, axis, named=named)
        yield Figure(f"change-{key}", title, caption, chart)


def _row(variant: Variant, key: str) -> list[Row]:
    found = next((each for each in variant.differences if each.key == key), None)
    if found is None or found.difference.value is None:
        return []
    return [Row(variant.label, found.difference.value, *ends(found.difference), found.clear)]


def _signed(value: float) -> str:
    digits = 0 if abs(value) >= 9.95 else 1 if abs(value) >= 0.95 else 2
    return f"{value:+,.{digits}f}".replace("-", MINUS) if round(value, 2) else "0"


def _points(value: float) -> str:
    return f"{100 * value:+.{0 if abs(value) >= 0.0995 else 1}f}".replace("-", MINUS).replace("+0.0", "0")
