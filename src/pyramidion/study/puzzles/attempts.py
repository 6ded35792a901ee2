"""Solving a puzzle: how far some moves lead, what answers a wrong one, and why, in sentences."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyramidion.draw.narration import events
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.game import Game
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.study.chances import points
from pyramidion.study.puzzles.puzzle import Puzzle, Step, Worth
from pyramidion.study.puzzles.worth import Counting, counting_expert

UNTOLD = ("turn", "next", "over")  # events that say what to do next


@dataclass(frozen=True)
class Ply:
    """A move and the position after it."""

    move: Move
    after: Position


@dataclass(frozen=True)
class Failure:
    """A wrong move: what it is worth, None where that is counted when asked for, and the plies up to its refutation."""

    worth: Worth | None
    plies: tuple[Ply, ...]  # the wrong move first

    @property
    def move(self) -> str:
        return str(self.plies[0].move)


@dataclass(frozen=True)
class Attempt:
    """A puzzle after the right moves of the solver and the replies to them."""

    puzzle: Puzzle
    position: Position
    line: tuple[str, ...]  # what is still to come
    found: tuple[str, ...] = ()  # the solver's right moves
    plies: tuple[Ply, ...] = ()  # the last of them, and the replies to it
    failure: Failure | None = None

    @property
    def done(self) -> bool:
        return len(self.found) == len(self.puzzle.steps)

    @property
    def step(self) -> Step:
        """The step to be found now, or the last one."""
        return self.puzzle.steps[min(len(self.found), len(self.puzzle.steps) - 1)]

    @property
    def last(self) -> Move | None:
        return self.plies[-1].move if self.plies else None

    @property
    def news(self) -> tuple[Ply, ...]:
        """What the last move led to, right or wrong."""
        return self.failure.plies if self.failure else self.plies


def attempt(puzzle: Puzzle, moves: Sequence[str]) -> Attempt:
    """Make the solver's moves as long as they are right; IllegalMove for one that the rules forbid."""
    now = Attempt(puzzle, puzzle.start, puzzle.line)
    for text in moves:
        if now.done:
            break
        view = now.position.view(puzzle.seat)
        move = str(Move(view, view.check(text)))
        line = begun_with(move, now)
        if line is None:
            return replace(now, failure=failure(now.position, move, now.step))
        plies = tuple(_go_on(puzzle, now.position, line))
        now = Attempt(puzzle, plies[-1].after, line[len(plies) :], (*now.found, move), plies)
    return now


def begun_with(move: str, now: Attempt) -> tuple[str, ...] | None:
    """The line that is still to come, if a move begins it, perhaps in another order; None for a wrong move."""
    if move == now.line[0]:
        return now.line
    if move not in now.step.also or move not in now.line:
        return None
    place = now.line.index(move)
    return (move, *now.line[:place], *now.line[place + 1 :])


def _go_on(puzzle: Puzzle, position: Position, line: Sequence[str]) -> Iterator[Ply]:
    """The solver's move and the replies to it."""
    for text in line:
        ply = made(position, text)
        yield ply
        position = ply.after
        if position.mover == puzzle.seat and len(position.view(puzzle.seat).codes) > 1:
            return


def made(position: Position, text: str) -> Ply:
    move = Move(position, position.check(text))
    return Ply(move, position.play(move.code))


def failure(position: Position, text: str, step: Step) -> Failure:
    """What answers a wrong move."""
    worth = next((other for other in step.others if other.move == text), None)
    plies = [made(position, text)]
    for reply in worth.reply if worth else ():
        plies.append(made(plies[-1].after, reply))
    return Failure(worth, tuple(plies))


