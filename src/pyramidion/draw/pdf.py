"""Pages as PDF, drawn with the same strokes as the pictures on a screen. Needs reportlab."""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import FILL_NON_ZERO
from reportlab.pdfgen.canvas import Canvas as Sheet

from pyramidion.draw.cutouts import INCH
from pyramidion.draw.gradients import GRADIENTS
from pyramidion.draw.lens import Matrix
from pyramidion.draw.palette import COLOURS, values
from pyramidion.draw.paper import SIDE, TOP, Page
from pyramidion.draw.styles import STYLES

POINTS = 72  # in an inch
CENTIMETRE = 1 / 2.54
FONT, BOLD = "Helvetica", "Helvetica-Bold"
CAPS = {"round": 1}

# What only paper shows.
PRINT_STYLES: dict[str, dict[str, str]] = {
    "paper": {"fill": "#ffffff"},
    "tab": {"fill": "#ffffff", "stroke": "#777777", "stroke-width": ".7"},
    "cut": {"stroke": "#15151a", "stroke-width": ".9", "stroke-linejoin": "round"},
    "fold": {"fill": "none", "stroke": "#555555", "stroke-width": ".8", "stroke-dasharray": "4 3"},
    **{f"fold-{name}": {"stroke": ink} for name, (_, ink) in COLOURS.items()},
    "seam-line": {"fill": "none", "stroke": "#15151a", "stroke-width": ".9", "stroke-dasharray": "6 4"},
    "cut-line": {"fill": "none", "stroke": "#15151a", "stroke-width": ".9"},
    "note": {"fill": "#555555"},
    "field": {"fill": "#ffffff", "stroke": "#777777", "stroke-width": ".7"},
    "head": {"fill": "#e8e4da"},
}
ALL_STYLES = {**STYLES, **PRINT_STYLES}


@functools.cache
def style_of(classes: str) -> dict[str, str]:
    """How a shape of some classes looks: as in a style sheet, what is defined later counts."""
    names = set(classes.split())
    found: dict[str, str] = {}
    for name, style in ALL_STYLES.items():
        if name in names:
            found |= style
    if found.get("fill", "").startswith("@"):
        found |= GRADIENTS[found["fill"][1:]].flat
    known = values("light")
    return {key: known[value[1:]] if value.startswith("$") else value for key, value in found.items()}


class Canvas:
    """Draws on a sheet whose y runs down, in hundredths of an inch."""

    def __init__(self, sheet: Any, page_height: float) -> None:
        self.sheet = sheet
        scale = POINTS / INCH
        sheet.transform(scale, 0, 0, -scale, 0, page_height * POINTS)

    def open(self, classes: str, name: str = "", says: str = "", move: Matrix | None = None) -> None:
        self.sheet.saveState()
        if move is not None:
            self.sheet.transform(*move)

    def close(self) -> None:
        self.sheet.restoreState()

    def clip(self, left: float, top: float, right: float, bottom: float) -> None:
        outline = self.sheet.beginPath()
        outline.rect(left, top, right - left, bottom - top)
        self.sheet.clipPath(outline, stroke=0, fill=0)

    def path(self, data: str, classes: str, move: Matrix | None = None) -> None:
        self.open(classes, move=move)
        fill, stroke = self._take(classes)
        self.sheet.drawPath(_path(self.sheet, data), fill=fill, stroke=stroke, fillMode=FILL_NON_ZERO)
        self.close()

    def circle(self, x: float, y: float, radius: float, classes: str, move: Matrix | None = None) -> None:
        self.open(classes, move=move)
        fill, stroke = self._take(classes)
        self.sheet.circle(x, y, radius, fill=fill, stroke=stroke)
        self.close()

    def text(self, x: float, y: float, size: float, words: str, classes: str, move: Matrix | None = None) -> None:
        """A text centred on a point."""
        self.open(classes, move=move)
        self._take(classes)
        self.sheet.transform(1, 0, 0, -1, x, y + size * 0.36)
        self.sheet.setFont(BOLD, size)
        self.sheet.drawCentredString(0, 0, words)
        self.close()

    def _take(self, classes: str) -> tuple[int, int]:
        """Take up the pens of some classes; say whether they fill and stroke."""
        style = style_of(classes)
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        if fill != "none":
            self.sheet.setFillColor(HexColor(fill))
            self.sheet.setFillAlpha(float(style.get("fill-opacity", 1)))
        if stroke != "none":
            self.sheet.setStrokeColor(HexColor(stroke))
            self.sheet.setLineWidth(float(style.get("stroke-width", 1)))
            self.sheet.setLineCap(CAPS.get(style.get("stroke-linecap", ""), 0))
            self.sheet.setLineJoin(CAPS.get(style.get("stroke-linejoin", ""), 0))
            self.sheet.setDash([float(length) for length in style.get("stroke-dasharray", "").split()])
        return int(fill != "none"), int(stroke != "none")


def _path(sheet: Any, data: str) -> Any:
    """A path of M, L, C and Z."""
    path = sheet.beginPath()
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        if letter == "Z":
            path.close()
        else:
            draw[letter](*(float(number) for number in numbers.split()))
    return path


def pdf(pages: Sequence[Page], title: str, credit: str) -> bytes:
    """The pages with their footers. Equal pages give equal bytes."""
    file = io.BytesIO()
    sheet = Sheet(file, invariant=1)
    sheet.setTitle(title)
    sheet.setAuthor(credit)
    sheet.setCreator("Pyramidion")
    for number, page in enumerate(pages, start=1):
        sheet.setPageSize((page.width * POINTS, page.height * POINTS))
        _page(sheet, page)
        _footer(sheet, page, f"{title}, by {credit}. Page {number} of {len(pages)}.")
        sheet.showPage()
    sheet.save()
    return file.getvalue()


def _page(sheet: Any, page: Page) -> None:
    sheet.setFont(BOLD, 9)
    sheet.drawString(SIDE * POINTS, (page.height - TOP) * POINTS - 7, page.heading)
    sheet.saveState()
    canvas = Canvas(sheet, page.height)
    for placed in page.parts:
        canvas.open("part", move=(1, 0, 0, 1, placed.x * INCH, placed.y * INCH))
        placed.part.draw(canvas)
        canvas.close()
    sheet.restoreState()


def _footer(sheet: Any, page: Page, text: str) -> None:
    """Who made it, and a ruler that shows whether the printer kept the scale."""
    sheet.setFont(FONT, 7)
    sheet.drawString(SIDE * POINTS, 0.33 * POINTS, text)
    left, y = (page.width - SIDE - 2) * POINTS, 0.42 * POINTS
    sheet.drawRightString(left - 6, 0.33 * POINTS, "Print at 100 %; check: 2 inches above, 5 cm below")
    sheet.setLineWidth(0.5)
    sheet.line(left, y, left + 2 * POINTS, y)
    for i in range(5):
        sheet.line(left + i * 0.5 * POINTS, y, left + i * 0.5 * POINTS, y + (6 if i % 2 == 0 else 3))
    for i in range(6):
        sheet.line(left + i * CENTIMETRE * POINTS, y, left + i * CENTIMETRE * POINTS, y - 5)
