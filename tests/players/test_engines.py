"""Engines of other people: real programs, good and bad; the bad ones fail alone and are gone afterwards."""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections import deque
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.arena.bouts import play_bout
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.game import Game
from pyramidion.players.bots import Player, player
from pyramidion.players.engines import EngineFailed, EnginePlayer, kept_engines

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples' / 'engine.py'))}"
FOUR = pyr.load("connect_four")
GOOD = """
import json, os, subprocess, sys, time
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
def say(**reply):
    print(json.dumps(reply), flush=True)
def read():
    return json.loads(sys.stdin.readline())
def begin():
    read(); say(type="hello", protocol="pyramidion-engine-1", name="bad\\x07 one")
    read(); say(type="ready")
"""
BAD = {
    "nothing at all": ("pass", "ended with exit code 0"),
    "a crash": ("begin(); read(); sys.exit('out of ideas')", "ended with exit code 1: out of ideas"),
    "a crash before hello": ("raise ZeroDivisionError('early')", "exit code 1: ZeroDivisionError: early"),
    "garbage": ("begin(); read(); print('e2e4', flush=True); read()", "is not JSON: 'e2e4'"),
    "no object": ("begin(); read(); print('[1]', flush=True); read()", "where 'choice' was expected"),
    "bytes that are not text": (
        "begin(); read(); os.write(1, b'\\xff\\xfe\\n'); read()",
        "is not JSON",
    ),
    "the wrong reply": ("begin(); read(); say(type='ready'); read()", "where 'choice' was expected"),
    "an illegal move": ("begin(); r = read(); say(type='choice', id=r['id'], move='z9'); read()", "'z9', which is not"),
    "a move that is not a text": (
        "begin(); r = read(); say(type='choice', id=r['id'], move=[3]); read()",
        "which is not legal",
    ),
    "no move": ("begin(); r = read(); say(type='choice', id=r['id']); read()", "which is not legal"),
    "another question's answer": (
        "begin(); r = read(); say(type='choice', id=9, move='a'); read()",
        "question 9, not 1",
    ),
    "an error": ("begin(); read(); say(type='error', error='too hard'); read()", "reports an error: 'too hard'"),
    "another protocol": ("read(); say(type='hello', protocol='uci'); read()", "speaks 'uci', not"),
    "a hang": ("begin(); time.sleep(999)", "did not answer in time"),
    "a hang before hello": ("time.sleep(999)", "did not answer in time"),
    "a closed output": ("begin(); read(); os.close(1); time.sleep(999)", "closed its output"),
    "a flood without an end of line": ("begin(); read()\nwhile True: os.write(1, b'x' * 65536)", "bytes in one reply"),
    "a flood of lines": ("begin(); read()\nwhile True: print('{}', flush=True)", "where 'choice' was expected"),
    "a flood of complaints": ("begin(); read()\nwhile True: os.write(2, b'x' * 65536)", "did not answer in time"),
    "a slow drip": ("begin(); read()\nwhile True: os.write(1, b'x'); time.sleep(0.05)", "did not answer in time"),
    "children that stay": ("begin(); subprocess.Popen(['sleep', '998']); read(); sys.exit()", "exit code 0"),
}
PATIENCE = 120.0  # seconds; machines may be busy


def script(folder: Path, code: str) -> str:
    """The command of an engine with this code; its process ids are written down."""
    (folder / "engine.py").write_text(GOOD + code + "\n")
    return shlex.join([sys.executable, str(folder / "engine.py"), str(folder / "pids")])


