"""Exact values against a plain search of all moves, with nothing in common but the rules."""

from __future__ import annotations

import functools
import json
import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.games.traffic_tyrants import prospects, rules
from pyramidion.players import exact
from pyramidion.players.proof_check import NotProven, check_proof
from pyramidion.players.proofs import write_proof
from pyramidion.players.solver import NotSolved, Solver
from pyramidion.players.verbs import PASSING
from pyramidion.terminal.cli import main

FOUR, TYRANTS = pyr.load("connect_four"), pyr.load("traffic_tyrants")
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"covered": "nothing"},
    {"decline": "yes"},
    {"sequence": "own"},
    {"uturn": "no", "short": "longest"},
    {"pinned": "enemy"},
    {"path": "straight"},
)


def late_positions(game: Game, left: int, count: int) -> list[Position]:
    """Positions of random games so many plies before their ends."""
    found = []
    for seed in range(count):
        match, chooser = pyr.Match(game, seed=seed), random.Random(seed)
        while match.position.mover is not None:
            match.play(chooser.choice(match.position.moves()))
        found.append(match.positions[max(0, len(match.codes) - left)])
    return found


@functools.cache
def plain_value(position: Position, score: bool) -> int:
    """All moves tried to the end of the game."""
    if position.mover is None:
        fields = position.fields
        if score:
            return int(rules.points(fields, 0) - rules.points(fields, 1))
        return int(fields.shares[0] > fields.shares[1]) - int(fields.shares[0] < fields.shares[1])
    values = [plain_value(position.play(move), score) for move in position.moves()]
    return max(values) if position.mover == 0 else min(values)


def check(position: Position, solver: Solver) -> None:
    found = solver.solve(position)
    assert found.lead == plain_value(position, solver.score)
    values = {str(move): plain_value(position.play(move), solver.score) for move in position.moves()}
    assert set(found.best) == {text for text, value in values.items() if value == found.lead}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("score", [False, True])
def test_endings_of_traffic_tyrants_have_the_value_of_a_plain_search(options: dict[str, str], score: bool) -> None:
    game = pyr.load("traffic_tyrants", **options)
    solver = Solver(game, score, memory=1, threads=2)
    for position in late_positions(game, 5, 4):
        check(position, solver)


def test_endings_of_connect_four_have_the_value_of_a_plain_search() -> None:
    """Other games end early, long before the board is nearly full."""
    solver = Solver(FOUR, memory=1, threads=1)
    nearly_full = [position for position in late_positions(FOUR, 4, 200) if position.turn >= 31]
    assert nearly_full
    for position in nearly_full:
        check(position, solver)


def test_a_long_search_has_the_same_result_with_any_memory_and_threads() -> None:
    position = late_positions(TYRANTS, 26, 1)[0]
    values = {Solver(TYRANTS, memory=memory, threads=threads).value(position) for memory, threads in ((1, 1), (64, 2))}
    assert len(values) == 1


def test_a_number_stands_for_one_position_and_its_mirror_image() -> None:
    known: dict[int, bytes] = {}
    for seed in range(30):
        match, chooser = pyr.Match(TYRANTS, seed=seed), random.Random(seed)
        while match.position.mover is not None:
            plain = match.position.row.copy()
            plain["last"] = 0  # what has no influence on what is to come
            seen = min(plain.tobytes(), mirrored(plain))
            number = prospects.pack(match.position.fields)
            late = match.position.fields.given >= rules.GIFTS - prospects.UNREMEMBERED
            assert (number == PASSING) == (late or match.position.fields.gift != rules.NONE)
            assert number == PASSING or known.setdefault(number, seen) == seen
            match.play(chooser.choice(match.position.moves()))
    assert len(known) > 700


def mirrored(record: NDArray[np.void]) -> bytes:
    other = record.copy()
    runners = other["runner"][0]
    other["runner"][0] = runners // 3 * 3 + 2 - runners % 3
    return other.tobytes()


