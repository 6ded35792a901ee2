"""Alpha-beta search: forced wins, proofs against brute force, budgets, the same again for the same seed."""

from __future__ import annotations

import itertools
import random
import threading

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position
from pyramidion.players import minimax, training_positions
from pyramidion.players.alphabeta import ORDERED_PLIES, AlphaBeta, turns_left
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.minimax_desk import AGE, DONE, HASTE, ORDERED, MinimaxDesk, minimax_desk_for
from pyramidion.players.minimax_values import expected
from pyramidion.players.traps import FAR, hope

FOUR = pyr.load("connect_four")
ACTIVATOR = pyr.load("activator")
TYRANTS = pyr.load("traffic_tyrants")
VARIANTS = [
    dict(zip((option.name for option in TYRANTS.facts.options), values, strict=True))
    for values in itertools.product(*(option.values for option in TYRANTS.facts.options))
]


def last(position: Position, effort: int = 200_000, seed: int = 0) -> Analysis:
    return [*AlphaBeta(position.game, 1 << 16).think(position, Budget(effort), seed)][-1]


def four(moves: str) -> Position:
    position = FOUR.start()
    for move in moves:
        position = position.play(move)
    return position


def ending(gifts: int, seed: int, **options: str) -> Position:
    """A position of Traffic Tyrants after random moves, with so many gifts left."""
    choice, position = random.Random(seed), pyr.load("traffic_tyrants", **options).start()
    while 36 - int(position.fields.given) > gifts:
        position = position.play(choice.choice(position.moves()))
    return position


def brute(position: Position, known: dict[Position, float]) -> float:
    """The result of the first seat when both play as well as can be."""
    if position.outcome is not None:
        return float(position.outcome.results[0])
    if position not in known:
        best = max if position.mover == 0 else min
        known[position] = best(brute(position.play(move), known) for move in position.moves())
    return known[position]


def solved(desk: MinimaxDesk, position: Position, haste: int) -> float:
    """The result of the first seat; without haste limits cut the search short, and the network orders moves."""
    desk.state[AGE] += 1
    desk.state[HASTE], desk.state[ORDERED] = haste, 0 if haste else ORDERED_PLIES
    game = position.game
    return expected(game.bind(training_positions.look)(desk, position.fields, minimax.UNLIMITED_DEPTH))


def test_a_win_in_one_ply_is_found_and_proven() -> None:
    found = last(four("ababab"))
    assert found.best.move == "a" and found.best.results == (1, 0) and found.exact


def test_a_threat_is_parried() -> None:
    assert last(four("abacad")).best.move == "a"
    assert last(four("dadbd")).best.move == "d"


def test_a_double_threat_is_seen_three_plies_ahead_and_the_line_tells_it() -> None:
    found = last(four("dded"))
    assert found.exact and found.best.results == (1, 0)
    position = four("dded")
    for move in found.best.line:
        position = position.play(move)
    assert position.outcome is not None and position.outcome.results == (1, 0)


def test_the_second_seat_wins_too() -> None:
    found = last(four("gababab"))
    assert found.exact and found.best.move == "a" and found.best.results == (0, 1)


def test_a_lost_position_is_proven_lost() -> None:
    found = last(four("ddedc"))
    assert found.exact and found.best.results == (1, 0) and all(line.results == (1, 0) for line in found.lines)


def test_the_quicker_of_two_wins_is_taken() -> None:
    found = last(four("aabbcdcdcd"), effort=500_000)
    assert found.best.line[0] == found.best.move == "c" and len(found.best.line) == 1


def test_a_forced_win_of_activator_is_proven_and_holds_against_any_defence() -> None:
    start = ACTIVATOR.position("bC,bE,.,./.,bF,.,./rE@,bED@,.,rF/rFC,.,.,. piece - 4 0 100")
    found = last(start)
    assert found.exact and found.best.results == (1, 0) and found.depth >= 5
    for seed in range(8):
        choice, position = random.Random(seed), start
        while position.outcome is None:
            move = last(position).best.move if position.mover == 0 else choice.choice(position.moves())
            position = position.play(move)
        assert position.outcome.results == (1, 0) and position.turn <= start.turn + 4


@pytest.mark.parametrize("gifts", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"decline": "yes"}, {"covered": "nothing"}, {"uturn": "no"}], ids=str)
def test_endings_are_proven_as_brute_force_does(gifts: int, options: dict[str, str]) -> None:
    for seed in range(4):
        position = ending(gifts, seed, **options)
        found = last(position)
        assert found.exact and found.best.results[0] == brute(position, {}), position
        assert brute(position.play(found.best.move), {}) == found.best.results[0]


@pytest.mark.parametrize("gifts", [4, 7, 10])
def test_solving_with_limits_finds_the_results_that_a_search_without_them_finds(gifts: int) -> None:
    desk = minimax_desk_for(TYRANTS, 1 << 16)
    results = list[float]()
    for seed, options in enumerate(VARIANTS):
        position = ending(gifts, seed, **options)
        results.append(solved(desk, position, haste=0))
        assert results[-1] == solved(desk, position, haste=1), position
    assert set(results) == {0, 0.5, 1}


def test_limits_save_most_of_the_search() -> None:
    desk = minimax_desk_for(TYRANTS)
    seen = []
    for haste in (0, 1):
        desk.state[DONE] = 0
        for seed in range(4):
            solved(desk, ending(14, seed), haste)
        seen.append(int(desk.state[DONE]))
    assert 3 * seen[0] < seen[1]


def test_lines_said_to_be_exact_have_their_true_results() -> None:
    exact = 0
    for seed in range(10):
        position = ending(4, seed)
        for line in last(position).lines:
            exact += line.exact
            assert not line.exact or line.results[0] == brute(position.play(line.move), {})
    assert exact > 10


