"""Words are only as strong as the interval of the number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.lab.findings import around, comparison, course, difference, measure, playtest, results

from pyramidion.lab.advice import advice
from pyramidion.lab.answers import answers
from pyramidion.lab.changes import sentence
from pyramidion.lab.phrases import about, listed, magnitude, quantile, share
from pyramidion.lab.results import Bin, Estimate, Playtest, SkillStep


def answer(found: Playtest, question: str) -> tuple[str, str]:
    """The short answer to a question, and the long one."""
    return next((each.short, each.text) for each in answers(found) if each.question == question)


@pytest.mark.parametrize(
    ("first", "margin", "short", "part"),
    [
        (0.54, 0.15, "Too few games to say", "scores 54% (39 to 69%)"),
        (0.505, 0.02, "Yes", "below 3 points in 100"),
        (0.52, 0.05, "No advantage seen", "up to 7 points in 100 cannot be ruled out"),
        (0.54, 0.03, "Very nearly", "scores 54% (51 to 57%): at least a tiny, probably a small advantage"),
        (0.56, 0.015, "Nearly", "a small advantage"),
        (0.40, 0.01, "Not quite", "a clear disadvantage"),
        (0.80, 0.02, "No", "a large advantage"),
    ],
)
def test_fairness_follows_the_interval(first: float, margin: float, short: str, part: str) -> None:
    found = answer(playtest(measures=results(first, margin)), "Is it fair?")
    assert found[0] == short
    assert part in found[1]


def test_of_several_seats_the_most_unequal_is_named() -> None:
    shares = [around(value, 0.02) for value in (0.42, 0.33, 0.25)]
    gains = [around(value, 0.02) for value in (0.09, 0.0, -0.08)]
    measures = (
        measure("result", "fairness", "share", shares[0], *shares),
        measure("advantage_p1", "fairness", "points", gains[0], *gains),
    )
    short, text = answer(playtest(measures=measures, seats=("Red", "Blue", "Green")), "Is it fair?")
    assert short == "Nearly"
    assert "Red has at least a small, probably a clear advantage" in text


@pytest.mark.parametrize(
    ("luck", "margin", "short"),
    [(0.33, 0.03, "About a third"), (0.4, 0.09, "Between a third and half"), (0.4, 0.2, "Too few games to say")],
)
def test_luck_is_told_as_a_fraction_if_the_interval_allows(luck: float, margin: float, short: str) -> None:
    assert answer(playtest(measures=course(luck=luck, margin=margin)), "How much is luck?")[0] == short


@pytest.mark.parametrize(
    ("decided", "margin", "short"),
    [
        (0.2, 0.02, "Yes, early"),
        (0.9, 0.02, "No, open to the end"),
        (0.74, 0.05, "Rather late, as far as these games tell"),
    ],
)
def test_when_games_are_decided_follows_the_interval(decided: float, margin: float, short: str) -> None:
    assert answer(playtest(measures=course(decided, margin)), "Is it decided too early?")[0] == short


@pytest.mark.parametrize(("share_won", "short"), [(0.58, "Yes"), (0.51, "Not shown")])
def test_thinking_pays_only_if_the_interval_says_so(share_won: float, short: str) -> None:
    steps = (SkillStep("level:5", "level:4", 2, around(share_won, 0.03)),)
    assert answer(playtest(skill=steps), "Does thinking pay?")[0] == short


def test_clear_differences_of_rules_are_told_and_others_are_only_named() -> None:
    short, text = answer(playtest(comparison=comparison()), "Which rule matters?")
    assert short == "merge=any"
    assert "With merge=any, Blue scores 6.0 points in 100 less (2.0 to 10.0) and games are 5.0 turns longer" in text
    assert text.endswith("No clear difference was found for merge=either.")


def test_too_few_games_are_called_that_and_not_taken_for_no_difference() -> None:
    few = [replace(each, difference=replace(each.difference, n=12)) for each in comparison().variants[1].differences]
    variant = replace(comparison().variants[1], differences=tuple(few))
    found = playtest(comparison=replace(comparison(), variants=(variant,)))
    assert answer(found, "Which rule matters?")[0] == "Too few games to say"
    assert "cannot tell" in advice(found)[-1] and "easiest" not in "".join(advice(found))
    assert sentence(found, variant) == "Too few games to say."


@pytest.mark.parametrize(("margin", "said"), [(0.04, "easiest to explain: merge=either"), (0.2, "cannot tell")])
def test_only_rules_that_can_change_little_are_a_matter_of_taste(margin: float, said: str) -> None:
    variant = replace(comparison().variants[1], differences=(difference("advantage_p1", 0.01, margin, False),))
    assert said in advice(playtest(comparison=replace(comparison(), variants=(variant,))))[-1]


def test_remarks_for_the_author_name_the_rule_that_helps() -> None:
    remarks = advice(playtest(measures=(*results(0.6, 0.01), *course()), comparison=comparison()))
    assert remarks[0].startswith("Blue scores 60% (59 to 61%), more than an even share.")
    unfair = replace(comparison().variants[0].differences[0], baseline=around(0.1, 0.01), variant=around(0.04, 0.01))
    variant = replace(comparison().variants[0], differences=(unfair,))
    better = replace(comparison(), variants=(variant,))
    remarks = advice(playtest(measures=(*results(0.6, 0.01), *course()), comparison=better))
    assert "The option merge=any helps: \N{MINUS SIGN}6.0" in remarks[0]


def test_remarks_are_silent_where_numbers_are_not_clear() -> None:
    assert not [remark for remark in advice(playtest(measures=results(0.6, 0.2))) if "even share" in remark]


def test_the_busiest_places_are_named_and_idle_ones_counted() -> None:
    assert "2 of 16 places (12%) are hardly used" not in answer(playtest(), "Where on the board?")[1]
    assert "3 of 18 places" in answer(playtest(), "Where on the board?")[1]


def test_shares_lists_and_magnitudes_in_words() -> None:
    assert share(Estimate(0.021, 0.004, 0.1)) == "2.1% (0.4 to 10%)"
    assert share(Estimate(0.5)) == "50%"
    assert about(Estimate(0.99, 0.98, 1.0)) == "almost all"
    assert magnitude(Estimate(-0.2, -0.21, -0.19)) == "a large"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_quantiles_are_found_inside_bins() -> None:
    bins = (Bin(10, 19, 50), Bin(20, 29, 0), Bin(30, 30, 50))
    assert [quantile(bins, part) for part in (0.25, 0.5, 0.75, 1.0)] == [15, 19, 30, 30]
