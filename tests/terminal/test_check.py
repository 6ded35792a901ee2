"""`pyramidion check`, on a folder that is in order and on folders that are not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.folders import EXAMPLE, copied

from pyramidion.terminal.check import examination
from pyramidion.terminal.examination import Examination
from pyramidion.terminal.lockstep import compiler_error


def check(folder: Path) -> tuple[int, str, str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYRAMIDION_GAMES"}
    command = [sys.executable, "-m", "pyramidion", "check", str(folder), "--seconds", "1"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout, done.stderr


def faults(folder: Path) -> str:
    """What the command would print, one fault a line."""
    return "\n".join(examination(folder.resolve(), seconds=1).faults)


def test_a_folder_in_order_has_no_faults(tmp_path: Path) -> None:
    code, out, _ = check(copied(tmp_path))
    assert code == 0, out
    counts, most, ended, *never, verdict = out.splitlines()
    assert counts.startswith("random games: ") and counts.endswith(", option settings: 1")
    assert most == "most moves seen: 7 (MOST_MOVES is 7)"
    assert ended.startswith("rulings that ended games: C4 (")
    assert never == ["rulings that never ended one: C5; test these yourself"] or ", C5 (" in ended
    assert verdict == "drop_four: no faults found."


def test_endings_that_never_came_up_are_named() -> None:
    endings = Examination(endings={"C4": 3, "C5": 0}).counts()[2:]
    assert endings == ["rulings that ended games: C4 (3)", "rulings that never ended one: C5; test these yourself"]


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("manual.py", "    refuse=refuse,\n", "", "contract: TypeError: Manual.__init__() missing 1 required"),
        (
            "manual.py",
            "def refuse(position: np.record, code: int)",
            "def refuse(position)",
            "the manual's refuse must be",
        ),
        ("manual.py", "MANUAL = ", "HANDBOOK = ", "contract: manual.py must define MANUAL, an instance of Manual"),
        ("manual.py", "import numpy as np", "import nompy as np", "ModuleNotFoundError: No module named 'nompy'"),
        ("manual.py", "FACTS = Facts(", "FACTS = Facts((", "contract: SyntaxError: "),
        (
            "manual.py",
            '    example="a, d, g",',
            '    example="a", options=(Option("depth", "C1", {"6": "Six.", "7": "Seven."}),),',
            "contract: POSITION has no field 'depth' for the option of that name: add it to layout(...)",
        ),
        ("rules.py", "def play(", "def make(", "contract: rules.py does not define play"),
        ("rules.py", "MOST_MOVES = FILES", "MOST_MOVES = 3", "has 7 moves, but facts.most_moves is 3: raise it"),
        (
            "rules.py",
            "def setup(position: np.record, dice: Dice)",
            "def setup(position)",
            "setup must take 2 arguments",
        ),
        (
            "manual.py",
            "return NAMES.index(text) if",
            "return 6 - NAMES.index(text) if",
            "manual: move_text writes move 0 as 'a', but read_move reads that as 6: they must agree",
        ),
        ("manual.py", "return NAMES[code]", "return f'to {NAMES[code]}'", "is 'to a': write ASCII without spaces"),
        (
            "manual.py",
            "range(RANKS - 1, -1, -1)",
            "range(RANKS)",
            "the position text fails",
        ),
        ("manual.py", "return FILES * RANKS\n", "return 5\n", "but most_turns says at most 5"),
        (
            "scene.py",
            "pieces = [",
            "pieces = nothing + [",
            "the picture for a spectator fails with NameError",
        ),
        (
            "RULES.md",
            "**C4**",
            "C4",
            "words: outcomes or refusals cite C4, missing from RULES.md: write '**C4** ...' there",
        ),
        ("rules.py", '("discs", "i8", (2,))', '("discs", "u8", (2,))', "are not signed integers: discs (u8). Use i1"),
        (
            "rules.py",
            "        position.mover = 1 - seat\n",
            "",
            "rules: mover became 0 and seat 1: set both to the seat to move",
        ),
        ("scene.py", 'f"disc-{place}"', 'f"disc-{seat}"', "pictures: 2 things have the id 'disc-0'"),
        ("scene.py", '"disc", place', '"horse", place', "'horse': use pyramid, pawn, disc"),
        ("manual.py", '"a, d, g"', '"a, h, Zug"', "words: facts.example contains Zug, h, which read_move did not read"),
        (
            "manual.py",
            'summary="Drop discs and be the first with four in a line."',
            'summary=""',
            "facts.summary is empty",
        ),
        ("encoding.py", "Encoding(", "Encoding(moves=lambda options: range(6), ", "move 6, 'g', has no number"),
        ("judgement.py", "return len(FEATURES)", "return 5", "features writes 5 numbers, but the judgement names 8"),
    ],
)
def test_a_fault_is_named_with_its_remedy(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    folder = copied(tmp_path, file, old, new)
    if "Option(" in new:
        manual = folder / "manual.py"
        manual.write_text(manual.read_text().replace("import Facts", "import Facts, Option"))
    found = faults(folder)
    assert says in found, found


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("position.turn == FILES * RANKS:", "int(position.turn) << 63 > 0:", "rules: game 0 of drop_four: "),
        (
            "    position.turn += 1\n",
            "    position.turn += sum(1 for _ in range(1))\n",
            "line 52: position.turn += sum(1 for _ in range(1)))",
        ),
    ],
)
def test_compiled_rules_that_differ_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    folder = copied(tmp_path, "rules.py", old, new)
    manual = folder / "manual.py"
    manual.write_text(
        manual.read_text().replace("def check(position: np.record) -> None:", "def check(position):\n    return")
    )
    found = faults(folder)
    assert says in found, found


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (
            "rules.py",
            "    position.turn += 1\n",
            "    position.turn += 1\n    while position.turn > 3:\n        pass\n",
            "rules: play has not finished after 3 seconds (rules.py, line ",
        ),
        (
            "scene.py",
            'NAMES = "abcdefg"\n',
            'NAMES = "abcdefg"\nwhile NAMES:\n    pass\n',
            "importing scene.py has not finished after 3 seconds (scene.py, line ",
        ),
    ],
)
def test_a_loop_without_an_end_is_named(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    found = faults(copied(tmp_path, file, old, new))
    assert found.count("\n") == 0 and says in found, found


def test_a_text_that_is_read_as_another_move_is_named(tmp_path: Path) -> None:
    folder = copied(tmp_path, "manual.py", "return NAMES[code]", "return f'{NAMES[code]}{position.turn % 2}'")
    manual = folder / "manual.py"
    old = "return NAMES.index(text) if len(text) == 1 and text in NAMES else None"
    manual.write_text(manual.read_text().replace(old, "return NAMES.index(text[0]) if text[0] in NAMES else None"))
    found = faults(folder)
    assert found.startswith("manual: read_move reads '") and "that move_text writes as '" in found, found


def test_the_example_is_not_blamed_when_no_game_could_be_played(tmp_path: Path) -> None:
    found = faults(copied(tmp_path, "rules.py", "MOST_MOVES = FILES", "MOST_MOVES = 3"))
    assert "facts.example" not in found and found.count("\n") == 0 and "facts.most_moves is 3" in found, found


def test_one_mistake_is_reported_once(tmp_path: Path) -> None:
    folder = copied(tmp_path, "manual.py", "sum(counts) != position.turn", "sum(counts) != 0")
    code, out, _ = check(folder)
    assert code == 1 and out.endswith("drop_four: 1 fault found.\n"), out
    assert out.startswith("manual: check of a position that a game has reached fails with BadPosition: The seats drop")


def test_an_error_of_the_compiler_is_cut_between_words_and_names_the_line(tmp_path: Path) -> None:
    rules = copied(tmp_path) / "rules.py"
    output = f'''Traceback (most recent call last):
  File "compiler.py", line 272, in check
numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)
{"No such function. " * 40}
File "{rules}", line 4:
During: typing of call at elsewhere.py (7)
'''
    found = compiler_error(output, rules.parent)
    message, _, line = found.partition(" ... (")
    assert message.startswith("No such function. No") and message.split()[-1] in ("No", "such", "function.")
    assert line == f"rules.py, line 4: {rules.read_text().splitlines()[3].strip()})"


def test_a_verb_that_ends_the_process_is_reported(tmp_path: Path) -> None:
    folder = copied(tmp_path, "manual.py", "    return NAMES[code]", "    raise SystemExit(7)")
    assert check(folder)[:2] == (
        1,
        "rules: the game's code ends the process with exit code 7\n"
        "Where to look: rules means rules.py.\n"
        "drop_four: 1 fault found.\n",
    )


def test_missing_files_are_named(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "manual.py").unlink()
    where = "Where to look: contract means the folder as a whole."
    assert check(folder)[:2] == (1, f"contract: manual.py is missing\n{where}\ndrop_four: 1 fault found.\n")
    (folder / "__init__.py").unlink()
    assert "contract: __init__.py is missing: add an empty one" in check(folder)[1]


def test_what_is_not_a_folder_is_refused_in_a_line(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere", EXAMPLE / "rules.py", tmp_path):
        code, out, error = check(place)
        assert (code, out) == (2, "") or place == tmp_path
        assert (out + error).count("\n") <= 3
    assert "nowhere': there is no such folder." in check(tmp_path / "nowhere")[2]
