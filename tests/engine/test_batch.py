"""Games stepped together: the same as one by one, whatever their number, threads and the other games do."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tests import folders
from tests.speeds import interpreted_rules

import pyramidion as pyr
from pyramidion.engine import dice, registry
from pyramidion.engine.batch import Batch
from pyramidion.engine.cpu_batch import ROWS_FOR_A_THREAD
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.engine.verbs import setup

STEPS = 60


def play_along(batch: Batch, row: int, steps: int, seed: int = 5) -> list[tuple[bytes, bool, tuple[float, ...]]]:
    """What one row goes through when all rows play at random."""
    found = []
    for step in range(steps):
        shown = batch.step(batch.sample(seed + step))
        found.append((batch.position(row).data, bool(shown.done[row]), tuple(shown.rewards[row])))
    return found


def test_a_step_is_what_playing_each_position_gives(variant: Game) -> None:
    batch = pyr.batch(variant, 3, seed=2, chance=False, auto_reset=False)
    positions = [batch.position(row) for row in range(3)]
    for step in range(STEPS):
        actions = batch.sample(step).copy()
        shown = batch.step(actions)
        for row, before in enumerate(positions):
            positions[row] = after = stepped(before, int(actions[row]))
            assert batch.position(row) == after
            assert shown.mover[row] == (-2 if after.mover is None else after.mover)
            assert np.array_equal(shown.mask[row], after.mask())
            assert np.array_equal(shown.observation[row], after.tensor(after.seat))
            assert shown.done[row] == (after.mover is None)


def stepped(before: Position, action: int) -> Position:
    if before.mover is None:
        return before
    numbers = before.game.outcomes if before.mover == pyr.CHANCE else before.game.actions
    return before.play(numbers.code(action))


def test_game_i_is_the_same_whatever_the_number_of_games_and_threads(name: str) -> None:
    game, row = pyr.load(name), 6
    alone = play_along(pyr.batch(game, row + 1, seed=4), row, STEPS)
    assert play_along(pyr.batch(game, 2 * ROWS_FOR_A_THREAD, seed=4, threads=2), row, STEPS) == alone
    if game.facts.chance or game.shuffled:
        assert play_along(pyr.batch(game, row + 1, seed=5), row, STEPS) != alone


def test_the_first_game_of_a_row_begins_as_that_game_of_a_simulation_does() -> None:
    game = pyr.load("topologic", field="random")
    batch = pyr.batch(game, 3, seed=8)
    for row in range(3):
        record = game.template.copy()
        game.bind(setup)(record[0], dice.stream(8, row))
        assert batch.position(row).data == record.tobytes()


def test_a_rollout_is_a_random_step_after_the_other(name: str) -> None:
    game = pyr.load(name)
    one, other = (pyr.batch(game, 70, seed=3) for _ in range(2))
    for seed in range(20, 30):
        one.step(one.sample(seed))
    shown = other.rollout(10, seed=20)
    for field in pyr.Shown._fields:
        assert np.array_equal(getattr(one.shown, field), getattr(shown, field))
    assert np.array_equal(one.snapshot().positions, other.snapshot().positions)
    with pytest.raises(pyr.BadInput, match="steps"):
        other.rollout(0, seed=1)


def test_games_follow_each_other_and_rewards_add_up_to_nothing(name: str) -> None:
    game = pyr.load(name)
    batch = pyr.batch(game, 40, seed=1)
    ended = 0
    for step in range(4000):
        shown = batch.step(batch.sample(step))
        ended += int(shown.done.sum())
        assert np.allclose(shown.rewards.sum(axis=1), 0) and not shown.rewards[~shown.done].any()
        assert (shown.mover >= 0).all() and shown.mask.any(axis=1).all()
        if ended > 60:
            break
    assert ended > 60


def test_a_win_is_worth_one_and_a_draw_nothing() -> None:
    game = pyr.load("connect_four")
    batch = pyr.batch(game, 1, auto_reset=False)
    for text in "abababa":
        shown = batch.step([game.actions.index(text)])
    assert shown.rewards.tolist() == [[1, -1]] and shown.done.tolist() == [True] and shown.mover.tolist() == [-2]
    again = batch.step([99])
    assert again.rewards.tolist() == [[0, 0]] and again.done.tolist() == [True]


def test_illegal_actions_are_refused_and_nothing_moves() -> None:
    game = pyr.load("telic")
    batch = pyr.batch(game, 4)
    before = batch.snapshot()
    for bad in ([0, 0, 1, 0], [0, 0, 0, 1 << 40], [0, -5, 0, 0]):
        with pytest.raises(pyr.IllegalMove, match="refuses action"):
            batch.step(bad)
        assert np.array_equal(batch.snapshot().positions, before.positions)
    with pytest.raises(pyr.BadInput, match="4 actions"):
        batch.step([0, 0])
    with pytest.raises(pyr.BadInput, match="whole numbers"):
        batch.step([0.5] * 4)
    for bad_n in (0, -1, True, 1.5):
        with pytest.raises(pyr.BadInput):
            pyr.batch(game, bad_n)  # type: ignore[arg-type]
    with pytest.raises(pyr.BadInput, match="device"):
        pyr.batch(game, 1, device="abacus")


def test_actions_of_any_whole_type_are_taken() -> None:
    game = pyr.load("connect_four")
    expected = pyr.batch(game, 2).step([3, 4]).observation
    for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        assert np.array_equal(pyr.batch(game, 2).step(np.array([3, 4], dtype=kind)).observation, expected)
    with pytest.raises(pyr.IllegalMove):
        pyr.batch(game, 2).step(np.array([3, 1 << 63], dtype=np.uint64))
    for wrong in ([[3], [4, 5]], [3, None], ["a", "b"], [True, False], None):
        with pytest.raises(pyr.BadInput, match="whole number"):
            pyr.batch(game, 2).step(wrong)  # type: ignore[arg-type]


def test_drawn_actions_are_checked_unless_they_were_drawn_for_these_positions() -> None:
    game = pyr.load("connect_four")
    batch = pyr.batch(game, 64)
    drawn = batch.sample(1)
    for _ in range(6):
        batch.step(drawn)
    with pytest.raises(pyr.IllegalMove, match="refuses action"):  # the files are full
        batch.step(drawn)


def test_the_last_position_of_a_game_is_kept(name: str) -> None:
    game = pyr.load(name)
    batch, other = pyr.batch(game, 8, seed=2), pyr.batch(game, 8, seed=2, auto_reset=False)
    assert batch.ended(3) is None
    for step in range(5000):
        for each in (batch, other):
            each.step(each.sample(step))
        if batch.shown.done.any():
            break
    for row in np.flatnonzero(batch.shown.done).tolist():
        ended = batch.ended(row)
        assert ended is not None and ended.outcome is not None and ended == other.ended(row) == other.position(row)
    assert batch.ended(int(np.argmin(batch.shown.done))) is None
    batch.restore(batch.snapshot())
    assert all(batch.ended(row) is None for row in range(8))


def test_what_is_shown_cannot_be_changed_by_mistake() -> None:
    batch = pyr.batch(pyr.load("telic"), 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.shown.mask[0] = True


def test_a_snapshot_brings_everything_back(name: str) -> None:
    game = pyr.load(name)
    batch = pyr.batch(game, 5, seed=3)
    play_along(batch, 0, 20)
    kept = pickle.loads(pickle.dumps(batch.snapshot()))
    mask, observation = batch.shown.mask.copy(), batch.shown.observation.copy()
    first = play_along(batch, 2, STEPS)
    shown = batch.restore(kept)
    assert np.array_equal(shown.mask, mask) and np.array_equal(shown.observation, observation)
    assert play_along(batch, 2, STEPS) == first
    other = pyr.batch(game, 5, seed=3)
    other.restore(kept)
    assert play_along(other, 2, STEPS) == first
    with pytest.raises(pyr.BadInput, match="snapshot"):
        pyr.batch(game, 5, seed=4).restore(kept)


def test_copies_and_pickles_go_on_alike_and_apart(name: str) -> None:
    batch = pyr.batch(pyr.load(name), 4, seed=3, auto_reset=False)
    batch.rollout(9, seed=1)
    copies = [copy.deepcopy(batch), copy.copy(batch), pickle.loads(pickle.dumps(batch))]
    before = batch.shown.observation.copy()
    expected = play_along(batch, 0, 10)
    for other in copies:
        assert np.array_equal(other.shown.observation, before)
        assert play_along(other, 0, 10) == expected
        assert all(map(np.array_equal, other.shown, batch.shown))


def test_wrong_rows_threads_and_snapshots_are_refused() -> None:
    game = pyr.load("connect_four")
    batch = pyr.batch(game, 4)
    for row in (4, -1, 1.0, True):
        with pytest.raises(pyr.BadInput, match="games 0 to 3"):
            batch.position(row)  # type: ignore[arg-type]
    for threads in (0, -1, 1.5, "all", True):
        with pytest.raises(pyr.BadInput, match="number of threads"):
            pyr.batch(game, 4, threads=threads)  # type: ignore[arg-type]
    with pytest.raises(pyr.BadInput, match="Expected a Snapshot"):
        batch.restore(batch.shown)  # type: ignore[arg-type]


def test_observations_go_into_a_given_array() -> None:
    game = pyr.load("telic")
    room = np.ones((6, *game.tensor_shape), dtype=np.float32)
    batch = pyr.batch(game, 6, observation=room)
    assert np.array_equal(room[0], game.start().tensor(0))
    batch.step(batch.sample(1))
    assert np.array_equal(room[3], batch.position(3).tensor(batch.position(3).seat))
    assert batch.observe(1, room) is room
    assert np.array_equal(room[3], batch.position(3).tensor(1))
    with pytest.raises(pyr.BadInput, match="float32"):
        batch.observe(1, room[:3])
    room.flags.writeable = False
    with pytest.raises(pyr.BadInput, match="read-only"):
        batch.observe(1, room)


def test_batches_are_the_same_with_interpreted_rules() -> None:
    game = pyr.load("telic")
    compiled = play_along(pyr.batch(game, 3, seed=7), 1, 20)
    with interpreted_rules(game):
        assert play_along(pyr.batch(game, 3, seed=7), 1, 20) == compiled


def test_other_threads_run_while_a_batch_is_stepped() -> None:
    batch = pyr.batch(pyr.load("topologic"), 20_000, threads=1)
    actions = batch.sample(0).copy()
    stepping, counted = threading.Event(), []

    def count() -> None:
        stepping.wait(60)
        while stepping.is_set():
            counted.append(1)

    other = threading.Thread(target=count)
    other.start()
    stepping.set()
    batch.step(actions)
    during = len(counted)
    stepping.clear()
    other.join(60)
    assert during > 0


def test_a_folder_without_encoding_has_actions_tensors_and_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = sys.modules["pyramidion.games"]
    monkeypatch.setattr(home, "__path__", list(home.__path__))  # so that the folder is forgotten afterwards
    folder = folders.copied(tmp_path)
    (folder / "encoding.py").unlink()
    game = pyr.load(registry.game_in(folder))
    assert list(game.actions) == list("abcdefg") and len(game.outcomes) == 0
    assert game.planes[-2:] == ("discs[0]", "discs[1]") and game.tensor_shape == (len(game.planes), 1, 1)
    with interpreted_rules(game):
        batch = pyr.batch(game, 2, seed=1)
        shown = batch.step([3, 4])
        assert shown.observation[:, game.planes.index("discs[0]"), 0, 0].tolist() == [1 << 21, 1 << 28]
        assert shown.observation[0, game.planes.index("mover"), 0, 0] == 1
        position = game.start()
        for text in "abababa":
            position = position.play(text)
        assert position.tensor(0)[game.planes.index("mover"), 0, 0] == -2
