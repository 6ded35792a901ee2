"""Studies as one line of text and as JSON, and back.

The line has the game, the position or the set-up in brackets where it is not the usual start, and the moves. A
variation stands in parentheses after the move that it replaces, a comment in braces after the move that it is about:

    telic roll =3 +A ( +B { too big } ) roll

Brackets, parentheses and braces are separate words, so that no move is mistaken for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load
from pyramidion.study.studies.nodes import Node
from pyramidion.study.studies.starts import is_start
from pyramidion.study.studies.tree import Study

FORMAT = "pyramidion-study-1"
MOST_TEXT = 60_000  # characters
SPACE = "~"  # in an address
KEPT = "/,:@=+;()!*'"  # what addresses may have as it is


def in_order(root: Node) -> Iterator[Node | str]:
    """The nodes below one in the order of the text, with parentheses around variations."""
    todo: list[tuple[Node, bool] | str] = [(root, True)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
            continue
        node, written = item
        if not written:
            yield node
        elif node.children:
            first, *others = node.children
            yield first
            todo.append((first, True))
            for other in reversed(others):
                todo += [")", (other, True), (other, False), "("]


def study_text(study: Study) -> str:
    words = [study_head(study), *_comment_words(study.root)]
    for item in in_order(study.root):
        words += [item] if isinstance(item, str) else [str(item.move), *_comment_words(item)]
    return " ".join(words)


def study_head(study: Study) -> str:
    """The beginning of the text, before comments and moves: the game, and its start if that is not the usual one."""
    return " ".join([study.game.spec, *_start_words(study.root.position)])


def _start_words(position: Position) -> list[str]:
    """The start in brackets, as far as it is not the usual one."""
    game = position.game
    if is_start(position):
        setup = game.setup_text(position)
        return [] if setup is None else ["[", setup, "]"]
    return ["[", position.text.removeprefix(f"{game.spec} "), "]"]


def _comment_words(node: Node) -> list[str]:
    return ["{", node.comment, "}"] if node.comment else []


def fragment(text: str) -> str:
    """A study text as the part of an address after the #."""
    return SPACE.join(quote(word, safe=KEPT).replace(SPACE, "%7E") for word in text.split(" "))


def read_study(text: str) -> Study:
    """The inverse of `study_text`; BadInput says which word is wrong."""
    if not isinstance(text, str) or not text.split():
        raise BadInput("A study begins with the name of a game, as in 'telic roll =3'.")
    if len(text) > MOST_TEXT:
        raise BadInput(f"The text of a study has at most {MOST_TEXT} characters; this has {len(text)}.")
    spec, *words = text.split()
    game = load(spec)
    start, words = _bracketed(words)
    study = Study(_start_from(game, start))
    _Reader(study).read(words)
    study.go(study.root.last)
    return study


def _bracketed(words: list[str]) -> tuple[list[str] | None, list[str]]:
    if not words or words[0] != "[":
        return None, words
    if "]" not in words:
        raise BadInput("The start of the study is not closed: ']' is missing.")
    end = words.index("]")
    return words[1:end], words[end + 1 :]


def _start_from(game: Game, words: list[str] | None) -> Position:
    """The start that brackets name: a set-up is one word, a position several."""
    if words is None:
        if game.shuffled:
            raise BadInput(f"{game.title} begins with a set-up: name it in brackets, as in '{game.spec} [ SETUP ]'.")
        return game.start(seed=0)
    return game.start(setup=words[0]) if len(words) == 1 else game.position(" ".join(words))


class _Reader:
    """Adds the moves, variations and comments of a text to a study."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.replaced: list[Node] = []  # the moves after which a variation was opened

    def read(self, words: list[str]) -> None:
        left = iter(words)
        for word in left:
            if word == "(":
                self._open()
            elif word == ")":
                self._close()
            elif word == "{":
                self.study.comment = "".join(filter(str.isprintable, " ".join(_until_brace(left))))
            else:
                self._move(word)
        if self.replaced:
            raise BadInput("A variation is not closed: ')' is missing.")

    def _open(self) -> None:
        if self.study.node.parent is None:
            raise BadInput("Write a variation after the move that it replaces.")
        self.replaced.append(self.study.node)
        self.study.back()

    def _close(self) -> None:
        if not self.replaced:
            raise BadInput("A variation was never opened: '(' is missing.")
        self.study.go(self.replaced.pop())

    def _move(self, word: str) -> None:
        try:
            self.study.play(word)
        except PyramidionError as error:
            raise BadInput(f"move {len(self.study) + 1} of the study, '{word[:40]}': {error}") from error


def _until_brace(words: Iterator[str]) -> Iterator[str]:
    for word in words:
        if word == "}":
            return
        yield word
    raise BadInput("A comment is not closed: '}' is missing.")


def study_json(study: Study) -> str:
    nodes = list(study.nodes())
    places = {id(node): place for place, node in enumerate(nodes)}
    moves = [
        {"after": places[id(node.parent)], "move": str(node.move), "comment": node.comment}
        for node in nodes
        if node.parent
    ]
    data = {"format": FORMAT, "start": nodes[0].position.text, "comment": nodes[0].comment, "moves": moves}
    return json.dumps({**data, "at": places[id(study.node)]}, separators=(",", ":"))


def study_from_json(text: str) -> Study:
    try:
        data: Any = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInput(f"That is not JSON: {error}.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"A study in JSON is an object with the format '{FORMAT}'.")
    try:
        study = Study(str(data["start"]))
        study.comment = data["comment"]
        nodes = {0: study.root}
        for number, each in enumerate(data["moves"], start=1):
            study.go(nodes[each["after"]])
            study.play(str(each["move"]))
            study.comment = each["comment"]
            nodes[number] = study.node
        study.go(nodes[data["at"]])
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, PyramidionError):
            raise
        raise BadInput("A study in JSON has start, comment, at, and moves with after, move and comment.") from error
    return study
