"""A scene as SVG: no script, nothing loaded from elsewhere, text as text, styled by classes."""

from __future__ import annotations

import re
from collections.abc import Collection
from xml.sax.saxutils import escape, quoteattr

from pyramidion.draw import diagram, oblique, plan
from pyramidion.draw.captions import captions
from pyramidion.draw.gradients import definition, gradient_of
from pyramidion.draw.lens import Matrix
from pyramidion.draw.palette import THEMES
from pyramidion.draw.scene import ARRANGEMENTS, Box, Scene
from pyramidion.draw.stage import seen_by
from pyramidion.draw.styles import stylesheet
from pyramidion.engine.errors import BadInput

VIEWS = {"diagram": diagram.draw, "plan": plan.draw, "oblique": oblique.draw}
HIGHLIGHTS = ("last", "movable", "target", "frozen", "attack", "immune", "threatened", "possible", "excluded", "heat")
USUAL = ("last", "movable", "target", "frozen", "attack", "immune", "threatened", "heat")
SMALLEST, LARGEST = 16, 20_000


def svg(
    scene: Scene,
    view: str = "diagram",
    theme: str = "light",
    size: int | None = None,
    highlights: bool | Collection[str] = True,
    flip: bool = False,
    caption: bool = False,
    style: bool = True,
    plain: bool = False,
    prefix: str = "",
    arrangement: str = "wide",
) -> str:
    """The scene as a picture.

    `size` is its width in pixels, None for as wide as its container. `highlights` is True for the usual ones, False
    for none, or a list of kinds. `caption` writes below the picture what the highlights mean and whose turn it is.
    `style=False` leaves out the style sheet, for pages that have it already; `plain` writes colours instead of CSS
    variables. `prefix` goes before every id, for several pictures on one page. `arrangement` lays what is beside the
    board for a `wide` window or for a `tall` one.
    """
    check(view, theme, size, highlights, prefix, arrangement)
    canvas = Canvas(prefix)
    kinds = frozenset(USUAL if highlights is True else highlights or ())
    left, top, width, height = VIEWS[view](canvas, seen_by(scene, flip, arrangement), kinds)
    if caption:
        height += captions(canvas, scene, kinds, (left, top + height, width))
    styles = f"<style>{stylesheet(theme, plain)}</style>" if style else ""
    opening = _opening(scene, f"{theme} {view}", (left, top, width, height), size)
    lights = "".join(definition(name, prefix) for name in sorted(canvas.gradients))
    return f"{opening}{styles}<defs>{lights}</defs>{''.join(canvas.parts)}</svg>"


def _opening(scene: Scene, classes: str, frame: Box, size: int | None) -> str:
    """The opening tag of a picture with a frame: left, top, width and height."""
    left, top, width, height = frame
    pixels = f' width="{size}" height="{round(size * height / width)}"' if size else ""
    title = f"{scene.title}: {scene.notes[-1].text}" if scene.notes else scene.title
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pyramidion {classes}" role="group"{pixels} '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" aria-label={quoteattr(title)}>'
    )


def check(
    view: str, theme: str, size: int | None, highlights: bool | Collection[str], prefix: str, arrangement: str
) -> None:
    if not _is_among(view, VIEWS):
        raise BadInput(f"'{view}' is not a view of a picture. Choose {_either(VIEWS)}.")
    if not _is_among(theme, THEMES):
        raise BadInput(f"'{theme}' is not a theme of a picture. Choose {_either(THEMES)}.")
    if not _is_among(arrangement, ARRANGEMENTS):
        raise BadInput(f"'{arrangement}' is not an arrangement of a picture. Choose {_either(ARRANGEMENTS)}.")
    if size is not None and (isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST):
        raise BadInput(f"The size of a picture is its width in pixels, {SMALLEST} to {LARGEST}, not {size!r}.")
    if not isinstance(prefix, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", prefix):
        raise BadInput(f"A prefix of ids has letters, digits, - and _ only, not {prefix!r}.")
    if not isinstance(highlights, bool):
        listed = isinstance(highlights, Collection) and not isinstance(highlights, str)
        unknown = sorted(set(highlights) - set(HIGHLIGHTS), key=str) if listed else [highlights]
        if unknown:
            raise BadInput(
                f"Highlights are True, False or a list of kinds: {', '.join(HIGHLIGHTS)}; not {unknown[0]!r}."
            )


def _is_among(word: object, allowed: Collection[str]) -> bool:
    return isinstance(word, str) and word in allowed


def _either(words: Collection[str]) -> str:
    """`one, two or three`."""
    *most, last = words
    return f"{', '.join(most)} or {last}"


class Canvas:
    """Collects SVG. Lengths are in hundredths of a unit."""

    def __init__(self, prefix: str = "") -> None:
        self.parts: list[str] = []
        self.gradients: set[str] = set()
        self.prefix = prefix

    def open(self, classes: str, name: str = "", says: str = "", move: Matrix | None = None) -> None:
        ident = f' id="{self.prefix}{name}"' if name else ""
        title = f"<title>{escape(says)}</title>" if says else ""
        self.parts.append(f'<g{ident} class="{classes}"{_transform(move)}>{title}')

    def close(self) -> None:
        self.parts.append("</g>")

    def path(self, data: str, classes: str, move: Matrix | None = None) -> None:
        self.parts.append(f'<path class="{classes}"{self._fill(classes)}{_transform(move)} d="{data}"/>')

    def circle(self, x: float, y: float, radius: float, classes: str, move: Matrix | None = None) -> None:
        self.parts.append(
            f'<circle class="{classes}"{self._fill(classes)}{_transform(move)} cx="{x:.4g}" cy="{y:.4g}" '
            f'r="{radius:.3g}"/>'
        )

    def text(self, x: float, y: float, size: float, words: str, classes: str, move: Matrix | None = None) -> None:
        """A text centred on a point."""
        self.parts.append(
            f'<text class="{classes}"{_transform(move)} x="{x:.4g}" y="{y + size * 0.36:.4g}" '
            f'font-size="{size:.3g}">{escape(words)}</text>'
        )

    def _fill(self, classes: str) -> str:
        name = gradient_of(classes)
        if not name:
            return ""
        self.gradients.add(name)
        return f' fill="url(#{self.prefix}light-{name})"'


def _transform(move: Matrix | None) -> str:
    if move is None:
        return ""
    a, b, c, d, e, f = move
    if b == c == 0 and a == d:
        scale = "" if a == 1 else f"scale({a:.3g})"
        return f' transform="translate({e:.4g} {f:.4g}){scale}"'
    return f' transform="matrix({a:.3g} {b:.3g} {c:.3g} {d:.3g} {e:.4g} {f:.4g})"'
