"""What happened between two scenes of a game, as typed events with a sentence each.

Pages animate them, screen readers speak them, move lists show them. Applied to the first scene
they give the second.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pyramidion.draw.scene import KINDS, Cell, Highlight, Note, Piece, Scene, Thing, Zone
from pyramidion.draw.words import called, listed, sentence
from pyramidion.engine.picture import Touch

EVENTS = {
    "rolled": "dice were rolled",
    "placed": "pieces came from beside the board onto it",
    "split": "a part was taken off a stack",
    "moved": "pieces went from one place to another",
    "stacked": "pieces went onto others",
    "entered": "pieces reached the goal",
    "captured": "pieces were captured",
    "bumped": "pieces were bumped",
    "returned": "pieces went back to their owner",
    "gave": "a pyramid was given to the opponent",
    "used": "something left the table",
    "hint": "a hint was told",
    "secret": "a secret was chosen or revealed",
    "passed": "a turn ended and nothing was moved",
    "next": "the same seat goes on",
    "turn": "it is another seat's turn",
    "over": "the game is over",
}


FACES = {"0": "blank", "A": "ace"}


@dataclass(frozen=True)
class Event:
    """Something that happened: its kind (see EVENTS), a sentence, and the ids of the things involved."""

    kind: str
    says: str
    ids: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()  # what is new or different after it
    gone: tuple[str, ...] = ()  # the ids of what is no longer there
    state: tuple[int, int, bool] | None = None  # the scene's turn, seat and over, in the last event


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
    told = list(_rolled(before, after))
    midway = before
    if touch is not None:
        told += _without_trace(before, after, touch)
        midway = apply(before, told)
    journeys = _journeys(midway, after)
    told += [event for journey in journeys if not journey.put_away for event in _told(midway, after, journey)]
    told += _announced(before, after)
    told += [event for journey in journeys if journey.put_away for event in _told(midway, after, journey)]
    if not told and after.turn > before.turn:
        actor = before.seats[before.seat]
        told.append(Event("passed", f"{actor.name}'s turn ends.", (actor.id,)))
    return Change((*told, _closing(before, after, told)), after)


def apply(scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after some events."""
    for event in events:
        fresh = {thing.id: thing for thing in event.things}
        lists: dict[str, Any] = {}
        for name, kind in KINDS.items():
            kept = [fresh.pop(thing.id, thing) for thing in getattr(scene, name) if thing.id not in event.gone]
            kept += [thing for thing in event.things if isinstance(thing, kind) and thing.id in fresh]
            lists[name] = tuple(sorted(kept, key=lambda thing: thing.id)) if kind is Piece else tuple(kept)
        turn, seat, over = event.state or (scene.turn, scene.seat, scene.over)
        scene = dataclasses.replace(scene, turn=turn, seat=seat, over=over, **lists)
    return scene


def carried(before: Scene, after: Scene) -> Scene:
    """The later scene with every piece under the id that it had in the earlier one.

    Equal pieces are numbered by where they are, so a move may number them anew: those that stayed
    keep their ids, and whatever left a place went where an equal piece appeared.
    """
    names: dict[str, str] = {}
    for looks, fresh in _by_looks(after).items():
        old = _by_looks(before).get(looks, [])
        for same in (_spot, lambda piece: (piece.place,), lambda piece: ()):
            waiting = defaultdict(list)
            for piece in old:
                waiting[same(piece)].append(piece)
            for piece in list(fresh):
                if waiting[same(piece)]:
                    match = waiting[same(piece)].pop(0)
                    names[piece.id] = match.id
                    old.remove(match)
                    fresh.remove(piece)
    return _renamed(after, _without_clashes(names, after))


def _spot(piece: Piece) -> tuple[object, ...]:
    return piece.place, piece.height, piece.slot


def _by_looks(scene: Scene) -> dict[tuple[object, ...], list[Piece]]:
    found: dict[tuple[object, ...], list[Piece]] = {}
    for piece in scene.pieces:
        found.setdefault((piece.kind, piece.name, piece.colour, piece.owner, piece.letter, piece.text), []).append(
            piece
        )
    return found


def _without_clashes(names: dict[str, str], after: Scene) -> dict[str, str]:
    """Pieces that are new get an id that no other has."""
    taken = set(names.values())
    for piece in after.pieces:
        if piece.id not in names:
            stem, number = piece.id.rsplit("-", 1)[0], 1
            name = piece.id
            while name in taken:
                name, number = f"{stem}-{number}", number + 1
            names[piece.id] = name
            taken.add(name)
    return names


