"""Take every sentence of many reviews apart, and check its numbers against four times the thinking.

A percentage holds if it is within ten points of what the deeper search says, or a quarter for sums over a whole game,
and a mean cost if it is within one and a half; what is told roughly may differ by twice as much. A choice that is said
to have cost at least something may cost five points less. Bits are counted again. A move that is called better must
still be better, and what is called certain is solved once more.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import pyramidion as pyr
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.players.levels import search_of
from pyramidion.players.solver import Solver
from pyramidion.study.reviews.agenda import STEP, played_at
from pyramidion.study.reviews.information import answer, bits, mean_left, whole_turn
from pyramidion.study.reviews.review import Ply, Review
from pyramidion.study.reviews.sentences import EARLY, about
from pyramidion.study.reviews.values import Valued, Valuer, quick_effort

LEVELS = (3, 4)
OPENING = 4  # random plies, so that no two games are the same
TIMES = {"tree": 16, "alphabeta": 64, "expert": 16}  # the quick effort, for the reviews that are checked
POINTS = 10.5  # of percent, by which a number may differ
FINE = 1.5  # by which a mean cost may
LESS = 5.0  # by which a cost may be less than what it is said to be at least
START = r"Move (?P<row>\d+), (?P<name>.+?): "
PLAYED = START + r"(?:.+? \()?(?P<move>[^\s()]+)\)?\. "
BETTER = r"(?:.+ \()?(?P<better>[^\s()]+?)\)?"
NUMBER = "(?P<{}>[+\u2212]?(?:[0-9]+%|[0-9.]+ wins))"  # with a plus or a minus sign
WORTH = {"loss": 0, "draw": 50, "win": 100}
KEPT = {"the lead": (60, 100), "it even": (40, 60)}


def pattern(text: str) -> re.Pattern[str]:
    """A sentence with `{name}` for a percentage."""
    return re.compile(re.sub(r"\{(\w+)\}", lambda found: NUMBER.format(found[1]), text))


COST = pattern(
    PLAYED + r"That cost {cost}: their chance fell from {before} to {after}(?:, a certain (?P<sure>\w+))?\. "
    rf"Better: {BETTER}, keeping (?P<kept>.+?)\.(?: It gave (?P<gave>.+)\.)?"
)
AT_LEAST = pattern(PLAYED + rf"That cost at least {{cost}}\. Better: {BETTER}\.(?: It gave .+\.)?")
TURNED = pattern(PLAYED + rf"That turned a certain (?P<was>\w+) into a certain (?P<sure>\w+)\. Better: {BETTER}\.")
KEEPING = pattern(PLAYED + r"No other move kept a certain (?P<sure>\w+)\.")
ROLL = pattern(
    PLAYED + r"That was (?P<luck>lucky|unlucky), {worth}: "
    r"their chance (?:rose|fell) from {before} to {after}\. It comes up (?P<times>\d+) times? in (?P<of>\d+)\."
)
TURN = re.compile(
    START
    + r"(?P<possible>\d+) possibilities were left\. This turn could be expected to leave (?P<own>[\d.]+) of them, "
    r"the best turn found (?P<other>[\d.]+): (?P<better>.+) \((?P<best>[\d.]+) bits instead of (?P<expected>[\d.]+)\)\."
)
ANSWER = re.compile(
    START + r"the answer was (?P<luck>lucky|unlucky)\. It left (?P<left>\d+) of (?P<possible>\d+) possibilities, "
    r"where (?P<own>[\d.]+) could be expected \((?P<told>[\d.]+) bits instead of (?P<expected>[\d.]+)\)\."
)
ENDING = re.compile(
    r"(?P<name>.+) (?P<early>resigned|ran out of time|agreed on a draw); the review is about the game up to then\."
)
SMALL = pattern(
    r"The search found no single moment that stood out\.|"
    r"No single moment stood out: small inaccuracies of (?P<name>.+) added up to {cost}\."
)
DICE = pattern(
    r"(?P<verdict>The dice decided:|Choices decided:|Luck and choices weigh about the same:|Up to then,) the dice "
    r"were worth {luck} to (?P<name>.+?)(?:; without luck, .+ would (?:still )?stand at {adjusted})?\."
)
PLAYER = pattern(
    r"(?P<name>.+): (?:accuracy (?P<roughly>roughly )?{accuracy})?"
    r"(?:, (?P<choices>\d+) choices cost (?P<mean>[\d.]+)% each)?(?:too few choices mattered to judge them|"
    r"the search is too unsure of these choices to judge them)?"
    r"(?:turns {bits} as informative as the best ones found, answers told .+ expected)?(?:, )?"
    r"(?:own rolls (?P<about>roughly )?{rolls})?\."
)


class Check(NamedTuple):
    """A review, the game it is of, and a deeper one of the same game."""

    match: Match
    review: Review
    deeper: Review
    valuer: Valuer
    effort: int  # of the deeper look at single plies

    def holds(self, sentence: str) -> tuple[str, bool]:
        """The kind of a sentence, and whether it holds; ValueError for one that says something unknown."""
        for kind, (form, check) in KINDS.items():
            if found := form.fullmatch(sentence):
                return kind, check(self, found)
        raise ValueError(f"This sentence was not understood: {sentence}")

    def ply(self, found: re.Match[str]) -> Ply:
        """The ply that a sentence is about."""
        row, name, move = int(found["row"]), found["name"], found.groupdict().get("move")
        return next(
            ply
            for ply in self.review.plies
            if ply.number == row
            and self.review.seats[ply.whose].name == name
            and (ply.move == move if move else ply.information)
        )

    def again(self, ply: Ply) -> Valued:
        position = self.match.positions[ply.ply]
        return self.valuer.value(position, played_at(self.match, ply.ply), self.effort)

    def worth(self, ply: Ply, *moves: str) -> list[float]:
        """What moves are worth in percent, to the seat that decides."""
        position = self.match.positions[ply.ply]
        codes = [position.check(move) for move in moves]
        found = self.valuer.opinions(position, codes, self.effort)
        return [100 * found[code].values[position.seat] for code in codes]


def number(found: re.Match[str], name: str) -> float:
    """In percents."""
    told = found[name].replace("\N{MINUS SIGN}", "-")
    return float(told.removesuffix("%")) if told.endswith("%") else 100 * float(told.removesuffix(" wins"))


def close(told: float, found: float, wide: int = 1) -> bool:
    """Sums over a game may differ by more: by a quarter, and by twice as much where they are told roughly."""
    return abs(told - found) <= wide * max(POINTS, abs(found) / 4)


def near(told: float, found: float) -> bool:
    return abs(told - found) <= POINTS


def cost_holds(check: Check, found: re.Match[str]) -> bool:
    ply = check.ply(found)
    better, played = check.worth(ply, found["better"], ply.move)
    before, after = number(found, "before"), number(found, "after")
    if found["sure"]:
        played = float(WORTH[found["sure"]]) if ply.proven else -100.0
    low, high = KEPT.get(found["kept"], (before, before))
    kept = low - POINTS <= better <= high + POINTS
    told = round(before - after) == round(number(found, "cost"))
    return told and near(before, better) and near(after, played) and better > played and kept


def at_least_holds(check: Check, found: re.Match[str]) -> bool:
    better, played = check.worth(check.ply(found), found["better"], found["move"])
    return better - played >= number(found, "cost") - LESS


def turned_holds(check: Check, found: re.Match[str]) -> bool:
    ply = check.ply(found)
    position = check.match.positions[ply.ply]
    return solved(position, position.seat) == WORTH[found["was"]] and (
        solved(position.play(found["move"]), position.seat) == WORTH[found["sure"]]
    )


def solved(position: Position, seat: int) -> float:
    """What a position is worth to a seat, in percent, by exact search."""
    if position.outcome is not None:
        return 100 * float(position.outcome.results[seat])
    lead = Solver(position.game, memory=256, threads=1).value(position)
    return 50.0 + 50 * (lead if seat == 0 else -lead)


def keeping_holds(check: Check, found: re.Match[str]) -> bool:
    ply = check.ply(found)
    position = check.match.positions[ply.ply]
    keep = Solver(position.game, memory=256, threads=1).solve(position).best
    return keep == (ply.move,) and solved(position, position.seat) == WORTH[found["sure"]]


def roll_holds(check: Check, found: re.Match[str]) -> bool:
    ply = check.ply(found)
    again = check.again(ply)
    before, after = 100 * again.before[ply.whose], 100 * again.after[ply.whose]
    chances = {move.text: share for move, share in check.match.positions[ply.ply].chances()}
    odds = chances[ply.move] == Fraction(int(found["times"]), int(found["of"]))
    lucky = (found["luck"] == "lucky") == (after > before)
    return odds and lucky and near(number(found, "before"), before) and near(number(found, "after"), after)


def turn_holds(check: Check, found: re.Match[str]) -> bool:
    """Bits are counted again: for the turn that was played, and for the one that is called better."""
    ply = check.ply(found)
    position = check.match.positions[ply.ply]
    worlds = position.view(position.seat).possibilities()
    better = whole_turn(position, found["better"].split())
    own, other = ([answer(world, codes) for world in worlds] for codes in (played_at(check.match, ply.ply), better))
    told = f"{bits(own):.1f}" == found["expected"] and f"{bits(other):.1f}" == found["best"]
    left = (about(mean_left(own)), about(mean_left(other))) == found.group("own", "other")
    return told and left and len(worlds) == int(found["possible"])


def answer_holds(check: Check, found: re.Match[str]) -> bool:
    again = check.again(check.ply(found)).information
    assert again is not None
    told = f"{again.told:.1f}" == found["told"] and f"{again.expected:.1f}" == found["expected"]
    left = (again.left, again.possible) == (int(found["left"]), int(found["possible"]))
    return told and left and about(again.mean_left) == found["own"]


def seat_of(review: Review, name: str) -> int:
    return next(place for place, seat in enumerate(review.seats) if seat.name == name)


def ending_holds(check: Check, found: re.Match[str]) -> bool:
    """The players ended the game, in the way that its record says."""
    outcome = check.match.outcome
    assert outcome is not None
    if outcome.rule not in EARLY or EARLY[outcome.rule] != found["early"]:
        return False
    names = [seat.name for seat in check.review.seats]
    return found["name"] not in names or not outcome.results[names.index(found["name"])]


def small_holds(check: Check, found: re.Match[str]) -> bool:
    """No choice or roll was worth much, also by the deeper look."""
    if found["name"] is None:
        return True
    seat = check.deeper.seats[seat_of(check.deeper, found["name"])]
    return close(number(found, "cost"), 100 * seat.cost)


def dice_holds(check: Check, found: re.Match[str]) -> bool:
    seat = check.deeper.seats[seat_of(check.deeper, found["name"])]
    adjusted = found["adjusted"] is None or close(number(found, "adjusted"), 100 * seat.adjusted)
    return close(number(found, "luck"), 100 * seat.luck) and adjusted


def player_holds(check: Check, found: re.Match[str]) -> bool:
    seat = check.deeper.seats[seat_of(check.deeper, found["name"])]
    told = {"rolls": seat.own_luck, "bits": seat.bits, "accuracy": seat.accuracy}
    given = {name: value for name, value in told.items() if found[name] is not None}
    wide = 2 if found["roughly"] or found["about"] else 1
    mean = found["mean"] is None or abs(float(found["mean"]) - 100 * seat.mean_cost) <= wide * FINE
    return mean and all(
        value is not None and close(number(found, name), 100 * value, wide) for name, value in given.items()
    )


KINDS: dict[str, tuple[re.Pattern[str], Callable[[Check, re.Match[str]], bool]]] = {
    "cost": (COST, cost_holds),
    "least": (AT_LEAST, at_least_holds),
    "certain": (TURNED, turned_holds),
    "only": (KEEPING, keeping_holds),
    "roll": (ROLL, roll_holds),
    "turn": (TURN, turn_holds),
    "answer": (ANSWER, answer_holds),
    "ending": (ENDING, ending_holds),
    "small": (SMALL, small_holds),
    "dice": (DICE, dice_holds),
    "player": (PLAYER, player_holds),
}


def played(name: str, seed: int) -> Match:
    """A game between bots of two levels, after a few random plies."""
    game = pyr.load(name)
    levels = [LEVELS[(seat + seed) % 2] for seat in range(game.seats)]
    bots = [pyr.bot(game, level, seed=seed) for level in levels]
    match, chance = Match(game, seed=seed), random.Random(seed)
    while len(match.codes) < OPENING and match.outcome is None:
        match.play(chance.choice(match.position.moves()))
    while match.outcome is None:
        seat = match.position.mover
        assert seat is not None
        match.play(bots[seat].choose(match.position))
    return match


def checked(match: Match, effort: int) -> Iterator[tuple[str, bool, str]]:
    """Every sentence of a review: its kind, whether it holds, and its words."""
    review = pyr.review(match, effort=effort)
    deeper = pyr.review(match, effort=STEP * effort)
    looks = 3 if search_of(match.game) == "alphabeta" else 2  # that a claim has withstood
    check = Check(match, review, deeper, Valuer(match.game), STEP**looks * effort)
    for sentence in [*review.summary, *review.players]:
        yield *check.holds(sentence), sentence


def usual_effort(name: str) -> int:
    """About what a review of ten seconds spends on a position."""
    game = pyr.load(name)
    return TIMES[search_of(game)] * quick_effort(game)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=list(pyr.games()), help="default: all")
    parser.add_argument("--reviews", type=int, default=20, help="of each game; default: 20")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    total: Counter[tuple[str, bool]] = Counter()
    try:
        check_all(wanted.games, range(wanted.seed, wanted.seed + wanted.reviews), total)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    for kind in KINDS:
        if count := total[kind, True] + total[kind, False]:
            print(f"{kind}: {total[kind, True]} of {count}")
    held = sum(count for (_, holds), count in total.items() if holds)
    print(f"in all: {held} of {total.total()} sentences held ({held / max(1, total.total()):.1%})")
    return 0


def check_all(names: list[str], seeds: range, total: Counter[tuple[str, bool]]) -> None:
    """Check the reviews of some games of each name, and print which sentences do not hold."""
    for name in names:
        own: Counter[bool] = Counter()
        for seed in seeds:
            for kind, holds, sentence in checked(played(name, seed), usual_effort(name)):
                own[holds] += 1
                total[kind, holds] += 1
                if not holds:
                    print(f"  {name}, seed {seed}, {kind}: {sentence}", flush=True)
        print(f"{name}: {own[True]} of {own.total()} sentences of {len(seeds)} reviews held", flush=True)


if __name__ == "__main__":
    sys.exit(main())
