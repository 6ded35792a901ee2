"""Proofs of what a position is worth, written so that others can check them without trusting the search.

A proof is a strategy: the move to make in each position that the opponent can bring about, until the game is over. A
file begins with a line of JSON that says what is proven; each other line is a move and the text of the position in
which it is made. A draw, or an exact difference of points, needs a strategy for each seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pyramidion.engine.files import write_text
from pyramidion.engine.position import Position
from pyramidion.players.solver import NotSolved, Solver


def write_proof(file: Path, solver: Solver, position: Position, most: float) -> int:
    """Prove the value of a position; return how many positions the strategies hold. NotSolved if they are more than
    `most`."""
    lead = solver.value(position)
    moves: dict[str, str] = {}
    for seat in seats_needed(lead, solver.score):
        for now, move in strategy(solver, position, seat, lead):
            moves[now.text] = move
            if len(moves) > most:
                raise NotSolved(f"The proof takes more than {len(moves):,} positions.")
    about = {"game": position.game.spec, "position": position.text, "lead": lead, "score": solver.score}
    write_text(file, "\n".join([json.dumps(about), *(f"{move} {text}" for text, move in moves.items())]) + "\n")
    return len(moves)


def seats_needed(lead: int, score: bool) -> list[int]:
    """The seats whose strategies prove a value: a win needs only the winner's."""
    return [0, 1] if score or lead == 0 else [0 if lead > 0 else 1]


def strategy(solver: Solver, start: Position, seat: int, lead: int) -> Iterator[tuple[Position, str]]:
    """The positions that a seat can meet if it keeps a value, and its moves."""
    open_positions, seen = [start], {start.text}
    while open_positions:
        now = open_positions.pop()
        after = [now.play(move) for move in now.moves()]
        if now.mover == seat:
            place = next(place for place, then in enumerate(after) if solver.keeps(then, seat, lead))
            after = [after[place]]
            yield now, str(now.moves()[place])
        for then in after:
            if then.mover is not None and then.text not in seen:
                seen.add(then.text)
                open_positions.append(then)
