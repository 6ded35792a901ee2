"""Pyramidion: five tabletop games, exact and fast, for players, designers and researchers."""

from __future__ import annotations

import pyramidion.arena  # first, so that these names can then mean the functions
import pyramidion.games  # noqa: F401
from pyramidion.draw.events import Event
from pyramidion.draw.narration import describe, events
from pyramidion.draw.scene import Scene
from pyramidion.engine.actions import Actions
from pyramidion.engine.batch import Batch, Snapshot, batch
from pyramidion.engine.errors import (
    BadInput,
    BadPosition,
    BadRecord,
    BrokenGame,
    IllegalMove,
    PyramidionError,
    Unavailable,
    UnknownGame,
)
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match, replay
from pyramidion.engine.move import Move
from pyramidion.engine.notation import from_json
from pyramidion.engine.notation import position_from_text as position
from pyramidion.engine.outcome import Outcome
from pyramidion.engine.perft import perft
from pyramidion.engine.position import Position
from pyramidion.engine.records import Record, read_records
from pyramidion.engine.registry import facts, games, load, rules_text
from pyramidion.engine.rows import Shown
from pyramidion.engine.simulation import Run, simulate
from pyramidion.lab.face import arena, playtest
from pyramidion.players.analysis import Analysis, Budget, Line
from pyramidion.players.bots import Bot, bot, player
from pyramidion.study.puzzles.puzzle import Puzzle, puzzles
from pyramidion.study.reviews.reviewer import review
from pyramidion.study.studies.tree import Study

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Actions",
    "Analysis",
    "BadInput",
    "BadPosition",
    "BadRecord",
    "Batch",
    "Bot",
    "BrokenGame",
    "Budget",
    "Event",
    "Facts",
    "Game",
    "IllegalMove",
    "Line",
    "Match",
    "Move",
    "Option",
    "Outcome",
    "Position",
    "Puzzle",
    "PyramidionError",
    "Record",
    "Run",
    "Scene",
    "Shown",
    "Snapshot",
    "Study",
    "Unavailable",
    "UnknownGame",
    "arena",
    "batch",
    "bot",
    "describe",
    "events",
    "facts",
    "from_json",
    "games",
    "load",
    "perft",
    "player",
    "playtest",
    "position",
    "puzzles",
    "read_records",
    "replay",
    "review",
    "rules_text",
    "simulate",
]
