"""Random games in bulk with a progress bar."""

from __future__ import annotations

from contextlib import closing

from pyramidion.engine.game import Game
from pyramidion.lab.totals import Totals, parts_of
from pyramidion.terminal.progress import Bar


def totals_of(game: Game, games: int, seed: int, device: str, threads: int | None) -> tuple[Totals, bool]:
    """Simulate with a progress bar on stderr; False if interrupted, with what was done until then."""
    totals = Totals(game, seed)
    with Bar("games", games) as bar:
        for simulation in parts_of(game, games, seed, device, threads):
            try:
                with closing(simulation.parts()) as parts:
                    for done in parts:
                        bar.reach(simulation.first + done)
            except KeyboardInterrupt:
                totals.add(simulation.run())
                return totals, False
            totals.add(simulation.run())
    return totals, True
