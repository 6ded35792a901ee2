"""The description of a game's folder: built once by the registry, and all that other layers know of the folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pyramidion.engine.contract import Encoding, Judgement, Manual
from pyramidion.engine.facts import Facts


@dataclass(frozen=True, eq=False)
class Description:
    """What a game's folder holds."""

    name: str
    folder: Path
    layout: np.dtype[np.void]  # of a position's row
    verbs: Mapping[str, Callable[..., Any]]  # the functions of rules.py and of the optional files beside it
    manual: Manual[Any]
    judgement: Judgement
    encoding: Encoding

    @property
    def facts(self) -> Facts:
        return self.manual.facts

    @property
    def rules_file(self) -> Path:
        """The rules for people."""
        return self.folder / "RULES.md"

    @property
    def lessons_file(self) -> Path:
        """The lessons; the file need not exist."""
        return self.folder / "lessons.json"

    def art_file(self, theme: str) -> Path:
        """A picture for lists of games; the file need not exist."""
        return self.folder / f"art-{theme}.svg"
