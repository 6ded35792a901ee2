"""What a seat or a spectator is shown of a table. Everything that leaves the server goes through here."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from pyramidion.draw.narration import events, scene_of
from pyramidion.draw.scene import Note, Scene
from pyramidion.draw.schema import event_data
from pyramidion.draw.svg import USUAL
from pyramidion.draw.touch import Choice, choices, touched, with_last_move
from pyramidion.draw.words import notices
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match, outcome_data
from pyramidion.engine.position import Move, Position
from pyramidion.engine.records import Record
from pyramidion.engine.registry import load, ruling_text
from pyramidion.players.analysis import Line
from pyramidion.server import actions
from pyramidion.server.clocks import NONE
from pyramidion.server.notebook import notebook
from pyramidion.server.problems import illegal
from pyramidion.server.table import OVER, PLAYING, Entry, Table, TableMatch

MOST_TALK = 100
UNTOLD = ("turn", "next", "over")  # what comes after a move is not what it does
ENDED = {
    "resignation": "{name} resigned.",
    "time": "{name} ran out of time.",
    "agreement": "The players agreed on a draw.",
}
PART = ("part", "note", "secret")  # the notes that introduce a new part of a game
SOUNDS = {"rolled": "rattle", "captured": "thud", "bumped": "knock", "hint": "ping", "over": "chime"}
RECENT = 3  # plies that a newcomer is told about
TOLD = 3  # plies of a line that are told in words


@dataclass(frozen=True)
class Look:
    """How somebody wants to see the board."""

    view: str = "plan"
    theme: str = "light"
    flip: bool = False
    help: bool = False  # with what can be ruled out dimmed
    bare: bool = False  # without style sheet and caption, for pages that have both

    @property
    def help_marks(self) -> tuple[str, ...]:
        return ("excluded",) if self.help else ()


def table_data(table: Table, seat: int | None, now: int, held: Sequence[int] = ()) -> dict[str, Any]:
    """A table as a seat may know it, or a spectator for None; `held` are all seats of the one who asks."""
    return {
        "id": table.id,
        "game": {"name": table.game.name, "title": table.game.title, "spec": table.game.spec},
        "options": dict(table.game.options),
        "title": table.founding.title,
        "shuffled": table.game.shuffled,
        "created": table.founding.created,
        "before": table.founding.before,
        "you": seat,
        "yours": list(held),
        "history": history(table, seat),
        "happened": happened(table, seat),
        "notebook": notebook(table.match, seat) if table.match and table.game.facts.hidden else [],
        "talk": [{"at": at, "seat": who, "text": text} for at, who, text in table.talk[-MOST_TALK:]],
        "fairness": fairness_data(table),
        **state_data(table, seat, now),
    }


def state_data(table: Table, seat: int | None, now: int) -> dict[str, Any]:
    """What changes from entry to entry."""
    position = table.position
    return {
        "number": table.number,
        "status": table.status,
        "ply": table.ply,
        "seats": [seat_data(table, number) for number in range(len(table.seats))],
        "mover": table.mover,
        "turn": None if position is None else position.turn,
        "position": None if position is None else position_data(position, seat),
        "moves": legal_moves(table, seat),
        "board": None if position is None else board_data(table, position, seat),
        "paused": table.paused,
        "asks": {what: list(seats) for what, seats in table.asks.items()},
        "can_undo": seat is not None and table.status == PLAYING and actions.undo_ply(table, seat) is not None,
        "outcome": outcome(table),
        "clock": clock_data(table, now),
        "trouble": table.trouble,
        "rematch": table.rematch,
    }


def board_data(table: Table, position: Position, seat: int | None) -> dict[str, Any]:
    """The board of a table."""
    return live_board(position, seat, free=seat is not None and table.mover == seat and not table.paused)


def live_board(position: Position, seat: int | None, free: bool) -> dict[str, Any]:
    """What makes a picture of the board live: what lies where, what a click can mean, and what is to be said."""
    scene = scene_of(position, seat)
    found = choices(position.view(seat), scene) if free else []
    return {
        "places": {piece.id: piece.place for piece in scene.pieces},
        "choices": [choice_data(each) for each in found],
        "part": part_data(scene.notes),
        "notes": [note_data(note) for note in scene.notes],
        "notices": [{"kind": kind, "text": text} for kind, text in notices(scene, USUAL)],
    }


def choice_data(choice: Choice) -> dict[str, Any]:
    """A move that can be made, and how it is made on the page."""
    touch = choice.touch
    words = {"also": touch.also, "label": touch.label, "confirm": touch.confirm, "passes": touch.passes}
    given = {name: value for name, value in words.items() if value}
    return {"move": choice.move, "pieces": touch.pieces, "target": touch.target, **given}


def note_data(note: Note) -> dict[str, Any]:
    """A sentence about the position; `told` is set for what was told during the game, which pages show in bold."""
    return {"id": note.id, "kind": note.kind, "text": note.text, "told": note.kind == "hint"}


def part_data(notes: Sequence[Note]) -> dict[str, str] | None:
    """The part of the game, and what is said when it begins; None for games of one part."""
    title = next((note.title for note in notes if note.kind == "part"), None)
    if title is None:
        return None
    return {"title": title, "says": " ".join(note.text for note in notes if note.kind in PART)}


@functools.lru_cache(maxsize=256)
def seat_colours(spec: str) -> tuple[str, ...]:
    """The colours of the seats' pieces, empty for a seat without pieces of its own."""
    return tuple(seat.colour for seat in scene_of(load(spec).start(seed=0), None).seats)


