"""Perfect play: certain in every position that it meets from the start, and honest where it is not certain."""

from __future__ import annotations

import random

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position
from pyramidion.players.alphabeta import AlphaBeta
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.perfect import PerfectPlay
from pyramidion.players.solver import Solver, results_of

TYRANTS = pyr.load("traffic_tyrants")
ENOUGH = 8_000_000  # positions for a decision: about two seconds


@pytest.fixture(scope="module")
def perfect() -> PerfectPlay:
    return PerfectPlay(TYRANTS)


def last(thinker: PerfectPlay, position: Position, effort: int = ENOUGH, brief: bool = True) -> Analysis:
    return [*thinker.think(position, Budget(effort, brief=brief), seed=3)][-1]


def test_level_8_thinks_so_where_there_is_a_book() -> None:
    assert isinstance(pyr.bot(TYRANTS, 8).thinker, PerfectPlay)
    assert isinstance(pyr.bot(TYRANTS, 7).thinker, AlphaBeta)
    assert isinstance(pyr.bot("traffic_tyrants(uturn=no)", 8).thinker, AlphaBeta)


def test_every_first_gift_is_certain_to_draw(perfect: PerfectPlay) -> None:
    thought = last(perfect, TYRANTS.start(seed=0), brief=False)
    assert {line.move: line.results for line in thought.lines} == dict.fromkeys("GYR", (0.5, 0.5))
    assert all(line.exact for line in thought.lines)


@pytest.mark.parametrize("seat", [0, 1])
def test_from_the_start_nothing_is_given_away(perfect: PerfectPlay, seat: int) -> None:
    chance, position, value = random.Random(seat), TYRANTS.start(seed=0), 0.5
    while position.outcome is None:
        if position.mover == seat:
            thought = last(perfect, position)
            assert thought.exact and thought.best.results[seat] >= value
            value = thought.best.results[seat]
            position = position.play(thought.best.move)
        else:
            position = position.play(chance.choice(position.moves()))
    assert position.outcome.results[seat] == value


def test_lines_are_what_search_alone_finds(perfect: PerfectPlay) -> None:
    position = TYRANTS.start(seed=0)
    chance = random.Random(5)
    while position.fields.given < 18:
        position = position.play(chance.choice(position.moves()))
    solver = Solver(TYRANTS, memory=64, threads=1)
    for line in last(perfect, position).lines:
        assert line.exact and line.results == results_of(solver.value(position.play(line.move)))


def test_what_is_not_proven_in_time_is_not_called_certain(perfect: PerfectPlay) -> None:
    text = "traffic_tyrants -/.,bM,./bL,.,bS/-/.,kM,./kS,.,kL/- GGRR/GGYRR/GYYRR GGYRR/GGRR/GGYRR y 0 8"
    assert not last(perfect, pyr.position(text), effort=1_000).exact
