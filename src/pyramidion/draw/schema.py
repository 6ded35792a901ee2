"""Scenes and events as JSON, and the schema of it, read off the definitions of the things."""

from __future__ import annotations

import dataclasses
import json
import typing
from typing import Any

from pyramidion.draw.events import Event
from pyramidion.draw.scene import Scene
from pyramidion.draw.things import THINGS, Spread
from pyramidion.engine.errors import BadInput

VERSION = 1
PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean"}


def scene_json(scene: Scene) -> str:
    """A scene in one line."""
    return json.dumps(scene_data(scene), ensure_ascii=False, separators=(",", ":"))


def scene_data(scene: Scene) -> dict[str, Any]:
    return {"scene": VERSION, **_data(scene)}


def event_data(event: Event) -> dict[str, Any]:
    """An event; things that changed are grouped as in a scene."""
    groups: dict[str, list[Any]] = {}
    for name, kind in THINGS.items():
        found = [_data(thing) for thing in event.things if isinstance(thing, kind)]
        if found:
            groups[name] = found
    turn = {} if event.state is None else dict(zip(("turn", "seat", "over"), event.state, strict=True))
    return {"kind": event.kind, "says": event.says, "ids": event.ids, "things": groups, "gone": event.gone, **turn}


def _data(thing: Any) -> dict[str, Any]:
    """The fields of a thing, those at their defaults left out."""
    found = {}
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if value != field.default:
            found[field.name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_data(item) if dataclasses.is_dataclass(item) else _plain(item) for item in value]
    return round(value, 3) if isinstance(value, float) else value


def read_scene(text: str) -> Scene:
    """The inverse of `scene_json`."""
    data = json.loads(text)
    if data.pop("scene", None) != VERSION:
        raise BadInput(f"This is not a scene of version {VERSION}.")
    lists: dict[str, Any] = {
        name: tuple(kind(**_tuples(item)) for item in data.pop(name, ())) for name, kind in THINGS.items()
    }
    return Scene(**data, **lists)


def _tuples(item: dict[str, Any]) -> dict[str, Any]:
    if "outline" in item:
        item["outline"] = tuple((x, y) for x, y in item["outline"])
    if "tall" in item:
        item["tall"] = Spread(*item["tall"])
    return item


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a scene."""
    body = _object(Scene)
    body["properties"] = {"scene": {"const": VERSION, "description": "version of this schema"}, **body["properties"]}
    body["required"] = ["scene", *body["required"]]
    definitions = {kind.__name__: _object(kind) for kind in THINGS.values()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scene of Pyramidion",
        **body,
        "$defs": definitions,
    }


def _object(kind: type[Any]) -> dict[str, Any]:
    types = typing.get_type_hints(kind)
    fields = dataclasses.fields(kind)
    return {
        "type": "object",
        "description": (kind.__doc__ or "").strip(),
        "properties": {field.name: _property(field, types[field.name]) for field in fields},
        "required": [field.name for field in fields if field.default is dataclasses.MISSING],
        "additionalProperties": False,
    }


def _property(field: Any, annotation: Any) -> dict[str, Any]:
    found = _type(annotation) | {"description": field.metadata["meaning"]}
    return found if field.default in (dataclasses.MISSING, ()) else found | {"default": field.default}


def _type(annotation: Any) -> dict[str, Any]:
    if annotation in PLAIN:
        return {"type": PLAIN[annotation]}
    inner = typing.get_args(annotation)[0]
    if inner is Spread:
        count = len(Spread._fields)
        return {"type": "array", "items": {"type": "number"}, "minItems": count, "maxItems": count}
    if inner in THINGS.values():
        return {"type": "array", "items": {"$ref": f"#/$defs/{inner.__name__}"}}
    point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    return {"type": "array", "items": point}
