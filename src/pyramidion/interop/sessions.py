"""One game being played, as environments of other libraries need it: actions, observations, rewards, pictures."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.errors import BadInput
from pyramidion.engine.extras import extra
from pyramidion.engine.game import SEED_LIMIT, Game
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load

VERSION = 1  # of environments; raised when the meaning of actions, observations or rewards changes
RENDER_MODES = ("human", "ansi", "rgb_array")
PICTURE_SIZE = 420
Observation = dict[str, NDArray[Any]]


class Session:
    """Matches of one game, one after the other. Chance plays by itself."""

    def __init__(self, game: Game | str, render_mode: str | None, options: dict[str, object]) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"'{render_mode}' is not a render mode. Allowed: {', '.join(RENDER_MODES)}.")
        self.game = load(game.spec if isinstance(game, Game) else game, **options)
        self.render_mode = render_mode
        self._seeds = np.random.default_rng()
        self.match = Match(self.game, seed=0)
        self._masked = (self.position, self.position.mask().view(np.int8))  # the last position and its mask

    @property
    def position(self) -> Position:
        return self.match.position

    def reset(self, seed: int | None) -> None:
        """Begin a match: the first one of a seed where one is given, else the next."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.match = Match(self.game, seed=int(self._seeds.integers(SEED_LIMIT)))

    def play(self, action: int) -> None:
        self.match.play(self.game.actions.code(int(action)))

    def observation(self, seat: int) -> Observation:
        """What a seat sees, and what it may do: nothing unless it is to move."""
        return {"observation": self.position.tensor(seat), "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> NDArray[np.int8]:
        position = self.position
        if position.mover != seat:
            return np.zeros(len(self.game.actions), dtype=np.int8)
        if self._masked[0] is not position:
            self._masked = (position, position.mask().view(np.int8))
        return self._masked[1].copy()

    def reward(self, seat: int) -> float:
        """1 for a win alone; the rewards of all seats add up to 0, also before the end."""
        outcome = self.match.outcome
        seats = self.game.seats
        return 0.0 if outcome is None else float((seats * outcome.results[seat] - 1) / max(1, seats - 1))

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
