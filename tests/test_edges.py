"""Wrong types and values at every public call: they work, or are refused by an error of ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import pyramidion as pyr
from pyramidion.engine.errors import PyramidionError
from tests.speeds import interpreted_rules

WRONG: Sequence[Any] = (
    *(None, "", "x", b"x", -1, 99, 10**30, 1.5, float("nan"), True, np.float64(2), object()),
    *([], [1, "a"], {}, (1, 2)),
)
Calls = dict[str, tuple[Callable[..., Any], Sequence[Any]]]


def calls() -> Calls:
    """Public functions and methods with arguments that they take."""
    game, topologic = pyr.load("connect_four"), pyr.load("topologic", seekers=3)
    position, batch, match = game.start(), pyr.batch(game, 2), pyr.Match(game, seed=1)
    match.play("a")
    record, bot, move = match.record(), pyr.bot(game, level=1), position.moves()[0]
    return {
        "load": (pyr.load, ["telic"]),
        "facts": (pyr.facts, ["telic"]),
        "rules_text": (pyr.rules_text, ["telic"]),
        "puzzles": (pyr.puzzles, ["telic"]),
        "position": (pyr.position, [position.text]),
        "from_json": (pyr.from_json, [position.to_json()]),
        "read_records": (lambda path: list(pyr.read_records(path)), ["nowhere"]),
        "Record.from_json": (pyr.Record.from_json, [record.to_json()]),
        "replay": (pyr.replay, [record, 1]),
        "simulate": (pyr.simulate, [game, 2, 0, "cpu", 1, None]),
        "player": (pyr.player, [game, "random", 0]),
        "bot": (pyr.bot, [game, 1, 0, 1]),
        "bot.choose": (bot.choose, [position]),
        "describe": (pyr.describe, [position, 0]),
        "events": (pyr.events, [position, position.play(move), 0, move]),
        "game.start": (topologic.start, [1, None]),
        "game.position": (game.position, [position.text]),
        "actions.text": (game.actions.text, [1, position]),
        "actions.code": (game.actions.code, [1]),
        "actions.of": (game.actions.of, [move]),
        "actions.index": (game.actions.index, ["a", position]),
        "outcomes.text": (game.outcomes.text, [0]),
        "position.play": (position.play, ["a"]),
        "position.check": (position.check, ["a"]),
        "position.view": (position.view, [0]),
        "position.tensor": (position.tensor, [0]),
        "position.guess": (position.guess, [0]),
        "position.text_of": (position.text_of, [1]),
        "position.scene": (position.scene, [None, None]),
        "position.may_read": (position.may_read, [move, 0]),
        "batch": (pyr.batch, [game, 2, 0, "cpu", 1, True, True, None]),
        "batch.step": (batch.step, [[0, 1]]),
        "batch.sample": (batch.sample, [0]),
        "batch.rollout": (batch.rollout, [1, 0]),
        "batch.observe": (batch.observe, [0, None]),
        "batch.position": (batch.position, [0]),
        "batch.ended": (batch.ended, [0]),
        "batch.restore": (batch.restore, [batch.snapshot()]),
        "Match": (pyr.Match, [game, 1, None, ()]),
        "match.play": (lambda move: pyr.replay(record).play(move), ["a"]),
        "match.end": (lambda *given: pyr.replay(record).end(*given), [[1, 0], "time"]),
        "match.go_back": (lambda ply: pyr.replay(record).go_back(ply), [0]),
        "match.texts": (match.texts, [0]),
    }


def test_wrong_arguments_are_refused_by_errors_of_ours() -> None:
    games = [pyr.load(name) for name in ("connect_four", "topologic")]
    with interpreted_rules(games[0]), interpreted_rules(games[1]):
        raw = [line for name, (call, good) in calls().items() for line in refusals(name, call, good)]
    assert not raw, "\n".join(raw)


def refusals(name: str, call: Callable[..., Any], good: Sequence[Any]) -> list[str]:
    """The raw errors of a call, one argument wrong at a time."""
    found = []
    for place in range(len(good)):
        for wrong in WRONG:
            try:
                call(*good[:place], wrong, *good[place + 1 :])
            except PyramidionError:
                continue
            except Exception as error:
                found.append(f"{name}, argument {place}: {wrong!r} raises {error!r}")
    return found


def test_players_and_numbers_of_a_playtest_or_an_arena_are_checked_before_anything_is_played() -> None:
    with pytest.raises(pyr.BadInput, match="Players are a list"):
        pyr.arena("connect_four", "level:3")
    with pytest.raises(pyr.BadInput, match="Expected a Game"):
        pyr.playtest(None)  # type: ignore[arg-type]
    wrong: dict[str, Any] = {"games": "x", "workers": 1.5, "openings": [], "progress": 3, "save": 3}
    for name, value in wrong.items():
        with pytest.raises(pyr.BadInput, match=f"{name} is"):
            pyr.arena("connect_four", ["random"], **{name: value})
    texts: dict[str, Any] = {"measures": "draws", "compare": [3], "rulings": "yes"}
    for name, value in texts.items():
        with pytest.raises(pyr.BadInput, match=f"{name} is"):
            pyr.playtest("connect_four", **{name: value})
