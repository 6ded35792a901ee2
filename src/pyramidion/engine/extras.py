"""Libraries that only some parts need, installed by pip as extras."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyramidion.engine.errors import Unavailable


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import what an extra installs; if it is missing, the error says what needs it and how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "pyramidion":
            raise
        raise Unavailable(f"{what} needs the extra: pip install 'pyramidion[{name}]'.") from error
