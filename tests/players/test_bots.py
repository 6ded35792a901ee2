"""Bots: every level of every game, honest about what they may know, the same for the same seed."""

from __future__ import annotations

import threading
import time
from collections import deque
from itertools import islice

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.bots import bot, player
from pyramidion.players.levels import HIGHEST, level
from pyramidion.players.mcts import Tree, TreeSearch
from pyramidion.players.tree import USED, ripe

FOUR = pyr.load("connect_four")


def some_positions(name: str, plies: int = 12) -> list[Position]:
    """Decisions along the beginning of a game."""
    match = pyr.Match(pyr.load(name), seed=3)
    found: list[Position] = []
    while match.position.mover is not None and len(found) < plies:
        found.append(match.position)
        match.play(match.position.moves()[len(found) % len(match.position.moves())])
    return found


def last(analyses: object) -> Analysis:
    (found,) = deque(analyses, maxlen=1)  # type: ignore[call-overload]
    assert isinstance(found, Analysis)
    return found


@pytest.mark.parametrize("number", range(1, HIGHEST))
def test_every_level_plays_legal_moves_and_repeats_itself(name: str, number: int) -> None:
    game = pyr.load(name)
    for position in some_positions(name, 3):
        chosen = [bot(game, number, seed=5).choose(position) for _ in range(2)]
        assert chosen[0] == chosen[1] and chosen[0] in position.moves()


def test_the_highest_level_keeps_to_its_time() -> None:
    thinker = bot(FOUR, HIGHEST)
    budget = Budget(seconds=0.3)
    thinker.choose(FOUR.start(), budget=budget)
    assert budget.spent >= 0.3 and thinker.budget().seconds == level(FOUR, HIGHEST).seconds == 2.0


@pytest.mark.parametrize("number", range(1, HIGHEST))
def test_a_secret_that_is_swapped_changes_no_choice(number: int) -> None:
    """The bot is given the whole position, and looks at no more than its seat may know."""
    game = pyr.load("topologic", seekers=3)
    choices = set()
    for secret in ("e4", "a1", "j6"):
        position = game.start(seed=2).play(f"secret:{secret}")
        choices.add(str(bot(game, number, seed=1).choose(position)))
    assert len(choices) == 1


def test_a_forged_view_is_refused() -> None:
    position = pyr.load("telic").start().play("roll").play("=A")
    record = position.row.copy()
    record["stash"][0, 0] = (9, 9, 9, 9, 9, 9)
    with pytest.raises(pyr.BadPosition, match="more than two pyramids of one size"):
        bot("telic", 2).choose(Position(position.game, record.tobytes()))


def test_nobody_to_choose_for_is_refused() -> None:
    rolling = pyr.load("telic").start().play("roll")
    with pytest.raises(pyr.BadInput, match="chance is to move"):
        bot("telic", 2).choose(rolling)


def test_positions_of_another_game_and_things_that_are_none_are_refused(name: str) -> None:
    foreign = pyr.load("activator" if name == "connect_four" else "connect_four").start()
    with pytest.raises(pyr.BadInput, match=f"player plays {name}.*, but the position is from {foreign.game.name}"):
        bot(name, 2).choose(foreign)
    for thing in (None, foreign.text, foreign.row):
        with pytest.raises(pyr.BadInput, match="not in "):
            bot(FOUR, 2).choose(thing)  # type: ignore[arg-type]
    with pytest.raises(pyr.BadInput, match="merge=either"):
        bot("telic", 2).choose(pyr.load("telic", merge="either").start())


@pytest.mark.parametrize("some", ["connect_four", "telic", "mid_challenge", "topologic"])
@pytest.mark.parametrize("spec", ["mcts:200", "mcts:0.05s"])
def test_tree_search_plays_with_dice_and_secrets_and_without(some: str, spec: str) -> None:
    check_search(some, spec)


@pytest.mark.parametrize("some", ["connect_four", "telic", "topologic"])
def test_plain_tree_search_plays_with_dice_and_secrets_and_without(some: str) -> None:
    check_search(some, "uct:200")


def check_search(name: str, spec: str) -> None:
    game = pyr.load(name)
    for position in some_positions(name, 2):
        found = player(game, spec, seed=1)
        assert isinstance(found, pyr.Bot)
        assert found.choose(position) in position.moves()
        best = last(found.analyse(position)).best
        assert best.line[0] == best.move and sum(best.results) == pytest.approx(1, abs=1e-3)


def test_a_budget_is_named_in_one_way() -> None:
    some = bot(FOUR, 5)
    assert some.choose(FOUR.start(), effort=50) in FOUR.start().moves()
    with pytest.raises(pyr.BadInput, match="not both"):
        some.choose(FOUR.start(), effort=50, budget=pyr.Budget(effort=9))
    for wrong in ({"effort": "x"}, {"effort": 1.5}, {"seconds": True}, {"effort": 0}):
        with pytest.raises(pyr.BadInput, match="budget"):
            some.analyse(FOUR.start(), **wrong)
    for threads in (0, True, "x", 99_999):
        with pytest.raises(pyr.BadInput, match="number of threads is 1 to"):
            bot(FOUR, 5, threads=threads)  # type: ignore[arg-type]
    assert repr(some) == "<level 5, Club of connect_four>"


