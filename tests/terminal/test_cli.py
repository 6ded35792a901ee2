"""The command line: every command for real, bad input in one line, Ctrl-C that ends cleanly."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pyramidion as pyr
from pyramidion.lab import totals
from pyramidion.players.analysis import Line
from pyramidion.terminal.bench import bench
from pyramidion.terminal.cli import main
from pyramidion.terminal.play import prospect

TELIC = pyr.load("telic")
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_games_lists_every_game_with_its_options(capsys: Capture, name: str) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0 and f"{name}: {pyr.facts(name).title}" in out
    assert all(f"--option {option.name}=" in out for option in pyr.facts(name).options)
    data = json.loads(run(capsys, "games", "--json")[1])
    assert data[name]["title"] == pyr.facts(name).title


def test_rules_prints_the_rules(capsys: Capture, name: str) -> None:
    assert run(capsys, "rules", name) == (0, pyr.rules_text(name), "")


def test_perft_counts_every_number_of_plies(capsys: Capture) -> None:
    assert run(capsys, "perft", "telic", "3")[1] == "perft 1 = 1\nperft 2 = 6\nperft 3 = 36\n"
    out = run(capsys, "perft", "activator", "2", "--option", "bend=activator", "--json")[1]
    assert json.loads(out) == {"game": "activator(bend=activator)", "perft": {"1": 14, "2": 84}}


def test_simulate_reports_results_lengths_and_endings(capsys: Capture) -> None:
    code, out, _ = run(capsys, "simulate", "mid_challenge", "--games", "500", "--option", "players=3", "--seed", "2")
    assert code == 0 and "500 random games of mid_challenge(players=3), seed 2" in out
    assert out.count("[") == 3 and "M24  100.00%  500" in out and "median" in out and "####" in out
    data = json.loads(run(capsys, "simulate", "mid_challenge", "--games", "500", "--seed", "2", "--json")[1])
    direct = pyr.simulate(pyr.load("mid_challenge"), 500, seed=2)
    assert data["seats"][0]["result"] == pytest.approx(direct.results[:, 0].mean())
    assert data["plies"]["mean"] == pytest.approx(direct.plies.mean()) and data["endings"] == {"M24": 500}
    found = [data["turns"][name] for name in ("least", "p5", "median", "p95", "most")]
    assert found == pytest.approx(np.percentile(direct.turns, (0, 5, 50, 95, 100)).tolist())


def test_games_are_the_same_however_many_are_in_memory(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(capsys, "simulate", "telic", "--games", "700", "--json")[1]
    monkeypatch.setattr(totals, "PART", 300)
    assert json.loads(run(capsys, "simulate", "telic", "--games", "700", "--json")[1]) == json.loads(whole)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "chess"], "no game 'chess'"),
        (["simulate", "telic", "--games", "0"], "number of games"),
        (["simulate", "telic", "--games", "many"], "not a whole number"),
        (["simulate", "telic", "--seed", "-1"], "--seed"),
        (["simulate", "telic", "--seed", "99999999999999999999"], "A seed is a whole number"),
        (["simulate", "telic", "--threads", "0"], "threads"),
        (["simulate", "telic", "--device", "abacus"], "Allowed: cpu, cuda"),
        (["simulate", "telic", "--option", "merge"], "name=value"),
        (["simulate", "telic", "--option", "merge=top", "--option", "merge=either"], "given twice"),
        (["simulate", "telic", "--option", "merge=x"], "Allowed: top, either"),
        (["simulate", "telic", "--option", "spec=1"], "no option 'spec'"),
        (["play", "telic", "--save", "x" * 300], "cannot be written"),
        (["perft", "telic", "-3"], "plies"),
        (["perft", "telic"], "plies"),
        (["replay", "/no/such/file"], "cannot be read"),
        (["rules", "chess"], "no game 'chess'"),
        (["fly"], "invalid choice"),
        ([], "COMMAND"),
        (["play", "telic", "--bot", "7"], "seats 0 to 1"),
        (["bench", "--seconds", "-1"], "seconds"),
        (["bench", "--device", "abacus"], "Allowed: cpu, cuda"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys: Capture, arguments: list[str], reason: str) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == "" and reason in err
    assert err.startswith("pyramidion: ") and err.count("\n") == 1


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_two_people_play_a_whole_game(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "help", "moves", "z", "a", "b", "a", "b", "undo", "b", "board", "a", "b", "a")
    code, out, _ = run(capsys, "play", "connect_four")
    assert code == 0 and "a b c d e f g" in out and "'z' is not a move in Connect Four" in out
    assert "Yellow wins. " in out and " (C4)" in out


def test_advice_says_what_is_certain() -> None:
    assert prospect(Line("G", (1.0, 0.0), 9, exact=True), 0, 9) == "a certain win"
    assert prospect(Line("G", (1.0, 0.0), 9, exact=True), 1, 9) == "a certain loss"
    assert prospect(Line("G", (0.5, 0.5), 9, exact=True), 1, 9) == "a certain draw"
    assert prospect(Line("G", (0.25, 0.75), 9), 1, 1200) == "your chances are 75%, estimated from 1,200 positions"


def test_a_person_plays_against_random_moves(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "roll", "+F", "roll", "quit")
    code, out, _ = run(capsys, "play", "telic", "--bot", "1=random", "--seed", "3")
    assert code == 0 and "Red: roll" in out and "Red: +" in out and "Red places " in out


def test_a_bot_that_fails_leaves_its_seat_to_the_people(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "d", "e", "moves", "quit")
    code, out, _ = run(capsys, "play", "connect_four", "--bot", f"1=engine:{sys.executable} -c pass")
    assert code == 0 and "ended with exit code 0" in out and "From now on you make Red's moves" in out
    assert "Red: e" in out and "Yellow> a b c d e f g" in out


def test_undo_against_random_moves_goes_back_to_the_persons_own_move(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "d", "undo", "undo", "moves", "quit")
    out = run(capsys, "play", "connect_four", "--bot", "1=random")[1]
    assert "You have no move to take back" in out and "a b c d e f g\nYellow> " in out
    type_in(monkeypatch, "undo", "quit")
    out = run(capsys, "play", "connect_four", "--bot", "0=random")[1]
    assert out.count("Yellow: ") == 1 and "You have no move to take back" in out


def test_the_first_use_of_a_game_says_that_it_is_being_compiled(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pyramidion", "perft", "connect_four", "1"]
    environment = {**os.environ, "PYRAMIDION_CACHE": str(tmp_path)}
    runs = [subprocess.run(command, env=environment, capture_output=True, text=True) for _ in range(2)]
    assert "Compiling Connect Four" in runs[0].stderr and runs[1].stderr == ""
    assert runs[0].stdout == runs[1].stdout == "perft 1 = 7\n"


def test_a_refused_move_says_why(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "b1-d1")
    out = run(capsys, "play", "activator")[1]
    assert "Not allowed. A21: the way from b1 to d1 is blocked on c1." in out


def test_without_a_game_there_is_a_list_to_choose_from(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    number = str(pyr.games().index("connect_four") + 1)
    type_in(monkeypatch, "99", "²", number, "9", "d", "quit")
    code, out, _ = run(capsys, "play")
    assert code == 0 and "Please type a number" in out and "Red> " in out
    for answers in ([], ["q"], ["Telic"], ["telic", "quit"]):
        type_in(monkeypatch, *answers)
        code, out, _ = run(capsys, "play")
        assert code == 0 and "Type a move" not in out


def test_every_game_of_the_list_starts_against_a_bot(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    type_in(monkeypatch, pyr.facts(name).title.upper(), "", "moves", "quit")
    code, out, err = run(capsys, "play")
    assert code == 0 and err == "" and f"{pyr.facts(name).seats[0]}> " in out


def test_a_game_is_saved_after_every_move_and_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    type_in(monkeypatch, "secret:e4", "1@a1")
    run(capsys, "play", "topologic", "--save", str(file))
    assert json.loads(file.read_text())["moves"] == ["secret:e4", "1@a1"]
    type_in(monkeypatch, "2@a1", "board", "quit")
    out = run(capsys, "play", "topologic", "--save", str(file))[1]
    assert "Continuing the game" in out and "The secret is chosen and hidden." in out and "Secret: e4" not in out
    assert json.loads(file.read_text())["moves"] == ["secret:e4", "1@a1", "2@a1"]
    code, _, err = run(capsys, "play", "telic", "--save", str(file))
    assert code == 2 and "is of topologic, not telic" in err


def test_a_place_that_cannot_be_written_is_refused_before_the_game(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = run(capsys, "play", "telic", "--save", str(tmp_path / "no" / "game.jsonl"))
    assert code == 2 and "cannot be written" in err


def test_saving_spares_what_is_not_a_record_and_keeps_links(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "game.jsonl")
    type_in(
        monkeypatch, "a", f"save {tmp_path}/notes.txt", f"save {tmp_path}/link", "save /dev/null", "save a\0b", "quit"
    )
    code, out, _ = run(capsys, "play", "connect_four")
    assert code == 0 and (tmp_path / "notes.txt").read_text() == "mine"
    assert (tmp_path / "link").is_symlink() and '"moves":["a"]' in (tmp_path / "game.jsonl").read_text()
    assert out.count("Choose another file") == 2 and "cannot be" in out


def test_a_game_that_goes_on_has_fresh_dice(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = pyr.Match(TELIC).record()
    rolls = {pyr.replay(record).play("roll").text for _ in range(40)}
    assert len(rolls) > 2 and pyr.replay(record, seed=1).play("roll") == pyr.Match(TELIC, seed=1).play("roll")
    (tmp_path / "game.jsonl").write_text(dataclasses.replace(record, moves=["roll"]).to_json())
    type_in(monkeypatch, "quit")
    code, out, _ = run(capsys, "play", "telic", "--save", str(tmp_path / "game.jsonl"))
    assert code == 0 and "Blue rolled" in out


def test_a_faulty_game_from_outside_is_named_and_the_others_are_listed(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    for file in ("__init__.py", "rules.py"):
        (tmp_path / "broken" / file).write_text("")
    (tmp_path / "broken" / "manual.py").write_text("oops")
    environment = {**os.environ, "PYRAMIDION_GAMES": str(tmp_path)}
    command = [sys.executable, "-m", "pyramidion", "games"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and "telic: Telic" in done.stdout and "broken" not in done.stdout
    assert (
        "The game 'broken' cannot be loaded: NameError: name 'oops' is not defined (manual.py, line 1)" in done.stderr
    )
    assert done.stderr.count("\n") == 1
    named = subprocess.run([*command[:-1], "perft", "broken", "1"], env=environment, capture_output=True, text=True)
    assert named.returncode == 2 and named.stderr.count("\n") == 1 and "'broken' cannot be loaded" in named.stderr


def test_streams_that_fail_cause_no_traceback() -> None:
    for shell in ("games > /dev/full", "games >&-", "play telic <&-", "rules telic"):
        command = f"{sys.executable} -m pyramidion {shell}"
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=environment)
        assert "Traceback" not in done.stderr and done.returncode in (0, 2), (shell, done.stderr)


def test_replay_prints_a_game_and_refuses_an_edited_one(capsys: Capture, tmp_path: Path) -> None:
    match = pyr.Match(pyr.load("connect_four"))
    for move in "abababa":
        match.play(move)
    file = tmp_path / "game.jsonl"
    file.write_text(match.record().to_json() + "\n")
    out = run(capsys, "replay", str(file))[1]
    assert "7. Yellow: a" in out and "Yellow wins by C4" in out
    assert run(capsys, "replay", str(file), "--quiet")[1] == "line 1: connect_four, 7 plies, Yellow wins by C4\n"
    data = json.loads(run(capsys, "replay", str(file), "--json")[1])
    assert data["plies"][6] == {"who": "Yellow", "move": "a"} and data["positions"][7] == match.position.text
    file.write_text(match.record().to_json().replace('"a","b","a"]', '"a","b","c"]'))
    code, _, err = run(capsys, "replay", str(file))
    assert code == 2 and f"{file}, line 1: The record names the outcome" in err
    file.write_text("")
    assert run(capsys, "replay", str(file))[0] == 2


@pytest.mark.parametrize("edit", [('"rules":', '"\\u001b[2J":1,"rules":'), ('"rules":1', '"rules":' + "9" * 5_000)])
@pytest.mark.parametrize("command", ["replay", "review", "verify"])
def test_no_record_sends_anything_to_the_terminal_but_a_line_of_text(
    capsys: Capture, tmp_path: Path, command: str, edit: tuple[str, str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(pyr.Match(pyr.load("connect_four")).record().to_json().replace(*edit))
    code, out, err = run(capsys, command, str(file))
    assert (code, out) == (2, "") and err.endswith("\n") and err[:-1].isprintable()


def test_replay_shows_no_secret_of_a_game_that_goes_on(capsys: Capture, tmp_path: Path) -> None:
    match = pyr.Match(pyr.load("topologic", seekers=3), seed=1)
    for move in ("secret:e4", "1@a1", "2@a1", "3@b1", "1-a3"):
        match.play(move)
    file = tmp_path / "game.jsonl"
    file.write_text(match.record().to_json() + "\n")
    assert "e4" not in file.read_text().replace(match.record().setup or "", "")
    out = run(capsys, "replay", str(file))[1]
    assert "1. North: secret:?" in out and "Hint after turn " in out and "The secret is chosen and hidden." in out


def test_bench_measures_a_game_and_says_it_as_json(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramidion.terminal.bench.games", lambda: ("connect_four",))
    bench(0.01, "cpu", as_json=True)
    found = {line["what"]: line["value"] for line in json.loads(capsys.readouterr().out)}
    assert {"import pyramidion", "random games, 1 thread", "Position.moves()", "Position.play(text)"} <= found.keys()
    assert all(value > 0 for value in found.values())


PATIENCE = 120.0  # seconds; machines may be busy


def interrupted(sign: str, *arguments: str) -> tuple[int, str]:
    """The exit code of a command, and what it writes to a terminal, if Ctrl-C is pressed once a sign of its work is
    on the screen."""
    near, far = pty.openpty()
    command = [sys.executable, "-m", "pyramidion", *arguments]
    process = subprocess.Popen(command, stdout=far, stderr=far)
    os.close(far)
    shown, pressed = "", False
    try:
        while data := read_terminal(near):
            shown += data
            if sign in shown and not pressed:
                process.send_signal(signal.SIGINT)
                pressed = True
        return process.wait(PATIENCE), shown
    finally:
        process.kill()
        os.close(near)


def read_terminal(near: int) -> str:
    """What was written since; nothing at the end."""
    readable, _, _ = select.select([near], [], [], PATIENCE)
    assert readable, "the command says nothing"
    try:
        return os.read(near, 65536).decode()
    except OSError:  # how Linux tells that the other end is closed
        return ""


def test_ctrl_c_ends_a_simulation_and_keeps_what_is_done() -> None:
    code, shown = interrupted("%|", "simulate", "telic", "--games", "2000000000")
    assert code == 130 and "interrupted after" in shown and "Traceback" not in shown
    assert "random games of telic" in shown and "T24" in shown


def test_ctrl_c_ends_a_long_count() -> None:
    code, shown = interrupted("perft 8 = 5673234", "perft", "connect_four", "30")
    assert code == 130 and "Traceback" not in shown


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m pyramidion rules telic | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=os.environ)
    assert done.stdout == "# Telic\n" and done.stderr == ""
