"""Boards of squares as plain text, with the names of files and ranks at the edges."""

from __future__ import annotations

from collections.abc import Sequence


def grid(rows: Sequence[Sequence[str]], ranks: Sequence[str], files: Sequence[str], gap: int = 2) -> str:
    """Rows from the top down, the rank's name before each, the files' names above and below."""
    widths = [max(len(row[i]) for row in [*rows, files]) + gap for i in range(len(files))]
    edge = " " * max(len(rank) for rank in ranks)
    lines = [_line(edge, files, widths)]
    lines += [_line(rank.rjust(len(edge)), row, widths) for rank, row in zip(ranks, rows, strict=True)]
    return "\n".join([*lines, _line(edge, files, widths)])


def _line(head: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return (head + "  " + "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))).rstrip()
