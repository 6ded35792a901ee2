"""`pyramidion check`: tells a game's author what is missing or wrong in its folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyramidion.engine import binding
from pyramidion.engine.description import Description
from pyramidion.engine.errors import BrokenGame
from pyramidion.engine.game import Game
from pyramidion.engine.registry import description, game_in, load
from pyramidion.terminal.findings import Findings
from pyramidion.terminal.lockstep import difference
from pyramidion.terminal.progress import Bar
from pyramidion.terminal.trials import Trials
from pyramidion.terminal.vocabulary import look_at_words

SECONDS = 6.0  # of random games, at all options together


def check_folder(folder: str) -> int:
    """Print every finding on a line of its own; the exit code is 1 if there is one."""
    name, found = game_in(folder), Findings()
    about = _described(name, Path(folder), found)
    trials = _tried(about, found) if about else []
    for line in found:
        print(line)
    if found:
        print(f"{name}: {len(found)} to put right.")
        return 1
    games, positions = sum(trial.games for trial in trials), sum(trial.positions for trial in trials)
    most = f"{max(trial.most for trial in trials)} of {trials[0].game.facts.most_moves}"
    counts = f"random games: {games}, positions: {positions}, settings of options: {len(trials)}, most moves: {most}"
    print(f"{name}: all is well ({counts}).")
    return 0


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


def _tried(about: Description, found: Findings) -> list[Trials]:
    """Random games at every value of every option; compiled ones only if the interpreted ones are in order."""
    with Bar("options", leave=False) as bar, _interpreted(about):
        variants = list(_variants(about, found))
        trials = [Trials(game, found) for game in variants]
        for number, trial in enumerate(trials):
            bar(f"random games of {trial.game.spec}", number, len(trials))
            trial.run(SECONDS / len(trials))
    look_at_words(about, {ruling for trial in trials for ruling in trial.rulings}, found)
    if not found:
        differs = difference(about.folder, [game.spec for game in variants])
        found.require(differs is None, "rules", "compiled", f"{differs}: keep to integers, see CONTRIBUTING.md")
    return trials


def _variants(about: Description, found: Findings) -> Iterator[Game]:
    """The game at its defaults, and at every other value of each single option."""
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
