"""The listings of a playtest: rows of texts, for HTML and Markdown alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.lab.changes import change
from pyramidion.lab.phrases import number, share
from pyramidion.lab.results import Estimate, Playtest, Variant

OFTEN = 10  # games that begin alike, to be worth a line
MOST_OPENINGS = 12
TOPICS = {
    "fairness": "Fairness",
    "length": "Length",
    "decisions": "Decisions",
    "course": "Course of the game",
    "luck": "Luck",
    "skill": "Skill",
    "information": "What is hidden",
    "seats": "More than two players",
}


@dataclass(frozen=True)
class Listing:
    """A title, the head of each column, and rows. `numbers` says from which column on cells are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int = 1


def shown(estimate: Estimate, unit: str) -> str:
    """An estimate in its unit."""
    if estimate.value is None:
        return "not measured"
    if unit == "share":
        return share(estimate)
    if unit == "points":
        return f"{number(_hundredfold(estimate))} points in 100"
    large = abs(estimate.value) >= 100
    return f"{number(estimate, 2 if unit == 'bits' else 0 if large else 1)} {unit}"


def _hundredfold(estimate: Estimate) -> Estimate:
    value, low, high = (None if part is None else 100 * part for part in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, estimate.n)


def listings(found: Playtest) -> list[Listing]:
    """Everything that is not a measure: endings, use, openings, skill."""
    return [*_endings(found), *_uses(found), *_openings(found), *_skill(found)]


def measures(found: Playtest) -> Iterator[tuple[str, list[tuple[str, str, str, str]]]]:
    """By topic: title, value, meaning and formula of each measure."""
    topics = dict.fromkeys(measure.topic for measure in found.measures)
    for topic in topics:
        rows = [
            (measure.title, shown(measure.estimate, measure.unit), measure.meaning, measure.formula)
            for measure in found.measures
            if measure.topic == topic and measure.estimate.value is not None
        ]
        if rows:
            yield TOPICS.get(topic, topic.capitalize()), rows


def _endings(found: Playtest) -> Iterator[Listing]:
    if found.endings:
        head = ("how it ends", "games", *(f"{seat} scores" for seat in found.seats), "turns")
        rows = tuple(
            (
                f"{each.ruling}: {each.says}" if each.ruling else each.says,
                share(each.share),
                *(f"{result:.0%}" for result in each.results),
                f"{each.turns:.0f}",
            )
            for each in found.endings
        )
        yield Listing("How games end", head, rows)


def _uses(found: Playtest) -> Iterator[Listing]:
    for used in found.uses:
        head = ("what", "times in a game", "games in which it happens", *found.seats)
        rows = tuple(
            (each.says, number(each.per_game), share(each.games), *(f"{value:.1f}" for value in each.by_seat))
            for each in used.rows
        )
        yield Listing(used.title, head, rows)


def _openings(found: Playtest) -> Iterator[Listing]:
    often = [each for each in found.openings if each.games >= OFTEN]
    if often:
        head = ("first moves", "games", *(f"{seat} scores" for seat in found.seats))
        rows = tuple(
            (" ".join(each.moves) or "none", f"{each.games} ({each.share:.1%})", *map(share, each.results))
            for each in often[:MOST_OPENINGS]
        )
        yield Listing("Openings", head, rows)


def _skill(found: Playtest) -> Iterator[Listing]:
    if found.skill:
        head = ("stronger", "weaker", "thinks longer by", "scores")
        rows = tuple((each.stronger, each.weaker, f"{each.times:g} times", share(each.share)) for each in found.skill)
        yield Listing("Does thinking pay?", head, rows, numbers=2)


def differences(found: Playtest, variant: Variant) -> Listing:
    """Every difference of a variant, clear or not."""
    rows = []
    for each in variant.differences:
        measure = found.measure(each.key)
        if measure and each.difference.value is not None:
            unit = measure.unit
            chance = "" if each.adjusted is None else f"{each.adjusted:.3f}" if each.adjusted >= 0.001 else "< 0.001"
            cells = (shown(each.baseline, unit), shown(each.variant, unit), change(each.difference, unit), chance)
            rows.append((measure.title, *cells, "yes" if each.clear else "no"))
    head = ("measure", "default", variant.label, "change", "by chance alone", "clear?")
    return Listing(variant.label, head, tuple(rows))
