"""Frozen dataclasses as JSON and back, checked against their types."""

from __future__ import annotations

import json
import math
import types
import typing
from dataclasses import asdict, fields, is_dataclass
from typing import Any, TypeVar

from pyramidion.engine.errors import BadInput

DIGITS = 6  # after the point
Result = TypeVar("Result")


def to_json(found: Any) -> str:
    """JSON with one entry a line at the top, numbers rounded."""
    return json.dumps(_rounded(asdict(found)), indent=1, allow_nan=False)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0  # never -0.0
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value


def read_json(cls: type[Result], text: str, wanted: str) -> Result:
    """An object of a dataclass whose field `format` is as wanted; BadInput for any other text."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadInput(f"This is not JSON: {error}.") from error
    if not isinstance(data, dict) or data.get("format") != wanted:
        raise BadInput(f"Expected a JSON object with the format '{wanted}'.")
    return read(cls, data)


def read(cls: type[Result], data: Any) -> Result:
    """A dataclass object from its parsed JSON; BadInput says what does not fit."""
    found = _read(cls, data, cls.__name__)
    assert isinstance(found, cls)
    return found


def _read(wanted: Any, data: Any, where: str) -> Any:
    origin, inside = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (types.UnionType, typing.Union):
        (other,) = (one for one in inside if one is not types.NoneType)
        return None if data is None else _read(other, data, where)
    if origin is tuple:
        return tuple(_read(inside[0], item, where) for item in _checked(data, list, where))
    if origin is dict:
        return {name: _read(inside[1], item, where) for name, item in _checked(data, dict, where).items()}
    if is_dataclass(wanted):
        return _read_fields(wanted, _checked(data, dict, where), where)
    return data if wanted is object else _checked(data, wanted, where)


def _read_fields(wanted: Any, data: dict[str, Any], where: str) -> Any:
    known = typing.get_type_hints(wanted)
    unknown = sorted(set(data) - {part.name for part in fields(wanted)})
    if unknown:
        raise BadInput(f"{where} has no '{unknown[0]}'. Perhaps it was made by a newer version.")
    read = {name: _read(known[name], value, f"{where}.{name}") for name, value in data.items()}
    try:
        return wanted(**read)
    except TypeError as error:
        raise BadInput(f"{where} lacks a part: {error}.") from error


def _checked(data: Any, wanted: Any, where: str) -> Any:
    if wanted is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    fits = isinstance(data, wanted) and (wanted is bool or not isinstance(data, bool))
    if not fits or (isinstance(data, float) and not math.isfinite(data)):
        raise BadInput(f"{where} should be {wanted.__name__}, not {str(data)[:40]!r}.")
    return data
