"""Journeys of pieces from one place to another, and the events that tell them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.draw.events import Event, apply
from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Cell, Piece, Zone
from pyramidion.draw.words import called, does, place_name, sentence
from pyramidion.engine.picture import Touch


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


def journeys(before: Scene, after: Scene) -> list[Journey]:
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


def told(before: Scene, after: Scene, journey: Journey) -> Iterator[Event]:
    """The events of a journey."""
    start, end, pieces = journey.start, journey.end, journey.pieces
    names, one = called(before, pieces), len(pieces) == 1
    if isinstance(end, Cell):
        yield from _onto_board(before, after, journey)
    elif isinstance(start, Zone) and start.role == "supply":
        yield from _given(before, journey)
    elif journey.sent_away and isinstance(end, Zone):
        yield from _sent_away(before, journey, end)
    elif isinstance(end, Zone) and end.role != "discard":
        where = "taken off the board" if journey.put_away else f"put with {place_name(before, end)}"
        yield _arrival("returned", f"{names} {'is' if one else 'are'} {where}.", journey)
    else:
        yield _arrival("used", f"{names} {'is' if one else 'are'} used up.", journey)


def _given(before: Scene, journey: Journey) -> Iterator[Event]:
    """Something goes to the opponent, who may be unable to use it."""
    pieces = journey.pieces
    says = f"{does(before, 'give')} {called(before, pieces, before.seat, article='a')}."
    if isinstance(journey.end, Zone) and journey.end.role != "discard":
        yield _arrival("gave", says, journey)
        return
    yield Event("gave", says, tuple(piece.id for piece in pieces))
    yield _arrival("used", f"{called(before, pieces, before.seat)} moves nothing.", journey)


def without_trace(before: Scene, after: Scene, touch: Touch) -> Iterator[Event]:
    """A move of pieces that are not where it led them: they went there all the same."""
    target = next((cell for cell in before.cells if cell.id == touch.target), None)
    moving = [piece for piece in before.pieces if piece.id in touch.pieces]
    stayed = {piece.id for piece in before.on(touch.target)}
    arrived_names = {piece.name for piece in after.on(touch.target) if piece.id not in stayed}
    if target is None or not moving or moving[0].name in arrived_names:
        return
    start, names = before.places[moving[0].place], called(before, moving, before.seat)
    if start == target:
        says = f"{does(before, 'move')} {names} away from {start.id} and back."
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
        yield Event(end.taken, sentence(says), tuple(piece.id for piece in journey.pieces))
        yield _arrival("returned", f"{names} {'returns' if one else 'return'} to {place_name(before, end)}.", journey)


def _arrival(kind: str, says: str, journey: Journey) -> Event:
    ids, words = tuple(piece.id for piece in journey.pieces), says[0].upper() + says[1:]
    return Event(kind, words, ids, tuple(journey.pieces)) if journey.end else Event(kind, words, ids, gone=ids)


def _onto_board(before: Scene, after: Scene, journey: Journey) -> Iterator[Event]:
    """Pieces came to a cell: alone, onto others or under them, as a whole or taken off a stack."""
    pieces, end = journey.pieces, journey.end.id if journey.end else ""
    names = called(before, pieces, before.seat)
    there = {piece.id for piece in before.on(end)}
    company = [piece for piece in after.on(end) if piece.id in there and piece.slot == pieces[0].slot]
    below = [piece for piece in company if piece.height < pieces[0].height]
    others = called(before, below or company, before.seat) if company else ""
    if not isinstance(journey.start, Cell):
        placed = called(before, pieces, before.seat, article="a")
        yield _arrival(
            "placed", f"{does(before, 'place')} {placed} on {end}{f', on {others}' if others else ''}.", journey
        )
        return
    start = journey.start.id
    left = [piece for piece in after.on(start) if piece.slot == pieces[0].slot and piece.kind == "pyramid"]
    if left:
        says = f"{does(before, 'take')} {names} off {called(before, left, before.seat)} on {start}."
        yield Event("split", says, tuple(piece.id for piece in pieces))
    if company and pieces[0].kind == "pyramid":
        way = "onto" if below else "under"
        yield _arrival("stacked", f"{does(before, 'move')} {names} from {start} to {end}, {way} {others}.", journey)
    else:
        yield _arrival("moved", f"{does(before, 'move')} {names} from {start} to {end}.", journey)
