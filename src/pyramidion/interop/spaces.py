"""What observations look like, in the words of Gymnasium, which PettingZoo uses too."""

from __future__ import annotations

from typing import cast

import numpy as np

from pyramidion.engine.extras import extra
from pyramidion.engine.game import Game
from pyramidion.interop.sessions import Observation

with extra("gymnasium", "Gymnasium"):
    from gymnasium import spaces


def observation_space(game: Game) -> spaces.Space[Observation]:
    """The tensor of a seat, between 0 and 1 unless it lists the fields of a record, and which actions are legal."""
    low, high = (0.0, 1.0) if game.description.encoding.planes else (-np.inf, np.inf)
    found = spaces.Dict(
        {
            "observation": spaces.Box(low, high, game.tensor_shape, np.float32),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )
    return cast("spaces.Space[Observation]", found)
