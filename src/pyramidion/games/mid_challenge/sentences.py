"""What is said at the table of The Mid Challenge: what the dice allow and why, how far everyone is, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from pyramidion.draw.scene_parts import has
from pyramidion.draw.things import Note
from pyramidion.draw.words import NUMBERS, listed
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.games.mid_challenge.refusals import allowed, blocked, readings_of
from pyramidion.games.mid_challenge.rolls import ACE, BLANK, FACES, ROLLS, THREE_BLANKS
from pyramidion.games.mid_challenge.rules import EMPTY, NO_ROLL, NO_SQUARE, OWNER, PASS
from pyramidion.games.mid_challenge.words import HEADERS, SEATS, SIZE_NAMES, roll_words, square_name


def said(position: Position, threatened: Sequence[str]) -> str:
    """What the seat may do, said to everyone else."""
    fields, name = position.fields, SEATS[position.seat]
    if position.mover == CHANCE or fields.roll == NO_ROLL:
        return f"{name} rolls the dice."
    if fields.placed != NO_SQUARE:
        where, what = square_name(fields, int(fields.placed)), listed(threatened)
        return f"{name} placed on {where}: take or leave what stands on {what}."
    readings = readings_of(fields)
    rolled = f"{name} rolled {roll_words(fields.roll)}: {allowed(readings) if readings else 'nothing to place'}"
    if fields.roll == THREE_BLANKS:
        return f"{rolled}, then another roll."
    return f"{rolled}, which cannot be placed." if readings and _must_pass(position) else f"{rolled}."


def task(position: Position, threatened: Sequence[str]) -> str:
    """What the seat has to do and why, said to its player."""
    fields = position.fields
    if position.mover == CHANCE or fields.roll == NO_ROLL:
        return "Roll the dice."
    if fields.placed != NO_SQUARE:
        where, what = square_name(fields, int(fields.placed)), listed(threatened)
        return f"You placed on {where}: take or leave what stands on {what}."
    readings = readings_of(fields)
    if not readings:
        return "No two dice are alike, so you place nothing."
    if _must_pass(position):
        return f"The dice allow {_offered(readings)}, but {_obstacle(fields, readings)}. You place nothing."
    if fields.roll == THREE_BLANKS:
        return "Three blanks: place any size on any empty square. Then you roll again."
    return _choice(fields, readings) if len(readings) > 1 else f"{_reason(fields)}: place {allowed(readings)}."


def _must_pass(position: Position) -> bool:
    return int(position.moves()[0]) == PASS


def _obstacle(fields: np.record, readings: list[tuple[int, int]]) -> str:
    """Why nothing that the dice allow can be placed."""
    found = dict.fromkeys(reason[0] for reading in readings if (reason := blocked(fields, *reading)))
    return " and ".join(found) or "there is no empty square"


def _reason(fields: np.record) -> str:
    """What makes a roll count: a pair, three alike, two aces and a number, with blanks as copies."""
    faces = [face for face in ROLLS[fields.roll] if face != BLANK]
    blanks = len(ROLLS[fields.roll]) - len(faces)
    [(most, count), *others] = Counter(faces).most_common()
    if blanks:
        return f"The blank{'s make' if blanks > 1 else ' makes'} three {_plural(most)}"
    if count == len(faces):
        return f"Three {_plural(most)}"
    return f"Two aces and a {FACES[others[0][0]]}" if most == ACE else f"A pair of {_plural(most)}"


def _plural(face: int) -> str:
    return "aces" if face == ACE else f"{NUMBERS[int(FACES[face])]}s"


def _choice(fields: np.record, readings: list[tuple[int, int]]) -> str:
    """A blank that may copy either of two dice, and what that leads to."""
    faces = [f"the {'ace' if face == ACE else FACES[face]}" for face in ROLLS[fields.roll] if face != BLANK]
    if len({size for size, _ in readings}) == 1:
        return f"The blank copies {' or '.join(faces)}: place {_offered(readings)}."
    copies = [f"{face} for a {SIZE_NAMES[size]}" for face, (size, _) in zip(faces, readings, strict=True)]
    return f"The blank copies {' or '.join(copies)}, in column {HEADERS[readings[0][1]]}."


def _offered(readings: list[tuple[int, int]]) -> str:
    """What the dice allow, with nothing said twice: two readings have the same size or the same column."""
    if len(readings) == 1:
        return allowed(readings)
    sizes = dict.fromkeys(f"a {SIZE_NAMES[size]}" for size, _ in readings)
    columns = dict.fromkeys(HEADERS[column] for _, column in readings)
    return f"{' or '.join(sizes)} in column {' or '.join(columns)}"


def score(fields: np.record, seat: int) -> Note:
    """How many mids a player has placed, of all they have."""
    count = sum(int(mid) != EMPTY and int(mid) // OWNER == seat for mid in fields.mids)
    most = count + int(fields.hand[seat].sum())
    text = f"{SEATS[seat]} has placed {count} of {most} mids."
    return Note(f"score-{seat}", "score", text, "placed", seat, count, most)


def ending(position: Position, viewer: int | None) -> str:
    """How the game came to its end, by the ruling that ended it."""
    outcome = position.outcome
    if outcome is None:
        return ""
    return {
        "M24": f"{has(SEATS, outcome.winners[0], viewer)} placed all the pyramids.",
        "M26": "The board is full: the fewest mids in hand win.",
        "M27": "Nobody had placed every mid after 1,000 turns.",
    }[outcome.rule]
