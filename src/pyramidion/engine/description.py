"""The description of a game's folder: built once by the registry, and all that any layer knows of the folder."""

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
    layout: np.dtype[np.void]  # of a position's record
    verbs: Mapping[str, Callable[..., Any]]  # the functions of rules.py, judgement.py and encoding.py
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
        """What is taught on the game's page; it need not exist."""
        return self.folder / "lessons.json"

    def art_file(self, theme: str) -> Path:
        """A picture of the game for lists of games; it need not exist."""
        return self.folder / f"art-{theme}.svg"
