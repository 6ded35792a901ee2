"""Heat maps on the game's own board: colour for a first look, numbers to read."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from pyramidion.draw.narration import scene_of
from pyramidion.draw.palette import values
from pyramidion.draw.scene import Scene, box_of
from pyramidion.draw.svg import svg
from pyramidion.draw.things import Cell, Zone
from pyramidion.engine.game import Game
from pyramidion.lab.results import HeatMap

FIGURES = 0.3  # the height of a number, in widths of its place
LARGEST = 0.3
STYLE = (
    ".pyramidion .figure{fill:#1d1208;stroke:#fff8ec;stroke-width:5px;stroke-opacity:.85;paint-order:stroke;"
    "stroke-linejoin:round}"
)


def night(where: str) -> str:
    """CSS that gives boards drawn for light the colours of the dark theme, where a page is dark."""
    colours = ";".join(f"--pyr-{name}:{value}" for name, value in values("dark").items())
    return f"{where}.pyramidion.light{{{colours}}}"


def heat_map(game: Game, found: HeatMap, prefix: str = "", style: bool = False) -> str:
    """The bare board, each place tinted and with its number; `style` for a separate file."""
    scene = bare(scene_of(game.position(found.position), None), found.values)
    heat = {place: value for place, value in gathered(scene, found.values).items() if _counts(scene, place, value)}
    picture = svg(scene.with_heat(heat), highlights=["heat"], prefix=prefix, style=style)
    named = _percent if found.key == "standing" else figure
    figures = "".join(_figure(scene.places[place], named(value)) for place, value in heat.items())
    sheet = f"<style>{STYLE}</style>" if style else ""
    return picture.removesuffix("</svg>") + f"{sheet}{figures}</svg>"


def bare(scene: Scene, numbers: Mapping[str, float]) -> Scene:
    """The table with plain squares and nothing on it: tints are not mistaken for colours of the board. Of what lies
    beside the squares, only that which has a number."""
    zones = tuple(zone for zone in scene.zones if zone.id in numbers or zone.role == "goal")
    cells = tuple(Cell(cell.id, cell.x, cell.y, cell.outline, "square") for cell in scene.cells)
    return dataclasses.replace(
        scene, cells=cells, zones=zones, pieces=(), dice=(), markers=(), highlights=(), arrows=(), notes=()
    )


def gathered(scene: Scene, numbers: Mapping[str, float]) -> dict[str, float]:
    """The numbers of the scene's places; what belongs to a part of a zone is added to the whole zone."""
    found: dict[str, float] = dict.fromkeys(scene.places, 0.0)
    for place in sorted(found.keys() & numbers.keys()):
        found[_whole(scene, place)] += numbers[place]
    return found


def _whole(scene: Scene, place: str) -> str:
    """The zone that a zone is a part of, if any, or the place itself."""
    if not isinstance(scene.places[place], Zone):
        return place
    left, top, right, bottom = box_of(scene.places[place].outline)
    for zone in scene.zones:
        outer = box_of(zone.outline)
        around = outer[0] <= left and outer[1] <= top and outer[2] >= right and outer[3] >= bottom
        if around and outer != (left, top, right, bottom):
            return zone.id
    return place


def _counts(scene: Scene, place: str, value: float) -> bool:
    """Squares always have a number, what lies beside them only where something happened."""
    return value > 0 or isinstance(scene.places[place], Cell)


def _figure(place: Cell | Zone, words: str) -> str:
    left, top, right, bottom = box_of(place.outline)
    size = 100 * min(LARGEST, FIGURES * min(right - left, (bottom - top) * 2))
    x, y = 100 * place.x, 100 * place.y + 0.36 * size
    return f'<text class="figure" x="{x:.0f}" y="{y:.0f}" font-size="{size:.0f}">{words}</text>'


def _percent(value: float) -> str:
    return f"{value:.0%}"


def figure(value: float) -> str:
    """A number in few digits."""
    if value < 0.005:
        return "0"
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.095 else f"{value:.2f}".removeprefix("0")
