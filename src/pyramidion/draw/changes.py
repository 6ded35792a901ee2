"""What changed from one scene of a game to a later one, as events in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.draw.events import Event, apply
from pyramidion.draw.identities import carried
from pyramidion.draw.journeys import journeys, told, without_trace
from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Note
from pyramidion.draw.words import does, listed, owner_of, sentence
from pyramidion.engine.picture import Touch

FACES = {"0": "blank", "A": "ace"}


@dataclass(frozen=True)
class Change:
    """The events between two scenes, and the later scene with the ids of the earlier one carried on."""

    events: tuple[Event, ...]
    scene: Scene


def change(before: Scene, after: Scene, touch: Touch | None = None) -> Change:
    """What happened from one scene of a game to a later one.

    `touch` says what the move between them took up and where it led, for moves that leave no trace: there
    and back again, or to a place from which everything is cleared at once.
    """
    after = carried(before, after)
    found = list(_rolled(before, after))
    midway = before
    if touch is not None:
        found += without_trace(before, after, touch)
        midway = apply(before, found)
    made = journeys(midway, after)
    found += [event for journey in made if not journey.put_away for event in told(midway, after, journey)]
    found += _announced(before, after)
    found += [event for journey in made if journey.put_away for event in told(midway, after, journey)]
    if not found and after.turn > before.turn:
        found.append(Event("passed", sentence(_idle(before, touch)), (before.seats[before.seat].id,)))
    return Change((*found, _closing(before, after, found)), after)


def _idle(before: Scene, touch: Touch | None) -> str:
    """A turn that ended without anything being moved."""
    if touch is not None and touch.passes:
        return does(before, "pass")
    return f"{owner_of(before, before.seat)} turn ends"


def _rolled(before: Scene, after: Scene) -> Iterator[Event]:
    old = {die.id: die for die in before.dice}
    rolled = [die for die in after.dice if die.face != "?" and die != old.get(die.id)]
    if rolled:
        faces = listed(FACES.get(die.face, die.face) for die in rolled)
        one = rolled[0].says.replace(f"{before.seats[before.seat].name}'s", owner_of(before, before.seat))
        says = sentence(one) if len(rolled) == 1 else f"{does(before, 'roll')} {faces}."
        yield Event("rolled", says, tuple(die.id for die in rolled), tuple(rolled))


def _announced(before: Scene, after: Scene) -> Iterator[Event]:
    """Notes that are news: hints and secrets."""
    for note in after.notes:
        if note.kind in ("hint", "secret") and note not in before.notes:
            yield Event(note.kind, note.text, (note.id,), (note,))


def _closing(before: Scene, after: Scene, told: list[Event]) -> Event:
    """Who is to move and what to do; it brings everything up to date that no other event did."""
    kind = "over" if after.over else "turn" if after.seat != before.seat else "next"
    reached = {thing.id: thing for thing in apply(before, told).things()}
    wanted = {thing.id: thing for thing in after.things()}
    fresh = tuple(thing for name, thing in wanted.items() if reached.get(name) != thing)
    gone = tuple(name for name in reached if name not in wanted)
    status: Note = after.notes[-1]
    seat = after.seats[after.seat].id
    return Event(kind, status.text, (seat,), fresh, gone, (after.turn, after.seat, after.over))
