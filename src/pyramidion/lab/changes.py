"""Which rule matters: the differences of a comparison in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from pyramidion.lab.comparison import ENOUGH, too_few
from pyramidion.lab.phrases import listed
from pyramidion.lab.results import Difference, Estimate, Playtest, Variant
from pyramidion.lab.sheet import MINUS

SCORE = "advantage_p1"  # of the first seat; a change of it is a change of its score
FIRST = (SCORE, "drawishness", "duration_turns", "decided_at", "luck_share", "decisions", "lead_change")
TOLD, MOST = 3, 3  # differences of a variant that are told, and variants
TOO_FEW = "Too few games to say"
LEAST_POINTS, LEAST_PART = 0.02, 0.05  # of a share, and of any other number: what is less does not matter


def rule_answer(found: Playtest) -> tuple[str, str, str] | None:
    """The question which rule matters, answered."""
    if found.comparison is None or not found.comparison.variants:
        return None
    clear = sorted(filter(clear_differences, found.comparison.variants), key=_rank)
    others = [variant for variant in found.comparison.variants if variant not in clear]
    same, few = ([variant.label for variant in others if too_few(variant) is few] for few in (False, True))
    text = [sentence(found, variant) for variant in clear[:MOST]]
    if clear[MOST:]:
        text.append(f"There are also clear differences for {listed([variant.label for variant in clear[MOST:]])}.")
    if same:
        text.append(f"No clear difference was found for {listed(same)}.")
    if few:
        text.append(f"{TOO_FEW} about {listed(few)}: it takes {ENOUGH} that do not begin alike.")
    short = ", ".join(variant.label for variant in clear[:MOST]) + (" and more" if clear[MOST:] else "")
    return "Which rule matters?", short or ("None is clear" if same else TOO_FEW), " ".join(text)


def clear_differences(variant: Variant) -> list[Difference]:
    """Differences that are neither chance nor negligible, those that matter most to players first."""
    units = {measure.key: measure.unit for measure in variant.measures}
    clear = [each for each in variant.differences if each.clear and is_notable(each, units.get(each.key, ""))]
    return sorted(clear, key=_place)


def _rank(variant: Variant) -> int:
    """By the most important thing that it changes."""
    return _place(clear_differences(variant)[0])


def _place(each: Difference) -> int:
    return FIRST.index(each.key) if each.key in FIRST else len(FIRST)


def is_notable(each: Difference, unit: str) -> bool:
    """Is it large enough to care about?"""
    if each.difference.value is None:
        return False
    least = LEAST_POINTS if unit in ("share", "points") else LEAST_PART * abs(each.baseline.value or 0.0)
    return abs(each.difference.value) >= least


def sentence(found: Playtest, variant: Variant) -> str:
    """What a variant changes, in one sentence, or that nothing can be said."""
    told = list(_told(found, variant))
    if told:
        return f"With {variant.label}, {listed(told[:TOLD])}."
    return f"{TOO_FEW}." if too_few(variant) else "No clear difference."


def _told(found: Playtest, variant: Variant) -> Iterator[str]:
    for each in clear_differences(variant):
        measure = found.measure(each.key)
        if measure is None or each.difference.value is None:
            continue
        if each.key == SCORE:
            yield f"{found.seats[0]} scores {_moved(each.difference, 'share', 'more', 'less')}"
        elif each.key == "duration_turns":
            yield f"games are {_moved(each.difference, 'turns', 'longer', 'shorter')}"
        elif each.key == "completion":
            yield f"{_moved(each.difference, 'share', 'more', 'fewer')} of the games come to an end by themselves"
        elif each.key == "drawishness":
            yield f"draws are {_moved(each.difference, 'share', 'more frequent', 'rarer')}"
        else:
            title = measure.title[:1].lower() + measure.title[1:]
            yield f"“{title}” changes by {change(each.difference, measure.unit)}"


def _moved(difference: Estimate, unit: str, more: str, less: str) -> str:
    """`6.0 points in 100 less (2.0 to 9.9)`."""
    values, word, digits = _scaled(difference, unit)
    size, *interval = [abs(values[0]), *sorted(map(abs, values[1:]))]
    told = f" ({interval[0]:.{digits}f} to {interval[1]:.{digits}f})" if interval else ""
    return f"{size:.{digits}f} {word} {more if values[0] > 0 else less}{told}"


def change(difference: Estimate, unit: str) -> str:
    """`+6.0 (2.0 to 9.9) points in 100`."""
    values, word, digits = _scaled(difference, unit)
    told = f" ({values[1]:.{digits}f} to {values[2]:.{digits}f})" if len(values) == 3 else ""
    return f"{values[0]:+.{digits}f}{told} {word}".replace("-", MINUS)


def _scaled(difference: Estimate, unit: str) -> tuple[list[float], str, int]:
    """A difference and its interval in the unit that is shown, and how many digits after the point to show."""
    scale, word = (100, "points in 100") if unit in ("share", "points") else (1, unit)
    values = [scale * value for value in (difference.value, difference.low, difference.high) if value is not None]
    return values, word, 0 if abs(values[0]) >= 10 else 1