def alive(folder: Path) -> bool:
    """Is any process of the engine, or one that it started, still there?"""
    for line in (folder / "pids").read_text().split():
        try:
            os.killpg(int(line), 0)
            return True
        except ProcessLookupError:
            continue
    return False


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_engine_loses_its_game_and_is_gone(fault: str, tmp_path: Path) -> None:
    code, reason = BAD[fault]
    command = script(tmp_path, code)

    def impatient(game: Game, spec: str, seed: int) -> Player:
        return player(game, spec, seed) if spec == "random" else EnginePlayer(game, f"0.1s:{command}", seed, 1.0)

    played = play_bout(Schedule(FOUR, ("bad", "random")), 0, impatient)
    assert played.results == (0, 1) and played.faulty == 0
    assert reason in played.fault and played.fault.startswith("EngineFailed: ") and played.fault.isprintable()
    deadline = time.monotonic() + PATIENCE
    while alive(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(tmp_path)


def test_the_example_plays_every_game(name: str) -> None:
    game = pyr.load(name)
    played = play_bout(Schedule(game, ("random", f"engine:{EXAMPLE}")), 0, player)
    assert played.faulty is None, played.fault
    assert pyr.replay(pyr.Record(**played.record)).outcome is not None


def test_the_example_plays_the_same_for_the_same_seed() -> None:
    plan = Schedule(FOUR, ("random", f"engine:{EXAMPLE}"))
    one, two = (play_bout(plan, 1, player).record["moves"] for _ in range(2))
    assert one == two


def test_an_engine_gets_its_seats_view_alone(tmp_path: Path) -> None:
    tell = "begin(); r = read(); open(sys.argv[1] + '.asked', 'w').write(json.dumps(r))\n"
    engine = EnginePlayer(
        pyr.load("topologic"), script(tmp_path, tell + "say(type='choice', id=1, move=r['moves'][0])"), 1
    )
    position = pyr.load("topologic").start(seed=2).play("secret:e4")
    view = position.view(1)
    try:
        assert str(engine.choose(view)) == str(view.moves()[0]) and engine.name == "bad? one"
    finally:
        engine.close()
    asked = json.loads((tmp_path / "pids.asked").read_text())
    assert asked["position"] == view.text and asked["seat"] == 1 and asked["budget"] == {"seconds": 1.0}
    assert pyr.from_json(json.dumps(asked["json"])) == view and len(asked["moves"]) == len(view.moves())


def test_an_engine_that_takes_no_request_does_not_block(tmp_path: Path) -> None:
    """It answers ahead and never reads, so that its pipe fills up."""
    code = "say(type='hello', protocol='pyramidion-engine-1')\nsay(type='ready')\n"
    code += "for i in range(99999): say(type='choice', id=i + 1, move='a'); time.sleep(0.001)"
    engine = EnginePlayer(FOUR, script(tmp_path, code), 1, patience=2.0)
    view = FOUR.start().view(0)
    try:
        with pytest.raises(EngineFailed):
            deque((engine.choose(view) for _ in range(100_000)), maxlen=0)
    finally:
        engine.close()
    assert not alive(tmp_path)


def several_games(folder: Path, code: str, games: int) -> list[str]:
    """First moves of an engine in some games, one after the other."""
    found, command = [], script(folder, code)
    with kept_engines():
        for seed in range(games):
            engine = EnginePlayer(FOUR, command, seed)
            try:
                found.append(str(engine.choose(FOUR.start())))
            except EngineFailed:
                found.append("failed")
            engine.close()
    assert not alive(folder)
    return found


ANSWER = """
for line in sys.stdin:
    r = json.loads(line)
    if r["type"] == "hello": say(type="hello", protocol="pyramidion-engine-1")
    elif r["type"] == "game": seed = r["seed"]; say(type="ready")
    elif r["type"] == "choose": say(type="choice", id=r["id"], move=FIRST)
    else: break
"""


def test_a_process_is_kept_for_many_games(tmp_path: Path) -> None:
    assert several_games(tmp_path, ANSWER.replace("FIRST", "'abc'[seed]"), 3) == ["a", "b", "c"]
    assert len((tmp_path / "pids").read_text().split()) == 1


def test_an_engine_for_one_game_is_started_again(tmp_path: Path) -> None:
    code = "begin(); r = read(); say(type='choice', id=r['id'], move='c'); read()"
    assert several_games(tmp_path, code, 3) == ["c", "c", "c"]
    assert len((tmp_path / "pids").read_text().split()) == 3


def test_an_engine_that_failed_is_not_kept(tmp_path: Path) -> None:
    assert several_games(tmp_path, ANSWER.replace("FIRST", "'z' if seed == 0 else 'c'"), 2) == ["failed", "c"]
    assert len((tmp_path / "pids").read_text().split()) == 2


def test_without_keeping_a_closed_player_ends_its_engine(tmp_path: Path) -> None:
    engine = EnginePlayer(FOUR, script(tmp_path, ANSWER.replace("FIRST", "'a'")), 0)
    engine.choose(FOUR.start())
    engine.close()
    assert not alive(tmp_path)


def test_analysis_is_kept(tmp_path: Path) -> None:
    code = "begin(); r = read(); say(type='choice', id=1, move='c', analysis={'depth': 3}); read()"
    engine = EnginePlayer(FOUR, script(tmp_path, code), 1)
    try:
        assert str(engine.choose(FOUR.start())) == "c" and engine.analysis == {"depth": 3}
    finally:
        engine.close()


def test_our_own_engine_plays_through_the_protocol() -> None:
    command = f"engine:20:{shlex.quote(sys.executable)} -m pyramidion engine"
    played = play_bout(Schedule(FOUR, (command, "random")), 0, player)
    assert played.faulty is None, played.fault


@pytest.mark.parametrize("spec", ["", "/no/such/program", "'", "0s:python", "1.5:python", "0.5s:", "0.5s:   "])
def test_a_spec_that_is_not_an_engine_is_refused(spec: str) -> None:
    with pytest.raises(pyr.BadInput):
        EnginePlayer(FOUR, spec, 0)


@pytest.mark.parametrize(
    ("spec", "budget"),
    [("sh x", {"seconds": 1.0}), ("0.5s:sh x", {"seconds": 0.5}), ("2000:sh x", {"effort": 2000})],
)
def test_a_spec_may_hold_a_budget(spec: str, budget: dict[str, float]) -> None:
    engine = EnginePlayer(FOUR, spec, 0)
    assert engine.budget == budget and engine.command == ["sh", "x"]
    engine.close()