@pytest.mark.parametrize(
    "spec",
    [
        *("", "level", "level:9", "level:x", "level:01", "mcts", "mcts:0", "mcts:1.5", "alphabeta:", "stockfish"),
        *("random:", "random:7", "greedy:3", "engine:", "mcts:99999999999999999999", "uct:1000000s"),
    ],
)
def test_players_that_do_not_exist_are_refused(spec: str) -> None:
    with pytest.raises(pyr.BadInput, match=r"is not a player|how long to think|too long"):
        player("connect_four", spec)


def test_an_analysis_grows_and_adds_up() -> None:
    grown = list(islice(bot(FOUR, 5).analyse(FOUR.start(), seconds=0.4), 50))
    assert len(grown) > 1 and grown[-1].effort > grown[0].effort
    for line in grown[-1].lines:
        assert sum(line.results) == pytest.approx(1, abs=1e-3)
    assert grown[-1].best.line[0] == grown[-1].best.move


def test_a_budget_of_simulations_is_kept_exactly() -> None:
    search = TreeSearch(FOUR, plies=-1)
    assert last(search.think(FOUR.start(), Budget(effort=777), seed=1)).effort == 777


def test_a_long_search_still_grows_where_it_looks_most() -> None:
    """In little room the best line gets longer all the time; levels that think by effort never fill half of it."""
    search = TreeSearch(FOUR, plies=0, nodes=4096)
    found = [last(search.think(FOUR.start(), Budget(effort=effort), seed=1)) for effort in (2_000, 60_000)]
    assert found[1].depth >= found[0].depth + 4 and search.trees[0].desk.counts[USED] <= 4096
    assert [ripe(used, 800) for used in (0, 399, 400, 500, 600, 700, 800)] == [1, 1, 2, 8, 32, 128, 512]


def test_the_tree_is_kept_from_move_to_move() -> None:
    search = TreeSearch(FOUR, plies=-1)
    first = last(search.think(FOUR.start(), Budget(effort=5000), seed=1))
    reply = first.best.line[1]
    following = FOUR.start().play(first.best.move).play(reply)
    second = last(search.think(following, Budget(effort=100), seed=1))
    assert second.effort > 300


def test_a_thought_can_be_cancelled() -> None:
    budget = Budget(seconds=600)
    threading.Timer(0.2, budget.cancelled.set).start()
    bot(FOUR, HIGHEST).choose(FOUR.start(), budget=budget)
    assert budget.spent < 600


def test_a_search_leaves_the_interpreter_to_others() -> None:
    """While compiled code runs in one call, another thread of Python goes on counting."""
    counted, tree = 0, Tree(FOUR)
    tree.plant(FOUR.start())
    tree.grow(0, 1, 0.1, 0)
    thinking = threading.Thread(target=tree.grow, args=(0, 1_000_000, 0.1, 0))
    thinking.start()
    while thinking.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 20


def test_a_win_at_hand_is_taken_and_a_threat_is_met() -> None:
    """Yellow has three in a row on the ground, open at both ends or at one."""
    start = FOUR.start()
    for move in "aabbc":
        start = start.play(move)
    assert str(bot(FOUR, 4).choose(start)) == "d"
    assert str(bot(FOUR, 4).choose(start.play("g"))) == "d"


def test_threads_add_up_what_they_found() -> None:
    search = TreeSearch(FOUR, plies=-1, threads=2)
    analysis = last(search.think(FOUR.start(), Budget(effort=4000), seed=1))
    assert analysis.effort >= 4000 and analysis.best.move == "d"


def test_chance_comes_up_in_its_exact_proportions() -> None:
    """Below a roll of a fair die every face is tried equally often."""
    game = pyr.load("telic")
    search = TreeSearch(game)
    last(search.think(game.start(), Budget(effort=601), seed=1))
    tree = search.trees[0]
    roll = tree.children()[0]
    visits = [int(tree.nodes[face]["visits"]) for face in tree.children(roll)]
    assert len(visits) == 6 and max(visits) - min(visits) <= 1


def test_a_bot_is_beaten_by_the_next_but_two_most_of_the_time() -> None:
    wins = 0.0
    for seed in range(8):
        weak, strong = bot(FOUR, 1, seed), bot(FOUR, 4, seed)
        players = [weak, strong] if seed % 2 else [strong, weak]
        match = pyr.Match(FOUR, seed=seed)
        while match.position.mover is not None:
            match.play(players[match.position.mover].choose(match.position))
        assert match.outcome is not None
        wins += float(match.outcome.results[0 if seed % 2 == 0 else 1])
    assert wins >= 6
