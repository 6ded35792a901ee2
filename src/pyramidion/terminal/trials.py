"""Random games by the interpreted rules, in which a game's author is shown what does not fit together.

Compiled code trusts a game: if it lists more moves than it has said, memory is overwritten and the process dies. The
interpreter notices, so nothing is compiled before these trials have passed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import choices
from pyramidion.engine import binding, edge
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.game import Game, copied
from pyramidion.engine.header import CHANCE, OVER, WHOLE
from pyramidion.engine.notation import from_json
from pyramidion.engine.position import Move, Position
from pyramidion.players.evaluation import MOST_FEATURES
from pyramidion.players.network import MOST_ON
from pyramidion.players.verbs import features, inputs
from pyramidion.terminal.findings import Findings

ROOM = 1 << 16  # for choices, however few the game has announced
MOST_PLIES = 20_000
LOOKED_AT = 6  # positions at the start of a game
EVERY = 29  # positions from then on
CLOSELY = 2  # games; of the others only the moves are counted
REFUSED = 4  # moves of other positions that are tried in each


class TooManyMoves(Exception):
    """A position offers more choices than compiled code has room for."""


@dataclass
class Trials:
    """Random games of one game at some options, and what they showed."""

    game: Game
    found: Findings
    games: int = 0
    positions: int = 0
    most: int = 0  # choices
    rulings: set[str] = field(default_factory=set)  # by which games ended and moves were refused
    _codes: set[int] = field(default_factory=set)

    def run(self, seconds: float) -> None:
        """Play for some time, or until something is found, and one game at least."""
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
            self._look_at_header(position, codes)
            if self.games < CLOSELY and (ply < LOOKED_AT or ply % EVERY == 0 or position.mover is None):
                self._look_at_moves(position, codes)
                self._look_at_texts(position)
                self._look_at_views(position)
                self._look_at_refusals(position, codes)
                self._look_at_judgement(position)
            self._codes |= set(codes)

    def _random_game(self, seed: int) -> Iterator[tuple[Position, list[int]]]:
        """Each position of a random game with its choices."""
        bind, chance = binding.interpreted(self.game.description), random.Random(seed)
        room = np.zeros((2, ROOM), dtype=np.int32)
        position = self.game.start(seed)
        for _ in range(MOST_PLIES):
            count = bind(edge.list_choices)(position.record, room)
            self._check_count(count)
            codes = room[0, :count].tolist()
            yield position, codes
            if position.mover is None or not codes:
                return
            after = copied(position.record)
            bind(edge.play_legal)(position.record, after, room, chance.choice(codes))
            position = Position(self.game, after)
        self.found.add("rules", "end", f"a random game of {self.game.spec} has no end after {MOST_PLIES} plies")

    def _check_count(self, count: int) -> None:
        allowed = self.game.facts.most_moves
        self.most = max(self.most, count)
        if count > allowed:
            says = f"a position of {self.game.spec} offers {count} choices and facts.most_moves is {allowed}: raise it"
            self.found.add("rules", "most_moves", f"{says}, or compiled code overwrites memory")
            raise TooManyMoves

    def _look_at_header(self, position: Position, codes: list[int]) -> None:
        fields, facts, require = position.fields, self.game.facts, self.found.require
        allowed = {OVER, *range(self.game.seats), *([CHANCE] if facts.chance else [])}
        says = f"mover became {fields.mover}: it is a seat, OVER, or CHANCE where facts.chance is True"
        require(int(fields.mover) in allowed, "rules", "mover", says)
        require(0 <= fields.seat < self.game.seats, "rules", "seat", f"seat became {fields.seat}: it is always a seat")
        over = position.mover is None
        says = "a game that goes on offers no choice: let moves list a pass, or end the game"
        require(over or bool(codes), "rules", "no choice", says)
        require(len(set(codes)) == len(codes), "rules", "doubled", "a position lists the same move twice")
        require(min(codes, default=0) >= 0, "rules", "negative", "the code of a move is negative: begin with 0")
        says = "a game ended without a ruling and shares that add up to one: end it with win or share"
        ended = fields.rule > 0 and int(fields.shares.sum()) == WHOLE
        require(not over or ended, "rules", "ending", says)
        most = self.game.manual.most_turns(self.game.options)
        says = f"a game lasted {position.turn} turns and most_turns says {most} at most"
        require(most is None or position.turn <= most, "manual", "most_turns", says)
        if over and position.outcome:
            self.rulings.add(position.outcome.rule)

    def _look_at_moves(self, position: Position, codes: list[int]) -> None:
        manual, require = self.game.manual, self.found.require
        with self.found.expecting("manual", "move_text or read_move"):
            texts = [manual.move_text(position.fields, code) for code in codes]
            for code, text in zip(codes, texts, strict=True):
                says = f"the text of move {code} is {text!r}: write ASCII without spaces"
                require(isinstance(text, str) and text.isascii() and text.split() == [text], "manual", "text", says)
                back = manual.read_move(position.fields, text)
                says = f"move_text writes move {code} as '{text}', and read_move reads that as {back}"
                require(back == code, "manual", "round trip", f"{says}: they must agree")
            require(len(set(texts)) == len(texts), "manual", "same text", "two moves of a position have the same text")

    def _look_at_texts(self, position: Position) -> None:
        with self.found.expecting("manual", "the position text"):
            says = f"'{position.text}' is read back as another position: place_text and read_place must agree"
            self.found.require(self.game.position(position.text) == position, "manual", "position text", says)
        with self.found.expecting("manual", "check"):
            from_json(position.to_json())

    def _look_at_views(self, position: Position) -> None:
        for seat in (None, *range(self.game.seats)):
            with self.found.expecting("rules", "view or guess"):
                view = position.view(seat)
                self.found.require(view.view(seat) == view, "rules", "view", "the view of a view is not the same view")
                if view.blank:
                    same = view.guess(1).view(seat) == view
                    says = "guess fills a view in such a way that the seat would have seen something else"
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
        with self.found.expecting("pictures", "touched"):
            if position.mover == seat or (position.mover == CHANCE and seat is None):
                self._look_at_touches(position.view(seat), scene_of(position, seat))

    def _look_at_touches(self, view: Position, scene: Scene) -> None:
        known = {"", *(thing.id for thing in scene.things())}
        for choice in choices(view, scene):
            missing = sorted({*choice.touch.pieces, *choice.touch.also, choice.touch.target} - known)
            says = f"the move {choice.move} touches {', '.join(missing)}, which the scene does not have"
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
        judgement, bind = self.game.description.judgement, binding.interpreted(self.game.description)
        with self.found.expecting("judgement", "features"):
            numbers = np.zeros(MOST_FEATURES)
            for seat in range(self.game.seats):
                count, names = bind(features)(position.fields, seat, numbers), len(judgement.features)
                says = f"features writes {count} numbers, and the judgement names {names} features"
                self.found.require(count == names or not names, "judgement", "count", f"{says}: they must agree")
                finite = bool(np.isfinite(numbers).all())
                self.found.require(finite, "judgement", "finite", "features writes numbers that are not finite")
        with self.found.expecting("judgement", "inputs"):
            on = np.zeros(MOST_ON)
            count = bind(inputs)(position.fields, on) if judgement.inputs and position.mover is not None else 0
            inside = all(0 <= number < judgement.inputs for number in on[:count])
            says = f"inputs names an input that is not below {judgement.inputs}"
            self.found.require(inside, "judgement", "inputs", says)
