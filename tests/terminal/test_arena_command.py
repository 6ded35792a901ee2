"""`pyramidion arena` and `pyramidion engine` on the command line."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.arena import ladder
from pyramidion.players.engines import PROTOCOL
from pyramidion.terminal.cli import main
from pyramidion.terminal.engine import serve

Capture = pytest.CaptureFixture[str]
ENGINE = Path(__file__).parent.parent.parent / "examples" / "engine.py"


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_an_arena_prints_a_table_and_writes_its_files(capsys: Capture, tmp_path: Path) -> None:
    files = ["--save", str(tmp_path / "games.jsonl"), "--json", str(tmp_path / "found.json")]
    engine = f"engine:{sys.executable} {ENGINE}"
    arguments = ["arena", "connect_four", "--players", "random", engine, "--games", "6", "--seed", "4", *files]
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and "Connect Four, 6 of 6 games, seed 4, after openings of 3 random plies" in out
    assert "as Yellow" in out and out.count("random") == 3 and "forfeited" not in out
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["games"] == 6 and found["arena"]["opening"] == 3 and found["faults"] == []
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 7
    assert run(capsys, *arguments)[1] == out
    code, _, err = run(capsys, *arguments, "--openings", "0")
    assert code == 2 and "its opening is 3, not 0" in err and err.count("\n") == 1


def test_a_single_player_is_not_rated(capsys: Capture) -> None:
    code, out, _ = run(capsys, "arena", "connect_four", "--players", "random", "--games", "10")
    assert code == 0 and "One player: nothing to rate." in out and "No decisive games" not in out
    assert re.search(r"^random +10 ", out, re.MULTILINE)


def test_a_sequential_test_tells_its_answer(capsys: Capture) -> None:
    crash = f"engine:{sys.executable} -c pass"
    players = ["--players", "random", crash, "--games", "1000", "--sprt", "0:200"]
    code, out, _ = run(capsys, "arena", "connect_four", *players)
    assert code == 0 and "random is 200 Elo or more above" in out and "of 1000 games" in out
    assert "games forfeited by a faulty player" in out and "ended with exit code 0" in out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--players", "random", "greedy"], "Name a game"),
        (["telic"], "needs players"),
        (["telic", "--players", "random", "random"], "named once"),
        (["telic", "--players", "random", "walnut"], "'walnut' is not a player"),
        (["telic", "--players", "random", "engine:/no/such/program"], "no program '/no/such/program'"),
        (["telic", "--players", "random", "greedy", "--games", "0"], "number of games"),
        (["telic", "--players", "random", "greedy", "--threads", "0"], "number of threads"),
        (["telic", "--players", "random", "greedy", "--sprt", "5"], "as in --sprt 0:50"),
        (["telic", "--players", "random", "greedy", "--save", "/no/such/folder/x"], "cannot be written"),
        (["telic", "--players", "random", "greedy", "--json", "/no/such/folder/x"], "cannot be written"),
        (["telic", "--ladder", "--players", "random"], "--players cannot be used with --ladder"),
        (["telic", "--players", "random", "greedy", "--highest", "3"], "--highest is for ladders only"),
        (["telic", "--players", "random", "greedy", "--top-games", "3"], "--top-games is for ladders only"),
        (["telic", "--players", "random", "greedy", "--save", "x", "--json", "./x"], "need different files"),
        (["telic", "--players", "random", "greedy", "--save", ""], "file name is empty"),
        (["telic", "--players", "random", "greedy", "--games", "-3"], "not a whole number"),
        (["telic", "--ladder", "--games", "2", "--top-games", "2"], "Ask for more games, or name another folder"),
        (["telic", "--ladder", "--output", "/dev/null"], "'/dev/null' is not a folder"),
        (["--ladder", "chess"], "no game 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys: Capture, arguments: list[str], reason: str) -> None:
    code, out, err = run(capsys, "arena", *arguments)
    assert code == 2 and out == "" and reason in err and err.count("\n") == 1


def test_a_ladder_of_the_command_line(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "steps", lambda highest: [("level:1", "random"), ("level:2", "random")])
    folders = ["--save", str(tmp_path / "games"), "--output", str(tmp_path / "ladders")]
    code, out, _ = run(capsys, "arena", "connect_four", "--ladder", "--games", "2", "--threads", "1", *folders)
    assert code == 0 and "level:1 against random" in out
    assert (tmp_path / "ladders" / "connect_four.json").exists()
    assert len(list((tmp_path / "games").iterdir())) == 2


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_arena_that_is_ended_keeps_what_is_done_and_ends_all_its_processes(
    tmp_path: Path, how: signal.Signals
) -> None:
    file = tmp_path / "games.jsonl"
    slow = tmp_path / "slow.py"
    slow.write_text(f"import time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid()))\n")
    slow.write_text(
        slow.read_text()
        + ENGINE.read_text().replace(
            'reply = {"type": "choice"', 'time.sleep(0.05)\n            reply = {"type": "choice"'
        )
    )
    players = ["--players", "random", f"engine:{sys.executable} {slow}"]
    command = [sys.executable, "-m", "pyramidion", "arena", "connect_four", *players, "--games", "9999"]
    process = subprocess.Popen(
        [*command, "--save", str(file), "--threads", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 120
        while not file.exists() or file.read_text().count("\n") < 4:
            assert time.monotonic() < deadline and process.poll() is None, "the arena does not go on"
            time.sleep(0.05)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and "interrupted after" in err and "Traceback" not in err
    assert "of 10000 games" in out
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def ask(spec: str | None, *requests: object) -> list[dict[str, object]]:
    return [json.loads(reply) for reply in serve(spec, (f"{json.dumps(request)}\n" for request in requests))]


HELLO = {"type": "hello", "protocol": PROTOCOL}


def test_an_engine_of_ours_answers_for_every_game(name: str) -> None:
    game = pyr.load(name)
    position = game.start(seed=1)
    while position.mover == pyr.CHANCE or len(position.moves()) == 1:
        position = position.play(position.moves()[0])
    view = position.view(position.mover)
    begin = {"type": "game", "game": name, "options": dict(game.options), "seed": 5}
    choose = {"type": "choose", "id": 7, "position": view.text, "budget": {"effort": 20}}
    for spec in (None, "random"):
        replies = ask(spec, HELLO, begin, choose, {"type": "quit"}, HELLO)
        assert [reply["type"] for reply in replies] == ["hello", "ready", "choice"]
        assert replies[2]["id"] == 7 and replies[2]["move"] in [str(move) for move in view.moves()]
        assert ("analysis" in replies[2]) == (spec is None)


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ("x", "A request must be a JSON object"),
        ({}, "'None' is not a request"),
        ({"type": "fly"}, "'fly' is not a request"),
        ({"type": "hello", "protocol": "other-2"}, "speaks pyramidion-engine-1"),
        ({"type": "game"}, "A game request needs a name"),
        ({"type": "game", "game": "chess"}, "no game 'chess'"),
        ({"type": "game", "game": "telic", "options": {"x": "y"}}, "no option 'x'"),
        ({"type": "game", "game": "telic", "rules": 99}, "plays rules version"),
        ({"type": "game", "game": "telic", "seed": -1}, "A seed is a whole number"),
        ({"type": "choose", "position": "telic"}, "ends with the seat to move"),
        ({"type": "choose", "position": 5}, "Expected a position text"),
        ({"type": "choose", "position": "START", "seat": 1}, "That seat is not to move"),
        ({"type": "choose", "position": "START", "budget": 5}, "A budget must be an object"),
        ({"type": "choose", "position": "START", "budget": {}}, "A budget needs"),
        ({"type": "choose", "position": "START", "budget": {"seconds": -1}}, "A budget needs at least"),
        ({"type": "choose", "position": "START", "budget": {"seconds": "x"}}, "must be a number"),
        ({"type": "choose", "position": "START", "budget": {"seconds": float("inf")}}, "must be a number"),
        ({"type": "choose", "position": "START", "budget": {"effort": 1.5}}, "must be a whole number"),
    ],
)
def test_an_engine_of_ours_answers_bad_requests_with_an_error(request_: object, reason: str) -> None:
    text = json.dumps(request_).replace("START", pyr.load("telic").start().text)
    begin = {"type": "game", "game": "telic"}
    replies = ask(None, begin, json.loads(text), begin)
    assert replies[1]["type"] == "error" and reason in str(replies[1]["error"]) and replies[2]["type"] == "ready"


def test_an_engine_of_ours_wants_a_game_first() -> None:
    assert "Send a game request" in str(ask(None, {"type": "choose", "position": "x"})[0]["error"])


def test_the_engine_command_reads_and_writes_lines(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(HELLO) + '\n\n{"type\n[[[\n{"type": "quit"}\n'))
    code, out, err = run(capsys, "engine", "--player", "random")
    replies = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and err == "" and [reply["type"] for reply in replies] == ["hello", "error", "error"]
    assert replies[0]["name"] == "pyramidion random"


def test_an_engine_of_ours_says_at_once_what_it_cannot_do() -> None:
    with pytest.raises(pyr.BadInput, match="'foo' is not a player"):
        ask("foo", HELLO)
    _, refused, late = ask(
        None, HELLO, {"type": "game", "game": "telic", "seat": 7}, {"type": "choose", "id": 4, "position": "?"}
    )
    assert refused["type"] == late["type"] == "error" and "seats 0 to 1, not 7" in str(refused["error"])
    assert late["id"] == 4 and "id" not in refused
