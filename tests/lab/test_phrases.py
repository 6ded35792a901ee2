"""Words are only as strong as the interval of the number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.lab.findings import around, comparison, course, difference, measure, playtest, results

from pyramidion.lab.advice import advice
from pyramidion.lab.answers import answers
from pyramidion.lab.changes import sentence
from pyramidion.lab.phrases import about, listed, magnitude, quantile, share
from pyramidion.lab.results import Bin, Ending, Estimate, Histogram, Playtest, SkillStep


def answer(found: Playtest, question: str) -> tuple[str, str]:
    """The short answer to a question, and the long one."""
    return next((each.short, each.text) for each in answers(found) if each.question == question)


@pytest.mark.parametrize(
    ("first", "margin", "short", "part"),
    [
        (0.54, 0.15, "Too few games to say", "scores 54% (39 to 69%)"),
        (0.68, 0.12, "Probably not", "scores 68% (56 to 80%): at least a small, probably a large advantage"),
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


def test_of_several_seats_a_wide_interval_may_still_tell() -> None:
    shares = [around(value, 0.12) for value in (0.55, 0.25, 0.2)]
    gains = [around(value, 0.12) for value in (0.22, -0.08, -0.13)]
    measures = (
        measure("result", "fairness", "share", shares[0], *shares),
        measure("advantage_p1", "fairness", "points", gains[0], *gains),
    )
    assert answer(playtest(measures=measures, seats=("Red", "Blue", "Green")), "Is it fair?")[0] == "Probably not"


def lasting(*games: tuple[int, int, int]) -> tuple[Histogram, ...]:
    return (Histogram("turns", "Length in turns", "turns", tuple(Bin(*each) for each in games)),)


@pytest.mark.parametrize(
    ("bins", "short", "said"),
    [
        ([(36, 36, 318), (37, 37, 397)], "37 turns", "All games last 36 or 37 turns, counting those of all players."),
        ([(36, 36, 50)], "36 turns", "All games last 36 turns, counting"),
        ([(10, 10, 5), (11, 11, 80), (12, 12, 10), (13, 19, 5)], "11 turns", "players; one in 20 is longer than 12."),
        ([(10, 19, 60), (20, 29, 40)], "About 18 turns", "All games last 10 to 29 turns, counting"),
    ],
)
def test_lengths_are_told_as_they_were_counted(bins: list[tuple[int, int, int]], short: str, said: str) -> None:
    found = answer(playtest(histograms=lasting(*bins)), "How long is it?")
    assert found[0] == short and said in found[1]


def test_games_that_a_rule_stops_for_length_are_told() -> None:
    bins = [(47, 86, 102), (87, 126, 80), (127, 166, 6), (167, 1000, 12)]
    stop = Ending("T25", "The game is a draw after 1,000 turns.", 12, Estimate(0.06), (0.5, 0.5), 1000.0)
    found = playtest(histograms=lasting(*bins), endings=(stop,))
    text = answer(found, "How long is it?")[1]
    assert "91% of all games last 47 to 126 turns" in text and "one in 17 is stopped by T25 after 1,000" in text
    assert "One game in 17 is stopped by T25 after 1,000 turns, over 3 times the usual length of about 86." in advice(
        found
    )


def test_a_long_tail_is_told_from_where_it_begins() -> None:
    bins = [(47, 86, 102), (87, 126, 86)]
    assert "One game in 17 lasts 400 turns or more" in advice(playtest(histograms=lasting(*bins, (400, 900, 12))))[0]
    assert not [remark for remark in advice(playtest(histograms=lasting(*bins, (167, 900, 12)))) if "lasts" in remark]


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
