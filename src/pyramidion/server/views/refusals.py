"""Why a click on the board leads to no move: in the words of the ruling where there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot

from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import choices
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.position import Position
from pyramidion.server.views.data import RefusalData

BESIDE = 1.2  # units between the centres of neighbours, at most


def why_not(position: Position, seat: int, piece: str, target: str | None) -> RefusalData:
    """Why a piece cannot go to a place, or cannot move at all, as the seat may know it."""
    view, scene = position.view(seat), scene_of(position, seat)
    clicked = next((each for each in scene.pieces if each.id == piece), None)
    if clicked is not None and clicked.owner not in (-1, seat):
        return {"says": f"That belongs to {scene.seats[clicked.owner].name}.", "rule": None}
    if clicked is None and target is None:  # a place: the player wanted to move something there
        movable = dict.fromkeys(first for choice in choices(view, scene) for first in choice.touch.pieces[:1])
        meant = [(each, piece) for each in movable]
    else:
        targets = [target] if target else around(scene, clicked.place if clicked else "")
        meant = [(piece, each) for each in targets]
    found = [refusal for refusal in refusals(view, scene, meant) if refusal[1] is not None]
    if found:
        usual, _ = Counter(rule for _, rule in found).most_common(1)[0]
        reason = next(reason for reason, rule in found if rule == usual)
        return {"says": sentence(reason, scene), "rule": usual}
    status = scene.notes[-1].text if scene.notes else ""
    return {"says": f"Nothing can be done with that now. {status}", "rule": None}


def around(scene: Scene, place: str) -> list[str]:
    """The places beside one on the board, where the player most likely wanted to go; all, from anywhere else."""
    centre = next((cell for cell in scene.cells if cell.id == place), None)
    if centre is None:
        return [cell.id for cell in scene.cells]
    return [cell.id for cell in scene.cells if 0 < hypot(cell.x - centre.x, cell.y - centre.y) < BESIDE]


def sentence(reason: str, scene: Scene) -> str:
    """A reason with a capital, unless it begins with the name of a place."""
    begins_with_place = any(reason.startswith(f"{cell.id} ") for cell in scene.cells)
    return f"{reason if begins_with_place else reason[0].upper() + reason[1:]}."


def refusals(view: Position, scene: Scene, meant: list[tuple[str, str]]) -> Iterator[tuple[str, str | None]]:
    """Why the moves that a click may have meant are refused: pieces, and where each should go."""
    for piece, target in meant:
        text = view.game.manual.attempted(scene, view.fields, piece, target)
        try:
            if text is not None:
                view.check(text)
        except IllegalMove as error:
            yield error.reason.rstrip("."), error.rule
