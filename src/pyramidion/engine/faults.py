"""What is wrong with a game's folder, as far as can be seen without playing."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from pyramidion.engine import verbs
from pyramidion.engine.contract import Manual
from pyramidion.engine.description import Description
from pyramidion.engine.header import HEADER, MOST_SEATS

REQUIRED = ("setup", "moves", "play")


def faults(about: Description) -> Iterator[str]:
    """Each fault in a sentence that names the remedy."""
    yield from _verb_faults(about)
    yield from _manual_faults(about.manual)
    yield from _facts_faults(about)
    yield from _encoding_faults(about)


def _verb_faults(about: Description) -> Iterator[str]:
    needed = [*REQUIRED, *["chances"] * about.facts.chance, *["view", "guess"] * about.facts.hidden]
    for name in needed:
        if name not in about.verbs:
            yield f"rules.py does not define {name}: write it as CONTRIBUTING.md says"
    for verb in sorted(verbs.DECLARED, key=lambda verb: verb.__name__):
        own = about.verbs.get(verb.__name__)
        count = len(inspect.signature(verb).parameters)
        if own is not None and not _takes(own, count):
            yield f"the verb {verb.__name__} must take {count} arguments: {inspect.signature(verb)}"


def _manual_faults(manual: Manual[Any]) -> Iterator[str]:
    for field in fields(Manual):
        own, count = vars(manual)[field.name], _argument_count(str(field.type))
        if count is not None and own is not None and not _takes(own, count):
            yield f"the manual's {field.name} must be a function of {count} arguments: see engine/contract.py"
    if (manual.setup_text is None) != (manual.read_setup is None):
        yield "the manual must have both setup_text and read_setup, or neither"
    if (manual.shown is None) == manual.facts.hidden:
        yield "the manual must have shown where facts.hidden is True, and only there"


def _facts_faults(about: Description) -> Iterator[str]:
    facts = about.facts
    for option in facts.options:
        if option.name not in (about.layout.names or ()):
            yield f"POSITION has no field '{option.name}' for the option of that name: add it to layout(...)"
        elif option.name in {name for name, *_ in HEADER}:
            yield f"an option cannot be called '{option.name}', like a field of the header: choose another name"
        if not option.values:
            yield f"the option {option.name} has no values: list what each means, the default first"
    if not isinstance(facts.most_moves, int) or facts.most_moves < 1:
        yield f"facts.most_moves must be a number from 1 on, not {facts.most_moves!r}"
    if not 1 <= len(facts.seats) <= MOST_SEATS:
        yield f"facts.seats must name 1 to {MOST_SEATS} seats, not {len(facts.seats)}"
    if facts.seats_option:
        allowed = {option.name: option.values for option in facts.options}.get(facts.seats_option, ())
        if not allowed or not set(allowed) <= {str(number + 1) for number in range(len(facts.seats))}:
            yield f"facts.seats_option must name an option that says how many seats play, not '{facts.seats_option}'"


def _encoding_faults(about: Description) -> Iterator[str]:
    encoding = about.encoding
    given = (encoding.planes is not None, encoding.board is not None, "observe" in about.verbs)
    if any(given) and not all(given):
        yield "encoding.py must have planes, board and the verb observe, or none of them"
    for name in encoding.counters:
        if name not in (about.layout.names or ()):
            yield f"encoding.py counts the field '{name}', which POSITION does not have"


def _argument_count(annotation: str) -> int | None:
    """How many arguments the functions take that an annotation allows; None if it does not describe functions."""
    lists = (node for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.List))
    found = next(lists, None)
    return None if found is None else len(found.elts)


def _takes(function: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True
