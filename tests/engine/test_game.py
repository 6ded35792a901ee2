"""Loading games, options, seeds, positions and errors from Python."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyramidion as pyr


def test_a_game_is_loaded_by_name_or_by_spec() -> None:
    assert pyr.load("telic", merge="either") == pyr.load("telic(merge=either)")
    assert pyr.load("telic", merge="either").spec == "telic(merge=either)"
    assert pyr.load("telic(merge=top)").spec == "telic"
    assert pyr.load("mid_challenge", players=3) == pyr.load("mid_challenge", players="3")
    assert pyr.load("mid_challenge", players=3).seats == 3
    assert pickle.loads(pickle.dumps(pyr.load("telic(merge=either)"))).options == {"merge": "either"}


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("chess", "There is no game 'chess'. Games: activator"),
        ("", "is not the name of a game"),
        ("telic(", "is not the name of a game"),
        ("telic(merge)", "name=value"),
        ("telic(size=3)", "no option 'size'. Its options: merge"),
        ("telic(merge=under)", "Allowed: top, either, any"),
        ("mid_challenge(players=5)", "Allowed: 2, 3, 4"),
        ("topologic(field=#)", "60 locations; this drawing has 1"),
        ("connect_four(size=7)", "Its options: none"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_what_can(spec: str, reason: str) -> None:
    with pytest.raises(pyr.BadInput) as caught:
        pyr.load(spec)
    assert reason in str(caught.value) and isinstance(caught.value, ValueError)


def test_an_option_value_of_any_type_is_read_or_refused() -> None:
    assert pyr.load("mid_challenge", players=4).seats == 4
    for value in (None, True, [2], 2.0):
        with pytest.raises(pyr.BadInput, match="Allowed: 2, 3, 4"):
            pyr.load("mid_challenge", players=value)


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, "7", True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(pyr.BadInput, match="A seed is a whole number"):
        pyr.load("telic").start(seed=seed)  # type: ignore[arg-type]


def test_a_seat_must_exist() -> None:
    with pytest.raises(pyr.BadInput, match="seats 0 to 1, not 2"):
        pyr.load("telic").start().view(2)
    with pytest.raises(pyr.BadInput, match="seats 0 to 1, not -1"):
        pyr.Match(pyr.load("telic")).record(seat=-1)


def test_only_a_shuffled_game_takes_a_setup() -> None:
    with pytest.raises(pyr.BadPosition, match="always starts the same way"):
        pyr.load("telic").start(setup="anything")
    start = pyr.load("topologic").start(seed=3)
    assert pyr.load("topologic").start(setup=start.game.setup_text(start)) == start


@pytest.mark.parametrize("number", [0, -5, 1 << 31, 2.0, True])
def test_a_number_of_games_is_a_whole_number(number: object) -> None:
    with pytest.raises(pyr.BadInput, match="number of games"):
        pyr.simulate(pyr.load("connect_four"), number)  # type: ignore[arg-type]


def test_devices_and_threads_are_checked() -> None:
    with pytest.raises(pyr.BadInput, match="Allowed: cpu, cuda"):
        pyr.simulate(pyr.load("connect_four"), 1, device="tpu")
    with pytest.raises(pyr.BadInput, match="threads is 1 to"):
        pyr.simulate(pyr.load("connect_four"), 1, threads=0)


def test_progress_is_told_and_reaches_the_end() -> None:
    told: list[tuple[int, int]] = []
    pyr.simulate(pyr.load("connect_four"), 5000, progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (5000, 5000) and len(told) > 1 and told == sorted(told)


def test_text_that_is_not_a_position_is_refused(name: str) -> None:
    game = pyr.load(name)
    for text in ("", "x", name, f"{name} x 0 0", "0 0", game.start(seed=0).text + " extra"):
        with pytest.raises(pyr.BadPosition):
            game.position(text)
    words = game.start(seed=0).text.rsplit(" ", 2)
    for tail in ("9 0", "-0 0", "0 0 Z1:1-0", f"-0 7 {game.facts.letter}99:1-0", "0", "0 99999999999"):
        with pytest.raises(pyr.BadPosition):
            game.position(f"{words[0]} {tail}")


def test_a_text_of_another_game_or_option_is_refused_with_the_remedy() -> None:
    text = pyr.load("telic(merge=either)").start().text
    with pytest.raises(pyr.BadPosition, match=r"pyramidion\.position"):
        pyr.load("telic").position(text)
    assert pyr.position(text).game.spec == "telic(merge=either)"


@given(st.text(max_size=60))
def test_no_text_breaks_the_readers(text: str) -> None:
    game = pyr.load("activator")
    for read in (game.position, pyr.position, pyr.from_json, pyr.load, pyr.Record.from_json, game.start().play):
        with contextlib.suppress(pyr.BadInput):
            read(text)


def test_json_that_is_not_a_position_is_refused(name: str) -> None:
    good = pyr.load(name).start(seed=0).to_json()
    for bad in (
        "{}",
        "[",
        good.replace('"turn":0', '"turn":"x"'),
        good.replace('"turn":0,', ""),
        good.replace('"rules":', '"rules":9'),
    ):
        with pytest.raises(pyr.BadPosition):
            pyr.from_json(bad)
    for number in (5, 99, 2_000_000_000):
        with pytest.raises(pyr.BadPosition):
            pyr.from_json(good.replace('"seat":0', f'"seat":{number}'))


@pytest.mark.parametrize("wrong", [None, 5, 1.5, b"telic", [], "telic"])
def test_what_is_not_a_game_position_or_record_is_refused(wrong: Any) -> None:
    for use in (pyr.Match, pyr.replay, lambda it: pyr.perft(it, 2), lambda it: pyr.simulate(it, 5)):
        with pytest.raises(pyr.BadInput):
            use(wrong)
    with pytest.raises(pyr.BadPosition):
        pyr.position(wrong)
    with pytest.raises(pyr.BadPosition):
        pyr.from_json(wrong)


def test_numbers_out_of_range_are_refused() -> None:
    start = pyr.load("telic").start()
    for code in (2**31, 2**63, 10**30, -1):
        with pytest.raises(pyr.IllegalMove, match="is not a code"):
            start.play(code)
    for plies in (-1, 10**12, 2.0, True):
        with pytest.raises(pyr.BadInput, match="0 plies or more"):
            pyr.perft(start, plies)  # type: ignore[arg-type]
    for seat in (0.5, True, "0", 2):
        with pytest.raises(pyr.BadInput, match="seats 0 to 1"):
            start.view(seat)  # type: ignore[arg-type]
    for move in (1.5, 1.0, None, True, [1]):
        with pytest.raises(pyr.IllegalMove, match="Expected a Move, a text or a whole number"):
            start.play(move)  # type: ignore[arg-type]


def test_positions_and_games_are_frozen() -> None:
    start = pyr.load("telic").start()
    with pytest.raises(ValueError, match="read-only"):
        start.row["turn"][0] = 5
    with pytest.raises(ValueError, match="read-only"):
        start.game.template["turn"][0] = 5
    with pytest.raises(TypeError):
        start.game.options["merge"] = "either"  # type: ignore[index]


def test_a_move_of_another_game_is_refused() -> None:
    move = pyr.load("connect_four").start().moves()[0]
    with pytest.raises(pyr.IllegalMove, match="is a move of connect_four"):
        pyr.load("telic").start().play(move)


def test_moves_compare_and_print() -> None:
    start = pyr.load("connect_four").start()
    move = start.moves()[3]
    assert (str(move), int(move), repr(move)) == ("d", 3, "<Move d>")
    assert move == start.moves()[3] and len({move, start.moves()[3]}) == 1 and move != start.moves()[2]
    assert repr(start).startswith("<Position connect_four ")
    assert pickle.loads(pickle.dumps(pyr.IllegalMove("no", "T1"))).rule == "T1"


def test_an_outcome_reads_well() -> None:
    won = pyr.position("connect_four ......./......./......./......./rrr..../yyyy... -0 7 C4:1-0")
    assert won.outcome is not None and repr(won.outcome) == "Outcome(results=(1, 0), rule='C4')"
    assert won.outcome.winners == (0,) and str(won.outcome) == "C4:1-0" and won.mover is None
    with pytest.raises(pyr.IllegalMove, match="The game is over"):
        won.play("a")


def test_games_from_outside_are_found_by_the_environment() -> None:
    code = "import pyramidion as p; print('connect_four' in p.games())"
    here = {key: value for key, value in os.environ.items() if key != "PYRAMIDION_GAMES"}

    def run(environment: dict[str, str]) -> str:
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        return done.stdout.strip() or done.stderr.splitlines()[-1]

    examples = str(Path(__file__).parents[2] / "examples")
    assert run(here) == "False" and run({**here, "PYRAMIDION_GAMES": examples}) == "True"
    assert "which is not a folder" in run({**here, "PYRAMIDION_GAMES": "/no/such/folder"})
