"""Checks proofs with the plain rules, interpreted by Python: nothing here searches, and nothing is shared with what
found the proof but the rules of the game and the way texts are read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pyramidion.engine import binding
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import read_text
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load
from pyramidion.players.verbs import lead_limits


class NotProven(BadInput):
    """A file does not prove what it says."""


@dataclass(frozen=True)
class Checked:
    """What a file proves."""

    start: Position
    lead: int
    score: bool
    positions: int  # that strategies can lead to


def check_proof(file: Path) -> Checked:
    """What a file proves; NotProven if it does not prove it."""
    lines = read_text(file).splitlines()
    try:
        about = json.loads(lines[0])
        game, lead, score = load(about["game"]), int(about["lead"]), bool(about["score"])
        moves = {text: move for move, _, text in (line.partition(" ") for line in lines[1:])}
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise NotProven(f"{file} is not a proof: {error}.") from error
    before = binding.speed_of(game.description)
    binding.use(game.description, binding.interpreted)
    try:
        start = game.position(about["position"])
        seats = [0, 1] if score or lead == 0 else [0 if lead > 0 else 1]
        return Checked(start, lead, score, sum(_check(start, seat, lead, score, moves) for seat in seats))
    finally:
        binding.use(game.description, before)


def _check(start: Position, seat: int, lead: int, score: bool, moves: dict[str, str]) -> int:
    """Let a seat play its strategy against everything the other can play; return how many positions they meet."""
    waiting, seen = [start], {start.text}
    while waiting:
        now = waiting.pop()
        if now.mover is None:
            found = final_lead(now, score)
            if found < lead if seat == 0 else found > lead:
                raise NotProven(f"The strategy of {now.game.seat_names[seat]} leads to {now.text}, which is {found}.")
            continue
        if now.mover == seat and now.text not in moves:
            raise NotProven(f"There is no move for {now.text}.")
        for move in [moves[now.text]] if now.mover == seat else now.moves():
            then = now.play(move)
            if then.text not in seen:
                seen.add(then.text)
                waiting.append(then)
    return len(seen)


def final_lead(position: Position, score: bool) -> int:
    """What the first seat leads by in a finished game."""
    if score:
        return int(position.game.bind(lead_limits)(position.fields)[0])
    assert position.outcome is not None
    first, second = (Fraction(result) for result in position.outcome.results)
    return int(first > second) - int(first < second)
