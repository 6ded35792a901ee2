"""Sentences say what the numbers say: each is taken apart, and what it names is looked up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scripts import script
from tests.study.reviews.reviewed import EFFORT, four_in_a_row, short_game

import pyramidion as pyr
from pyramidion.study.chances import percent, signed_share
from pyramidion.study.reviews.balance import seats_of
from pyramidion.study.reviews.information import Information
from pyramidion.study.reviews.review import Ply, Seat
from pyramidion.study.reviews.sentences import (
    answer_says,
    choice_says,
    ending_says,
    in_words,
    luck_says,
    ply_says,
    roll_says,
    seat_says,
    small_says,
    turn_says,
)
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
        ("Ben", "d", "23%", "61%", "38%", "c", "the lead")
    )


def test_a_cost_on_which_looks_differ_is_told_as_the_least() -> None:
    ply = Ply(1, 1, 1, 1, "d", (0.386, 0.614), (0.625, 0.375), cost=0.239, best="c", confirmed=True, least=0.104)
    says = choice_says(four_in_a_row("d", "d"), ply, ("Ada", "Ben"))
    assert "(d). That cost at least 10%. Better: " in says and check_reviews.AT_LEAST.fullmatch(says)
    beside = ply_says(four_in_a_row("d", "d"), ply, ("Ada", "Ben"))
    assert beside.startswith("d cost Ben at least 10%. Better: ") and beside.endswith("(c).")


def test_a_change_is_the_difference_of_the_chances_that_are_told() -> None:
    ply = Ply(1, 1, 1, 1, "d", (0.516, 0.484), (0.585, 0.415), cost=0.069, best="c", confirmed=True)
    match = four_in_a_row("d", "d")
    assert ply_says(match, ply, ("Ada", "Ben")).startswith("d cost Ben 6%: from 48% to 42%. Better: ")
    assert "(d). That cost 6%: their chance fell from 48% to 42%." in choice_says(match, ply, ("Ada", "Ben"))


def test_a_certain_loss_is_called_certain() -> None:
    ply = Ply(1, 1, 1, 1, "d", (0.5, 0.5), (1.0, 0.0), cost=0.5, best="c", certain=True, proven=True)
    says = choice_says(four_in_a_row("d", "d"), ply, ("Ada", "Ben"))
    assert "(d). That turned a certain draw into a certain loss. Better: " in says and says.endswith("(c).")
    assert says.startswith("Move 1, Ben: ")


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


def test_a_move_is_told_in_words_with_its_text() -> None:
    start = pyr.load("telic").start(seed=0)
    assert in_words(start, "roll") == "\N{LEFT DOUBLE QUOTATION MARK}Roll the die\N{RIGHT DOUBLE QUOTATION MARK} (roll)"
    rolled = start.play("roll").play("=3")
    assert in_words(rolled, "+F").startswith("Blue ") and in_words(rolled, "+F").endswith(" (+F)")


def test_possibilities_are_told_before_bits() -> None:
    ply = Ply(3, 2, 1, 1, "1-a4", (0.5, 0.5), (0.5, 0.5))
    turn = Information(21, 9, 2.0, 2.5, 6.04, 4.1, ("5-b4", "4-b4"))
    says = turn_says(ply, turn, ("Ada", "Ben"))
    assert says == (
        "Move 2, Ben: 21 possibilities were left. This turn could be expected to leave 6.0 of them, "
        "the best turn found 4.1: 5-b4 4-b4 (2.5 bits instead of 2.0)."
    )
    assert check_reviews.TURN.fullmatch(says)
    told = answer_says(ply, replace(turn, possible=60, left=4, mean_left=15.3), ("Ada", "Ben"))
    assert "lucky. It left 4 of 60 possibilities, where 15 could be expected" in told
    assert check_reviews.ANSWER.fullmatch(told)


def test_no_percentage_is_above_a_hundred() -> None:
    seat = Seat("Ada", 0.5, 1.0, 1.3, 1.3, 0.4, 0, 1.26, 40, 0.9, settled=True, judged=True)
    assert seat_says(seat, True).endswith("own rolls +1.3 wins.") and check_reviews.PLAYER.fullmatch(
        seat_says(seat, True)
    )
    small = small_says((seat, seat))
    assert small.endswith("added up to 1.3 wins.") and check_reviews.SMALL.fullmatch(small)
    assert signed_share(-1.004) == "\N{MINUS SIGN}100%"


def test_a_false_claim_does_not_hold() -> None:
    match = four_in_a_row("a", "b", "a", "b", "a", "b", "g", "a")
    review = pyr.review(match, effort=500)
    check = check_reviews.Check(match, review, review, Valuer(match.game), 500)
    true = next(says for says in review.summary if "(g)" in says)
    assert check.holds(true)[1], true
    name = review.seats[0].name
    assert not check.holds(
        f"Move 4, {name}: g. That cost 20%: their chance fell from 50% to 30%. Better: a, keeping it even."
    )[1]
