"""The picture of a position, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyramidion.draw.svg import USUAL
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import write_bytes, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.match import replay
from pyramidion.engine.move import Move
from pyramidion.engine.notation import position_from_text
from pyramidion.engine.position import Position
from pyramidion.engine.records import read_records

FORMS = (".svg", ".png", ".txt", ".json")


def asked_position(
    game: Game | None, seed: int, text: str | None, record: str | None, ply: int | None
) -> tuple[Position, Move | None]:
    """The position to draw, and the move that led to it if known."""
    if sum(source is not None for source in (game, text, record)) != 1:
        raise BadInput("Say what to draw: a game for its first position, --position TEXT, or --record FILE.")
    if ply is not None and record is None:
        raise BadInput("--ply needs --record FILE.")
    if game is not None:
        return game.start(seed=seed), None
    return (position_from_text(text), None) if text is not None else _recorded(str(record), ply)


def _recorded(path: str, ply: int | None) -> tuple[Position, Move | None]:
    for _, record in read_records(path):
        match = replay(record)
        ply = len(match.codes) if ply is None else ply
        if ply > len(match.codes):
            raise BadInput(f"The game in {path} has {len(match.codes)} plies, not {ply}.")
        return match.positions[ply], Move(match.positions[ply - 1], match.codes[ply - 1]) if ply else None
    raise BadInput(f"{path} contains no game records.")


def write_picture(position: Position, path: str, seat: int | None, arguments: dict[str, Any], choices: bool) -> None:
    """Draw a position in the format that the file's ending names."""
    form = Path(path).suffix.lower()
    if form not in FORMS:
        raise BadInput(f"'{path}' has no known file ending. Use {', '.join(FORMS[:-1])} or {FORMS[-1]}.")
    last_move = arguments.pop("last_move", None)
    scene = position.scene(seat, last_move, choices)
    if form == ".svg":
        write_text(path, scene.svg(highlights=USUAL, **arguments) + "\n")
    elif form == ".png":
        write_bytes(path, scene.png(highlights=USUAL, **arguments))
    else:
        write_text(path, (scene.text() if form == ".txt" else scene.to_json()) + "\n")
