"""What a stranger sends costs little, and what a bot hides cannot be computed from what everyone knows."""

from __future__ import annotations

import itertools
import json
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.inside import Inside, inside
from tests.server.proven_games import finished

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.players.bots import level_bot
from pyramidion.server.http import tables
from pyramidion.server.journal.fairness import Fairness, Seed
from pyramidion.server.runtime.worker import limited

TABLE = "Table00000000000"
GUESSES = 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(str(tmp_path_factory.mktemp("bombs") / "tables.sqlite")) as found:
        yield found


def plain(game: str) -> dict[str, Any]:
    """A record with a proof of the first kind, whose moves are replayed before anything else."""
    return {**finished(game), "proof": {"seed": "00" * 32}}


def with_results(*results: str) -> dict[str, Any]:
    return {**plain("telic"), "outcome": {"results": list(results), "rule": "resignation"}}


def with_hidden_moves() -> dict[str, Any]:
    data = finished("topologic(seekers=3)")
    moves = ["secret:?", *data["moves"][1:], "secret:?"]
    return {**data, "moves": moves, "told": {"5": "hint 6"}, "proof": {"seed": "00" * 32}}


@pytest.mark.parametrize(
    "record",
    [
        lambda: with_results("1e-99999999", "1"),
        lambda: with_results("1/" + "9" * 4000, "0"),
        with_hidden_moves,
        lambda: {**plain("telic"), "moves": ["roll"] * 20_000},
        lambda: {**plain("telic"), "proof": {"seed": "00" * 32, "journal": ["[" * 50_000]}},
        lambda: {**finished("telic"), "rules": 10**4000},
    ],
    ids=["a tiny result", "a long result", "hidden moves", "many moves", "deep JSON", "a long number"],
)
def test_a_record_of_a_stranger_is_judged_in_little_time(server: Inside, record: Callable[[], dict[str, Any]]) -> None:
    answer = server.ask("POST", "/api/verify", {"record": record()})
    assert answer.status == 422 or answer.data["fair"] is False, answer.body[:300]


def test_a_check_that_takes_too_long_is_given_up(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "VERIFYING", 0.0)
    answer = server.ask("POST", "/api/verify", {"record": finished("telic")})
    assert answer.status == 422 and "takes too long" in json.loads(answer.body)["detail"]


def test_work_is_limited_by_the_time_of_the_processor() -> None:
    with limited(60.0):
        time.sleep(0.01)
    with pytest.raises(BadInput, match="takes too long"), limited(0.05):
        for _ in itertools.count():
            pass


def test_what_a_bot_hides_is_not_told_by_what_everyone_knows() -> None:
    game = pyr.load("topologic")
    start = game.start(seed=1).view(0)
    public = [0, 1, zlib.crc32(TABLE.encode()), zlib.crc32(f"{TABLE} 0".encode()), zlib.crc32(f"{TABLE}:0".encode())]
    guesses = {str(level_bot(game, 1, seed).choose(start)) for seed in public}
    hidden = [
        str(level_bot(game, 1, Fairness(TABLE, Seed.fresh(), ("", "0" * 32)).bot_seed(0)).choose(start))
        for _ in range(GUESSES)
    ]
    assert len(set(hidden)) > GUESSES // 3
    assert sum(move in guesses for move in hidden) < GUESSES // 2


def test_the_records_here_are_those_that_the_server_gives_out(server: Inside, tmp_path: Path) -> None:
    assert server.ask("POST", "/api/verify", {"record": finished("telic")}).data["fair"] is True
