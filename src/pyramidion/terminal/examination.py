"""The examination of a game's folder, in a process of its own: the contract, random games, words, compilation.

python -m pyramidion.terminal.examination FOLDER REPORT STACK
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pyramidion.engine import binding
from pyramidion.engine.description import Description
from pyramidion.engine.errors import BrokenGame
from pyramidion.engine.game import Game
from pyramidion.engine.registry import description, game_in, load
from pyramidion.terminal.arguments import INTERRUPTED
from pyramidion.terminal.deadline import Deadline
from pyramidion.terminal.findings import Findings
from pyramidion.terminal.lockstep import difference
from pyramidion.terminal.progress import Bar
from pyramidion.terminal.trials import Trials
from pyramidion.terminal.vocabulary import look_at_words

SECONDS = 6.0  # of random games, for all options together


@dataclass(frozen=True)
class Examination:
    """What was found, and how much was tried."""

    faults: list[str] = field(default_factory=list)
    games: int = 0
    positions: int = 0
    settings: int = 0
    most_moves: int = 0
    room: int = 0  # for moves, as the facts say

    def counts(self) -> str:
        most = f"most moves: {self.most_moves} of {self.room}"
        return f"random games: {self.games}, positions: {self.positions}, option settings: {self.settings}, {most}"

    @classmethod
    def from_json(cls, text: str) -> Examination:
        return cls(**json.loads(text))


def examined(folder: Path, deadline: Deadline) -> Examination:
    """Everything that can be said about a folder."""
    found = Findings()
    about = _described(game_in(folder), folder, found)
    trials = _tried(about, found, deadline) if about else []
    return Examination(
        faults=list(found),
        games=sum(trial.games for trial in trials),
        positions=sum(trial.positions for trial in trials),
        settings=len(trials),
        most_moves=max((trial.most for trial in trials), default=0),
        room=about.facts.most_moves if about else 0,
    )


def _described(name: str, folder: Path, found: Findings) -> Description | None:
    """The game, if its folder keeps to the contract."""
    if not (folder / "__init__.py").exists():
        found.add("contract", "__init__.py", "__init__.py is missing: add an empty one")
        return None
    try:
        return description(name)
    except BrokenGame as error:
        for fault in error.faults:
            found.add("contract", fault, fault)
        return None


def _tried(about: Description, found: Findings, deadline: Deadline) -> list[Trials]:
    """Random games at every value of every option; the rules are compiled only if the interpreted ones are in order."""
    with Bar("options", leave=False) as bar, _interpreted(about):
        variants = list(_variants(about, found))
        trials = [Trials(game, found, deadline) for game in variants]
        for number, trial in enumerate(trials):
            bar(f"random games of {trial.game.spec}", number, len(trials))
            trial.run(SECONDS / len(trials))
    look_at_words(about, {ruling for trial in trials for ruling in trial.rulings}, found)
    deadline.lift()
    if not found:
        differs = difference(about.folder, [game.spec for game in variants])
        found.require(differs is None, "rules", "compiled", f"{differs}: keep to integers, see CONTRIBUTING.md")
    return trials


def _variants(about: Description, found: Findings) -> Iterator[Game]:
    """The game with its defaults, and with every other value of each option."""
    chosen = [(option.name, value) for option in about.facts.options for value in [*option.values][1:]]
    for options in ({}, *({name: value} for name, value in chosen)):
        with found.expecting("manual", f"loading the game with {options}" if options else "loading the game"):
            yield load(about.name, **options)


@contextmanager
def _interpreted(about: Description) -> Iterator[None]:
    before = binding.speed_of(about)
    binding.use(about, binding.interpreted)
    try:
        yield
    finally:
        binding.use(about, before)


def main() -> int:
    folder, report, stack = map(Path, sys.argv[1:])
    try:
        with stack.open("w") as file:
            deadline = Deadline(file)
            deadline.renew()
            found = examined(folder, deadline)
            deadline.lift()
        report.write_text(json.dumps(asdict(found)), encoding="utf-8")
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
