"""Rules and instructions on paper: Markdown set in columns, in the largest letters that fit. Needs reportlab."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, Preformatted, Table

from pyramidion.draw.cutouts import INCH, Press
from pyramidion.draw.material import Illustration
from pyramidion.draw.paper import Page, Placed, Room
from pyramidion.draw.pdf import BOLD, FONT, POINTS
from pyramidion.draw.scene import Scene

SIZES = [size / 4 for size in range(40, 23, -1)]
GUTTER = 0.25
COLUMNS = 2
SIDES = 2
FENCE = "```"
SMALLEST = 4.0  # letters in a table
PADDING = 1.5
LOOKS = [
    ("LINEBELOW", (0, 0), (-1, -1), 0.3, HexColor("#999999")),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    *((f"{side}PADDING", (0, 0), (-1, -1), PADDING) for side in ("TOP", "BOTTOM", "LEFT", "RIGHT")),
]


def rules_pages(text: str, room: Room) -> list[Page]:
    """The rules on two sides of one sheet."""
    width = (room.width - GUTTER * (COLUMNS - 1)) / COLUMNS
    columns = set_in_columns(text, width, room.height, COLUMNS * SIDES)
    sides = [columns[i : i + COLUMNS] for i in range(0, len(columns), COLUMNS)]
    return [room.page("", [Placed(column, i * (width + GUTTER), 0) for i, column in enumerate(side)]) for side in sides]


def cover(text: str, scene: Scene, room: Room) -> Page:
    """What is in the kit and how to build it, with a picture of the start beside it, or below it if that is wide."""
    left, top, right, bottom = scene.bounds
    width = room.width if right - left > bottom - top else (room.width - GUTTER) / 2
    column = set_in_columns(text, width, room.height, 1)[0]
    x, y = (0.0, column.height + GUTTER) if width == room.width else (width + GUTTER, 0.0)
    return room.page("", [Placed(column, 0, 0), Placed(Illustration(scene, room.width - x, room.height - y), x, y)])


@dataclass(frozen=True)
class Column:
    """A column of set text, each piece with its distance from the top in points."""

    width: float
    height: float
    pieces: tuple[tuple[float, Flowable], ...]

    def draw(self, canvas: Press) -> None:
        scale = INCH / POINTS
        canvas.open("text", move=(scale, 0, 0, -scale, 0, 0))
        for top, piece in self.pieces:
            _, high = piece.wrap(self.width * POINTS, self.height * POINTS)
            piece.drawOn(canvas.sheet, 0, -top - high)
        canvas.close()


def set_in_columns(text: str, width: float, height: float, most: int) -> list[Column]:
    """The text in at most `most` columns; in the smallest letters there may be more."""
    columns: list[Column] = []
    for size in SIZES:
        columns = _columns(
            [piece for block in blocks(text) for piece in _flowables(block, size, width * POINTS)], width, height
        )
        if len(columns) <= most:
            break
    return columns


def _columns(pieces: Sequence[Flowable], width: float, height: float) -> list[Column]:
    columns: list[list[tuple[float, Flowable]]] = [[]]
    top, waiting = 0.0, list(reversed(pieces))
    while waiting:
        piece = waiting.pop()
        gap = piece.getSpaceBefore() if columns[-1] else 0
        left = height * POINTS - top - gap
        _, high = piece.wrap(width * POINTS, left)
        if high <= left:
            columns[-1].append((top + gap, piece))
            top += gap + high
        else:
            waiting += _fill_up(columns[-1], piece, top + gap, (width * POINTS, left))
            columns.append([])
            top = 0.0
    return [Column(width, _depth(column, width), tuple(column)) for column in columns if column]


def _fill_up(
    column: list[tuple[float, Flowable]], piece: Flowable, top: float, room: tuple[float, float]
) -> list[Flowable]:
    """End a column with as much of a piece as there is room for; return what is left over, the last first."""
    breakable = room[1] > 0 and (isinstance(piece, Paragraph) or not column)
    parts = piece.split(*room) if breakable else []
    if len(parts) > 1 or not column:
        column.append((top, parts[0] if parts else piece))
        return list(reversed(parts[1:]))
    over = [piece]
    while column[1:] and column[-1][1].getKeepWithNext():
        over.append(column.pop()[1])
    return over


def _depth(column: Sequence[tuple[float, Flowable]], width: float) -> float:
    """How far down a column reaches, in inches."""
    top, piece = column[-1]
    return float(top + piece.wrap(width * POINTS, 0)[1]) / POINTS


Block = tuple[str, list[str]]


def blocks(text: str) -> Iterator[Block]:
    """The parts of a Markdown text: headings `#` and `##`, `text`, `-` and `  -` items, `|` tables and `code`."""
    kind, lines = "", list[str]()
    for line in [*text.splitlines(), ""]:
        if kind == "code":
            if line == FENCE:
                yield kind, lines
                kind, lines = "", []
            else:
                lines.append(line)
            continue
        begins = _kind_of(line)
        goes_on = begins == kind == "|" or (begins == "text" and kind in ("text", "-", "  -"))
        if goes_on:
            lines.append(line)
            continue
        if kind:
            yield kind, lines
        kind, lines = begins, [line] if begins not in ("", "code") else []


def _kind_of(line: str) -> str:
    if line == FENCE:
        return "code"
    for sign in ("##", "#", "- ", "  - ", "|"):
        if line.startswith(sign):
            return sign.rstrip()
    return "text" if line.strip() else ""


def _flowables(block: Block, size: float, width: float) -> list[Any]:
    kind, lines = block
    if kind == "code":
        longest = max(map(len, lines), default=1)
        return [
            Preformatted("\n".join(lines), _style("code", min(size * 0.85, width / longest / 0.6), fontName="Courier"))
        ]
    if kind == "|":
        return [_ruled(lines, size, width)]
    text = " ".join(line.strip() for line in lines)
    words = inline(text if kind == "text" else text.removeprefix(kind.strip()).strip())
    if kind.endswith("-"):
        deep = size * len(kind) * 0.9 - size * 0.9 * (len(kind) > 1)
        return [Paragraph(words, _style("item", size, leftIndent=deep, bulletIndent=deep - size * 0.9), bulletText="•")]
    if kind.startswith("#"):
        large = size * (1.7 if kind == "#" else 1.2)
        return [Paragraph(words, _style("heading", large, fontName=BOLD, spaceBefore=size * 0.6, keepWithNext=1))]
    return [Paragraph(words, _style("text", size))]


def _style(name: str, size: float, **more: Any) -> Any:
    return ParagraphStyle(
        name, **{"fontName": FONT, "fontSize": size, "leading": size * 1.18, "spaceBefore": size * 0.3, **more}
    )


def _ruled(lines: list[str], size: float, width: float) -> Any:
    """Rows and columns of a Markdown text."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not set(line) <= set("|-: ")]
    letters, widths = _fitting(list(zip(*rows, strict=True)), size * 0.92, width)
    body, head = _style("cell", letters), _style("head", letters, fontName=BOLD)
    cells = [[Paragraph(inline(cell), body if i else head) for cell in row] for i, row in enumerate(rows)]
    return Table(cells, widths, style=LOOKS, spaceBefore=size * 0.4, hAlign="LEFT")


def _fitting(columns: list[tuple[str, ...]], size: float, width: float) -> tuple[float, list[float]]:
    """The size of letters and the widths of columns with which no word is broken and few lines are."""
    needed = [max(_reach(word, size) for field in column for word in field.split() or [""]) for column in columns]
    if sum(needed) > width and size > SMALLEST:
        return _fitting(columns, size - 0.25, width)
    wished = [max(_reach(field, size) for field in column) for column in columns]
    share = min(1.0, (width - sum(needed)) / max(1.0, sum(wished) - sum(needed)))
    return size, [need + (wish - need) * share for need, wish in zip(needed, wished, strict=True)]


def _reach(words: str, size: float) -> float:
    """How wide a field must be for words in one line."""
    return float(stringWidth(words, BOLD, size)) + 2 * PADDING + 1


def inline(words: str) -> str:
    """Bold, slanted and typed words in the markup of paragraphs."""
    found = re.sub(r"`([^`]+)`", r'<font face="Courier">\1</font>', escape(words, quote=False))
    found = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", found)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", found)
