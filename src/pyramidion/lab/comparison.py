"""Rules against rules: variants of a game on the same seeds and seats, and how they differ from a baseline."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from pyramidion.arena.duels import identity
from pyramidion.arena.intervals import students_quantile
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.registry import load
from pyramidion.lab.definitions import Definition
from pyramidion.lab.estimates import Numbers, deviation, holm, likelihood
from pyramidion.lab.games import Games
from pyramidion.lab.results import Comparison, Difference, Estimate, Variant

CORRECTION = "Holm"
CLEAR = 0.05
ENOUGH = 20  # independent games, below which nothing is clear
COMPARED = (  # few, since each further one makes it harder to be sure of any
    "advantage_p1",
    "drawishness",
    "completion",
    "duration_turns",
    "decisions",
    "branching_factor_average",
    "lead_change",
    "decided_at",
    "comeback",
    "luck_share",
)


def read_compared(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Options and the values to compare: `sequence=global,own`, the baseline first."""
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        listed = tuple(values.split(","))
        if not equals or len(set(listed)) < max(2, len(listed)) or not all(listed):
            raise BadInput(f"'{text}' is not a comparison. Write an option and two or more values, as in name=one,two.")
        if name in found:
            raise BadInput(f"The option {name} is compared twice. Name it once, with all its values.")
        found[name] = listed
    return found


def combinations(game: Game, compared: Mapping[str, Sequence[str]]) -> tuple[Game, ...]:
    """The game with every combination of these values; the first is the baseline."""
    names = list(compared)
    return tuple(
        _changed(game, dict(zip(names, values, strict=True))) for values in itertools.product(*compared.values())
    )


def each_ruling(game: Game) -> tuple[Game, ...]:
    """The game as it is, then with every other listed value of each single option."""
    others = [
        _changed(game, {option.name: value})
        for option in game.facts.options
        for value in option.values
        if value != game.options[option.name]
    ]
    if not others:
        raise BadInput(f"{game.title} has no options to try.")
    return (game, *others)


def _changed(game: Game, options: Mapping[str, str]) -> Game:
    return load(game.name, **{**game.options, **options})


def label_of(baseline: Game, game: Game) -> str:
    """What is different about a variant: `sequence=own`."""
    return ",".join(f"{name}={value}" for name, value in _differing(baseline, game).items()) or "defaults"


def _differing(baseline: Game, game: Game) -> dict[str, str]:
    return {name: value for name, value in game.options.items() if value != baseline.options[name]}


def compared(definitions: Sequence[Definition], baseline: Games, variants: Sequence[Games]) -> Comparison:
    """All variants against the baseline, corrected for looking at all of these differences."""
    wanted = [definition for definition in definitions if definition.key in COMPARED]
    found = [_variant(wanted, baseline, variant) for variant in variants]
    adjusted = iter(holm([difference.p for variant in found for difference in variant.differences]))
    settled = [
        dataclasses.replace(variant, differences=tuple(_settled(d, next(adjusted)) for d in variant.differences))
        for variant in found
    ]
    tests = sum(difference.p is not None for variant in settled for difference in variant.differences)
    ordered = sorted(settled, key=_importance, reverse=True)
    return Comparison(CORRECTION, tests, baseline.game.spec, tuple(ordered))


def _settled(difference: Difference, adjusted: float | None) -> Difference:
    clear = adjusted is not None and adjusted < CLEAR and difference.difference.n >= ENOUGH
    return dataclasses.replace(difference, adjusted=adjusted, clear=clear)


def too_few(variant: Variant) -> bool:
    """Are there so few independent games that nothing could be clear?"""
    return max((each.difference.n for each in variant.differences), default=0) < ENOUGH


def _importance(variant: Variant) -> int:
    """How many differences are clear."""
    return sum(difference.clear for difference in variant.differences)


def _variant(definitions: Sequence[Definition], baseline: Games, variant: Games) -> Variant:
    game, options = variant.game, _differing(baseline.game, variant.game)
    known = [game.facts.option(name) for name in options]
    fitting = [definition for definition in definitions if definition.fits(game)]
    pairs = Pairs(baseline, variant)
    return Variant(
        label=label_of(baseline.game, game),
        spec=game.spec,
        options=options,
        rulings=tuple(ruling for option in known for ruling in re.findall(r"[A-Z]\d+", option.rulings)),
        says=" ".join(option.values.get(options[option.name], "") for option in known).strip(),
        games=len(variant.trials),
        measures=tuple(definition.measured(variant.traces, variant.clusters) for definition in fitting),
        differences=tuple(pairs.difference(definition) for definition in fitting),
    )


class Pairs:
    """Games of a variant beside those of the baseline with the same number, so the same luck and seats. Two games that
    repeat two others count once."""

    def __init__(self, baseline: Games, variant: Games) -> None:
        ours = {trial.played.number: place for place, trial in enumerate(baseline.trials)}
        pairs: dict[object, tuple[int, int]] = {}
        for place, trial in enumerate(variant.trials):
            if trial.played.number in ours:
                other = ours[trial.played.number]
                pairs.setdefault((_course(baseline, other), _course(variant, place)), (other, place))
        self.baseline, self.variant = baseline, variant
        self.left, self.right = np.array([*pairs.values()], dtype=np.int64).reshape(-1, 2).T

    def difference(self, definition: Definition) -> Difference:
        """The difference of two ratios; what a pair of games adds to it beyond what was expected is one number."""
        one, two = self._parts(definition)
        both = (one[1] > 0) & (two[1] > 0)
        clusters = self.baseline.clusters[self.left][both]
        (above, below), (over, under) = ((part[0][both], part[1][both]) for part in (one, two))
        before = definition.estimate(above, below, clusters, self.baseline.game.seats)
        after = definition.estimate(over, under, clusters, self.variant.game.seats)
        if before.value is None or after.value is None:
            return Difference(definition.key, before, after, Estimate(None), None, None, False)
        value = after.value - before.value
        surprise = (over - after.value * under) / under.sum() - (above - before.value * below) / below.sum()
        spread, count = deviation(surprise, 1.0, clusters)
        margin = students_quantile(count - 1) * spread
        estimate = Estimate(value, value - margin, value + margin, count) if count > 1 else Estimate(value, n=count)
        chance = likelihood(value, spread, count - 1) if count > 1 else None
        return Difference(definition.key, before, after, estimate, chance, None, False)

    def _parts(self, definition: Definition) -> list[tuple[Numbers, Numbers]]:
        """What the games of each side add above and below the line, in pairs."""
        found = []
        for games, places in ((self.baseline, self.left), (self.variant, self.right)):
            above, below = definition.parts(games.traces)
            found.append((above[places], below[places]))
        return found


def _course(games: Games, place: int) -> object:
    """How a game went."""
    return identity(games.trials[place].played)
