"""Reviews: luck and skill add up, costs are never negative, marks are few, and what is hand-made is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.study.reviews.reviewed import EFFORT, four_in_a_row, short_game

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.study.reviews.agenda import GLANCES, Agenda, phase_of, played_at
from pyramidion.study.reviews.information import bits, information_of, mean_left
from pyramidion.study.reviews.marks import marked
from pyramidion.study.reviews.review import MARKS, Ply, Review
from pyramidion.study.reviews.session import Session
from pyramidion.study.reviews.values import Valuer


def test_start_luck_and_skill_add_up_to_the_result(name: str) -> None:
    match = short_game(name)
    review = pyr.review(match, effort=EFFORT)
    assert match.outcome is not None
    assert [seat.result for seat in review.seats] == [float(result) for result in match.outcome.results]
    for place, seat in enumerate(review.seats):
        assert seat.start + seat.luck + seat.skill == pytest.approx(seat.result, abs=1e-9)
        assert seat.start == review.plies[0].before[place]
        assert seat.luck == pytest.approx(sum(ply.effects[place] for ply in review.plies if ply.seat is None))
    for ply in review.plies:
        assert ply.cost >= 0 and sum(ply.before) == pytest.approx(1, abs=1e-5) == sum(ply.after)
    assert match.game.facts.chance or all(seat.luck == 0 for seat in review.seats)
    assert Review.from_json(review.to_json()).to_json() == review.to_json()


@pytest.mark.parametrize("effort", [30, 200])
def test_luck_is_zero_on_average(effort: int) -> None:
    start = pyr.load("telic").start(seed=0).play("roll")
    valuer = Valuer(start.game)
    found = [valuer.value(start, [move.code], effort) for move, _ in start.chances()]
    assert all(each.before == pytest.approx(found[0].before) for each in found)
    shares = [float(share) for _, share in start.chances()]
    luck = [share * (each.after[0] - each.before[0]) for share, each in zip(shares, found, strict=True)]
    assert sum(luck) == pytest.approx(0)


def test_what_each_move_did_to_each_of_three_seats_adds_up_to_nothing() -> None:
    review = pyr.review(short_game("mid_challenge", players=3), effort=EFFORT)
    assert all(len(ply.effects) == 3 and abs(sum(ply.effects)) < 1e-5 for ply in review.plies)


def test_a_win_that_was_missed_is_found() -> None:
    match = four_in_a_row("a", "b", "a", "b", "a", "b", "g", "a")
    review = pyr.review(match, effort=2000)
    missed = review.plies[6]
    assert missed.best == "a" and missed.before[0] == 1.0 and missed.cost > 0.2
    assert missed.mark == "blunder" and missed.confirmed
    assert review.seats[0].accuracy is not None and review.seats[0].accuracy < 0.9


def test_a_lost_draw_is_certain_where_the_game_can_be_solved() -> None:
    match = short_game("traffic_tyrants", seed=3, plies=10**6)
    review = pyr.review(match, effort=300)
    late = [ply for ply in review.plies if ply.best][-6:]
    assert all(ply.certain and ply.before[0] in (0.0, 0.5, 1.0) for ply in late)
    assert [ply.before[ply.whose] - ply.after[ply.whose] for ply in late] == [ply.cost for ply in late]


def test_bits_are_counted() -> None:
    assert bits(["hint 1", "hint 1", "hint 2", "hint 2"]) == 1.0
    assert bits(["hint 1"] * 7) == 0.0
    assert mean_left(["hint 1", "hint 1", "hint 2", "hint 2"]) == 2 and mean_left(["a", "b", "b", "b"]) == 2.5
    assert bits(["a", "b", "b", "b"]) == pytest.approx(0.25 * 2 + 0.75 * 0.4150375)


def test_a_turn_tells_what_its_answer_leaves() -> None:
    match = short_game("topologic", plies=12)
    ply = Agenda(match, effort=EFFORT).plies[0]
    found = information_of(match.positions[ply], played_at(match, ply), ())
    after = match.positions[ply + len(played_at(match, ply))].view(1)
    assert found.possible == 60 and found.left == len(after.possibilities())
    assert found.told == pytest.approx(found.luck + found.expected) and not found.better


def test_nothing_is_claimed_about_the_choice_of_a_secret() -> None:
    review = pyr.review(short_game("topologic"), effort=EFFORT)
    secrets = [ply for ply in review.plies if ply.move.startswith("secret")]
    assert secrets and all(ply.cost == 0 and not ply.mark and ply.information is None for ply in secrets)
    assert all(moment.ply not in [ply.ply for ply in secrets] for moment in review.moments)


@given(st.lists(st.tuples(st.floats(-0.5, 0.5), st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_a_phase_has_each_mark_once_at_most(drawn: list[tuple[float, bool, bool]]) -> None:
    plies = [
        Ply(
            ply=place,
            number=place,
            seat=None if roll else 0,
            whose=0,
            move="x",
            before=(0.5, 0.5),
            after=(0.5, 0.5),
            cost=0.0 if roll else max(0.0, -change),
            luck=change if roll else 0.0,
            best="" if roll else "y",
            confirmed=sure,
        )
        for place, (change, roll, sure) in enumerate(drawn)
    ]
    found = [(phase_of(ply.ply, len(plies)), ply.mark) for ply in marked(plies, [0.3] * len(plies)) if ply.mark]
    assert len(set(found)) == len(found) and {mark for _, mark in found} <= set(MARKS)
    assert all(plies[ply.ply].confirmed for ply in marked(plies, [0.3] * len(plies)) if ply.mark)


def test_a_game_is_looked_at_twice_however_little_time_there_is() -> None:
    session = Session(short_game("telic"), seconds=1e-6)
    while (piece := session.agenda.next()) is not None:
        session.do(piece)
    assert 0 < session.agenda.before < session.agenda.effort
    assert any(ply.confirmed for ply in session.review().plies)


def test_a_first_look_is_spread_over_the_game() -> None:
    few, many = (Agenda(short_game("telic", plies=plies), effort=EFFORT) for plies in (24, 300))
    assert few.glances() == few.plies == list(range(24))
    found = many.glances()
    assert found[0] == 0 and GLANCES <= len(found) < 2 * GLANCES and len(set(map(int.__sub__, found[1:], found))) == 1


def test_an_answer_is_shown_where_it_is_given() -> None:
    match = short_game("topologic", plies=60)
    for moment in pyr.review(match, effort=EFFORT).moments:
        if moment.kind == "answer":
            assert match.told(moment.ply)


def test_an_interrupted_review_goes_on(tmp_path: Path) -> None:
    match, file = short_game("telic"), tmp_path / "kept.jsonl"
    begun = Session(match, effort=EFFORT, keep=file)
    for _ in range(7):
        piece = begun.agenda.next()
        assert piece is not None
        begun.do(piece)
    with file.open("a") as kept:
        kept.write('{"ply": 3, "effo')  # the line during which it was interrupted
    again = Session(match, effort=EFFORT, keep=file)
    assert again.agenda.found == begun.agenda.found and len(again.agenda.found) == 7
    assert pyr.review(match, effort=EFFORT, keep=file) == pyr.review(match, effort=EFFORT)


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"effort": 0}, "an effort of 1 to"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": 1, "effort": 1}, "not both"),
        ({"names": ["Ada"]}, "give 2 names"),
    ],
)
def test_what_makes_no_sense_is_refused(wishes: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        pyr.review(short_game("connect_four"), **wishes)  # type: ignore[arg-type]


def test_only_finished_games_are_reviewed() -> None:
    with pytest.raises(BadInput, match="finished"):
        pyr.review(pyr.Match(pyr.load("connect_four"), seed=0))
    with pytest.raises(BadInput, match="Expected a Match"):
        pyr.review("game.jsonl")  # type: ignore[arg-type]
