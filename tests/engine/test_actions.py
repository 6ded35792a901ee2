"""Moves and positions as numbers, for programs that learn."""

from __future__ import annotations

import numpy as np
import pytest
from tests.test_contract import some_positions

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position

MIRRORED = ("activator", "connect_four", "telic", "traffic_tyrants")  # the second seat sees the start as the first does


def test_every_move_that_is_seen_has_a_number(variant: Game) -> None:
    for position in some_positions(variant):
        numbers = variant.outcomes if position.mover == pyr.CHANCE else variant.actions
        found = [numbers.of(move) for move in position.moves()]
        assert [numbers.code(number) for number in found] == position.codes
        assert [numbers.text(number, position) for number in found] == [str(move) for move in position.moves()]
        mask = position.mask()
        assert mask.sum() == (0 if position.mover == pyr.CHANCE else len(found))
        assert position.mover == pyr.CHANCE or mask[found].all()


def test_texts_of_all_actions_read_back(variant: Game) -> None:
    start = variant.start(seed=0)
    for numbers in (variant.actions, variant.outcomes):
        texts = list(numbers)
        assert len(set(texts)) == len(texts) == len(numbers)
        assert [numbers.index(text, start) for text in texts] == list(range(len(texts)))
    assert (len(variant.outcomes) > 0) == variant.facts.chance


def test_what_is_not_an_action_is_refused() -> None:
    game = pyr.load("telic")
    for number in (-1, len(game.actions)):
        with pytest.raises(pyr.BadInput, match="actions 0 to"):
            game.actions.code(number)
    with pytest.raises(pyr.BadInput, match="not a move"):
        game.actions.index("hello")
    with pytest.raises(pyr.BadInput, match="not the code"):
        game.actions.of(1 << 20)


def test_tensors_have_the_named_planes_and_moderate_numbers(variant: Game) -> None:
    assert len(set(variant.planes)) == len(variant.planes) == variant.tensor_shape[0]
    seen = np.zeros(len(variant.planes), dtype=np.bool_)
    encoded = variant.description.encoding.planes is not None  # otherwise a tensor lists the fields
    for position in some_positions(variant):
        for seat in range(variant.seats):
            tensor = position.tensor(seat)
            assert tensor.shape == variant.tensor_shape and tensor.dtype == np.float32
            assert not encoded or (tensor.min() >= 0 and tensor.max() <= 1)
            seen |= tensor.any(axis=(1, 2))
    assert not encoded or seen.mean() > 0.6, [name for name, used in zip(variant.planes, seen, strict=True) if not used]


def test_tensors_do_not_tell_what_a_seat_may_not_know(variant: Game) -> None:
    for position in some_positions(variant):
        for seat in range(variant.seats):
            view = position.view(seat)
            for seed in range(2 if view.blank else 0):
                assert np.array_equal(view.guess(seed).tensor(seat), position.tensor(seat))


def test_different_views_have_different_tensors(name: str) -> None:
    """Nothing that a seat knows is lost, besides what cannot matter any more when the game is over."""
    game = pyr.load(name)
    known: dict[bytes, bytes] = {}
    for position in some_positions(game):
        if position.mover is not None and position.mover != pyr.CHANCE:
            view = position.view(position.seat)
            assert known.setdefault(position.tensor(position.seat).tobytes(), view.key()) == view.key()


@pytest.mark.parametrize("spec", MIRRORED)
def test_the_second_seat_sees_what_the_first_would_see_in_its_place(spec: str) -> None:
    """The same game with the seats exchanged: mirrored moves give the other seat the same tensors and masks."""
    game = pyr.load(spec)
    mirrored = np.array(game.actions.mirrored)
    assert sorted(mirrored) == list(range(len(game.actions)))
    assert np.array_equal(mirrored[mirrored], np.arange(len(game.actions)))
    position = game.start(seed=0)
    other = with_the_move(position, 1)
    for step in range(60):
        if position.mover is None:
            break
        assert np.array_equal(position.tensor(0), other.tensor(1)) and np.array_equal(
            position.tensor(1), other.tensor(0)
        )
        if position.mover == pyr.CHANCE:
            code = position.codes[step % len(position.codes)]
            position, other = position.play(code), other.play(code)
        else:
            assert np.array_equal(position.mask(), other.mask()[mirrored])
            number = game.actions.of(position.codes[7 * step % len(position.codes)])
            position = position.play(game.actions.code(number))
            other = other.play(game.actions.code(int(mirrored[number])))
    assert position.turn > 5


def with_the_move(position: Position, seat: int) -> Position:
    record = position.row.copy()
    record["seat"] = record["mover"] = seat
    return Position(position.game, record.tobytes())


def test_a_key_leaves_out_when_a_position_was_reached() -> None:
    game = pyr.load("activator")
    position = game.start()
    record = position.row.copy()
    record["turn"], record["calm"] = 8, 8
    later = Position(game, record.tobytes())
    assert later != position and later.key() == position.key()
    assert position.play(position.moves()[0]).key() != position.key()


def test_the_possibilities_of_a_view_are_exactly_the_secrets_that_the_hints_allow() -> None:
    game = pyr.load("topologic", seekers="3")
    match = pyr.Match(game, seed=3)
    match.play("secret:e4")
    view = match.position.view(1)
    assert len(view.possibilities()) == 60 and match.position in view.possibilities()
    for text in ("1@a1", "2@j6", "3@e1"):
        match.play(text)
    view = match.position.view(1)
    found = view.possibilities()
    assert len(found) == int(match.position.fields.possible).bit_count() < 60
    assert match.position in found and len(set(found)) == len(found)
    assert all(each.view(1) == view and not each.blank for each in found)
    assert {view.guess(seed) for seed in range(400)} == set(found)
    assert match.position.possibilities() == (match.position,)


def test_a_mask_of_unknown_codes_is_refused() -> None:
    actions = pyr.load("telic").actions
    for codes in ([1 << 20], [0, 9], [-1]):  # 9 is a face of the die, not a move of a seat
        room = np.array([codes], dtype=np.int32)
        assert not actions.mask(room, 0).any()
        with pytest.raises(pyr.BadInput, match="not codes"):
            actions.mask(room, len(codes))
