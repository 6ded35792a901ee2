"""A study: moves of any game as a tree with variations and comments, from any position."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_seed
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import outcome_data
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.engine.records import Record, now
from pyramidion.players.analysis import Analysis
from pyramidion.players.bots import bot
from pyramidion.study.studies.nodes import Node, checked_comment
from pyramidion.study.studies.starts import Start, beginning, is_start

MOST_NODES = 4_000


class Study:
    """A tree of moves with a current node. Moves are added there; a move that differs from those
    tried before begins a variation."""

    def __init__(self, start: Start, ply: int | None = None, seed: int | None = None) -> None:
        """`start` is a game, a position, a match or a record, or the name of a game or the text of a position. Of
        a match or a record the whole game becomes the main line, looked at after `ply` plies, or else at its end. A
        shuffled set-up is drawn by `seed`."""
        positions, codes = beginning(start, seed)
        self.root = Node(positions[0])
        self.node = self.root
        self.size = 1
        for code in codes:
            self.play(code)
        if ply is not None:
            self.go(self._main_node(ply))

    @property
    def game(self) -> Game:
        return self.root.position.game

    @property
    def position(self) -> Position:
        return self.node.position

    def __len__(self) -> int:
        """How many moves are in the tree."""
        return self.size - 1

    def __repr__(self) -> str:
        return f"<Study {self.game.spec}, {len(self)} moves>"

    def __str__(self) -> str:
        return self.text

    def play(self, move: Move | str | int) -> Position:
        """Make a move, or choose an outcome of chance; one that was tried before is followed, any other is added."""
        made = Move(self.position, self.position.code_of(move))
        known = self.node.child(made)
        if known is None:
            self._check_room()
            known = Node(self.position.play(made), made, self.node)
            self.node.children.append(known)
            self.size += 1
        self.node = known
        return self.position

    def roll(self, seed: int | None = None) -> Position:
        """Let chance decide, by the weights of its outcomes."""
        if self.position.mover != CHANCE:
            raise BadInput("Chance is not to move here: play a move.")
        codes, weights = self.position.weighted_codes()
        number = secrets.randbits(62) if seed is None else checked_seed(seed)
        picked = dice.weighted(dice.stream(number, self.size), np.array(weights, dtype=np.int32), len(weights))
        return self.play(codes[picked])

    def back(self, plies: int = 1) -> Position:
        """Go back towards the start; nothing is forgotten."""
        for _ in range(plies):
            self.node = self.node.parent or self.node
        return self.position

    def forward(self, plies: int = 1) -> Position:
        """Follow the main continuation."""
        for _ in range(plies):
            self.node = self.node.children[0] if self.node.children else self.node
        return self.position

    def go(self, node: Node) -> Position:
        """Look at a node of this study."""
        if node.line[0] is not self.root:
            raise BadInput("That node belongs to another study.")
        self.node = node
        return self.position

    def promote(self, node: Node | None = None) -> None:
        """Make the variation that a node belongs to one step more important."""
        for each in reversed((node or self.node).line[1:]):
            siblings = each.parent.children if each.parent else []
            place = siblings.index(each)
            if place > 0:
                siblings[place - 1], siblings[place] = each, siblings[place - 1]
                return

    def cut(self, node: Node | None = None) -> None:
        """Remove a node with everything that follows."""
        gone = node or self.node
        if gone.parent is None:
            raise BadInput("The start of a study cannot be cut. Begin another study instead.")
        if gone in self.node.line:
            self.node = gone.parent
        gone.parent.children.remove(gone)
        self.size -= sum(1 for _ in gone.below())

    @property
    def comment(self) -> str:
        """What is said about the current position."""
        return self.node.comment

    @comment.setter
    def comment(self, text: str) -> None:
        self.node.comment = checked_comment(text)

    @property
    def main_line(self) -> list[str]:
        """The moves of the main line."""
        return [str(node.move) for node in self.root.last.line[1:]]

    @property
    def line(self) -> list[str]:
        """The moves that lead to the current position."""
        return [str(node.move) for node in self.node.line[1:]]

    def nodes(self) -> Iterator[Node]:
        """All nodes in the order in which the text has them, the start first."""
        from pyramidion.study.studies.notation import in_order

        yield self.root
        yield from (each for each in in_order(self.root) if isinstance(each, Node))

    def analyse(self, level: int = 5, effort: int | None = None, seconds: float | None = None) -> Analysis:
        """What a bot thinks of the current position, by what the seat to move may know."""
        *_, found = bot(self.game, level).analyse(self.position, effort, seconds)
        return found

    @property
    def text(self) -> str:
        """The whole study in one line; `Study.from_text` reads it."""
        from pyramidion.study.studies.notation import study_text

        return study_text(self)

    @classmethod
    def from_text(cls, text: str) -> Study:
        """The inverse of `text`; the end of the main line is the current node."""
        from pyramidion.study.studies.notation import read_study

        return read_study(text)

    def to_json(self) -> str:
        """The study as JSON, with the current node."""
        from pyramidion.study.studies.notation import study_json

        return study_json(self)

    @classmethod
    def from_json(cls, text: str) -> Study:
        """The inverse of `to_json`."""
        from pyramidion.study.studies.notation import study_from_json

        return study_from_json(text)

    def link(self, server: str) -> str:
        """The address under which a server's page shows this study."""
        from pyramidion.study.studies.notation import fragment

        return f"{server.rstrip('/')}/study#{fragment(self.text)}"

    def record(self, seats: Sequence[str] = ()) -> Record:
        """The record of the line that leads to the current position; it needs the start of a game."""
        first, last = self.root.position, self.position
        if not is_start(first):
            raise BadInput("A record begins with the start of a game; this study begins later. Keep its text instead.")
        time, outcome = now(), outcome_data(last.outcome)
        return Record(
            game=self.game.name,
            rules=self.game.facts.rules_version,
            options=dict(self.game.options),
            setup=self.game.setup_text(first),
            seats=list(seats or self.game.seat_names),
            moves=self.line,
            outcome=outcome,
            started=time,
            ended=time if outcome else None,
        )

    def svg(self, seat: int | None = None, **arguments: Any) -> str:
        """A picture of the current position, with the last move; see `Position.svg`."""
        return self.position.svg(seat, last_move=self.node.move, **arguments)

    def _repr_svg_(self) -> str:
        return self.svg(size=420)

    def _repr_html_(self) -> str:
        from pyramidion.study.studies.page import study_html

        return study_html(self)

    def _check_room(self) -> None:
        if self.size >= MOST_NODES:
            raise BadInput(f"A study has at most {MOST_NODES - 1} moves. Cut some, or begin another study.")

    def _main_node(self, ply: int) -> Node:
        line = self.root.last.line
        if not 0 <= ply < len(line):
            raise BadInput(f"The game has {len(line) - 1} plies, so there is no ply {ply}.")
        return line[ply]
