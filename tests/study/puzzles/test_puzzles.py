"""The puzzles of all games: what their files say can be played, is clear, and holds against another search."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from typing import Any

import pytest

import pyramidion as pyr
from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.players.levels import search_of
from pyramidion.study.puzzles.attempts import attempt, checked, why_right, why_wrong
from pyramidion.study.puzzles.miner import DEPTHS, Miner, NoPuzzle
from pyramidion.study.puzzles.puzzle import HIGHEST_GRADE, Puzzle, puzzle_of_the_day, puzzles, puzzles_file, read_puzzle
from pyramidion.study.puzzles.themes import themes
from pyramidion.study.puzzles.verification import Checker

MOST_BYTES = 500_000
GAMES = [name for name in pyr.games() if puzzles(name)]


def test_four_games_have_a_hundred_puzzles_and_all_of_them_are_small() -> None:
    assert sum(len(puzzles(name)) >= 100 for name in GAMES) >= 4
    assert sum(puzzles_file(pyr.load(name)).stat().st_size for name in GAMES) < MOST_BYTES


@pytest.mark.parametrize("puzzled", GAMES)
def test_every_puzzle_can_be_played_and_its_moves_are_clearly_best(puzzled: str) -> None:
    """Moves and replies are legal, themes are known, and no move beside the one to find comes near it."""
    depths = DEPTHS[search_of(pyr.load(puzzled))]
    known = {theme.name for theme in themes(puzzled)}
    for each in puzzles(puzzled):
        checked(each)
        assert each.theme in known and 1 <= each.grade <= HIGHEST_GRADE
        assert len(each.start.view(each.seat).codes) >= 3, "forced"
        for step in each.steps:
            assert step.margin >= depths.margin - 0.001 and step.others
            assert step.move not in [other.move for other in step.others]
    assert max(Counter(each.id for each in puzzles(puzzled)).values()) == 1


@pytest.mark.parametrize("puzzled", GAMES)
def test_the_clearest_puzzle_of_each_game_holds_against_another_search(puzzled: str) -> None:
    """`scripts/make_puzzles.py --check` checks all of them, and deeper."""
    miner = Miner(pyr.load(puzzled))
    short = [each for each in puzzles(puzzled) if len(each.steps[0].others) <= 12]
    clearest = max(short, key=lambda each: min(step.margin for step in each.steps))
    Checker(miner).verify(clearest, miner.depths.second)


@pytest.mark.parametrize("puzzled", GAMES)
def test_a_puzzle_is_written_as_it_was_read(puzzled: str) -> None:
    given = puzzles(puzzled)[0]
    assert read_puzzle(puzzled, given.to_json()) == given


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"position":"","line":"","steps":["a"]}', '{"steps":[1]}'])
def test_what_is_not_a_puzzle_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_puzzle("telic", text)


@pytest.mark.parametrize(
    "change",
    [
        {"theme": "\ud800"},
        {"source": "\x1b[2J"},
        {"line": "roll " * 25},
        {"steps": ["roll 61; d2 43 " + "roll " * 25]},
        {"steps": ["roll 61 " + "roll " * 25]},
    ],
)
def test_a_puzzle_from_a_stranger_is_bounded(change: dict[str, Any]) -> None:
    given = json.loads(puzzles("telic")[0].to_json()) | change
    with pytest.raises(BadInput, match=r"at most 24 plies|plain ASCII"):
        read_puzzle("telic", json.dumps(given))


@pytest.mark.parametrize("puzzled", GAMES)
def test_the_right_moves_solve_it_and_a_wrong_one_is_answered(puzzled: str) -> None:
    given = next((each for each in puzzles(puzzled) if len(each.steps) > 1), puzzles(puzzled)[0])
    solved = attempt(given, [step.move for step in given.steps])
    assert solved.done and why_right(solved)
    wrong = attempt(given, [given.steps[0].others[0].move])
    assert wrong.failure is not None and not wrong.done and wrong.position == given.start
    assert why_wrong(wrong)


def test_a_turn_may_be_made_in_another_order() -> None:
    pairs = [each for each in puzzles("topologic") if each.steps[0].also]
    for given in pairs:
        (other,) = given.steps[0].also
        assert attempt(given, [other, given.line[0]]).done
    assert pairs


def test_a_line_that_its_steps_do_not_make_is_refused() -> None:
    given = puzzles("telic")[0]
    other = given.steps[0].others[0].move
    broken = Puzzle(given.game, given.position, (other,), given.steps, given.theme, given.grade)
    with pytest.raises(IllegalMove):
        checked(broken)


def test_the_puzzle_of_the_day_is_another_every_day_and_every_game_has_its_turn() -> None:
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(day) for day in range(3 * len(GAMES))]
    found = [puzzle_of_the_day(day) for day in days]
    assert len({each.position for each in found if each}) == len(days)
    assert Counter(each.game for each in found if each) == dict.fromkeys(GAMES, 3)
    assert puzzle_of_the_day(days[0]) == found[0]


def test_a_position_without_one_best_move_makes_no_puzzle() -> None:
    with pytest.raises(NoPuzzle, match=r"not clearly better|too close"):
        Miner(pyr.load("activator"), quick=True).puzzle(pyr.load("activator").start(seed=1))
