"""Rows whose fields are attributes, as compiled code sees them.

NumPy's own `np.record` looks every name up in Python. Here each layout gets a type of its own with a property for every
field, which is several times as fast to read.
"""

from __future__ import annotations

import functools
from operator import itemgetter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray


@functools.cache
def with_fields(layout: np.dtype[np.void]) -> np.dtype[np.record]:
    """The same layout; the elements of arrays of it have attributes."""
    quick = {"__getattribute__": np.void.__getattribute__, "__getitem__": np.void.__getitem__}
    readers = {name: property(itemgetter(name)) for name in layout.names or ()}
    return cast("np.dtype[np.record]", np.dtype((type("Fields", (np.record,), quick | readers), layout)))


def attributes(row: NDArray[np.void]) -> np.record:
    """The only element of an array, its fields as attributes; the memory is the same."""
    element: np.record = row.view(with_fields(row.dtype))[0]
    return element


def values_of(row: np.record) -> dict[str, Any]:
    """All fields by name, as Python numbers and arrays: faster than one by one if you need most of them."""
    return dict(zip(row.dtype.names or (), row.item(), strict=True))