@pytest.mark.parametrize("options", [*OPTIONS, {"lineup": "chosen"}], ids=str)
def test_limits_after_moves_hold_whatever_is_found_by_making_them(options: dict[str, str]) -> None:
    """They are those of the position after a move, or wider ones."""
    game = pyr.load("traffic_tyrants", **options)
    least, most, urges = np.zeros((3, 24), dtype=np.int32)
    for position in [place for left in (30, 20, 11) for place in late_positions(game, left, 20)]:
        codes = np.array(position.codes, dtype=np.int32)
        limits = prospects.lead_limits(position.fields)
        assert prospects.limits_after(position.fields, codes, len(codes), *limits, least, most, urges)
        for index, code in enumerate(codes.tolist()):
            low, high = prospects.lead_limits(position.play(code).fields)
            assert least[index] <= low <= high <= most[index]


def test_a_game_whose_codes_are_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_CODE", 5)
    with pytest.raises(pyr.BadInput, match="codes of moves above 5: choose smaller ones"):
        Solver(FOUR)


def test_a_small_runner_may_have_to_go_straight_back() -> None:
    """In the middle of the last rank, two steps straight on lead back only (R9)."""
    game = pyr.load("traffic_tyrants", path="straight")
    record = game.start().row.copy()
    record["runner"][0] = [(19, 9, 11), (0, 1, 2)]
    record["supply"][0] = 0
    record["supply"][0, 0, 1, rules.RED] = record["supply"][0, 1, 2, rules.RED] = 1
    record["supply"][0, 1, 0, rules.GREEN] = 1
    record["given"], record["seat"], record["mover"] = 33, 1, 1
    position = Position(game, record.tobytes())
    low, high = prospects.lead_limits(position.fields)
    assert low <= plain_value(position, True) <= high


def test_a_proof_is_checked_with_the_plain_rules(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    for position in late_positions(TYRANTS, 6, 3):
        solver = Solver(TYRANTS, memory=1, threads=1)
        assert write_proof(file, solver, position, 1e6) > 0
        found = check_proof(file)
        assert (found.start, found.lead) == (position, plain_value(position, False))


def test_a_proof_without_a_move_or_of_too_much_is_refused(tmp_path: Path) -> None:
    file, position = tmp_path / "proof.txt", late_positions(TYRANTS, 6, 1)[0]
    write_proof(file, Solver(TYRANTS, memory=1, threads=1), position, 1e6)
    first, *rest = file.read_text().splitlines()
    about = json.loads(first)
    wrong = {"lead": 1 if about["lead"] < 1 else -1}
    for text in ("", first, "\n".join([json.dumps(about | wrong), *rest])):
        file.write_text(text)
        with pytest.raises(NotProven):
            check_proof(file)


def test_whoever_gives_up_says_after_how_many_positions() -> None:
    with pytest.raises(NotSolved, match=r"Not solved within [\d,]+ positions\."):
        Solver(TYRANTS, memory=1, threads=1, most_positions=1000).value(TYRANTS.start())


def test_games_with_dice_or_secrets_cannot_be_solved() -> None:
    for name in ("telic", "topologic", "mid_challenge"):
        with pytest.raises(pyr.BadInput, match="without chance and secrets can be solved"):
            Solver(pyr.load(name))


def test_the_command_prints_the_value_and_the_moves_that_keep_it(capsys: pytest.CaptureFixture[str]) -> None:
    position = late_positions(TYRANTS, 5, 1)[0]
    assert main(["solve", "traffic_tyrants", "--position", position.text, "--memory", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lead"] == plain_value(position, False) and found["best"]
    assert main(["solve", "traffic_tyrants", "--position", position.text, "--memory", "1", "--score"]) == 0
    assert capsys.readouterr().out.startswith("With best play: ")
    assert main(["solve", "traffic_tyrants", "--memory", "1", "--positions", "1000"]) == 1


def test_the_command_checks_the_file_of_a_proof_before_it_searches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["solve", "traffic_tyrants", "--memory", "1", "--positions", "1000", "--proof", str(tmp_path / "no" / "x")]
    assert main(asked) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_command_writes_a_proof_and_checks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, file = late_positions(TYRANTS, 5, 1)[0], tmp_path / "proof.txt"
    asked = ["solve", "traffic_tyrants", "--position", position.text, "--memory", "1", "--score", "--proof", str(file)]
    assert main(asked) == 0
    assert main(["solve", "traffic_tyrants", "--check", str(file)]) == 0
    assert "Proven: " in capsys.readouterr().out
    file.write_text(file.read_text().splitlines()[0])
    assert main(["solve", "traffic_tyrants", "--check", str(file)]) == 1
