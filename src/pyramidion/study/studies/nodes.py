"""The nodes of a study: positions with the moves that led to them, and comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pyramidion.engine.errors import BadInput
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position

MOST_COMMENT = 500  # characters


@dataclass(eq=False)
class Node:
    """A position of a study: the move that led to it, what was said about it, and how it goes on."""

    position: Position
    move: Move | None = None  # None at the start
    parent: Node | None = None
    comment: str = ""
    children: list[Node] = field(default_factory=list)  # the main continuation first

    def __repr__(self) -> str:
        return f"<Node {self.move or 'start'}>"

    @property
    def line(self) -> list[Node]:
        """The nodes from the start to this one, both included."""
        found: list[Node] = [self]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found[::-1]

    @property
    def last(self) -> Node:
        """Where the main continuation ends."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def child(self, move: Move) -> Node | None:
        """What follows after a move, if it was tried already."""
        return next((each for each in self.children if each.move == move), None)

    def below(self) -> Iterator[Node]:
        """This node and everything that follows it."""
        waiting = [self]
        while waiting:
            found = waiting.pop()
            yield found
            waiting += found.children


def checked_comment(text: str) -> str:
    """A comment without the spaces around it; BadInput for what cannot be one."""
    if not isinstance(text, str) or not text.isprintable() or set(text) & set("{}"):
        raise BadInput("A comment is one line of printable text without braces.")
    if len(text) > MOST_COMMENT:
        raise BadInput(f"A comment has at most {MOST_COMMENT} characters.")
    return " ".join(text.split())
