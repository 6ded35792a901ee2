"""A scene as a PNG, through the library resvg, which is an extra."""

from __future__ import annotations

from typing import Any

from pyramidion.draw.scene import Scene
from pyramidion.draw.svg import svg
from pyramidion.engine.errors import Unavailable

USUAL_SIZE = 640


def png(scene: Scene, size: int = USUAL_SIZE, **wishes: Any) -> bytes:
    """The picture in pixels, as wide as `size`."""
    try:
        import resvg_py
    except ImportError as error:
        raise Unavailable("PNG pictures need resvg_py: pip install 'pyramidion[png]'.") from error
    drawn = svg(scene, size=size, plain=True, **wishes)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn))
