"""A scene as a PNG, through the library resvg, which is an extra."""

from __future__ import annotations

from typing import Any

from pyramidion.draw.scene import Scene
from pyramidion.draw.svg import svg
from pyramidion.engine.extras import extra

USUAL_SIZE = 640


def png(scene: Scene, size: int = USUAL_SIZE, **arguments: Any) -> bytes:
    """The picture in pixels, as wide as `size`."""
    with extra("png", "A PNG picture"):
        import resvg_py
    drawn = svg(scene, size=size, plain=True, **arguments)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn))