def _renamed(scene: Scene, names: dict[str, str]) -> Scene:
    if all(old == new for old, new in names.items()):
        return scene
    pieces = sorted((dataclasses.replace(p, id=names[p.id]) for p in scene.pieces), key=lambda piece: piece.id)
    marks = [_renamed_mark(mark, names) if mark.on in names else mark for mark in scene.highlights]
    return dataclasses.replace(scene, pieces=tuple(pieces), highlights=tuple(marks))


def _renamed_mark(mark: Highlight, names: dict[str, str]) -> Highlight:
    return dataclasses.replace(mark, id=f"{mark.kind}-{names[mark.on]}", on=names[mark.on])


def _rolled(before: Scene, after: Scene) -> Iterator[Event]:
    old = {die.id: die for die in before.dice}
    rolled = [die for die in after.dice if die.face != "?" and die != old.get(die.id)]
    if rolled:
        faces = listed(FACES.get(die.face, die.face) for die in rolled)
        actor = before.seats[before.seat].name
        says = sentence(rolled[0].says) if len(rolled) == 1 else f"{actor} rolls {faces}."
        yield Event("rolled", says, tuple(die.id for die in rolled), tuple(rolled))


@dataclass(frozen=True)
class Journey:
    """Pieces that went together from one place to another; no place is off the table."""

    start: Cell | Zone | None
    end: Cell | Zone | None
    pieces: list[Piece]

    @property
    def put_away(self) -> bool:
        """Did they leave the board or the table without being taken?"""
        return self.end is None or (isinstance(self.start, Cell) and isinstance(self.end, Zone) and not self.end.taken)

    @property
    def sent_away(self) -> bool:
        """Did they leave the board because something was done to them?"""
        return isinstance(self.start, Cell) and isinstance(self.end, Zone) and bool(self.end.taken)


def _journeys(before: Scene, after: Scene) -> list[Journey]:
    """First those that move, then those that are sent away by them."""
    old, new = ({piece.id: piece for piece in scene.pieces} for scene in (before, after))
    found: dict[tuple[str, str], list[tuple[int, Piece]]] = {}
    for name in sorted({**old, **new}):
        start, end = old[name].place if name in old else "", new[name].place if name in new else ""
        if start != end:
            height = old[name].height if name in old else 0
            found.setdefault((start, end), []).append((height, new.get(name) or old[name]))
    journeys = [
        Journey(
            before.places.get(start), after.places.get(end), [p for _, p in sorted(pieces, key=lambda pair: pair[0])]
        )
        for (start, end), pieces in sorted(found.items())
    ]
    return sorted(_joined(journeys), key=lambda journey: (journey.put_away, journey.sent_away))


def _joined(journeys: list[Journey]) -> list[Journey]:
    """Pieces that are put away at once are put away together, wherever they were."""
    found: dict[str, Journey] = {}
    for number, journey in enumerate(journeys):
        key = f"away to {journey.end.id}" if journey.put_away and journey.end else str(number)
        pieces = [*(found[key].pieces if key in found else []), *journey.pieces]
        together = sorted(pieces, key=lambda piece: piece.id) if key in found else pieces
        found[key] = Journey(journey.start, journey.end, together)
    return list(found.values())


def _told(before: Scene, after: Scene, journey: Journey) -> Iterator[Event]:
    """The events of a journey."""
    start, end, pieces = journey.start, journey.end, journey.pieces
    names, one = called(before, pieces), len(pieces) == 1
    if isinstance(end, Cell):
        yield from _onto_board(before, after, journey)
    elif isinstance(start, Zone) and start.role == "supply":
        yield from _given(before, journey)
    elif journey.sent_away and isinstance(end, Zone):
        yield from _sent_away(before, journey, end)
    elif isinstance(end, Zone):
        where = "taken off the board" if journey.put_away else f"put with {end.name}"
        yield _arrival("returned", f"{names} {'is' if one else 'are'} {where}.", journey)
    else:
        yield _arrival("used", f"{names} {'is' if one else 'are'} used up.", journey)


def _given(before: Scene, journey: Journey) -> Iterator[Event]:
    """Something goes to the opponent, who may be unable to use it."""
    pieces, actor = journey.pieces, before.seats[before.seat].name
    says = f"{actor} gives {called(before, pieces, before.seat, article='a')}."
    if journey.end:
        yield _arrival("gave", says, journey)
        return
    yield Event("gave", says, tuple(piece.id for piece in pieces))
    yield _arrival("used", f"{called(before, pieces)} moves nothing.", journey)


