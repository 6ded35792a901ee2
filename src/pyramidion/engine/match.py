"""A game being played: its history, undo, and its record."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput, BadRecord, IllegalMove, PyramidionError
from pyramidion.engine.game import Game, checked_game, checked_seat, checked_seed
from pyramidion.engine.header import CHANCE
from pyramidion.engine.move import Move
from pyramidion.engine.outcome import Outcome
from pyramidion.engine.position import Position
from pyramidion.engine.records import Record, now, share
from pyramidion.engine.versions import game_of
from pyramidion.engine.whole import is_whole

ENDINGS = {
    "resignation": "a player resigned",
    "time": "a player ran out of time",
    "agreement": "the players agreed on a draw",
}
MOST_TRIES = 300  # to fill in the hidden moves of a record


class Match:
    """A game from its start. Chance plays by itself: the roll at a ply depends on the seed and
    the ply alone, so taking a move back does not change the dice."""

    def __init__(
        self, game: Game, seed: int | None = None, setup: str | None = None, seats: Sequence[str] = ()
    ) -> None:
        checked_game(game)
        self._seed = checked_seed(seed)
        self.game = game
        self.seats = checked_names(game, seats)
        self.positions = [game.start(self._seed, setup)]
        self.codes: list[int] = []
        self.started = now()
        self.ended: str | None = None
        self._agreed: Outcome | None = None
        self.roll()

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: by the rules, or as passed to `end`."""
        return self.position.outcome or self._agreed

    def play(self, move: Move | str | int) -> Position:
        """Make a move; chance follows at once where it is to move."""
        if self._agreed is not None:
            raise IllegalMove(f"The game is over: {ENDINGS[self._agreed.rule]}.")
        self._append(move)
        self.roll()
        return self.position

    def undo(self) -> Position:
        """Take back the last decision of a seat and everything since."""
        ply = len(self.codes) - 1
        while ply >= 0 and self.positions[ply].mover == CHANCE:
            ply -= 1
        if ply < 0:
            raise BadInput("There is no move to take back.")
        self.go_back(ply)
        return self.position

    def go_back(self, ply: int) -> None:
        """Take back everything since a ply, including how the game ended."""
        if not is_whole(ply, 0, len(self.codes)):
            raise BadInput(f"This game has plies 0 to {len(self.codes)}, not {ply!r}.")
        del self.codes[ply:], self.positions[ply + 1 :]
        self.ended = self._agreed = None

    def end(self, results: Sequence[Fraction | int], reason: str) -> None:
        """End the game early: by resignation, time or agreement."""
        if self.outcome is not None:
            raise BadInput("The game is already over.")
        if not (isinstance(reason, str) and reason in ENDINGS and _is_result(results, self.game.seats)):
            raise BadInput(f"A game ends by {', '.join(ENDINGS)}, with a result for every seat that add up to 1.")
        self._agreed = Outcome(tuple(results), reason)
        self.ended = now()

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position, chance's included."""
        return Move(self.positions[-2], self.codes[-1]) if self.codes else None

    def svg(self, seat: int | None = None, **arguments: Any) -> str:
        """A picture of the position with the last move; see `Position.svg`."""
        return self.position.svg(seat, last_move=self.last_move, **arguments)

    def _repr_svg_(self) -> str:
        return self.svg(size=420)

    def __repr__(self) -> str:
        return f"<Match {self.game.spec}, {len(self.codes)} plies>"

    def texts(self, seat: int | None = None, secrets: bool = False) -> list[str]:
        """The moves so far as a seat, or a spectator for None, may read them; all of them with `secrets`."""
        checked_seat(self.game, seat)
        if secrets:
            return [position.text_of(code) for position, code in zip(self.positions, self.codes, strict=False)]
        return [self.shown(ply, seat) for ply in range(len(self.codes))]

    def shown(self, ply: int, seat: int | None) -> str:
        """One ply of the past as a seat may read it now."""
        return Move(self.positions[ply], self.codes[ply]).text_for(seat, self.position)

    def told(self, ply: int) -> str:
        """What a ply revealed to everyone besides itself, or nothing."""
        return self.game.manual.told(self.positions[ply].fields, self.positions[ply + 1].fields)

    def record(self, seat: int | None = None, secrets: bool = False) -> Record:
        """The record that a seat may keep, or a spectator for None; `secrets` is for the game's own keeper."""
        moves = self.texts(seat, secrets)
        hidden = self.game.facts.hidden and moves != self.texts(secrets=True)
        told = {str(ply): news for ply in range(len(self.codes)) if hidden and (news := self.told(ply))}
        return Record(
            game=self.game.name,
            rules=self.game.facts.rules_version,
            options=dict(self.game.options),
            setup=self.game.setup_text(self.positions[0]),
            seats=list(self.seats),
            moves=moves,
            outcome=outcome_data(self.outcome),
            started=self.started,
            ended=self.ended,
            told=told,
        )

    def _append(self, move: Move | str | int) -> None:
        code = self.position.code_of(move)
        self.positions.append(self.position.play(code))
        self.codes.append(code)
        if self.position.mover is None:
            self.ended = now()

    def roll(self) -> None:
        """Let chance play as long as it is to move."""
        while self.position.mover == CHANCE:
            codes, weights = self.position.weighted_codes()
            self._append(codes[self._pick(np.array(weights, dtype=np.int32))])

    def _pick(self, weights: NDArray[np.int32]) -> int:
        """Which outcome comes up."""
        return dice.weighted(dice.stream(self._seed, self._roll_number()), weights, len(weights))

    def _roll_number(self) -> int:
        """Which of the seed's rolls comes next: one for each ply."""
        return 1 + len(self.codes)