def test_half_of_traffic_tyrants_is_solved_within_a_second_or_so() -> None:
    position = ending(18, 3)
    assert turns_left(position) == 19
    found = [*AlphaBeta(TYRANTS).think(position, Budget(effort=6_000_000), 0)][-1]
    assert found.exact and found.best.results[0] in (0, 0.5, 1)


def test_the_highest_level_plays_the_last_eighteen_gifts_perfectly() -> None:
    master = pyr.bot("traffic_tyrants", level=8)
    for seed in range(3):
        position = ending(18, seed)
        found = [*master.analyse(position)][-1]
        after = [*AlphaBeta(TYRANTS).think(position.play(found.best.move), Budget(effort=6_000_000), 0)][-1]
        assert found.exact and after.exact and after.best.results == found.best.results


def test_hope_counts_the_replies_that_throw_a_won_game_away() -> None:
    known: dict[Position, float] = {}
    for seed in range(6):
        position = ending(3, seed)
        seat, other = position.seat, 1 - position.seat
        assert hope(position, seat, 0, lambda end: brute(end, known)) == abs(seat - brute(position, known))
        replies = [abs(seat - brute(position.play(move), known)) for move in position.moves()]
        assert hope(position, seat, 1, lambda end: brute(end, known)) == max(replies)
        mean = 1 - sum(replies) / len(replies)
        assert hope(position, other, 1, lambda end: brute(end, known)) == pytest.approx(mean)


def test_of_lost_moves_the_one_with_the_most_hope_is_played() -> None:
    lost = [
        position
        for position in (ending(3, seed) for seed in range(120))
        if brute(position, {}) == position.seat and len(position.moves()) > 1
    ]
    known: dict[Position, float] = {}
    assert len(lost) > 3
    for position in lost:
        hopes = {
            str(move): hope(position.play(move), position.seat, FAR, lambda end: brute(end, known))
            for move in position.moves()
        }
        assert hopes[last(position).best.move] == max(hopes.values())


def test_lines_are_all_the_moves_best_first_and_results_add_up() -> None:
    for position in (FOUR.start(), ACTIVATOR.start(), TYRANTS.start(), TYRANTS.start().play("G")):
        found = last(position, effort=3000)
        assert sorted(line.move for line in found.lines) == sorted(str(move) for move in position.moves())
        assert all(sum(line.results) == 1 for line in found.lines)
        mine = [line.results[position.seat] for line in found.lines]
        assert mine[1:] == sorted(mine[1:], reverse=True)


def test_analyses_look_ever_deeper_and_lines_can_be_played() -> None:
    position = ACTIVATOR.start()
    found = [*AlphaBeta(ACTIVATOR).think(position, Budget(effort=20_000), 0)]
    depths = [analysis.depth for analysis in found]
    assert depths == sorted(depths) and depths[-1] >= 4 and depths[0] == 1
    for move in found[-1].best.line:
        position = position.play(move)
    assert len(found[-1].best.line) >= 4


@pytest.mark.parametrize("effort", [1, 2, 10, 1000, 30_000])
def test_the_effort_is_not_exceeded_and_some_move_is_always_given(effort: int) -> None:
    for game in (FOUR, ACTIVATOR, TYRANTS):
        found = last(game.start(), effort)
        assert found.effort <= effort
        assert found.best.move in {str(move) for move in game.start().moves()}


def test_the_same_seed_and_effort_give_the_same_analysis_again_and_from_a_fresh_player() -> None:
    player = AlphaBeta(ACTIVATOR)
    one, other, fresh = (
        [*thinker.think(ACTIVATOR.start(), Budget(effort=20_000), 7)]
        for thinker in (player, player, AlphaBeta(ACTIVATOR))
    )
    assert [a.lines for a in one] == [a.lines for a in other] == [a.lines for a in fresh]


def test_seeds_choose_among_equal_moves() -> None:
    assert len({last(FOUR.start(), 1, seed).best.move for seed in range(20)}) > 3


def test_seconds_are_kept() -> None:
    player = AlphaBeta(ACTIVATOR)
    list(player.think(ACTIVATOR.start(), Budget(effort=1), 0))
    budget = Budget(seconds=0.2)
    found = [*player.think(ACTIVATOR.start(), budget, 0)][-1]
    assert budget.spent > 0.15 and found.effort > 1


def test_thinking_stops_when_it_is_cancelled() -> None:
    player = AlphaBeta(ACTIVATOR)
    list(player.think(ACTIVATOR.start(), Budget(effort=1), 0))
    budget = Budget(seconds=600)
    threading.Timer(0.2, budget.cancelled.set).start()
    found = [*player.think(ACTIVATOR.start(), budget, 0)]
    assert budget.spent < 600 and found


def test_games_of_chance_or_secrets_and_games_that_are_over_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="without chance or secrets"):
        AlphaBeta(pyr.load("mid_challenge"))
    with pytest.raises(pyr.BadInput, match="The game is over"):
        last(four("abababa"))


def test_a_win_is_certain_and_a_judgement_never_is() -> None:
    assert expected(0) == 0.5 and expected(1 << 28) == 1 and expected(-(1 << 28)) == 0
    assert 0.5 < expected(1000) < expected(3000) < 1


def test_no_line_promises_more_than_the_best() -> None:
    game = pyr.load("activator")
    match = pyr.Match(game, seed=1)
    for _ in range(4):
        (*_, last) = pyr.player(game, "alphabeta:3000").analyse(match.position)  # type: ignore[attr-defined]
        seat = match.position.seat
        assert all(line.results[seat] <= last.best.results[seat] for line in last.lines)
        match.play(last.best.move)
