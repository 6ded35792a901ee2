"""What is agreed when a table is set up."""

from __future__ import annotations

from dataclasses import dataclass

from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.fairness import DICE, Seed


@dataclass(frozen=True)
class Terms:
    """What is agreed when a table is set up."""

    id: str
    game: str  # with its options, as in telic(merge=either)
    bots: dict[int, int]  # the levels of the seats that bots have
    timing: Timing
    seed: Seed
    created: int
    listed: bool = False
    chat: bool = False
    before: str | None = None  # the table of which this is the rematch
    title: str = ""  # what the players call this game, such as "Treasure Hunt on Parrot Island"
    server: str = ""  # the public key with which the server seals the record
    dice: int = DICE  # how its rolls are made
