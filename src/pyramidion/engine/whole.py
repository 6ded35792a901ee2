"""Whole numbers that come from outside."""

from __future__ import annotations

import math
from typing import TypeGuard

import numpy as np


def is_whole(value: object, least: float = 0, most: float = math.inf) -> TypeGuard[int]:
    """Is it a whole number, Python's or NumPy's, between two others? True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and bool(least <= value <= most)