def checked_names(game: Game, names: Sequence[str]) -> list[str]:
    """The names of the players, or of the seats where none are given."""
    if isinstance(names, (list, tuple)) and not names:
        return list(game.seat_names)
    listed = isinstance(names, (list, tuple)) and len(names) == game.seats
    if not listed or not all(isinstance(name, str) and name.isprintable() for name in names):
        raise BadInput(f"{game.title} has {game.seats} seats here: give a list of {game.seats} names.")
    return list(names)


def _is_result(results: Sequence[Fraction | int], seats: int) -> bool:
    listed = isinstance(results, (list, tuple)) and len(results) == seats
    return listed and all(isinstance(each, Rational) and each >= 0 for each in results) and sum(results) == 1


def whole_weights(outcomes: Sequence[tuple[Move, Fraction]]) -> NDArray[np.int32]:
    """The weights of the outcomes of chance as whole numbers in the same proportions."""
    whole = math.lcm(*(weight.denominator for _, weight in outcomes))
    return np.array([int(weight * whole) for _, weight in outcomes], dtype=np.int32)


def outcome_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome as a record holds it."""
    if outcome is None:
        return None
    return {"results": [str(result) for result in outcome.results], "rule": outcome.rule}


def replay(record: Record, seed: int | None = None) -> Match:
    """The match that a record describes, every ply checked; BadRecord says where it is wrong.

    A record does not hold the seed of its dice: when the match goes on, they are those of `seed`.
    """
    if not isinstance(record, Record):
        raise BadRecord("Expected a Record; Record.from_json(line) reads one from a line of a file.")
    game = game_of(record)
    try:
        match = Match(game, seed, setup=record.setup, seats=record.seats)
    except PyramidionError as error:
        raise BadRecord(str(error)) from error
    del match.codes[:], match.positions[1:]
    _Replay(match, record).play_from(0)
    _end_as_recorded(match, record)
    outcome = outcome_data(match.outcome)
    if record.outcome != outcome:
        raise BadRecord(f"The record names the outcome {record.outcome}, but its moves lead to {outcome}.")
    match.started, match.ended = record.started, record.ended
    return match


def _end_as_recorded(match: Match, record: Record) -> None:
    """End the match by resignation, time or agreement if the record says so."""
    outcome = record.outcome or {}
    if match.outcome is None and str(outcome.get("rule")) in ENDINGS:
        try:
            match.end([share(result) for result in outcome["results"]], outcome["rule"])
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            raise BadRecord(f"The record's outcome {outcome} is not valid: {error}") from error


@dataclass
class _Replay:
    """A record being played again; a hidden move is any that agrees with all that was told later."""

    match: Match
    record: Record
    tries: int = MOST_TRIES  # that are left for hidden moves

    def play_from(self, ply: int) -> None:
        for number in range(ply, len(self.record.moves)):
            text = self.record.moves[number]
            try:
                self.match._append(text)
            except IllegalMove as error:
                hidden = self._hidden_moves(text)
                if not hidden:
                    raise BadRecord(f"move {number + 1}, '{text}': {error}") from error
                self._try(number, hidden)
                return
            self._check_told(number)

    def _check_told(self, ply: int) -> None:
        expected, told = self.record.told.get(str(ply)), self.match.told(ply)
        if expected is not None and expected != told:
            where = f"move {ply + 1}, '{self.record.moves[ply]}'"
            raise BadRecord(f"{where}: the record says '{expected}', the rules say '{told}'.")

    def _hidden_moves(self, text: str) -> list[Move]:
        """The legal moves that a spectator reads as this text."""
        position = self.match.position
        if not self.match.game.facts.hidden:
            return []
        return [move for move in position.moves() if move.text_for(None, position) == text]

    def _try(self, number: int, hidden: list[Move]) -> None:
        match, failure = self.match, None
        for move in hidden:
            if self.tries == 0:
                raise _TooManyHidden("The record hides too much: no moves were found that agree with all of it.")
            self.tries -= 1
            del match.codes[number:], match.positions[number + 1 :]
            match._append(move)
            try:
                self.play_from(number + 1)
                return
            except _TooManyHidden:
                raise
            except BadRecord as error:
                failure = failure or error
        where = f"move {number + 1}, '{self.record.moves[number]}'"
        raise BadRecord(f"{where}: no hidden move agrees with what follows ({failure})")


class _TooManyHidden(BadRecord):
    """The search for hidden moves gave up."""
