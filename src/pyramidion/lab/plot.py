"""The area of a chart between its axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pyramidion.lab.sheet import MINUS, Sheet, ticks

LEFT, RIGHT, TOP, BOTTOM = 56, 18, 16, 52
LINE = 26  # the height of a row of text
LETTER, BOLD = 7.4, 8.3  # the usual width of a letter


@dataclass(frozen=True)
class Plot:
    """The area of a chart between its axes."""

    sheet: Sheet
    xs: tuple[float, float]
    ys: tuple[float, float]
    left: float = LEFT
    top: float = TOP
    margin: float = RIGHT

    @property
    def right(self) -> float:
        return self.sheet.width - self.margin

    @property
    def bottom(self) -> float:
        return self.sheet.height - BOTTOM

    def x(self, value: float) -> float:
        low, high = self.xs
        return self.left + (value - low) / ((high - low) or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self.ys
        return self.bottom - (value - low) / ((high - low) or 1) * (self.bottom - self.top)

    def y_axis(self, named: Callable[[float], str]) -> None:
        for value in ticks(*self.ys, 5):
            self.sheet.line(self.left, self.y(value), self.right, self.y(value), "grid")
            self.sheet.text(self.left - 8, self.y(value), named(value), "faint end")

    def x_axis(self, title: str, named: Callable[[float], str], values: Sequence[float], shift: float = 0) -> None:
        """Names of values, and a title; `shift` moves them to the middle of bars."""
        self.sheet.line(self.left, self.bottom, self.right, self.bottom, "axis")
        for value in values:
            x = self.x(value + shift)
            self.sheet.line(x, self.bottom, x, self.bottom + 5, "axis")
            self.sheet.text(x, self.bottom + 16, named(value), "faint mid")
        self.sheet.text((self.left + self.right) / 2, self.bottom + 38, title, "faint mid")


def plain(value: float) -> str:
    return (f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}").replace("-", MINUS)
