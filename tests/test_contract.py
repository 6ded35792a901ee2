"""What every game must keep, at every value of every option, over random games."""

from __future__ import annotations

import functools
import pickle
import random
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest

import pyramidion as pyr
from pyramidion.engine import edge
from pyramidion.engine.binding import compiled, interpreted
from pyramidion.engine.game import Game
from pyramidion.engine.playouts import random_ply
from pyramidion.engine.position import Position
from tests.test_perft import lines

GAMES = 3  # of every game at its defaults; where an option is changed, one
MOST_PLIES = 20_000


@functools.cache
def random_match(game: Game, seed: int) -> pyr.Match:
    """A whole game; to be left as it is, since others use it too."""
    return new_match(game, seed)


def new_match(game: Game, seed: int) -> pyr.Match:
    chooser = random.Random(seed)
    match = pyr.Match(game, seed=seed)
    while match.position.mover is not None and len(match.codes) < MOST_PLIES:
        match.play(chooser.choice(match.position.moves()))
    return match


def seeds(game: Game) -> range:
    return range(GAMES if game.spec == game.name else 1)


@functools.cache
def some_positions(game: Game) -> list[Position]:
    """Positions from all over a few random games, ends included."""
    found = []
    for seed in seeds(game):
        positions = random_match(game, seed).positions
        step = max(1, len(positions) // (40 if game.spec == game.name else 15))
        found += [*positions[:12], *positions[12::step], *positions[-3:]]
    return found


def test_moves_are_never_empty_before_the_end_and_never_doubled(variant: Game) -> None:
    for position in some_positions(variant):
        texts = [str(move) for move in position.moves()]
        codes = [int(move) for move in position.moves()]
        assert (len(texts) == 0) == (position.mover is None)
        assert len(set(texts)) == len(texts) and len(set(codes)) == len(codes) <= variant.facts.most_moves
        assert all(text.isascii() and " " not in text for text in texts)


def test_a_move_is_the_same_by_text_by_code_and_by_itself(variant: Game) -> None:
    for position in some_positions(variant):
        for move in position.moves()[:5]:
            after = position.play(move)
            assert after == position.play(str(move)) == position.play(int(move))
            assert position.code_of(str(move)) == position.code_of(move) == int(move)


def test_position_texts_json_and_pickles_are_read_back(variant: Game) -> None:
    for position in some_positions(variant):
        assert variant.position(position.text) == position == pyr.position(position.text)
        assert pyr.from_json(position.to_json()) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert hash(pickle.loads(pickle.dumps(position))) == hash(position)
        assert "\n" not in position.text and str(position)


def test_pieces_are_conserved(variant: Game) -> None:
    """Each game counts its pieces when it checks a position, and finds none too many or missing."""
    for position in some_positions(variant):
        variant.manual.check(position.fields)


def test_play_leaves_its_argument_alone(variant: Game) -> None:
    for position in some_positions(variant):
        before = position.row.tobytes()
        for move in position.moves()[:3]:
            position.play(move)
        position.view(None), position.chances(), str(position), position.text
        assert position.row.tobytes() == before


def test_illegal_moves_are_refused_with_a_reason(variant: Game) -> None:
    """Every move that was legal somewhere in a game is tried where it is not."""
    chooser = random.Random(1)
    positions = list(some_positions(variant))
    known = {str(move) for position in positions for move in position.moves()}
    for position in positions:
        legal = {str(move) for move in position.moves()}
        for text in chooser.sample(sorted(known), min(20, len(known))):
            if text not in legal:
                with pytest.raises(pyr.IllegalMove) as caught:
                    position.play(text)
                rule = caught.value.rule or ""
                assert rule.startswith(variant.facts.letter) or position.mover is None, caught.value
        if position.mover is not None:
            with pytest.raises(pyr.IllegalMove, match="is not a move in"):
                position.play("nonsense")
        for code in (-1, 9999, 1 << 40):
            with pytest.raises(pyr.IllegalMove):
                position.play(code)


def test_results_add_up_and_the_game_ends_within_its_bound(variant: Game) -> None:
    bound = variant.manual.most_turns(variant.options)
    for seed in seeds(variant):
        match = random_match(variant, seed)
        outcome = match.outcome
        assert outcome is not None and sum(outcome.results) == 1 and len(outcome.results) == variant.seats
        assert outcome.rule.startswith(variant.facts.letter) and outcome.winners
        assert bound is None or match.position.turn <= bound
        turns = [position.turn for position in match.positions]
        assert all(later - sooner in (0, 1) for sooner, later in pairwise(turns))


def test_the_record_reproduces_the_game(variant: Game) -> None:
    match = new_match(variant, 5)
    again = pyr.replay(pyr.Record.from_json(match.record().to_json()))
    assert again.positions == match.positions and again.record() == match.record()
    middle = min(20, len(match.codes) // 2)
    del match.codes[middle:], match.positions[middle + 1 :]
    match.ended = None
    half = pyr.replay(pyr.Record.from_json(match.record().to_json()))
    assert half.position.view(None) == match.position.view(None)


def test_the_same_seed_is_the_same_game(variant: Game) -> None:
    assert new_match(variant, 9).codes == new_match(variant, 9).codes
    one, two = pyr.simulate(variant, 20, seed=4, threads=1), pyr.simulate(variant, 20, seed=4, threads=2)
    assert np.array_equal(one.shares, two.shares) and np.array_equal(one.plies, two.plies)


def test_interpreted_and_compiled_rules_agree_ply_by_ply(variant: Game) -> None:
    plain, fast = interpreted(variant.description), compiled(variant.description)
    most = variant.facts.most_moves
    records = [variant.template.copy(), variant.template.copy()]
    words = [np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)]
    outs = [np.zeros((2, most), dtype=np.int32), np.zeros((2, most), dtype=np.int32)]
    plain(edge.lay_out)(records[0].view(np.recarray), words[0], 3)
    fast(edge.lay_out)(records[1], words[1], 3)
    for _ in range(400):
        assert records[0].tobytes() == records[1].tobytes()
        if records[0]["rule"][0]:
            break
        counts = [
            plain(edge.list_choices)(records[0], outs[0]),
            fast(edge.list_choices)(records[1], outs[1]),
        ]
        assert counts[0] == counts[1] and np.array_equal(outs[0][0, : counts[0]], outs[1][0, : counts[0]])
        plain(random_ply)(records[0].view(np.recarray)[0], words[0], *outs[0])
        fast(random_ply)(records[1][0], words[1], *outs[1])


def test_chance_weights_add_up_to_exactly_one(variant: Game) -> None:
    seen = False
    for position in some_positions(variant):
        if position.mover == pyr.CHANCE:
            seen = True
            assert sum(weight for _, weight in position.chances()) == 1
            assert [move for move, _ in position.chances()] == list(position.moves())
        else:
            assert position.chances() == ()
    assert seen == variant.facts.chance


def test_views_of_what_is_hidden_are_equal_byte_for_byte(variant: Game) -> None:
    """Positions that a seat cannot tell apart give it the same view, JSON, text, board and hash."""
    blanks = 0
    for position in some_positions(variant):
        for seat in [*range(variant.seats), None]:
            view = position.view(seat)
            assert view.view(seat) == view
            for seed in range(3 if view.blank else 0):
                blanks += 1
                other = view.guess(seed)
                assert not other.blank
                seen = other.view(seat)
                assert (seen, seen.text, seen.to_json(), str(seen), hash(seen)) == (
                    view,
                    view.text,
                    view.to_json(),
                    str(view),
                    hash(view),
                )
                with pytest.raises(pyr.IllegalMove, match="guess"):
                    view.play(view.moves()[0])
    assert (blanks > 0) == variant.facts.hidden


def test_records_are_small_and_layouts_differ(variant: Game) -> None:
    assert variant.layout.itemsize <= 1024
    others = [pyr.load(name).layout for name in pyr.games() if name != variant.name]
    assert variant.layout not in others


def test_every_option_value_changes_some_game(name: str) -> None:
    """Continuations of a position in tests/perft differ from the default's, or random games with the same seed do; a
    few options matter only beside others."""
    for option in pyr.facts(name).options:
        for value in list(option.values)[1:]:
            changed = differs_somewhere(name, f"{name}({option.name}={value})") or any(
                differs(name, option.name, value, others) for others in beside(name, option.name)
            )
            assert changed, f"{name}: {option.name}={value} changes nothing"


def differs_somewhere(name: str, spec: str) -> bool:
    """Has a position in the table of the game another number of continuations with the default rules?"""
    for text, counts in lines():
        if text.startswith(f"{spec} "):
            with suppress(pyr.BadPosition):
                usual = pyr.position(name + text.removeprefix(spec))
                return [pyr.perft(usual, plies + 1) for plies in range(len(counts))] != counts
    return False


def beside(name: str, option: str) -> list[dict[str, str]]:
    """The defaults, then single other options, beside which a value may show its effect."""
    others = [o for o in pyr.facts(name).options if o.name != option]
    return [{}, *({o.name: value} for o in others for value in list(o.values)[1:])]


def differs(name: str, option: str, value: str, others: dict[str, str]) -> bool:
    default, changed = pyr.load(name, **others), pyr.load(name, **others, **{option: value})
    return any(not same_games(default, changed, count) for count in (30, 3000))


def same_games(one: Game, other: Game, count: int) -> bool:
    runs = [pyr.simulate(game, count, seed=1) for game in (one, other)]
    pairs = [(run.shares, run.plies, run.ruling_numbers) for run in runs]
    return all(np.array_equal(a, b) for a, b in zip(*pairs, strict=True))