def position_data(position: Position, seat: int | None) -> Any:
    return json.loads(position.view(seat).to_json())


def seat_data(table: Table, number: int) -> dict[str, Any]:
    known = table.seats[number]
    return {
        "seat": number,
        "title": table.game.seat_names[number],
        "colour": seat_colours(table.game.spec)[number],
        "kind": known.kind or "open",
        "name": table.names[number],
        "level": known.level or None,
    }


def legal_moves(table: Table, seat: int | None) -> list[str]:
    """The moves that the seat can make now."""
    if seat is None or table.mover != seat or table.paused or table.position is None:
        return []
    return [str(move) for move in table.position.view(seat).moves()]


def outcome(table: Table) -> dict[str, Any] | None:
    """How the game ended, and by which ruling."""
    match = table.match
    if match is None or match.outcome is None:
        return None
    rule = match.outcome.rule
    says = (
        ENDED[rule].format(name=table.names[table.ended_by or 0])
        if rule in ENDED
        else ruling_text(table.game.name, rule)
    )
    return {**(outcome_data(match.outcome) or {}), "winners": list(match.outcome.winners), "says": says}


def clock_data(table: Table, now: int) -> dict[str, Any] | None:
    """The time that every seat has left, in milliseconds."""
    timing, left = table.clock.timing, list(table.clock.left)
    if timing.kind == NONE:
        return None
    mover = table.mover
    running = mover is not None and not table.paused
    if running and mover is not None:
        left[mover] = max(0, left[mover] - max(0, now - table.clock.since))
    seconds = {"kind": timing.kind, "seconds": timing.seconds, "increment": timing.increment}
    return {**seconds, "left": [max(0, each) for each in left], "running": mover if running else None}


