"""Numbers in words that are only as strong as their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from pyramidion.lab.results import Bin, Estimate, Playtest
from pyramidion.lab.sheet import MINUS, percent

TOO_WIDE = 0.2  # an interval of a share that says nothing
SIZES = ((0.03, "tiny"), (0.08, "small"), (0.16, "clear"), (1.01, "large"))
FRACTIONS = (
    (0.0, "almost nothing"),
    (0.1, "a tenth"),
    (0.2, "a fifth"),
    (0.25, "a quarter"),
    (1 / 3, "a third"),
    (0.4, "two fifths"),
    (0.5, "half"),
    (0.6, "three fifths"),
    (2 / 3, "two thirds"),
    (0.75, "three quarters"),
    (0.8, "four fifths"),
    (0.9, "nine tenths"),
    (1.0, "almost all"),
)


def known(estimate: Estimate) -> bool:
    """Is there a value, and an interval that is narrow enough to say something about a share?"""
    if estimate.value is None:
        return False
    return estimate.low is None or estimate.high is None or estimate.high - estimate.low <= TOO_WIDE


def ends(estimate: Estimate) -> tuple[float, float]:
    """The interval; an exact value is one without width."""
    assert estimate.value is not None
    low = estimate.value if estimate.low is None else estimate.low
    return low, estimate.value if estimate.high is None else estimate.high


def share(estimate: Estimate) -> str:
    """`54% (51 to 57%)`; never below 0 or above 100%."""
    if estimate.value is None:
        return "unknown"
    value = percent(min(max(estimate.value, 0), 1))
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({percent(max(estimate.low, 0)).removesuffix('%')} to {percent(min(estimate.high, 1))})"


def number(estimate: Estimate, digits: int = 1) -> str:
    """`39.4 (38.1 to 40.7)`."""
    if estimate.value is None:
        return "unknown"
    told = f"{estimate.value:,.{digits}f}"
    if estimate.low is not None and estimate.high is not None:
        told += f" ({estimate.low:,.{digits}f} to {estimate.high:,.{digits}f})"
    return told.replace("-", MINUS)


def size(difference: float) -> str:
    """How large a difference of shares is."""
    return next(word for most, word in SIZES if abs(difference) < most)


def magnitude(estimate: Estimate) -> str:
    """The size of a difference that is not nothing: no larger a word than its whole interval bears out."""
    low, high = ends(estimate)
    least = min(abs(low), abs(high))
    assert estimate.value is not None
    sure, likely = size(least), size(estimate.value)
    return f"a {likely}" if sure == likely else f"at least a {sure}, probably a {likely}"


def differs(estimate: Estimate, nothing: float = 0) -> bool:
    """Is the interval on one side of nothing?"""
    if estimate.value is None:
        return False
    low, high = ends(estimate)
    return low > nothing or high < nothing


def fraction(value: float) -> str:
    return min(FRACTIONS, key=lambda each: abs(each[0] - value))[1]


def about(estimate: Estimate) -> str:
    """A share as a fraction in words: `about a third`, `between a quarter and half`, or that nothing can be said."""
    if estimate.value is None:
        return "unknown"
    low, high = ends(estimate)
    if high - low <= 0.13 or fraction(low) == fraction(high):
        told = fraction(estimate.value)
        return told if told.startswith("almost") else f"about {told}"
    return f"between {fraction(low)} and {fraction(high)}"


def quantile(bins: Sequence[Bin], part: float) -> int:
    """The number that this part of all games does not exceed, about, where bins hold several numbers."""
    wanted, seen = part * sum(each.games for each in bins), 0
    for each in bins:
        if each.games and seen + each.games >= wanted:
            inside = (wanted - seen) / each.games
            return min(each.high, each.low + int(inside * (each.high - each.low + 1)))
        seen += each.games
    return bins[-1].high


def variety(found: Playtest) -> str:
    """How much the games differ: `These are 715 different games in 214 groups that begin alike.` Nothing is said of
    random players, whose games are not compared with each other."""
    result = found.measure("result")
    groups = result.estimate.n if result and found.opening else found.different
    told = []
    if found.different < found.games or groups < found.different:
        alike = f" in {groups:,} groups that begin alike" if groups < found.different else ""
        told.append(f"These are {found.different:,} different games{alike}.")
    if found.opening:
        plies = "ply of each is" if found.opening == 1 else f"{found.opening} plies of each are"
        told.append(f"The first {plies} random.")
    return "" if found.players == ("random",) else " ".join(told)


def listed(words: Sequence[str]) -> str:
    """`one, two and three`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
