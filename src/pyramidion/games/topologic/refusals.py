"""Why a move of Topologic is refused: each ruling that forbids something, in a sentence."""

from __future__ import annotations

import numpy as np

from pyramidion.games.topologic import field, rules
from pyramidion.games.topologic.drawing import location_name
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.rules import DONE, ENTER, MOVE, SECRET


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed: a sentence and the number of the ruling."""
    if position.seat == position.stretch:
        return "first choose the tile that hides the secret; the seekers come after that", 4
    if SECRET <= code < ENTER:
        return "the secret is hidden already and stays where it is until the round ends", 4
    if position.turns == 0:
        return _refuse_entry(position, code)
    if ENTER <= code < MOVE:
        return "all seekers are on the field already; now they move along it", 6
    return _refuse_move(position, *divmod(code - MOVE, LOCATIONS))


def _refuse_entry(position: np.record, code: int) -> tuple[str, int]:
    expected = rules.next_to_enter(position)
    if code == DONE:
        return f"the first turn lasts until all {rules.seekers(position)} seekers have entered", 6
    if code >= MOVE:
        return f"all seekers enter before any of them moves; seeker {expected + 1} is next", 6
    seeker, location = divmod(code - ENTER, LOCATIONS)
    if seeker < expected:
        return f"seeker {seeker + 1} stays where it is until all have entered; seeker {expected + 1} is next", 6
    if seeker != expected:
        return f"the seekers enter in order; seeker {expected + 1} is next", 6
    return f"{location_name(position, location)} is not on the border of the field", 7


def _refuse_move(position: np.record, seeker: int, location: int) -> tuple[str, int]:
    goal = location_name(position, location)
    if seeker >= rules.seekers(position):
        return f"this game has {rules.seekers(position)} seekers", 22
    origin = int(position.at[seeker])
    start = location_name(position, origin)
    if position.moved >> seeker & 1:
        return f"seeker {seeker + 1} has moved in this turn already", 17
    if origin == location:
        return f"seeker {seeker + 1} stands on {goal}; a move must change its location", 12
    if position.path == rules.FREE:
        return f"other seekers close every path from {start} to {goal}", 14
    if position.file[origin] != position.file[location] and position.rank[origin] != position.rank[location]:
        return f"{goal} is not on a straight line from {start}", 12
    if field.in_line(position, origin, 0) >> location & 1:
        return f"another seeker stands between {start} and {goal}; a move may end on it but not pass it", 14
    return f"there is a gap between {start} and {goal}", 13
