"""Setting up a position by hand: something is put elsewhere, whatever the rules say.

How a game writes its positions is its own affair. So the new text is looked for: a few letters are taken out of the
text and put in somewhere else, until the scene shows everything as before, and only that one thing at its new place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from pyramidion.draw.narration import scene_of
from pyramidion.draw.things import Piece
from pyramidion.engine.errors import BadPosition, PyramidionError
from pyramidion.engine.fields import attributes
from pyramidion.engine.game import copied
from pyramidion.engine.header import OVER
from pyramidion.engine.notation import TAIL, WHO, check, position_from_text
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load

EMPTY = ".", "-", ""
PARTS = re.compile(r"([ ,/])")
RUN_SIGN = "\n"  # for an empty square, until they are counted
RUN = re.compile(r"\d+|[a-z][A-Z]")
LONGEST = 3  # letters that stand for one thing
LONG = 40  # letters of a slot that says nothing about pieces
MOST_TRIES = 400
BY_TEXT = "This cannot be put there by hand. Edit the text of the position instead."

Look = tuple[str, str, str, int, str]  # what a thing looks like, and where it is


def rearranged(position: Position, piece: str, place: str, seat: int | None) -> Position:
    """The position with a piece at another place, possible or not; BadPosition where no text says so."""
    scene = scene_of(position, seat)
    moved = next((each for each in scene.pieces if each.id == piece), None)
    if moved is None or place not in scene.places:
        raise BadPosition("Choose a piece of the picture, and then a place of it.")
    wanted = Counter(map(_look, scene.pieces))
    wanted[_look(moved)] -= 1
    without = +wanted
    wanted[_look(moved, place)] += 1
    draft = Draft(position, seat)
    for rest, taken in _without(draft, moved, without):
        for texts in _with(draft, rest, taken, moved, place):
            found = draft.position(texts)
            if found is not None and draft.looks(found) == +wanted:
                return found
    raise BadPosition(BY_TEXT)


def drafted(text: str) -> Position:
    """The position that a text says, possible or not; BadPosition where it cannot be read."""
    words = text.split()
    tail = TAIL.fullmatch(" ".join(words[-2:]))
    if len(words) < 4 or tail is None:
        return position_from_text(text)
    game = load(words[0])
    row = copied(game.template)
    fields = attributes(row)
    fields.seat, fields.turn, who = int(tail["seat"]), int(tail["turn"]), WHO[tail["who"]]
    fields.mover = fields.seat if who is None else who
    if fields.seat >= game.seats or fields.mover == OVER:
        return position_from_text(text)
    game.manual.read_place(fields, " ".join(words[1:-2]))
    return Position(game, row.tobytes())


def impossible(position: Position) -> str:
    """Why no game can lead to a position; empty if one can."""
    try:
        check(position)
    except PyramidionError as error:
        return str(error)
    return ""


def _look(piece: Piece, place: str = "") -> Look:
    return piece.kind, piece.colour, piece.letter, piece.owner, place or piece.place


class Draft:
    """The text of a position in slots, each of which may hold something."""

    def __init__(self, position: Position, seat: int | None) -> None:
        self.start = position
        self.seat = seat
        self.tries = 0
        board, space, others = position.game.manual.place_text(position.fields).partition(" ")
        self.slots = [slot for part in PARTS.split(board) for slot in _squares(part)]
        self.slots += [Slot(part) for part in PARTS.split(space + others)]
        self._widen()

    @property
    def texts(self) -> list[str]:
        return [slot.text for slot in self.slots]

    def position(self, texts: list[str]) -> Position | None:
        """What the slots say, whether a game can lead to it or not; None if that is not a position."""
        self.tries += 1
        if self.tries > MOST_TRIES:
            raise BadPosition(BY_TEXT)
        game, row = self.start.game, copied(self.start.game.template)
        fields = attributes(row)
        for name in ("seat", "mover", "turn", "rule", "shares"):
            fields[name] = self.start.fields[name]
        try:
            game.manual.read_place(fields, self._body(texts))
            found = Position(game, row.tobytes())
            scene_of(found, self.seat)
        except (PyramidionError, ArithmeticError, LookupError, ValueError):
            return None
        return found

    def looks(self, position: Position) -> Counter[Look]:
        """Everything that a position shows."""
        return Counter(map(_look, scene_of(position, self.seat).pieces))

    def _body(self, texts: list[str]) -> str:
        """The text that the slots make; empty squares of rows with run lengths are counted."""
        free = [slot.run and text in EMPTY for slot, text in zip(self.slots, texts, strict=True)]
        parts = [RUN_SIGN if empty else text for empty, text in zip(free, texts, strict=True)]
        return re.sub(f"{RUN_SIGN}+", lambda found: str(len(found[0])), "".join(parts))

    def _widen(self) -> None:
        """Write every empty row in full, where the game writes it in short."""
        widths = [part.count(",") for part in "".join(self.texts).split(" ")[0].split("/")]
        wide = ["."] + [",", "."] * max(widths)
        for place in reversed([place for place, slot in enumerate(self.slots) if slot.text == "-"]):
            slots = [*self.slots[:place], *map(Slot, wide), *self.slots[place + 1 :]]
            if self.start == self._read(slots):
                self.slots = slots

    def _read(self, slots: list[Slot]) -> Position | None:
        before, self.slots = self.slots, slots
        found = self.position(self.texts)
        self.slots = before
        return found


@dataclass(frozen=True)
class Slot:
    """A part of a text: a separator, or what stands between two of them, or one square of a row with run lengths."""

    text: str
    run: bool = False

    @property
    def fixed(self) -> bool:
        return len(self.text) > LONG or bool(PARTS.fullmatch(self.text))


def _squares(part: str) -> Iterator[Slot]:
    """A part of a text as slots: a row with run lengths becomes one for each square."""
    words = RUN.findall(part)
    if not any(word.isdigit() for word in words) or "".join(words) != part:
        yield Slot(part)
        return
    for word in words:
        yield from [Slot("", run=True)] * int(word) if word.isdigit() else [Slot(word, run=True)]


def _without(draft: Draft, piece: Piece, wanted: Counter[Look]) -> Iterator[tuple[list[str], str]]:
    """The texts in which the piece is missing, each with the letters that were taken out of it; at last the text as it
    is, which may not name the piece where it lies."""
    numbers = [number for number, slot in enumerate(draft.slots) if not slot.fixed and slot.text not in EMPTY]
    for number in sorted(numbers, key=lambda each: draft.slots[each].text != piece.place):
        for taken, rest in _takings(draft.slots[number].text, piece):
            texts = [*draft.texts[:number], rest, *draft.texts[number + 1 :]]
            now = draft.position(texts)
            if now is not None and draft.looks(now) >= wanted:
                yield texts, taken
    yield draft.texts, ""


def _takings(text: str, piece: Piece) -> Iterator[tuple[str, str]]:
    """The ways to take something out of a slot: what is taken, and what is left."""
    if text == piece.place:
        yield text, "-"
        return
    for length in range(LONGEST, 0, -1):
        for start in range(len(text) - length + 1):
            taken, rest = text[start : start + length], text[:start] + text[start + length :]
            if piece.letter and piece.letter in taken and not any(sign.isdigit() for sign in taken):
                yield from ((taken, left) for left in ([rest] if _names(rest) else EMPTY[:2]))


def _names(text: str) -> bool:
    """Does a text still name a piece?"""
    return any(letter.isupper() for letter in text)


def _with(draft: Draft, texts: list[str], taken: str, piece: Piece, place: str) -> Iterator[list[str]]:
    """The texts that may show the piece at its new place, likely ones first."""
    written = sorted({letter for text in texts for letter in text if letter.islower() and len(text) < LONG})
    signs = dict.fromkeys([*written, *piece.colour])
    ways = [
        [] if slot.fixed else list(_puttings(text, taken, piece.letter, [*signs], place))
        for slot, text in zip(draft.slots, texts, strict=True)
    ]
    yield texts
    for row in zip_longest(*ways):
        for number, text in enumerate(row):
            if text is not None:
                yield [*texts[:number], text, *texts[number + 1 :]]


def _puttings(text: str, taken: str, letter: str, signs: list[str], place: str) -> Iterator[str]:
    """What a slot may read with something more in it."""
    more = [each for each in (taken, *(sign + letter for sign in signs), letter) if each]
    if text in EMPTY:
        yield from dict.fromkeys([place] if taken.isalnum() and taken[-1:].isdigit() else more)
        return
    for each in dict.fromkeys(more):
        yield text + each
        yield each + text
    head = "".join(sign for sign in text if sign.islower())
    if len(head) == 1:
        tops = sorted(text[1:] + letter)
        yield head + "".join(reversed(tops))
        yield head + "".join(tops)
