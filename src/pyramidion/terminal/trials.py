"""Random games with the interpreted rules, to find what is wrong in a game.

Compiled code trusts a game: one that lists more moves than it announced overwrites memory. The interpreter notices, so
nothing is compiled before these trials have passed.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import choices
from pyramidion.engine import binding, edge
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE, OVER, WHOLE
from pyramidion.engine.move import Move
from pyramidion.engine.notation import from_json
from pyramidion.engine.position import Position
from pyramidion.players.evaluation import MOST_FEATURES
from pyramidion.players.network import MOST_ON
from pyramidion.players.verbs import features, inputs
from pyramidion.terminal.deadline import Deadline
from pyramidion.terminal.findings import Findings
from pyramidion.terminal.scene_faults import scene_faults

ROOM = 1 << 16  # for choices, more than any game announces
MOST_PLIES = 20_000
LOOKED_AT = 6  # the first positions of a game are examined closely,
EVERY = 29  # then one out of these many,
CLOSELY = 2  # in the first games; in the others only moves are counted
REFUSED = 4  # illegal moves that are tried in a position
REREAD = 60  # pairs of move texts from other positions that are read in a position


class TooManyMoves(Exception):
    """A position offers more choices than the game announced."""


def _contradictory(position: Position) -> bool:
    """Does the header name one seat as the mover and another as the seat whose turn it is?"""
    return position.mover not in (None, CHANCE, int(position.fields.seat))


@dataclass
class Trials:
    """Random games with one setting of the options, and what they showed."""

    game: Game
    found: Findings
    deadline: Deadline
    games: int = 0
    positions: int = 0
    most: int = 0  # choices in one position
    rulings: set[str] = field(default_factory=set)  # that ended games or refused moves
    endings: Counter[str] = field(default_factory=Counter)  # games by the ruling that ended them
    unread: set[str] = field(default_factory=set)  # texts of facts.example that no position has read as moves
    _codes: set[int] = field(default_factory=set)
    _texts: set[str] = field(default_factory=set)  # of moves in all positions examined closely

    def __post_init__(self) -> None:
        self.unread |= {text.strip() for text in self.game.facts.example.split(",")} - {""}

    def run(self, seconds: float) -> None:
        """Play at least one game, then go on until the time is up or a fault is found."""
        end = time.monotonic() + seconds
        while self.games == 0 or (not self.found and time.monotonic() < end):
            with self.found.expecting("rules", "a random game"):
                try:
                    self._play(seed=self.games)
                except TooManyMoves:
                    return
            self.games += 1

    def _play(self, seed: int) -> None:
        for ply, (position, codes) in enumerate(self._random_game(seed)):
            self.positions += 1
            self._look_at_header(position)
            self._look_at_choices(position, codes)
            self._look_at_ending(position)
            if self.games < CLOSELY and (ply < LOOKED_AT or ply % EVERY == 0 or position.mover is None):
                self._look_at_moves(position, codes)
                self._look_at_numbers(position, codes)
                if codes:
                    self._look_at_other_texts(position, codes)
                    self._look_at_example(position)
                self._look_at_texts(position)
                self._look_at_views(position)
                self._look_at_refusals(position, codes)
                self._look_at_judgement(position)
            self._codes |= set(codes)

    def _random_game(self, seed: int) -> Iterator[tuple[Position, list[int]]]:
        """Each position of a random game with its choices."""
        bind, chance = binding.interpreted(self.game.description), random.Random(seed)
        room, positions = np.zeros((2, ROOM), dtype=np.int32), self.game.rows(2)
        position = self.game.start(seed)
        for _ in range(MOST_PLIES):
            self.deadline.renew()
            positions[0] = position.row[0]
            count = bind(edge.list_choices)(positions, room)
            self._check_count(count)
            codes = room[0, :count].tolist()
            yield position, codes
            if position.mover is None or not codes:
                return
            bind(edge.play_legal)(positions, room, chance.choice(codes))
            position = Position(self.game, positions[1:].tobytes())
        self.found.add("rules", "end", f"a random game of {self.game.spec} is not over after {MOST_PLIES} plies")

    def _check_count(self, count: int) -> None:
        allowed = self.game.facts.most_moves
        self.most = max(self.most, count)
        if count > allowed:
            says = f"a position of {self.game.spec} has {count} moves, but facts.most_moves is {allowed}: raise it"
            self.found.add("rules", "most_moves", f"{says}, or compiled code overwrites memory")
            raise TooManyMoves

    def _look_at_header(self, position: Position) -> None:
        fields, require = position.fields, self.found.require
        allowed = {OVER, *range(self.game.seats), *([CHANCE] if self.game.facts.chance else [])}
        says = f"mover became {fields.mover}: it must be a seat, OVER, or CHANCE if facts.chance is True"
        require(int(fields.mover) in allowed, "rules", "mover", says)
        says = f"seat became {fields.seat}: it must always be the number of a seat"
        require(0 <= fields.seat < self.game.seats, "rules", "seat", says)
        says = f"mover became {fields.mover} and seat {fields.seat}: set both to the seat to move"
        require(not _contradictory(position), "rules", "mover and seat", says)
        most = self.game.manual.most_turns(self.game.options)
        says = f"a game lasted {position.turn} turns, but most_turns says at most {most}"
        require(most is None or position.turn <= most, "manual", "most_turns", says)

    def _look_at_choices(self, position: Position, codes: list[int]) -> None:
        require = self.found.require
        says = "a position of an unfinished game has no moves: let moves list a pass, or end the game"
        require(position.mover is None or bool(codes), "rules", "no choice", says)
        require(len(set(codes)) == len(codes), "rules", "doubled", "a position lists the same move twice")
        require(min(codes, default=0) >= 0, "rules", "negative", "a move has a negative code: codes start at 0")

    def _look_at_ending(self, position: Position) -> None:
        if position.mover is not None:
            return
        ended = position.fields.rule > 0 and int(position.fields.shares.sum()) == WHOLE
        says = "a game ended without a ruling, or with shares that do not add up to one: end it with win or share"
        self.found.require(ended, "rules", "ending", says)
        if position.outcome:
            self.rulings.add(position.outcome.rule)
            self.endings[position.outcome.rule] += 1

    def _look_at_moves(self, position: Position, codes: list[int]) -> None:
        manual, require = self.game.manual, self.found.require
        with self.found.expecting("manual", "move_text or read_move"):
            texts = [manual.move_text(position.fields, code) for code in codes]
            for code, text in zip(codes, texts, strict=True):
                says = f"the text of move {code} is {text!r}: write ASCII without spaces"
                require(isinstance(text, str) and text.isascii() and text.split() == [text], "manual", "text", says)
                back = manual.read_move(position.fields, text)
                says = f"move_text writes move {code} as '{text}', but read_move reads that as {back}"
                require(back == code, "manual", "round trip", f"{says}: they must agree")
            require(len(set(texts)) == len(texts), "manual", "same text", "two moves of a position have the same text")
            self._texts |= set(texts)

    def _look_at_numbers(self, position: Position, codes: list[int]) -> None:
        """Programs that learn know moves by their numbers. A game that lists none has those whose texts read back at
        the start."""
        if self.found:
            return
        with self.found.expecting("manual", "the numbering of moves"):
            numbers = self.game.outcomes if position.mover == CHANCE else self.game.actions
            known = set(numbers.codes.tolist())
            for code in codes:
                says = f"move {code}, '{position.text_of(code)}', has no number for programs that learn: list the codes"
                remedy = f"{says} of all moves in encoding.py, or choose codes that mean the same for every seat"
                self.found.require(code in known, "manual", "number", remedy)

    def _look_at_other_texts(self, position: Position, codes: list[int]) -> None:
        """What is written as a move elsewhere, or as none, must not be read as a different one here."""
        for text in self._other_texts():
            code = self._read(position, text)
            if code in codes:
                own = self.game.manual.move_text(position.fields, code)
                says = f"read_move reads '{text}' as a legal move that move_text writes as '{own}'"
                self.found.require(own == text, "manual", "other text", f"{says}: it must not")

    def _other_texts(self) -> Iterator[str]:
        """Move texts of any positions, and texts made of the halves of two of them."""
        texts, chance = sorted(self._texts), random.Random(self.positions)
        for _ in range(REREAD if texts else 0):
            one, other = chance.choices(texts, k=2)
            yield one
            yield one[: len(one) // 2] + other[len(other) // 2 :]

    def _look_at_example(self, position: Position) -> None:
        self.unread -= {text for text in self.unread if self._read(position, text) is not None}

    def _read(self, position: Position, text: str) -> int | None:
        """The code of a text that need not be a move here."""
        with self.found.expecting("manual", f"read_move of '{text}'"):
            try:
                return self.game.manual.read_move(position.fields, text)
            except IllegalMove as refused:
                self.rulings |= {refused.rule} if refused.rule else set()
        return None

    def _look_at_texts(self, position: Position) -> None:
        if _contradictory(position):
            return
        with self.found.expecting("manual", "check of a position that a game has reached"):
            self.game.manual.check(position.fields)
        with self.found.expecting("manual", "the position text"):
            says = f"'{position.text}' is read back as a different position: place_text and read_place must agree"
            self.found.require(self.game.position(position.text) == position, "manual", "position text", says)
        with self.found.expecting("manual", "the position in JSON"):
            from_json(position.to_json())

    def _look_at_views(self, position: Position) -> None:
        for seat in (None, *range(self.game.seats)):
            with self.found.expecting("rules", "view or guess"):
                view = position.view(seat)
                self.found.require(
                    view.view(seat) == view,
                    "rules",
                    "view",
                    "viewing a view again changes it: view must leave a view as it is",
                )
                if view.blank:
                    same = view.guess(1).view(seat) == view
                    says = "guess returns a position in which the seat would see something else"
                    self.found.require(same, "rules", "guess", says)
            with self.found.expecting("manual", "check of a view"):
                self.game.manual.check(position.view(seat).fields)
            self._look_at_picture(position, seat)

    def _look_at_picture(self, position: Position, seat: int | None) -> None:
        viewer = "a spectator" if seat is None else f"seat {seat}"
        with self.found.expecting("pictures", f"the picture for {viewer}"):
            scene = scene_of(position, seat)
            for drawn in (scene.svg(), scene.text(), scene.describe(), scene.to_json()):
                self.found.require(bool(drawn), "pictures", "empty", f"the picture for {viewer} is empty")
            for kind, says in scene_faults(scene):
                self.found.add("pictures", kind, says)
        with self.found.expecting("pictures", "touched"):
            if position.mover == seat or (position.mover == CHANCE and seat is None):
                self._look_at_touches(position.view(seat), scene_of(position, seat))

    def _look_at_touches(self, view: Position, scene: Scene) -> None:
        known = {"", *(thing.id for thing in scene.things())}
        for choice in choices(view, scene):
            missing = sorted({*choice.touch.pieces, *choice.touch.also, choice.touch.target} - known)
            says = f"the move {choice.move} touches {', '.join(missing)}, which is not in the scene"
            self.found.require(not missing, "pictures", "touches", says)

    def _look_at_refusals(self, position: Position, codes: list[int]) -> None:
        others = sorted(self._codes - set(codes))
        for code in others[:: max(1, len(others) // REFUSED)] if position.mover is not None else []:
            with self.found.expecting("manual", "refuse"):
                try:
                    position.check(Move(position, code))
                except IllegalMove as refused:
                    self.rulings |= {refused.rule} if refused.rule else set()

    def _look_at_judgement(self, position: Position) -> None:
        with self.found.expecting("judgement", "features"):
            self._look_at_features(position)
        with self.found.expecting("judgement", "inputs"):
            self._look_at_inputs(position)

    def _look_at_features(self, position: Position) -> None:
        bind, names = binding.interpreted(self.game.description), len(self.game.description.judgement.features)
        numbers = np.zeros(MOST_FEATURES)
        for seat in range(self.game.seats):
            count = bind(features)(position.fields, seat, numbers)
            says = f"features writes {count} numbers, but the judgement names {names} features: they must agree"
            self.found.require(count == names or not names, "judgement", "count", says)
            finite = bool(np.isfinite(numbers).all())
            self.found.require(finite, "judgement", "finite", "features writes a number that is not finite")

    def _look_at_inputs(self, position: Position) -> None:
        bind, allowed = binding.interpreted(self.game.description), self.game.description.judgement.inputs
        if not allowed or position.mover is None:
            return
        on = np.zeros(MOST_ON)
        count = bind(inputs)(position.fields, on)
        inside = all(0 <= number < allowed for number in on[:count])
        self.found.require(inside, "judgement", "inputs", f"inputs writes a number that is not below {allowed}")
