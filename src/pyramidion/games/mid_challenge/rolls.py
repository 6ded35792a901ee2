"""What three dice allow in The Mid Challenge (M6 to M11)."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import numpy as np

SMALL, MEDIUM, LARGE = 0, 1, 2
BLANK, ACE = 0, 1
FACES = "0A2345"
ROLLS = tuple(combinations_with_replacement(range(6), 3))
WEIGHTS = np.array([len(set(permutations(roll))) for roll in ROLLS])
ANY, NOTHING = -1, -2


def _doubles(one: int, two: int, third: int) -> list[tuple[int, int]]:
    """What two equal faces and a third allow, as sizes and columns (M10)."""
    if one != two:
        return []
    if one == ACE:
        return [(SMALL, ANY if third == ACE else third - 2)]
    return [(LARGE if third == one else MEDIUM, one - 2)]


def _plays(roll: tuple[int, ...]) -> list[tuple[int, int]]:
    """The interpretations of a roll: each blank copies one of the other dice (M7, M8, M9)."""
    faces = [face for face in roll if face != BLANK]
    if not faces:
        return [(ANY, ANY)]
    if len(set(faces)) == 1 and len(faces) < 3:
        return _doubles(faces[0], faces[0], faces[0])
    if len(faces) == 2:
        return _doubles(faces[0], faces[0], faces[1]) + _doubles(faces[1], faces[1], faces[0])
    first, second, third = faces
    return _doubles(first, second, third) or _doubles(second, third, first)


PLAYS = np.array([(_plays(roll) + [(NOTHING, NOTHING)] * 2)[:2] for roll in ROLLS])
THREE_BLANKS = ROLLS.index((BLANK, BLANK, BLANK))
