"""One game being played, as environments of other libraries need it: actions, observations, rewards, pictures."""

from __future__ import annotations

import io
import random
import sys
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.extras import extra
from pyramidion.engine.game import SEED_LIMIT, Game, checked_seed
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.registry import load
from pyramidion.engine.tensors import tensor

VERSION = 1  # of environments; raised when the meaning of actions, observations or rewards changes
RENDER_MODES = ("human", "ansi", "rgb_array")
PICTURE_SIZE = 420
Observation = dict[str, NDArray[Any]]


class Session:
    """Games of one kind, one after the other. Chance plays by itself, as in a match with the same seed."""

    def __init__(self, game: Game | str, render_mode: str | None, options: dict[str, object]) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"'{render_mode}' is not a render mode. Allowed: {', '.join(RENDER_MODES)}.")
        self.game = load(game.spec if isinstance(game, Game) else game, **options)
        self.render_mode = render_mode
        self.nothing = np.zeros(len(self.game.actions), dtype=np.int8)  # the mask of a seat that is not to move
        self.nothing.flags.writeable = False
        self._codes = self.game.actions.codes.tolist()
        self._seeds = random.Random()
        self.reset(0)

    def reset(self, seed: int | None) -> None:
        """Begin a game: the first one of a seed where one is given, else the next."""
        if seed is not None:
            self._seeds = random.Random(checked_seed(seed))
        self.seed = self._seeds.randrange(SEED_LIMIT)
        self.plies = 0
        self.moves: list[int] = []  # codes of the moves that seats made
        self.position = self.game.start(self.seed)
        self._roll()

    @property
    def match(self) -> Match:
        """The game with its history."""
        match = Match(self.game, seed=self.seed)
        for move in self.moves:
            match.play(move)
        return match

    def play(self, action: SupportsIndex) -> None:
        """Make a move; IllegalMove, or BadInput if there is no such action."""
        try:
            number = index(action)
        except TypeError:
            raise BadInput(f"An action is a whole number, not {action!r}.") from None
        self.make(self._codes[number] if 0 <= number < len(self._codes) else self.game.actions.code(number))

    def make(self, code: int) -> None:
        """Make a move that is given by its code."""
        self.position = self.position.play(code)
        self.plies += 1
        self.moves.append(code)
        self._roll()

    def _roll(self) -> None:
        self._mask: NDArray[np.int8] | None = None
        while self.position.mover == CHANCE:
            codes, weights = self.position.weighted_codes()
            rolls = dice.stream(self.seed, 1 + self.plies)
            self.position = self.position.play(codes[dice.weighted(rolls, np.array(weights), len(weights))])
            self.plies += 1

    def observation(self, seat: int) -> Observation:
        """What a seat sees, and what it may do: nothing unless it is to move."""
        seen = tensor(self.game, self.position.data, seat)
        return {"observation": seen, "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do, in its own array."""
        return self.legal().copy() if self.position.mover == seat else self.nothing.copy()

    def legal(self) -> NDArray[np.int8]:
        """What the seat to move may do."""
        if self._mask is None:
            self._mask = self.position.mask().view(np.int8)
        return self._mask

    def rewards(self) -> list[float]:
        """For each seat 1 for a win alone; they add up to 0, also before the end."""
        outcome, seats = self.position.outcome, self.game.seats
        if outcome is None:
            return [0.0] * seats
        return [float((seats * result - 1) / max(1, seats - 1)) for result in outcome.results]

    def render(self, seat: int | None = None) -> str | NDArray[np.uint8] | None:
        """What a seat, or a spectator, sees: printed, as a text, or as an array of pixels."""
        if self.render_mode == "rgb_array":
            return _pixels(self.match, seat)
        board = self.position.view(seat).scene(seat).text()
        if self.render_mode == "ansi":
            return board
        if self.render_mode == "human":
            print(board, file=sys.stdout, flush=True)
        return None


def _pixels(match: Match, seat: int | None) -> NDArray[np.uint8]:
    with extra("gymnasium", "The render mode rgb_array"):
        from PIL import Image
    picture = match.position.png(seat, match.last_move, size=PICTURE_SIZE)
    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))
