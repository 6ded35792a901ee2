"""A scene as a board of characters, with the names that move texts use; never turned."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Cell, Piece, Zone
from pyramidion.draw.words import highlight_lines, sentence

MARKS = {"circle": "\u25cf", "diamond": "\u25c6", "triangle": "\u25b2", "square": "\u25a0"}
# The character where lines meet, by the set of lines there: 1 up, 2 right, 4 down, 8 left.
UNICODE = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
ASCII = " ||+||++-+-+++++"


def text(scene: Scene, ascii_only: bool = False) -> str:
    """The board, what lies beside it, and what to do."""
    return "\n".join([*board(scene, ascii_only), *_beside(scene, ascii_only)])


def board(scene: Scene, ascii_only: bool) -> list[str]:
    """The squares, strip by strip where there are several: strips beside each other and below each other."""
    lines = []
    for strips in _strips(scene):
        parts = [_strip(strip, ascii_only) for strip in strips]
        widths = [max(map(len, part)) for part in parts]
        rows = zip_longest(*parts, fillvalue="")
        lines += ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return lines


def _strips(scene: Scene) -> list[list[Scene]]:
    """The parts of a board between which there is room for a square or more, each with its own labels."""
    across, down = _runs([cell.x for cell in scene.cells]), _runs([cell.y for cell in scene.cells])
    if len(across) * len(down) == 1:
        return [[scene]]
    return [[_part(scene, *columns, *rows) for columns in across] for rows in down]


def _runs(places: Sequence[float]) -> list[tuple[float, float]]:
    """Where places without room between them begin and end."""
    found: list[tuple[float, float]] = []
    for place in sorted(places):
        if found and place - found[-1][1] < 2:
            found[-1] = found[-1][0], place
        else:
            found.append((place, place))
    return found


def _part(scene: Scene, left: float, right: float, top: float, bottom: float) -> Scene:
    """What lies between these squares, with the labels at their left and below them."""
    cells = [cell for cell in scene.cells if left <= cell.x <= right and top <= cell.y <= bottom]
    labels = [label for label in scene.labels if left - 1.2 < label.x <= right and top <= label.y < bottom + 1.2]
    return dataclasses.replace(scene, cells=tuple(cells), labels=tuple(labels))


def _strip(scene: Scene, ascii_only: bool) -> list[str]:
    """The squares in their rows: a grid with lines, or a diamond with the squares' names."""
    usual = _usual_size(scene)
    cells = [cell for cell in scene.cells if _size(cell) == usual]
    columns, rows = (sorted({round(at, 2) for at in axis}) for axis in zip(*((c.x, c.y) for c in cells), strict=True))
    where = {(rows.index(round(cell.y, 2)), columns.index(round(cell.x, 2))): cell for cell in cells}
    if len(columns) > 1 and all((row, column + 1) not in where for row, column in where):
        return _diamond(scene, where, len(rows), ascii_only)
    return _grid(scene, where, columns, rows, ascii_only)


def _size(cell: Cell) -> float:
    return round(max(x for x, _ in cell.outline) - min(x for x, _ in cell.outline), 2)


def _usual_size(scene: Scene) -> float:
    return Counter(_size(cell) for cell in scene.cells).most_common(1)[0][0]


def _diamond(scene: Scene, where: dict[tuple[int, int], Cell], rows: int, ascii_only: bool) -> list[str]:
    contents = {at: f"{cell.id} {_content(scene, cell, ascii_only)}" for at, cell in where.items()}
    half = (max(len(content) for content in contents.values()) + 3) // 2
    lines = []
    for row in range(rows):
        line = ""
        for (_, column), content in sorted((at, content) for at, content in contents.items() if at[0] == row):
            line = line.ljust(column * half) + content
        lines.append(line.rstrip())
    return lines


def _grid(
    scene: Scene, where: dict[tuple[int, int], Cell], columns: Sequence[float], rows: Sequence[float], ascii_only: bool
) -> list[str]:
    contents = {at: _content(scene, cell, ascii_only) for at, cell in where.items()}
    widths = [2 + max(len(t) for (_, c), t in contents.items() if c == column) for column in range(len(columns))]
    names = {row: _labels(scene, "rank", y=y) for row, y in enumerate(rows)}
    edge = max(len(name) for name in names.values())
    lines = _headers(scene, columns, widths, edge)
    for row in range(len(rows) + 1):
        lines.append(" " * edge + " " + _line(where, row, widths, UNICODE if not ascii_only else ASCII))
        if row < len(rows):
            bar = "|" if ascii_only else "│"
            line = "".join(
                (bar if _side(where, row, column) else " ")
                + (contents.get((row, column), "").center(widths[column]) if column < len(widths) else "")
                for column in range(len(widths) + 1)
            )
            lines.append(f"{names[row].rjust(edge)} {line}".rstrip())
    files = [_labels(scene, "file", x=x) for x in columns]
    below = "".join(" " + name.center(width) for name, width in zip(files, widths, strict=True))
    return [*lines, (" " * (edge + 1) + below).rstrip()]


