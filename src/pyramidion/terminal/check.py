"""`pyramidion check`: says what is missing or wrong in the folder of a game.

The game's code runs in a child process with a deadline, so that a loop without an end is reported like any other fault.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import read_text
from pyramidion.engine.registry import game_in
from pyramidion.terminal.arguments import INTERRUPTED
from pyramidion.terminal.deadline import overrun, patience
from pyramidion.terminal.examination import Examination
from pyramidion.terminal.findings import where_to_look

FAULTY = 1


def check_folder(folder: str, seconds: int) -> int:
    """Play random games for a number of seconds and print each fault on a line; the exit code is 1 if there are any."""
    if not Path(folder).exists():
        raise BadInput(f"'{folder}': there is no such folder.")
    name = game_in(folder)
    found = examination(Path(folder).resolve(), seconds)
    for line in found.faults:
        print(line)
    if found.faults:
        print(where_to_look(found.faults))
        print(f"{name}: {len(found.faults)} {'fault' if len(found.faults) == 1 else 'faults'} found.")
        return FAULTY
    for line in found.counts():
        print(line)
    print(f"{name}: no faults found.")
    return 0


def examination(folder: Path, seconds: int) -> Examination:
    """What the child process found out, or why it did not finish."""
    with TemporaryDirectory(prefix="pyramidion-check-") as place:
        report, stack = Path(place) / "report.json", Path(place) / "stack.txt"
        command = [sys.executable, "-m", "pyramidion.terminal.examination", *map(str, (folder, seconds, report, stack))]
        code = subprocess.run(command, check=False).returncode
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        if report.exists():
            return Examination.from_json(read_text(report))
        late = overrun(read_text(stack), folder, patience(seconds)) if stack.exists() else None
        return Examination(faults=[late or f"rules: the game's code ends the process with exit code {code}"])
