"""Where everything stands on the picture: spots of pieces, and the board turned toward its viewer."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from pyramidion.draw.scene import Box, Scene, box_of
from pyramidion.draw.things import Cell, Die, Label, Piece, Point, Zone

# Several pieces side by side on one cell: their spots and how much smaller they are.
SIDE_BY_SIDE: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (1.0, ((0, 0),)),
    2: (0.78, ((-0.22, 0), (0.22, 0))),
    3: (0.68, ((-0.23, -0.2), (0.23, -0.2), (0, 0.22))),
    4: (0.62, ((-0.23, -0.22), (0.23, -0.22), (-0.23, 0.22), (0.23, 0.22))),
    5: (0.54, ((-0.27, -0.25), (0.27, -0.25), (0, 0), (-0.27, 0.25), (0.27, 0.25))),
}


PADDING = 0.06  # at both ends of a row of slots


@dataclass(frozen=True)
class Stage:
    """A scene as seen from one side: `turned` by 0, 90, 180 or 270 degrees, clockwise."""

    scene: Scene
    turned: int

    @property
    def half_turn(self) -> bool:
        return self.turned == 180

    def at(self, x: float, y: float) -> Point:
        """A point of the scene as seen from this side."""
        if not self.turned:
            return x, y
        left, top, right, bottom = self.scene.bounds
        if self.half_turn:
            return left + right - x, top + bottom - y
        middle_x, middle_y, side = (left + right) / 2, (top + bottom) / 2, 1 if self.turned == 90 else -1
        return middle_x - side * (y - middle_y), middle_y + side * (x - middle_x)

    def label(self, label: Label) -> Point:
        """The centre of a label: names of files stay below the board, names of ranks to its left."""
        (x, y), board = self.at(label.x, label.y), self.scene.board
        if self.half_turn and label.side == "rank":
            x = label.x + self.at(*board[2:])[0] - board[0]
        if self.half_turn and label.side == "file":
            y = label.y + self.at(*board[:2])[1] - board[3]
        return x, y

    @functools.cached_property
    def frame(self) -> Box:
        """Left, top, right and bottom of everything that lies flat."""
        left, top, right, bottom = self.scene.bounds
        points = [self.at(left, top), self.at(right, bottom)]
        for label in self.scene.labels:
            (x, y), half = self.label(label), label.size * 0.3 * len(label.text)
            points += [(x - half, y - label.size * 0.6), (x + half, y + label.size * 0.6)]
        return box_of(points)

    def outline(self, place: Cell | Zone) -> list[Point]:
        return [self.at(x, y) for x, y in place.outline]

    def spot(self, thing: Piece | Die) -> tuple[float, float, float]:
        """The centre of a piece or die and its scale."""
        place = self.scene.places[thing.place]
        return self._in_zone(place, thing.slot) if isinstance(place, Zone) else self._on_cell(place, thing.slot)

    def box(self, place: Cell | Zone) -> Box:
        """Left, top, right and bottom of a place as seen from this side."""
        return box_of(self.outline(place))

    def _in_zone(self, zone: Zone, slot: int) -> tuple[float, float, float]:
        left, top, right, bottom = self.box(zone)
        left, right = left + PADDING, right - PADDING
        row, column = divmod(slot, zone.columns)
        x = left + (column + 0.5) * (right - left) / zone.columns
        y = top + zone.title + (row + 0.5) * (bottom - top - zone.title) / zone.rows
        return x, y, zone.scale

    def slots(self, cell: Cell) -> list[int]:
        """The spots of a cell on which something stands."""
        return sorted({piece.slot for piece in self.scene.on(cell.id)})

    def _on_cell(self, cell: Cell, slot: int) -> tuple[float, float, float]:
        slots = self.slots(cell)
        scale, spots = SIDE_BY_SIDE[max(1, min(len(slots), 5))]
        across, down = spots[slots.index(slot) % len(spots)] if slot in slots else (0, 0)
        x, y = self.at(cell.x, cell.y)
        return x + across, y + down, scale


def seen_by(scene: Scene, flip: bool = False, arrangement: str = "wide") -> Stage:
    """The scene from its viewer's side, or with `flip` from the other."""
    turned = scene.seats[scene.viewer].turned if scene.viewer >= 0 else 0
    lying = scene.tall_turn if arrangement == "tall" else 0
    return Stage(scene.arranged(arrangement), (turned + 180 * bool(flip) + lying) % 360)
