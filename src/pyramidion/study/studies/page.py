"""A study in a notebook: the picture of the position, and beside it all moves."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from pyramidion.study.studies.nodes import Node
from pyramidion.study.studies.notation import in_order
from pyramidion.study.studies.tree import Study


def study_html(study: Study) -> str:
    """The current position, and the tree of moves with that move in bold."""
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f"<div>{study.svg(size=420)}</div><div style='max-width:30em'>{moves_html(study)}</div></div>"
    )


def moves_html(study: Study) -> str:
    """The moves as a line of text, variations in parentheses, turns numbered from 1."""
    words = [_said(study.root)]
    items = ["(", *in_order(study.root)]
    for before, item in pairwise(items):
        words.append(item if isinstance(item, str) else _move_html(item, item is study.node, before))
    return " ".join(filter(None, words)).replace("( ", "(").replace(" )", ")")


def _move_html(node: Node, looked_at: bool, before: Node | str) -> str:
    assert node.parent is not None
    text = escape(str(node.move))
    turn = node.parent.position.turn
    numbered = isinstance(before, str) or before.parent is None or before.parent.position.turn != turn
    words = [f"{turn + 1}." if numbered else "", f"<b>{text}</b>" if looked_at else text, _said(node)]
    return " ".join(filter(None, words))


def _said(node: Node) -> str:
    return f"<i>{escape(node.comment)}</i>" if node.comment else ""
