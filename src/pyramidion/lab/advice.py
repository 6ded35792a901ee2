"""What an author could do about it: remarks that follow from clear numbers, each with the rule that would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pyramidion.lab.answers import estimate
from pyramidion.lab.changes import SCORE, change, clear_differences
from pyramidion.lab.comparison import too_few
from pyramidion.lab.lengths import bin_of, lasting, median_of, one_in, stopped, turns_of
from pyramidion.lab.phrases import differs, ends, known, listed, share
from pyramidion.lab.results import Playtest, Variant

MANY_DRAWS = 0.2
UNFAIR = 0.03
FORCED = 0.15
EARLY = 0.55
TAIL = 3  # times the median
RARE = 0.1  # of all games
MATTERS = 0.1  # of the score or of the draws: a rule that may change more is not told to be the same


def advice(found: Playtest) -> list[str]:
    """Remarks for the author, those about results first."""
    return [
        *_advantage(found),
        *_draws(found),
        *_length(found),
        *_choices(found),
        *_rare(found),
        *_skill(found),
        *_rulings(found),
    ]


def _advantage(found: Playtest) -> Iterator[str]:
    fair, result = 1 / len(found.seats), found.measure("result")
    for name, scored in zip(found.seats, result.by_seat if result else (), strict=False):
        if not known(scored) or min(abs(end - fair) for end in ends(scored)) < UNFAIR or not differs(scored, fair):
            continue
        better = scored.value is not None and scored.value > fair
        told = f"{name} scores {share(scored)}, {'more' if better else 'less'} than an even share."
        yield told + _remedy(found, SCORE, lambda value: abs(value))
        return


def _draws(found: Playtest) -> Iterator[str]:
    drawn = estimate(found, "drawishness")
    if known(drawn) and ends(drawn)[0] > MANY_DRAWS:
        told = f"{share(drawn)} of the games have no single winner. If you want fewer draws, look for a tie-break."
        yield told + _remedy(found, "drawishness", lambda value: value)


def _remedy(found: Playtest, key: str, badness: Callable[[float], float]) -> str:
    """The variant that clearly improves a measure most, if one does."""
    helping = []
    for variant in found.comparison.variants if found.comparison else ():
        for each in clear_differences(variant):
            before, after = each.baseline.value, each.variant.value
            if each.key == key and before is not None and after is not None and badness(after) < badness(before):
                helping.append((badness(after), variant.label, each.difference))
    if not helping:
        return ""
    _, label, difference = min(helping, key=lambda entry: entry[:2])
    return f" The option {label} helps: {change(difference, 'share')}."


def _length(found: Playtest) -> Iterator[str]:
    yield from _tail(found)
    whole = estimate(found, "completion")
    if whole.value is not None and whole.value < 1:
        yield f"{share(whole)} of the games ended by a rule; the others had to be cut off."
    decided = estimate(found, "decided_at")
    if known(decided) and ends(decided)[1] < EARLY:
        yield f"The winner is clear after {share(decided)} of a game: the rest may feel like a formality."


def _tail(found: Playtest) -> Iterator[str]:
    """Games that last many times as long as others."""
    bins, stop = turns_of(found), stopped(found)
    if not bins:
        return
    about, median = median_of(bins)
    long = bin_of(bins, 0.98).low
    if max(long, stop.turns if stop else 0) <= TAIL * median:
        return
    told = f"One game in {one_in(found, stop.games if stop else lasting(found, long))} "
    told += f"is stopped by {stop.ruling} after {stop.turns:,.0f} turns" if stop else f"lasts {long:,} turns or more"
    yield f"{told}, over {TAIL} times the usual length of {about}{median:,}."


def _choices(found: Playtest) -> Iterator[str]:
    forced = estimate(found, "forced_turns")
    if known(forced) and ends(forced)[0] > FORCED:
        yield f"In {share(forced)} of the turns there is nothing to decide."
    swing = estimate(found, "stakes")
    if swing.value is not None and ends(swing)[1] < UNFAIR:
        yield "A single move hardly changes who wins: decisions may feel as if they do not matter."


def _rare(found: Playtest) -> Iterator[str]:
    for table in found.uses:
        rare = [row.says for row in table.rows if row.games.high is not None and row.games.high < RARE]
        if rare:
            yield f"Seen in fewer than one game in ten: {listed(rare)}."


def _skill(found: Playtest) -> Iterator[str]:
    steps = [step for step in found.skill if step.share.value is not None]
    if not steps:
        return
    paying = [step for step in steps if ends(step.share)[0] > 0.5]
    if steps[-1] in paying:
        yield f"Thinking twice as long still wins at the highest step ({steps[-1].stronger}): there is depth to find."
    elif paying:
        yield f"Beyond {paying[-1].stronger}, thinking twice as long was not clearly better in these games."


def _rulings(found: Playtest) -> Iterator[str]:
    if found.comparison is None:
        return
    variants = found.comparison.variants
    clear = [variant for variant in variants if clear_differences(variant)]
    others = [variant for variant in variants if not clear_differences(variant)]
    same = [variant for variant in others if _unseen(variant) <= MATTERS and not too_few(variant)]
    unknown = [variant for variant in others if variant not in same]
    if clear:
        yield f"Settle these rules with care, since they change the game: {_labels(clear)}."
    if same:
        most = f"{100 * max(map(_unseen, same)):.0f} points in 100"
        told = f"These probably change neither the score nor the draws by more than {most}"
        yield f"{told}, so choose what is easiest to explain: {_labels(same)}."
    if unknown:
        yield f"These games cannot tell what these rules change; play more: {_labels(unknown)}."


def _labels(variants: Sequence[Variant]) -> str:
    return listed([variant.label for variant in variants])


def _unseen(variant: Variant) -> float:
    """How much of the score or of the draws a variant may change without our seeing it."""
    found = [each.difference for each in variant.differences if each.key in (SCORE, "drawishness")]
    return max((abs(end) for each in found if each.value is not None for end in ends(each)), default=1.0)