def history(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """Every ply so far, as the seat may read it."""
    match = table.match
    if match is None:
        return []
    if table.game.facts.hidden:
        return [ply_data(match, ply, seat) for ply in range(len(match.codes))]
    match.lines += [ply_data(match, ply, None) for ply in range(len(match.lines), len(match.codes))]
    return match.lines


def happened(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """What the last plies did, in sentences."""
    match = table.match
    if match is None:
        return []
    last = range(max(0, len(match.codes) - RECENT), len(match.codes))
    return [{"ply": ply, "says": [event["says"] for event in ply_events(match, ply, seat)]} for ply in last]


def ply_data(match: Match, ply: int, seat: int | None) -> dict[str, Any]:
    mover = match.positions[ply].mover
    return {
        "ply": ply,
        "seat": None if mover == CHANCE else mover,
        "text": match.shown(ply, seat),
        "told": match.told(ply),
    }


def fairness_data(table: Table) -> dict[str, Any]:
    """What everybody may check: the commitments, and when the game is over what was committed to."""
    data: dict[str, Any] = {
        "commitment": table.founding.seed.commitment,
        "contributions": [known.contribution for known in table.seats],
        "secrets": [secret_data(table, ply) for ply in table.committed],
    }
    if table.status == OVER:
        data |= {"seed": table.founding.seed.seed.hex(), "salt": table.founding.seed.salt.hex()}
    return data


def secret_data(table: Table, ply: int) -> dict[str, Any]:
    """A commitment to a hidden move; with the move and the salt when everybody may know it."""
    match = table.match
    assert match is not None
    committed = table.committed[ply]
    data: dict[str, Any] = {"ply": ply, "commitment": committed.commitment}
    text = match.positions[ply].text_of(match.codes[ply])
    if table.status == OVER or match.shown(ply, None) == text:
        data |= {"move": text, "salt": table.fairness.secret_salt(committed.entry)}
    return data


def record(table: Table, seat: int | None) -> Record:
    """The record as the seat may keep it; everything when the game is over."""
    match = table.match
    assert match is not None
    proof = {"table": table.id, **fairness_data(table)}
    return replace(match.record(seat, secrets=table.status == OVER), proof=proof)


def update(table: Table, entry: Entry, before: int, seat: int | None, now: int) -> dict[str, Any]:
    """What a seat is told when an entry was added; `before` is the ply until then."""
    data: dict[str, Any] = {
        "type": "update",
        "you": seat,
        "number": entry.number,
        "what": public_entry(entry),
        **state_data(table, seat, now),
    }
    match = table.match
    if match is not None and (entry.kind == "move" or "begin" in entry.body):
        first = before if entry.kind == "move" else 0
        data["plies"] = [ply_data(match, ply, seat) for ply in range(first, len(match.codes))]
        data["events"] = [
            {**event, "ply": ply} for ply in range(first, len(match.codes)) for event in ply_events(match, ply, seat)
        ]
    if match is not None and table.game.facts.hidden and entry.kind in ("move", "undo"):
        data["notebook"] = notebook(match, seat)
    if entry.kind in ("move", "begin", "seat", "undo") or table.status == OVER:
        data["fairness"] = fairness_data(table)
    return data


def ply_events(match: TableMatch, ply: int, seat: int | None) -> list[dict[str, Any]]:
    before, after = match.positions[ply], match.positions[ply + 1]
    found = events(before, after, seat, Move(before, match.codes[ply]))
    return [event_data(event) | {"sound": SOUNDS.get(event.kind, "")} for event in found]


def told(table: Table, ply: int, seat: int | None) -> dict[str, Any]:
    """A ply in words, as the seat may know it."""
    match = table.match
    assert match is not None
    found = ply_events(match, ply, seat)
    news = [event for event in found if event["kind"] not in UNTOLD] or found
    return {**ply_data(match, ply, seat), "says": [event["says"] for event in news]}


def deeds(move: Move, after: Position, seat: int | None) -> list[str]:
    """What a move does, in sentences, without what is to be done next."""
    return [event.says for event in events(move.position, after, seat, move) if event.kind not in UNTOLD]


def preview(view: Position, text: str) -> list[str]:
    """What a move would do; nothing where that depends on what the seat of the view may not know."""
    try:
        move = Move(view, view.check(text))
    except IllegalMove as error:
        raise illegal(error) from error
    return [] if view.blank else deeds(move, view.play(move), view.seat)


def line_data(view: Position, line: Line) -> dict[str, Any]:
    """A line of an analysis: its moves, and in words what the first one does and what may follow."""
    own, *then = foretold(view, line.line[:TOLD] or (line.move,)) or [[]]
    touch = touched(scene_of(view, view.seat), Move(view, view.check(line.move)))
    words = {"says": own, "then": [sentence for says in then for sentence in says]}
    return {**asdict(line), **words, "pieces": touch.pieces, "target": touch.target}


def foretold(view: Position, line: Sequence[str]) -> list[list[str]]:
    """What each move of a line would do, as far as the seat of the view can know."""
    says: list[list[str]] = []
    for text in line:
        if view.blank or view.mover is None:
            break
        move = Move(view, view.check(text))
        after = view.play(move)
        says.append(deeds(move, after, view.seat))
        view = after
    return says


def standing(table: Table, held: Sequence[int]) -> dict[str, Any]:
    """A table in a line, for the one who holds some of its seats: with whom, and how it stands."""
    others = [name for seat, name in enumerate(table.names) if seat not in held and table.seats[seat].kind]
    return {"others": others, "state": _state(table, held)}


def _state(table: Table, held: Sequence[int]) -> str:
    outcome = table.match.outcome if table.match else None
    if table.mover in held:
        return "yours"
    if outcome is None or not held:
        return table.status
    if len(outcome.winners) == len(outcome.results):
        return "drawn"
    return "won" if set(held) & set(outcome.winners) else "lost"


def public_entry(entry: Entry) -> dict[str, Any]:
    """An entry without what only the server may know."""
    shown: dict[str, Any] = {
        name: entry.body[name] for name in ("seat", "what", "reason", "table", "text", "says") if name in entry.body
    }
    return {"kind": entry.kind, "at": entry.at, **shown}


def picture(table: Table, seat: int | None, look: Look, ply: int | None = None) -> str:
    """The board as the seat sees it, now or at a ply."""
    match = table.match
    wishes: dict[str, Any] = {"view": look.view, "theme": look.theme, "flip": look.flip}
    wishes |= {"style": not look.bare, "caption": not look.bare}
    if match is None:
        return table.game.start(seed=0).svg(seat, **wishes)
    at = len(match.codes) if ply is None else ply
    choosing = at == len(match.codes) and seat is not None and table.mover == seat and not table.paused
    marks = [kind for kind in USUAL if kind != "target" and (choosing or kind != "movable")]
    scene = match.positions[at].scene(seat, choices=choosing)
    assert isinstance(scene, Scene)
    for number in reversed(range(first_of_news(match, at, seat), at)):
        before, move = match.positions[number], Move(match.positions[number], match.codes[number])
        if match.positions[number + 1].may_read(move, seat):
            scene = with_last_move(scene, scene_of(before, seat), move)
    return scene.svg(highlights=[*marks, *look.help_marks], **wishes)


def first_of_news(match: Match, at: int, seat: int | None) -> int:
    """The first ply of what is marked as new: what others did since the seat's own turn, or else the last turn."""
    first = at
    while first > 0 and _is_news(match.positions[first - 1], match.positions[at - 1], seat):
        first -= 1
    return first


def _is_news(position: Position, last: Position, seat: int | None) -> bool:
    if seat is None or last.mover == seat:
        return position.turn == last.turn
    return position.mover != seat and last.turn - position.turn < position.game.seats
