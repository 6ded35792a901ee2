"""The examination of a game's folder, in a separate process: the contract, random games, words, compilation.

python -m pyramidion.terminal.examination FOLDER SECONDS REPORT STACK
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pyramidion.engine import binding
from pyramidion.engine.description import Description
from pyramidion.engine.errors import BrokenGame
from pyramidion.engine.game import Game
from pyramidion.engine.notation import field_names
from pyramidion.engine.registry import description, game_in, load
from pyramidion.terminal.arguments import INTERRUPTED
from pyramidion.terminal.deadline import Deadline, patience
from pyramidion.terminal.findings import Findings
from pyramidion.terminal.lockstep import difference
from pyramidion.terminal.progress import Bar
from pyramidion.terminal.trials import Trials
from pyramidion.terminal.vocabulary import final_rulings, look_at_words


@dataclass(frozen=True)
class Examination:
    """What was found, and how much was tried."""

    faults: list[str] = field(default_factory=list)
    games: int = 0
    positions: int = 0
    settings: int = 0
    most_moves: int = 0
    room: int = 0  # for moves, as the facts say
    endings: dict[str, int] = field(default_factory=dict)  # rulings, and how many games each has ended

    def counts(self) -> list[str]:
        """How much was tried, in sentences."""
        seen = [f"{ruling} ({count})" for ruling, count in self.endings.items() if count]
        never = [ruling for ruling, count in self.endings.items() if not count]
        return [
            f"random games: {self.games}, positions: {self.positions}, option settings: {self.settings}",
            f"most moves seen: {self.most_moves} (MOST_MOVES is {self.room})",
            f"rulings that ended games: {', '.join(seen) or 'none'}",
            *([f"rulings that never ended one: {', '.join(never)}; test these yourself"] if never else []),
        ]

    @classmethod
    def from_json(cls, text: str) -> Examination:
        return cls(**json.loads(text))


def examined(folder: Path, seconds: int, deadline: Deadline) -> Examination:
    """Everything that can be said about a folder after some seconds of random games, over all options."""
    found = Findings()
    about = _described(game_in(folder), folder, found)
    trials = _tried(about, seconds, found, deadline) if about else []
    return Examination(
        faults=list(found),
        games=sum(trial.games for trial in trials),
        positions=sum(trial.positions for trial in trials),
        settings=len(trials),
        most_moves=max((trial.most for trial in trials), default=0),
        room=about.facts.most_moves if about else 0,
        endings=_endings(about, trials) if about else {},
    )


def _endings(about: Description, trials: list[Trials]) -> dict[str, int]:
    """Every ruling that has ended a game or could, with the number of games, in the order of the rulings."""
    seen = sum((trial.endings for trial in trials), Counter[str]())
    letter = about.facts.letter
    numbers = sorted({int(ruling.removeprefix(letter)) for ruling in {*seen, *final_rulings(about)}})
    return {f"{letter}{number}": seen[f"{letter}{number}"] for number in numbers}


def _described(name: str, folder: Path, found: Findings) -> Description | None:
    """The game, if its folder keeps to the contract."""
    if not (folder / "__init__.py").exists():
        found.add("contract", "__init__.py", "__init__.py is missing: add an empty one")
        return None
    try:
        about = description(name)
    except BrokenGame as error:
        for fault in error.faults:
            found.add("contract", fault, fault)
        return None
    _look_at_types(about, found)
    return about


def _look_at_types(about: Description, found: Findings) -> None:
    """Compiled code turns a mixture of signed and unsigned integers into fractions."""
    types = {name: about.layout[name].base for name in field_names(about.layout)}
    wrong = [f"{name} ({base.str.lstrip('|<>=')})" for name, base in types.items() if base.kind != "i"]
    says = f"POSITION has fields that are not signed integers: {', '.join(wrong)}. Use i1, i2, i4 or i8"
    found.require(not wrong, "rules", "types", says)


def _tried(about: Description, seconds: int, found: Findings, deadline: Deadline) -> list[Trials]:
    """Random games at every value of every option; the rules are compiled only if the interpreted ones are in order."""
    with Bar("options", leave=False) as bar, _interpreted(about):
        variants = list(_variants(about, found))
        trials = [Trials(game, found, deadline) for game in variants]
        for number, trial in enumerate(trials):
            bar(f"random games of {trial.game.spec}", number, len(trials))
            trial.run(seconds / len(trials))
    if not found:
        _look_at_example(trials, found)
    look_at_words(about, {ruling for trial in trials for ruling in trial.rulings}, found)
    deadline.lift()
    if not found:
        differs = difference(about.folder, [game.spec for game in variants])
        found.require(differs is None, "rules", "compiled", f"{differs}: keep to integers, see CONTRIBUTING.md")
    return trials


def _look_at_example(trials: list[Trials], found: Findings) -> None:
    """The example must be made of move texts; random games that a fault cut short could not tell."""
    unread = set.intersection(*(trial.unread for trial in trials))
    says = f"facts.example contains {', '.join(sorted(unread))}, which read_move did not read as a move in any position"
    found.require(not unread, "words", "example", f"{says}: write move texts, separated by commas")


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
    folder, seconds, report, stack = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4])
    try:
        with stack.open("w") as file:
            deadline = Deadline(file, patience(seconds))
            deadline.renew()
            found = examined(folder, seconds, deadline)
            deadline.lift()
        report.write_text(json.dumps(asdict(found)), encoding="utf-8")
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
