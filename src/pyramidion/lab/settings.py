"""What to playtest: the game, the players, how many games, how closely, against which variants."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from pyramidion.arena.openings import usual_opening
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game, checked_seed
from pyramidion.engine.registry import load
from pyramidion.engine.simulation import check_count, checked_device
from pyramidion.lab.comparison import combinations, each_ruling, read_compared
from pyramidion.lab.definitions import Definition
from pyramidion.lab.face import GAMES
from pyramidion.lab.measures import chosen_measures
from pyramidion.lab.skill import ladder
from pyramidion.lab.trials import Plan

RANDOM = ("random",)
VALUED, VALUED_OF_A_VARIANT = 400, 100  # games whose positions are valued
PICTURED = 100  # games whose moves are looked at on the table
INFORMED = 100  # games in which it is counted what is hidden
TRACED_AT_RANDOM = 400  # of the random games: those that are played out one by one, besides the bulk
MOST_TRIALS = 10_000_000


@dataclass(frozen=True)
class Settings:
    """A playtest before it is run. Equal settings give equal results."""

    game: Game
    players: tuple[str, ...] = ("level:4",)
    games: int = GAMES
    seed: int = 0
    opening: int | None = None  # random choices at the start; None: as many as make games differ
    measures: tuple[str, ...] = ()  # keys; none: all that fit the game
    compare: tuple[str, ...] = ()  # "option=baseline,other"
    rulings: bool = False  # every other value of each option against the game as it is
    variant_games: int | None = None  # games of each variant; None: as many as of the game
    skill_games: int = 0  # games of each step of the skill trace; 0: none
    valued: int | None = None  # games whose positions are valued; None: the usual number
    most_turns: int | None = None  # a game that is not over by then is cut off
    device: str = "cpu"  # of random games in bulk

    def __post_init__(self) -> None:
        checked_game(self.game)
        checked_seed(self.seed)
        self._check_amounts()
        if self.rulings and self.compare:
            raise BadInput("--rulings tries every option by itself: leave out --compare, or --rulings.")
        self._check_compared()
        self._check_valued()
        if checked_device(self.device) != "cpu" and self.players != RANDOM:
            raise BadInput("Only random games run on the GPU: add --players random, or leave out --device.")
        if self.variant_games is not None and not (self.rulings or self.compare):
            raise BadInput("--variant-games is for comparisons: add --compare or --rulings, or leave it out.")

    def _check_amounts(self) -> None:
        check_count(self.games)
        for name, amount in (("variant-games", self.variant_games), ("valued", self.valued)):
            if amount is not None and amount < 0:
                raise BadInput(f"--{name} is a number of games, not {amount}.")
        if self.games > MOST_TRIALS and not self.bulk:
            raise BadInput(f"At most {MOST_TRIALS:,} games can be played unless they are random.")

    def _check_compared(self) -> None:
        """An option that is set to one value cannot have another as its baseline."""
        for name, (baseline, *_) in read_compared(self.compare).items():
            if self.game.options.get(name) not in (load(self.game.name).options.get(name), baseline):
                raise BadInput(f"{name} is set and compared: leave one out.")

    def _check_valued(self) -> None:
        needing = [each.key for each in self.definitions() if each.needs == "values"] if self.measures else []
        if needing and self.valued == 0:
            raise BadInput(f"{needing[0]} needs valued games: leave out --valued 0.")

    @property
    def bulk(self) -> bool:
        """Are all moves random, so that games can be played by the million?"""
        return self.players == RANDOM

    def definitions(self) -> tuple[Definition, ...]:
        return chosen_measures(self.baseline, self.measures)

    @property
    def variants(self) -> tuple[Game, ...]:
        """The baseline, then what it is compared with."""
        if self.rulings:
            return each_ruling(self.game)
        return combinations(self.game, read_compared(self.compare)) if self.compare else (self.game,)

    @property
    def baseline(self) -> Game:
        return self.variants[0]

    @property
    def plies(self) -> int:
        """Random choices at the start of each game. A single player's games would otherwise all be the same."""
        return usual_opening(self.baseline) if self.opening is None else self.opening

    def plans(self) -> tuple[Plan, ...]:
        """The baseline, the variants, then the steps of the skill trace."""
        needs = {definition.needs for definition in self.definitions()}
        first, *others = self.variants
        games = min(self.games, TRACED_AT_RANDOM) if self.bulk else self.games
        fewer = games if self.variant_games is None else min(games, self.variant_games)
        valued = (VALUED if self.valued is None else self.valued) if "values" in needs else 0
        of_variants = min(valued, VALUED_OF_A_VARIANT)
        pictured, informed = PICTURED * ("pictures" in needs), INFORMED * ("bits" in needs)
        plans = [Plan(self._schedule(first, self.players), games, valued, pictured, informed)]
        plans += [Plan(self._schedule(game, self.players), fewer, of_variants) for game in others]
        plans += [Plan(self._schedule(first, pair), self.skill_games) for pair in self._steps()]
        return tuple(Plan(p.schedule, p.schedule.count(p.games), p.valued, p.pictured, p.informed) for p in plans)

    def _steps(self) -> tuple[tuple[str, str], ...]:
        return ladder(self.baseline) if self.skill_games else ()

    def _schedule(self, game: Game, players: tuple[str, ...]) -> Schedule:
        return Schedule(game, players, self.seed, self.plies, most_turns=self.most_turns)

    def command(self) -> str:
        """The command that gives the same results."""
        words = ["pyramidion", "playtest", self.game.spec, "--games", str(self.games), "--players", *self.players]
        words += ["--seed", str(self.seed)]
        more = (
            ("--openings", self.opening),
            ("--variant-games", self.variant_games),
            ("--skill", self.skill_games or None),
            ("--valued", self.valued),
            ("--most-turns", self.most_turns),
        )
        words += [word for name, value in more if value is not None for word in (name, str(value))]
        words += ["--measures", *self.measures] if self.measures else []
        words += ["--compare", *self.compare] if self.compare else []
        words += ["--rulings"] if self.rulings else []
        words += ["--device", self.device] if self.device != "cpu" else []
        return shlex.join(words)
