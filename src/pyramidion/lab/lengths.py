"""How long games last, in words that the counted games bear out."""

from __future__ import annotations

from collections.abc import Sequence

from pyramidion.lab.phrases import quantile
from pyramidion.lab.results import Bin, Ending, Playtest
from pyramidion.lab.sheet import percent

NEARLY_ALL = 0.99
OFTEN = 0.01  # of all games: worth a sentence


def turns_of(found: Playtest) -> tuple[Bin, ...]:
    """Games by their length in turns; nothing if it was not counted."""
    return next((each.bins for each in found.histograms if each.key == "turns"), ())


def median_of(bins: Sequence[Bin]) -> tuple[str, int]:
    """The middle length, and `about ` where its bin holds several lengths."""
    middle = bin_of(bins, 0.5)
    return "about " if middle.high > middle.low else "", quantile(bins, 0.5)


def bin_of(bins: Sequence[Bin], part: float) -> Bin:
    """The bin up to which this part of all games lies."""
    wanted, seen = part * _count(bins), 0
    for each in bins:
        seen += each.games
        if each.games and seen >= wanted:
            return each
    return bins[-1]


def usual(bins: Sequence[Bin]) -> str:
    """`All games last 36 or 37 turns`, or how many games last about as long as the middle half."""
    low, high = bin_of(bins, 0.25).low, bin_of(bins, 0.75).high
    inside = _count([each for each in bins if low <= each.low <= high]) / _count(bins)
    who = "All" if inside == 1 else "Nearly all" if inside > NEARLY_ALL else f"{percent(inside)} of all"
    lengths = f"{low:,}" if low == high else f"{low:,} {'or' if high == low + 1 else 'to'} {high:,}"
    return f"{who} games last {lengths} turns"


def longest(found: Playtest) -> str:
    """`one in 21 is longer than 121`: what the longest games are like; nothing where no games stand out."""
    bins, stop = turns_of(found), stopped(found)
    if stop:
        return f"one in {one_in(found, stop.games)} is stopped by {stop.ruling} after {stop.turns:,.0f}"
    long = bin_of(bins, 0.95)
    longer = _count([each for each in bins if each.low > long.high])
    return f"one in {one_in(found, longer)} is longer than {long.high:,}" if longer else ""


def stopped(found: Playtest) -> Ending | None:
    """The ruling that ends games after a number of turns, if it does so often: none lasts longer, and all of its games
    last as long."""
    bins = turns_of(found)
    ends = [each for each in found.endings if each.ruling and each.turns == bins[-1].high > bins[0].high]
    return next((each for each in ends if each.games > max(1, OFTEN * _count(bins))), None)


def one_in(found: Playtest, games: int) -> int:
    """`17` if these are one game in 17."""
    return round(_count(turns_of(found)) / games)


def lasting(found: Playtest, turns: int) -> int:
    """How many games last a number of turns or more, which begins a bin."""
    return _count([each for each in turns_of(found) if each.low >= turns])


def _count(bins: Sequence[Bin]) -> int:
    return sum(each.games for each in bins)