def checked(puzzle: Puzzle) -> None:
    """Play all that a puzzle says; IllegalMove or BadPosition if the rules do not allow it, and ValueError if its steps
    are not the solver's moves."""
    now, steps = puzzle.start, list(puzzle.steps)
    for text in puzzle.line:
        if now.mover == puzzle.seat and len(now.view(puzzle.seat).codes) > 1:
            step = steps.pop(0) if steps else None
            if step is None or step.move != text:
                raise IllegalMove(f"The line of the puzzle makes {text}, which its steps do not name")
            for other in step.others:
                failure(now, other.move, step)
        now = now.play(now.check(text))
    if steps:
        raise IllegalMove("The puzzle has more steps than its line")
    for text in puzzle.steps[-1].then:
        now = made(now, text).after


def why_wrong(found: Attempt) -> str:
    """Why the wrong move of an attempt fails: what it is worth after the best reply."""
    wrong = found.failure
    assert wrong is not None
    expert = expert_of(found.position.game)
    if expert is not None:
        return expert.shortfall(found.position.view(found.puzzle.seat), wrong.move)
    if wrong.worth is None:
        return ""
    return f"{_ending(wrong.plies[-1], found.puzzle.seat)} {_compared(wrong.worth, found.step)}".strip()


def _ending(ply: Ply, seat: int) -> str:
    """How the game is over, if it is."""
    found = events(ply.move.position, ply.after, seat, ply.move)
    return " ".join(event.says for event in found if event.kind == "over")


def told(plies: Sequence[Ply], seat: int) -> str:
    """What some plies do, in sentences."""
    found = [event for ply in plies for event in events(ply.move.position, ply.after, seat, ply.move)]
    return " ".join(event.says for event in found if event.kind not in UNTOLD)


def _compared(worth: Worth, step: Step) -> str:
    certain = certainty(worth.share) if worth.exact else ""
    if certain:
        return f"That {certain}; {_best(step)}."
    if step.exact and certainty(step.share):
        return f"Your chances are then {percent(worth.share)}; {_best(step)}."
    return f"Your chances are then {percent(worth.share)}; with the right move they are {percent(step.share)}."


def _best(step: Step) -> str:
    certain = certainty(step.share) if step.exact else ""
    return f"the right move {certain}" if certain else f"with the right move your chances are {percent(step.share)}"


def certainty(share: float) -> str:
    """What a certain result does, in words; empty for one that is shared otherwise."""
    return {1.0: "wins for certain", 0.5: "draws", 0.0: "loses"}.get(share, "")


def why_right(found: Attempt) -> str:
    """Why the last right move is the best."""
    puzzle, place = found.puzzle, max(len(found.found) - 1, 0)
    step = puzzle.steps[place]
    before = attempt(puzzle, found.found[:place])
    expert = expert_of(before.position.game)
    if expert is not None:
        return f"{expert.shortfall(before.position.view(puzzle.seat), found.found[place])} Nothing else does as well."
    return f"{_gain(step)} {_next_best(step)}{_outlook(found)}"


def _outlook(found: Attempt) -> str:
    """How the game may go on after a puzzle."""
    plies, now = list[Ply](), found.position
    for text in found.puzzle.steps[-1].then if found.done else ():
        plies.append(made(now, text))
        now = plies[-1].after
    says = told(plies, found.puzzle.seat)
    return f" It could go on like this: {says}" if says else ""


def _gain(step: Step) -> str:
    certain = certainty(step.share) if step.exact else ""
    return f"It {certain}." if certain else f"Your chances are {percent(step.share)}."


def _next_best(step: Step) -> str:
    if all(other.exact and other.share == 0 for other in step.others):
        return "Every other move loses."
    second = max(step.others, key=lambda other: other.share)
    certain = certainty(second.share) if second.exact else ""
    return f"The next best, {second.move}, {certain or f'leaves you with {percent(second.share)}'}."


def percent(share: float) -> str:
    """A chance that is not certain, in whole percent."""
    rounded = points(share)
    return "below 1%" if rounded == 0 else "above 99%" if rounded == 100 else f"{rounded}%"


@functools.lru_cache(maxsize=8)
def expert_of(game: Game) -> Counting | None:
    return counting_expert(game)
