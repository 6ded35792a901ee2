"""A playtest made by hand, for tests of what is said and drawn of one."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pyramidion as pyr
from pyramidion.lab.results import (
    Bin,
    Comparison,
    Curve,
    Difference,
    Ending,
    Estimate,
    HeatMap,
    Histogram,
    Measure,
    Opening,
    Origin,
    Playtest,
    SampleGame,
    SkillStep,
    Timeline,
    Use,
    UseListing,
    Variant,
)

SHARES = tuple(step / 10 for step in range(11))


def measure(key: str, topic: str, unit: str, estimate: Estimate, *by_seat: Estimate) -> Measure:
    title = key.replace("_", " ").capitalize()
    return Measure(key, title, topic, unit, f"How {key} is computed.", f"What {key} tells.", estimate, by_seat)


def around(value: float, margin: float) -> Estimate:
    return Estimate(value, value - margin, value + margin, 100)


def results(first: float, margin: float, drawn: float = 0.1) -> tuple[Measure, ...]:
    """Measures of fairness for two seats."""
    shares = around(first, margin), around(1 - first, margin)
    gains = around(first - 0.5, margin), around(0.5 - first, margin)
    return (
        measure("result", "fairness", "share", shares[0], *shares),
        measure("advantage_p1", "fairness", "points", gains[0], *gains),
        measure("drawishness", "fairness", "share", around(drawn, margin)),
    )


def course(decided: float = 0.62, margin: float = 0.03, luck: float = 0.33) -> tuple[Measure, ...]:
    """Measures of length, of the course of games and of luck."""
    return (
        measure("completion", "length", "share", Estimate(1.0, 0.99, 1.0, 100)),
        measure("duration_turns", "length", "turns", around(41.3, 1.2)),
        measure("decisions", "decisions", "moves", around(38.2, 1.1)),
        measure("lead_change", "course", "changes", around(2.3, 0.2)),
        measure("decided_at", "course", "share", around(decided, margin)),
        measure("comeback", "course", "share", around(0.18, margin)),
        measure("runaway_leader", "course", "share", around(0.71, margin)),
        measure("luck_share", "luck", "share", around(luck, margin)),
        measure("luck_swing", "luck", "points", around(0.08, 0.004)),
    )


def played(name: str, plies: int = 12) -> pyr.Match:
    """The beginning of a random game."""
    match, chance = pyr.Match(pyr.load(name), seed=3), random.Random(3)
    while match.position.mover is not None and len(match.codes) < plies:
        match.play(chance.choice(match.position.moves()))
    return match


def playtest(name: str = "telic", **changes: Any) -> Playtest:
    """A playtest with a little of everything."""
    game, match = pyr.load(name), played(name)
    cells = [cell.id for cell in game.start(seed=1).scene().cells]  # type: ignore[attr-defined]
    heat = {place: number / 4 for number, place in enumerate(cells[2:])}
    even = (0.5,) * game.seats
    found = Playtest(
        game=game.spec,
        title=game.title,
        seats=game.seat_names,
        options=dict(game.options),
        players=("level:4",),
        seed=1,
        asked=200,
        games=200,
        different=198,
        opening=0,
        complete=True,
        origin=Origin("pyramidion playtest ...", pyr.__version__, 1, "abc", "The opinion of a bot.", 100),
        measures=(*results(0.54, 0.03), *course()),
        histograms=(Histogram("turns", "Length in turns", "turns", lengths()),),
        timelines=(timeline("win_probability", game.seat_names), timeline("uncertainty_over_time", ("all games",))),
        heat_maps=(
            HeatMap("moved_to", "Where pieces go", "Moves that lead to a place.", heat, game.start(seed=1).text),
        ),
        uses=(
            UseListing("events", "What happens", (Use("moved", "moved <on>", around(9, 1), around(0.9, 0.05), even),)),
        ),
        endings=(Ending("T1", "Somebody has won.", 200, Estimate(1.0, 0.98, 1.0), even, 41.3),),
        openings=(Opening(("a1", "b2"), 20, 0.1, (around(0.5, 0.1), around(0.5, 0.1))),),
        sample=SampleGame(7, "the median of all games in length", dataclasses.asdict(match.record()), (even,) * 13),
        skill=(SkillStep("level:5", "level:4", 2, around(0.58, 0.03)),),
    )
    return dataclasses.replace(found, **changes)


def lengths() -> tuple[Bin, ...]:
    games = (2, 8, 20, 40, 50, 40, 20, 10, 8, 2)
    return tuple(Bin(20 + 5 * number, 24 + 5 * number, count) for number, count in enumerate(games))


def timeline(key: str, names: tuple[str, ...]) -> Timeline:
    seated = key == "win_probability"
    curves = tuple(
        Curve(
            name,
            tuple(0.5 + (0.5 - seat) * at / 5 for at in SHARES),
            tuple(0.45 + (0.5 - seat) * at / 5 for at in SHARES),
            tuple(0.55 + (0.5 - seat) * at / 5 for at in SHARES),
            seat if seated else None,
        )
        for seat, name in enumerate(names)
    )
    return Timeline(key, key.replace("_", " "), "share", "share of the game", SHARES, curves)


def difference(key: str, value: float, margin: float, clear: bool) -> Difference:
    chance = 0.001 if clear else 0.6
    return Difference(key, around(0.5, 0.03), around(0.5 + value, 0.03), around(value, margin), chance, chance, clear)


def comparison() -> Comparison:
    """Two variants: one changes results and length, the other nothing."""
    changed = (difference("advantage_p1", -0.06, 0.04, True), difference("duration_turns", 5.0, 2.0, True))
    same = (difference("advantage_p1", 0.01, 0.04, False), difference("duration_turns", 0.4, 2.0, False))
    variants = (
        Variant("merge=any", "telic(merge=any)", {"merge": "any"}, ("T1",), "Any may.", 200, (), changed),
        Variant("merge=either", "telic(merge=either)", {"merge": "either"}, ("T1",), "Either may.", 200, (), same),
    )
    return Comparison("Holm", 4, "telic", variants)
