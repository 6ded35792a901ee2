"""Moments in words. A sentence claims nothing but what its ply has: the same numbers, rounded to whole percents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pyramidion.draw.narration import events, scene_of
from pyramidion.draw.touch import touched
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.study.chances import amount, percent, signed, signed_share
from pyramidion.study.reviews.information import Information
from pyramidion.study.reviews.review import Ply, Seat

UNTOLD = (
    "turn",
    "next",
    "over",
    "split",
    "used",
    "passed",
)  # what comes with a move, or after it, and is not its point
AHEAD, EVEN = 0.6, 0.4  # what a seat expects when it is ahead, and at least when the game is even
SMALL = 0.1  # what costs of a game must add up to, to be told
CLEAR = 0.1  # how far a result without luck must be from even to be told
EARLY = {"resignation": "resigned", "time": "ran out of time", "agreement": "agreed on a draw"}
ROUND = 10  # from which numbers of possibilities are told as whole numbers
SURE = {0.0: "a certain loss", 0.5: "a certain draw", 1.0: "a certain win"}


def choice_says(match: Match, ply: Ply, names: Sequence[str]) -> str:
    """A choice that cost something, and what was better."""
    assert ply.seat is not None
    before, after, position = ply.before[ply.seat], ply.after[ply.seat], match.positions[ply.ply]
    start, better = _played(match, ply, names), f"Better: {in_words(position, ply.best)}"
    if ply.certain and before in SURE and after in SURE:
        return f"{start} That turned {SURE[before]} into {SURE[after]}. {better}."
    if ply.least:
        return f"{start} That cost at least {ply.told}%. {better}.{_gained(ply, names)}"
    where = f", {SURE[after]}" if ply.proven and after in SURE else ""
    cost = f"That cost {ply.told}%: their chance fell from {percent(before)} to {percent(after)}{where}."
    return f"{start} {cost} {better}, keeping {_kept(before, len(names))}.{_gained(ply, names)}"


def ply_says(match: Match, ply: Ply, names: Sequence[str]) -> str:
    """What any ply did, beside the board; what was not confirmed is said with care."""
    name, cost = names[ply.whose], ply.told
    course = f"from {percent(ply.before[ply.whose])} to {percent(ply.after[ply.whose])}"
    if ply.seat is None:
        return f"The roll {ply.move} was worth {signed(ply.change)} to {name}: {course}."
    if ply.information:
        return turn_counts(ply.information)
    if cost < 1:
        return f"{ply.move} was the only good move." if ply.mark == "only" else ""
    if not ply.confirmed:
        return f"{ply.move} may have cost {name} about {cost}%; {ply.best} looked better."
    told = f"at least {cost}%" if ply.least else f"{cost}%: {course}"
    return f"{ply.move} cost {name} {told}. Better: {in_words(match.positions[ply.ply], ply.best)}."


def only_says(match: Match, ply: Ply, names: Sequence[str]) -> str:
    """A choice that no other move could replace, as is proven."""
    assert ply.seat is not None
    return f"{_played(match, ply, names)} No other move kept {SURE[ply.before[ply.seat]]}."


def roll_says(match: Match, ply: Ply, names: Sequence[str]) -> str:
    """A roll, how likely it was, and what it was worth."""
    before, after = ply.before[ply.whose], ply.after[ply.whose]
    odds = {move.text: share for move, share in match.positions[ply.ply].chances()}[ply.move]
    luck, went = ("lucky", "rose") if ply.luck > 0 else ("unlucky", "fell")
    says = f"{_played(match, ply, names)} That was {luck}, {signed(ply.change)}"
    return f"{says}: their chance {went} from {percent(before)} to {percent(after)}. It comes up {_odds(odds)}."


def turn_says(ply: Ply, turn: Information, names: Sequence[str]) -> str:
    """A turn that could have told more."""
    start = f"Move {ply.number}, {names[ply.whose]}: {turn.possible} possibilities were left."
    own = f"This turn could be expected to leave {about(turn.mean_left)} of them"
    more = f"{turn.best:.1f} bits instead of {turn.expected:.1f}"
    return f"{start} {own}, the best turn found {about(turn.best_left)}: {' '.join(turn.better)} ({more})."


def answer_says(ply: Ply, turn: Information, names: Sequence[str]) -> str:
    """An answer that told more, or less, than could be expected."""
    luck = "lucky" if turn.luck > 0 else "unlucky"
    left = f"It left {turn.left} of {turn.possible} possibilities, where {about(turn.mean_left)} could be expected"
    bits = f"{turn.told:.1f} bits instead of {turn.expected:.1f}"
    return f"Move {ply.number}, {names[ply.whose]}: the answer was {luck}. {left} ({bits})."


def turn_counts(turn: Information) -> str:
    """How many possibilities a turn left, and how many could be expected."""
    best = f", the best turn found {about(turn.best_left)}" if turn.better else ""
    counted = f"{turn.left} of {turn.possible} possibilities"
    return f"This turn left {counted}. On average it leaves {about(turn.mean_left)}{best}."


def about(count: float) -> str:
    """A number of possibilities on average."""
    return f"{count:.0f}" if count >= ROUND else f"{count:.1f}"


def ending_says(match: Match, names: Sequence[str]) -> str:
    """That the players ended the game before the rules did; nothing where the rules ended it."""
    assert match.outcome is not None
    verb = EARLY.get(match.outcome.rule)
    if verb is None:
        return ""
    losers = [names[seat] for seat, result in enumerate(match.outcome.results) if not result]
    who = "The players" if match.outcome.rule == "agreement" else losers[0] if len(losers) == 1 else "A player"
    return f"{who} {verb}; the review is about the game up to then."


def small_says(seats: Sequence[Seat]) -> str:
    """A game in which no single moment stands out."""
    most = max(seats, key=lambda seat: seat.cost)
    if most.cost < SMALL or not most.settled:
        return "The search found no single moment that stood out."
    return f"No single moment stood out: small inaccuracies of {most.name} added up to {amount(most.cost)}."


def luck_says(seats: Sequence[Seat], early: bool) -> str:
    """Who owed the result to luck; nothing where that is not clear. Of a game that ended early, only what the dice were
    worth is told, because neither they nor the choices decided it."""
    best = max(seats, key=lambda seat: seat.result)
    if not best.settled:
        return ""
    even, dice = 1 / len(seats), f"the dice were worth {signed_share(best.luck)} to {best.name}"
    if best.result <= even:
        return ""
    if early:
        return f"Up to then, {dice}."
    if best.adjusted < even - CLEAR:
        return f"The dice decided: {dice}{_without_luck(best, 'stand')}."
    if best.adjusted > even + CLEAR:
        return f"Choices decided: {dice}{_without_luck(best, 'still stand')}."
    return f"Luck and choices weigh about the same: {dice}."


def seat_says(seat: Seat, dice: bool) -> str:
    """How well a player chose, and how lucky they were."""
    parts, about = list[str](), "" if seat.settled else "roughly "
    if seat.accuracy is not None and not seat.judged:
        parts.append("the search is too unsure of these choices to judge them")
    elif seat.accuracy is not None:
        parts.append(f"accuracy {about}{percent(seat.accuracy)}")
        parts += [f"{seat.choices} choices cost {100 * seat.mean_cost:.1f}% each"] * seat.settled
    elif seat.bits is None:
        parts.append("too few choices mattered to judge them")
    if seat.bits is not None and seat.bits_luck is not None:
        more = f"{abs(seat.bits_luck):.1f} bits {'more' if seat.bits_luck >= 0 else 'less'} than expected"
        parts += [f"turns {percent(seat.bits)} as informative as the best ones found", f"answers told {more}"]
    if dice:
        parts.append(f"own rolls {about}{signed_share(seat.own_luck)}")
    return f"{seat.name}: {', '.join(parts)}."


def _without_luck(seat: Seat, stand: str) -> str:
    """The result without luck, where it is a chance: rolls may add up to more than a whole game."""
    if not 0 <= seat.adjusted <= 1:
        return ""
    return f"; without luck, {seat.name} would {stand} at {percent(seat.adjusted)}"


def _played(match: Match, ply: Ply, names: Sequence[str]) -> str:
    """Who did what, as a sentence begins."""
    return f"Move {ply.number}, {names[ply.whose]}: {in_words(match.positions[ply.ply], ply.move)}."


def in_words(position: Position, text: str) -> str:
    """What a move does, and its text in brackets; the text alone where there are no words for it."""
    move = Move(position, position.check(text))
    told = events(position, position.play(move), None, move)
    label = touched(scene_of(position, None), move).label
    says = [event.says.removesuffix(".") for event in told if event.kind not in UNTOLD]
    says += [f"\N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}"] * bool(label)
    return f"{says[0]} ({text})" if says else text


def _kept(before: float, seats: int) -> str:
    """What the better move would have kept."""
    if seats == 2 and before >= AHEAD:
        return "the lead"
    if seats == 2 and before >= EVEN:
        return "it even"
    return percent(before)


def _gained(ply: Ply, names: Sequence[str]) -> str:
    """Who got what the choice gave away, where there are more than two."""
    if len(names) == 2:
        return ""
    gains = [f"{names[seat]} {signed_share(gain)}" for seat, gain in enumerate(ply.effects) if seat != ply.seat]
    return f" It gave {', '.join(gains)}."


def _odds(share: Fraction) -> str:
    return f"{share.numerator} time{'s' * (share.numerator > 1)} in {share.denominator}"