def _without_trace(before: Scene, after: Scene, touch: Touch) -> Iterator[Event]:
    """A move of pieces that are not where it led them: they went there all the same."""
    target = next((cell for cell in before.cells if cell.id == touch.target), None)
    moving = [piece for piece in before.pieces if piece.id in touch.pieces]
    stayed = {piece.id for piece in before.on(touch.target)}
    arrived_names = {piece.name for piece in after.on(touch.target) if piece.id not in stayed}
    if target is None or not moving or moving[0].name in arrived_names:
        return
    start, names = before.places[moving[0].place], called(before, moving, before.seat)
    if start == target:
        says = f"{before.seats[before.seat].name} moves {names} away from {start.id} and back."
        yield Event("moved", says, touch.pieces)
        return
    height = 1 + max((piece.height for piece in before.on(target.id)), default=-1) if moving[0].kind == "pyramid" else 0
    slot = 0 if moving[0].kind == "pyramid" else len(before.on(target.id))
    arrived = [
        dataclasses.replace(piece, place=target.id, slot=slot, height=height + number)
        for number, piece in enumerate(moving)
    ]
    midway = apply(before, [Event("moved", "", things=tuple(arrived))])
    yield from _onto_board(before, midway, Journey(start, target, arrived))


def _sent_away(before: Scene, journey: Journey, end: Zone) -> Iterator[Event]:
    """Pieces reached the goal, or were captured or bumped; then those that still belong to someone go home."""
    names, one = called(before, journey.pieces), len(journey.pieces) == 1
    if end.taken == "entered":
        yield _arrival("entered", f"{names} {'enters' if one else 'enter'} {end.name}.", journey)
        return
    says = f"{names} on {journey.start.id if journey.start else ''} {'is' if one else 'are'} {end.taken}."
    if end.owner != journey.pieces[0].owner:
        yield _arrival(end.taken, says, journey)
    else:
        yield Event(end.taken, says, tuple(piece.id for piece in journey.pieces))
        yield _arrival("returned", f"{names} {'returns' if one else 'return'} to {end.name}.", journey)


def _arrival(kind: str, says: str, journey: Journey) -> Event:
    ids, words = tuple(piece.id for piece in journey.pieces), says[0].upper() + says[1:]
    return Event(kind, words, ids, tuple(journey.pieces)) if journey.end else Event(kind, words, ids, gone=ids)


def _onto_board(before: Scene, after: Scene, journey: Journey) -> Iterator[Event]:
    """Pieces came to a cell: alone, onto others or under them, as a whole or taken off a stack."""
    pieces, end = journey.pieces, journey.end.id if journey.end else ""
    names, actor = called(before, pieces, before.seat), before.seats[before.seat].name
    there = {piece.id for piece in before.on(end)}
    company = [piece for piece in after.on(end) if piece.id in there and piece.slot == pieces[0].slot]
    below = [piece for piece in company if piece.height < pieces[0].height]
    others = called(before, below or company, before.seat) if company else ""
    if not isinstance(journey.start, Cell):
        placed = called(before, pieces, before.seat, article="a")
        yield _arrival("placed", f"{actor} places {placed} on {end}{f', on {others}' if others else ''}.", journey)
        return
    start = journey.start.id
    left = [piece for piece in after.on(start) if piece.slot == pieces[0].slot and piece.kind == "pyramid"]
    if left:
        says = f"{actor} takes {names} off {called(before, left, before.seat)} on {start}."
        yield Event("split", says, tuple(piece.id for piece in pieces))
    if company and pieces[0].kind == "pyramid":
        way = "onto" if below else "under"
        yield _arrival("stacked", f"{actor} moves {names} from {start} to {end}, {way} {others}.", journey)
    else:
        yield _arrival("moved", f"{actor} moves {names} from {start} to {end}.", journey)


def _announced(before: Scene, after: Scene) -> Iterator[Event]:
    """Notes that are news: hints and secrets."""
    for note in after.notes:
        if note.kind in ("hint", "secret") and note not in before.notes:
            yield Event(note.kind, note.text, (note.id,), (note,))


def _closing(before: Scene, after: Scene, told: list[Event]) -> Event:
    """Who goes on and what is to be done; it brings everything up to date that no other event did."""
    kind = "over" if after.over else "turn" if after.seat != before.seat else "next"
    reached = {thing.id: thing for thing in apply(before, told).things()}
    wanted = {thing.id: thing for thing in after.things()}
    fresh = tuple(thing for name, thing in wanted.items() if reached.get(name) != thing)
    gone = tuple(name for name in reached if name not in wanted)
    status: Note = after.notes[-1]
    seat = after.seats[after.seat].id
    return Event(kind, status.text, (seat,), fresh, gone, (after.turn, after.seat, after.over))
