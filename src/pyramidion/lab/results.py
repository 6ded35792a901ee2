"""What a playtest found out: plain data that reports, pages and programs read, and that JSON carries.

A `Playtest` holds measures, each with its interval, and the series that pictures are drawn from. It says nothing about
the machine it was made on: the same game, players, seed and number of games give the same JSON everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pyramidion.engine.files import read_text, write_text
from pyramidion.lab.plain import read_json, to_json

FORMAT = "pyramidion-playtest-1"


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval. Without an interval it is not an estimate but a count or an exact value.

    `n` is how many independent observations it comes from: games that repeat, or that begin alike, count once.
    """

    value: float | None  # None: there was nothing to measure
    low: float | None = None
    high: float | None = None
    n: int = 0


@dataclass(frozen=True)
class Measure:
    """One measure of a game."""

    key: str  # as in --measures, such as first_seat_advantage
    title: str  # for people: "First-seat advantage"
    topic: str  # "fairness", "length", "decisions", "course", "luck", "skill", "information", "seats"
    unit: str  # "share" (0 to 1, shown in percent), "turns", "plies", "moves", "bits", "points" (of a result), "games"
    formula: str  # how it is computed, in one sentence
    meaning: str  # what it tells a designer, in one sentence
    estimate: Estimate
    by_seat: tuple[Estimate, ...] = ()  # where it applies, one for each seat
    needs_values: bool = False  # does it rest on values of positions, which are the judge's opinion?


@dataclass(frozen=True)
class Bin:
    """Games whose number lies from `low` to `high`, both included."""

    low: int
    high: int
    games: int


@dataclass(frozen=True)
class Histogram:
    """How games are distributed over a whole number."""

    key: str  # "turns" or "plies"
    title: str
    unit: str
    bins: tuple[Bin, ...]


@dataclass(frozen=True)
class Curve:
    """One line of a timeline, a point for each entry of its `at`; None if nothing was measured."""

    label: str
    values: tuple[float | None, ...]
    lows: tuple[float | None, ...]
    highs: tuple[float | None, ...]
    seat: int | None = None


@dataclass(frozen=True)
class Timeline:
    """Something that changes in the course of a game."""

    key: str  # "win_probability", "uncertainty", "branching_over_time", "lead_of_the_winner"
    title: str
    unit: str
    axis: str  # what `at` counts: "share of the game" (0 to 1) or "turn"
    at: tuple[float, ...]
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class HeatMap:
    """How often something happened at each place of the board, per game."""

    key: str  # "moved_to", "moved_from", "standing"
    title: str
    counted: str  # what was counted, in one sentence
    values: dict[str, float]  # by the id of a place in the scene, as draw/heat.py wants it
    position: str  # the text of a position to draw it on
    seat: int | None = None  # None: all seats together


@dataclass(frozen=True)
class Use:
    """One row of a table of use."""

    name: str  # a kind of piece, a ruling, a kind of move
    says: str  # the name in words, or the first sentence of the ruling
    per_game: Estimate  # how often in a game
    games: Estimate  # the share of games in which it happens at all
    by_seat: tuple[float, ...] = ()  # how often in a game, by seat


@dataclass(frozen=True)
class UseListing:
    """How much of the game is used."""

    key: str  # "moves", "pieces"
    title: str
    rows: tuple[Use, ...]


@dataclass(frozen=True)
class Ending:
    """Games that a ruling ended."""

    ruling: str  # "T24"; empty for games that were cut off
    says: str  # the ruling's first sentence
    games: int
    share: Estimate
    results: tuple[float, ...]  # what each seat got on average in these games
    turns: float  # how long these games lasted on average


@dataclass(frozen=True)
class Opening:
    """Games that began with the same choices."""

    moves: tuple[str, ...]
    games: int
    share: float  # of all games
    results: tuple[Estimate, ...]  # by seat


@dataclass(frozen=True)
class SampleGame:
    """A whole game to step through."""

    number: int
    why: str  # why this one: "the median of all games in length"
    record: dict[str, object]  # for Record.from_data
    values: tuple[tuple[float, ...] | None, ...] = ()  # what each seat could expect before each ply, and at the end


@dataclass(frozen=True)
class SkillStep:
    """Does more thinking win? The stronger player against the weaker one, in all seats."""

    stronger: str
    weaker: str
    times: float  # how much more the stronger one thinks
    share: Estimate  # of the points that the stronger one made


@dataclass(frozen=True)
class Difference:
    """How a variant differs from the baseline in one measure, on the same seeds and seats."""

    key: str
    baseline: Estimate
    variant: Estimate
    difference: Estimate  # variant minus baseline; the interval is for this difference alone
    p: float | None  # how likely so great a difference is where there is none; None if it cannot be told
    adjusted: float | None  # the same, corrected for all differences of the comparison
    clear: bool  # adjusted < 0.05, from at least 20 independent games


@dataclass(frozen=True)
class Variant:
    """The game with some options changed."""

    label: str  # "sequence=own"; "defaults" for the baseline
    spec: str
    options: dict[str, str]  # those that differ from the baseline
    rulings: tuple[str, ...]  # to which these options belong
    says: str  # what the changed options mean
    games: int
    measures: tuple[Measure, ...] = ()
    differences: tuple[Difference, ...] = ()  # empty for the baseline


@dataclass(frozen=True)
class Comparison:
    """Variants against a baseline, which is the playtest itself."""

    correction: str  # "Holm"
    tests: int  # how many differences were looked at
    baseline: str  # its spec
    variants: tuple[Variant, ...]  # the one that changes most first


@dataclass(frozen=True)
class Origin:
    """How it was made: enough to make it again."""

    command: str
    version: str  # of pyramidion
    rules: int  # the version of the game's rules
    code: str  # a hash of all that decides how the game is played
    values: str  # where values of positions come from, in one sentence; empty where none were needed
    valued_games: int = 0  # how many games were valued


@dataclass(frozen=True)
class Playtest:
    """Everything a playtest found out."""

    game: str  # the spec, as in "telic(merge=either)"
    title: str
    seats: tuple[str, ...]  # their names
    options: dict[str, str]
    players: tuple[str, ...]  # one player: it plays itself
    seed: int
    asked: int  # games
    games: int  # finished
    different: int  # of them, those that differ from all others
    opening: int  # random choices at the start of each game
    complete: bool
    origin: Origin
    measures: tuple[Measure, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    timelines: tuple[Timeline, ...] = ()
    heat_maps: tuple[HeatMap, ...] = ()
    uses: tuple[UseListing, ...] = ()
    endings: tuple[Ending, ...] = ()
    openings: tuple[Opening, ...] = ()
    sample: SampleGame | None = None
    skill: tuple[SkillStep, ...] = ()
    comparison: Comparison | None = None
    faults: tuple[str, ...] = ()  # games that a player lost because it failed, and why
    format: str = FORMAT

    def measure(self, key: str) -> Measure | None:
        """A measure by its key, if it was made."""
        return next((measure for measure in self.measures if measure.key == key), None)

    def to_json(self) -> str:
        return to_json(self)

    @classmethod
    def from_json(cls, text: str) -> Playtest:
        """The inverse of `to_json`; BadInput for anything else."""
        return read_json(cls, text, FORMAT)

    def write(self, path: str | Path) -> None:
        write_text(path, self.to_json() + "\n")

    @classmethod
    def read(cls, path: str | Path) -> Playtest:
        return cls.from_json(read_text(path))