def _side(where: dict[tuple[int, int], Cell], row: int, column: int) -> bool:
    """Is there a line to the left of a square?"""
    return (row, column) in where or (row, column - 1) in where


def _top(where: dict[tuple[int, int], Cell], row: int, column: int) -> bool:
    """Is there a line above a square?"""
    return (row, column) in where or (row - 1, column) in where


def _line(where: dict[tuple[int, int], Cell], row: int, widths: Sequence[int], corners: str) -> str:
    """The lines between two rows of squares."""
    found = ""
    for column in range(len(widths) + 1):
        right, left = _top(where, row, column), column > 0 and _top(where, row, column - 1)
        up, down = _side(where, row - 1, column), _side(where, row, column)
        found += corners[up + 2 * right + 4 * down + 8 * left]
        if column < len(widths):
            found += (corners[10] if right else " ") * widths[column]
    return found.rstrip()


def _labels(scene: Scene, side: str, x: float | None = None, y: float | None = None) -> str:
    """The texts beside a row, or below a column, from left to right."""
    found = [
        label
        for label in scene.labels
        if (label.side or label.id.partition("-")[0]) == side
        and (x is None or abs(label.x - x) < 0.3)
        and (y is None or abs(label.y - y) < 0.3)
    ]
    return " ".join(label.text for label in sorted(found, key=lambda label: label.x))


def _headers(scene: Scene, columns: Sequence[float], widths: Sequence[int], edge: int) -> list[str]:
    """Cells of another size than most, as a line above the board."""
    usual = _usual_size(scene)
    others = [cell for cell in scene.cells if _size(cell) != usual]
    line = ""
    for cell in sorted(others, key=lambda cell: cell.x):
        before = sum(width + 1 for width, x in zip(widths, columns, strict=True) if x + 0.5 <= cell.x)
        line = line.ljust(edge + 1 + before) + " " + (cell.text or cell.id)
    return [line] if line else []


def _content(scene: Scene, cell: Cell, ascii_only: bool) -> str:
    pieces = _codes(scene, scene.on(cell.id), ascii_only)
    return " ".join(part for part in (cell.text, pieces) if part) or ("." if ascii_only else "·")


def _codes(scene: Scene, pieces: Sequence[Piece], ascii_only: bool) -> str:
    """Pieces from the bottom up, each owner's sign before their pieces."""
    found, owner = "", -2
    for piece in pieces:
        if piece.owner != owner:
            found += _sign(scene, piece, ascii_only)
            owner = piece.owner
        found += piece.text or piece.letter
    return found


def _sign(scene: Scene, piece: Piece, ascii_only: bool) -> str:
    if piece.owner < 0:
        return "*"
    seat = scene.seats[piece.owner]
    return seat.sign if ascii_only else MARKS[seat.mark]


def _beside(scene: Scene, ascii_only: bool) -> list[str]:
    """Zones that hold something or could, dice that were rolled, the highlights, and the notes."""
    lines = [" ".join(part for part in (_signs(scene, ascii_only), scene.legend) if part)]
    lines += [
        _zone(scene, zone, ascii_only) for zone in scene.zones if zone.role not in ("dice", "goal") or scene.on(zone.id)
    ]
    lines += [f"{sentence(die.says)}" for die in scene.dice if die.face != "?"]
    return [*filter(None, lines), *highlight_lines(scene), *(note.text for note in scene.notes if note.kind != "help")]


def _signs(scene: Scene, ascii_only: bool) -> str:
    """Whose pieces carry which sign, where pieces have owners."""
    if all(piece.owner < 0 for piece in scene.pieces):
        return ""
    return ", ".join(f"{seat.name} is {seat.sign if ascii_only else MARKS[seat.mark]}" for seat in scene.seats) + "."


def _zone(scene: Scene, zone: Zone, ascii_only: bool) -> str:
    """What a zone holds, in order; the sign of the owners where the zone's name does not say whose it is."""
    pieces, name = scene.on(zone.id), zone.name[0].upper() + zone.name[1:]
    coded = [piece for piece in pieces if piece.text or piece.letter]
    owners = {piece.owner for piece in coded} - {-1, zone.owner if zone.role != "goal" else -1}
    sign = "".join(scene.seats[owner].sign for owner in owners)
    counts = Counter(sorted(piece.text or piece.letter or _sign(scene, piece, ascii_only) for piece in pieces))
    if all(len(code) == 1 for code in counts):
        return f"{name}: {sign}{''.join(counts.elements()) or '-'}"
    return f"{name}: {', '.join(f'{code} x{n}' if n > 1 else code for code, n in counts.items())}"
