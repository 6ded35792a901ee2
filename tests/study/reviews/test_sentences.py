"""Sentences say what the numbers say: each is taken apart, and what it names is looked up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scripts import script
from tests.study.reviews.reviewed import EFFORT, four_in_a_row, short_game

import pyramidion as pyr
from pyramidion.study.chances import percent
from pyramidion.study.reviews.balance import seats_of
from pyramidion.study.reviews.review import Ply, Seat
from pyramidion.study.reviews.sentences import choice_says, ending_says, luck_says, ply_says, roll_says, seat_says
from pyramidion.study.reviews.values import Valuer

check_reviews = script("check_reviews")
LUCKY = (("Ada", 1.0, -0.05), ("Ben", 0.0, 0.05))  # names, results and luck


def test_every_sentence_is_understood(name: str) -> None:
    match = short_game(name)
    review = pyr.review(match, effort=EFFORT)
    for sentence in [*review.summary, *review.players]:
        kinds = [kind for kind, (form, _) in check_reviews.KINDS.items() if form.fullmatch(sentence)]
        assert kinds, sentence
    assert {moment.says for moment in review.moments} <= set(review.summary)
    for moment in review.moments:
        ply = review.plies[moment.ply]
        assert f"Move {ply.number}, {review.seats[ply.whose].name}: " in moment.says


def test_the_reviews_in_the_documentation_say_what_reviews_say() -> None:
    page = (Path(__file__).parents[3] / "docs" / "review.md").read_text(encoding="utf-8")
    blocks = re.findall(r"<!-- review of \w+ -->\n```text\n(.+?)\n```", page, re.DOTALL)
    forms = [form for form, _ in check_reviews.KINDS.values()]
    for block in blocks:
        _, _, *sentences = (part for part in block.split("\n\n"))
        told = [sentence for part in sentences for sentence in part.splitlines()]
        assert len(told) >= 3 and all(any(form.fullmatch(each) for form in forms) for each in told), told
    assert len(blocks) == len([name for name in pyr.games() if name != "connect_four"])


def test_a_costly_choice_is_told_with_its_numbers() -> None:
    match = four_in_a_row("d", "d")
    ply = Ply(1, 1, 1, 1, "d", (0.386, 0.614), (0.625, 0.375), cost=0.239, best="c")
    says = choice_says(match, ply, ("Ada", "Ben"))
    found = check_reviews.COST.fullmatch(says)
    assert found is not None, says
    assert found.group("name", "move", "cost", "before", "after", "better", "kept") == (
        ("Ben", "d", "23", "61", "38", "c", "the lead")
    )


def test_a_cost_on_which_looks_differ_is_told_as_the_least() -> None:
    ply = Ply(1, 1, 1, 1, "d", (0.386, 0.614), (0.625, 0.375), cost=0.239, best="c", confirmed=True, least=0.104)
    says = choice_says(four_in_a_row("d", "d"), ply, ("Ada", "Ben"))
    assert says.startswith("Move 1, Ben: d cost at least 10%. Better was c") and check_reviews.AT_LEAST.fullmatch(says)
    assert ply_says(ply, ("Ada", "Ben")) == "d cost Ben at least 10%. Better was c."


def test_a_change_is_the_difference_of_the_chances_that_are_told() -> None:
    ply = Ply(1, 1, 1, 1, "d", (0.516, 0.484), (0.585, 0.415), cost=0.069, best="c", confirmed=True)
    assert ply_says(ply, ("Ada", "Ben")) == "d cost Ben 6%: from 48% to 42%. Better was c."
    assert "d cost 6%: their chance fell from 48% to 42%" in choice_says(four_in_a_row("d", "d"), ply, ("Ada", "Ben"))


def test_a_certain_loss_is_called_certain() -> None:
    ply = Ply(1, 1, 1, 1, "d", (0.5, 0.5), (1.0, 0.0), cost=0.5, best="c", certain=True, proven=True)
    says = choice_says(four_in_a_row("d", "d"), ply, ("Ada", "Ben"))
    assert says.startswith("Move 1, Ben: d turned a certain draw into a certain loss. Better was c")


def test_a_roll_is_told_with_its_odds() -> None:
    match = pyr.Match(pyr.load("telic"), seed=0)
    match.play("roll")
    ply = Ply(1, 1, None, 0, match.texts()[1], (0.5, 0.5), (0.62, 0.38), luck=0.12)
    says = roll_says(match, ply, ("Ada", "Ben"))
    assert "was lucky, +12%: their chance rose from 50% to 62%. It comes up 1 time in 6." in says
    assert check_reviews.ROLL.fullmatch(says)


@pytest.mark.parametrize(
    ("luck", "says"), [(0.7, "The dice decided"), (0.1, "Choices decided"), (0.5, "Luck and choices weigh")]
)
def test_the_result_is_put_down_to_luck_where_it_was_luck(luck: float, says: str) -> None:
    one = Seat("Ada", 0.5, 1.0, luck, luck, 0.5 - luck, 0, 0.1, 4, 0.9, settled=True)
    other = Seat("Ben", 0.5, 0.0, -luck, 0.0, luck - 0.5, 0, 0.1, 4, 0.9, settled=True)
    told = luck_says((one, other), early=False)
    assert told.startswith(says) and f"worth +{percent(luck)} to Ada" in told
    assert check_reviews.DICE.fullmatch(told)


def test_a_result_without_luck_is_told_only_where_it_is_a_chance() -> None:
    seats = [Seat(name, 0.5, result, luck, luck, 0.5, 0, 0.1, 4, 0.9, settled=True) for name, result, luck in LUCKY]
    told = luck_says(seats, early=False)
    assert told == "Choices decided: the dice were worth \N{MINUS SIGN}5% to Ada."
    early = luck_says(seats, early=True)
    assert early == "Up to then, the dice were worth \N{MINUS SIGN}5% to Ada."
    assert all(check_reviews.DICE.fullmatch(each) for each in (told, early))


def test_a_resignation_is_told_first_and_nothing_is_said_to_have_decided_the_game() -> None:
    match = short_game("mid_challenge")
    review = pyr.review(match, effort=EFFORT)
    assert match.outcome is not None
    loser = review.seats[match.outcome.results.index(0)].name
    assert review.summary[0] == f"{loser} resigned; the review is about the game up to then."
    assert not any("decided" in says for says in review.summary)
    assert check_reviews.Check(match, review, review, Valuer(match.game), EFFORT).holds(review.summary[0]) == (
        ("ending", True)
    )
    assert ending_says(short_game("connect_four", plies=60), ("Ada", "Ben")) == ""


@pytest.mark.parametrize(("stake", "judged"), [(0.03, False), (0.3, True)])
def test_choices_with_little_at_stake_are_not_judged(stake: float, judged: bool) -> None:
    plies = [Ply(ply, ply, 0, 0, "d", (0.5, 0.5), (0.47, 0.53), 0.03, best="c", stake=stake) for ply in range(4)]
    seat = replace(seats_of(("Ada", "Ben"), plies, (1.0, 0.0))[0], judged=True)
    assert ("too few choices mattered to judge them" not in seat_says(seat, False)) == judged


def test_numbers_that_are_not_settled_are_told_roughly() -> None:
    seat = Seat("Ada", 0.5, 1.0, 0.1, 0.2, 0.4, 0, 0.1, 4, 0.9, judged=True)
    assert seat_says(seat, True) == ("Ada: accuracy roughly 90%, own rolls roughly +20%.")
    unsure = replace(seat, judged=False)
    assert seat_says(unsure, False) == "Ada: the search is too unsure of these choices to judge them."


def test_a_false_claim_does_not_hold() -> None:
    match = four_in_a_row("a", "b", "a", "b", "a", "b", "g", "a")
    review = pyr.review(match, effort=500)
    check = check_reviews.Check(match, review, review, Valuer(match.game), 500)
    true = next(says for says in review.summary if "g " in says)
    assert check.holds(true)[1], true
    name = review.seats[0].name
    assert not check.holds(
        f"Move 4, {name}: g cost 20%: their chance fell from 50% to 30%. Better was a, which kept it even."
    )[1]
