"""The games of an arena in a file: a first line that says which arena it is, then a line for each game."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from pyramidion.arena.bouts import Played
from pyramidion.arena.pairings import Plan
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import append_text, check_ordinary, read_text, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.records import ARENA_FORMAT
from pyramidion.engine.sources import source_hash

PACKAGE = Path(__file__).parent.parent
SOURCES = ("*.py", "*.json")


class GamesFile:
    """Games are added as they end; the same arena goes on with the file, another is refused."""

    def __init__(self, path: str | Path, plan: Plan, about: dict[str, Any]) -> None:
        check_ordinary(path)
        self.path = Path(path)
        self.about = about
        self.games = self._read(plan) if self.path.exists() else []
        self.write(self.games)

    def add(self, played: Played) -> None:
        append_text(self.path, played.to_json() + "\n")
        self.games.append(played)

    def write(self, games: list[Played]) -> None:
        """Write the whole file anew with these games."""
        lines = [json.dumps(self.about), *(played.to_json() for played in games)]
        write_text(self.path, "".join(f"{line}\n" for line in lines))

    def _read(self, plan: Plan) -> list[Played]:
        """The games of the file; a last line that was cut off does not count."""
        text = read_text(self.path)
        if not text:
            return []
        head, *lines = text.split("\n")[:-1] or [""]
        self._check(head)
        games: dict[int, Played] = {}
        for number, line in enumerate(lines, start=2):
            try:
                played = checked(Played.from_json(line), plan)
            except (ValueError, TypeError, KeyError) as error:
                raise BadInput(f"{self.path}, line {number}: this is not a game of this arena ({error}).") from error
            games[played.number] = played
        return list(games.values())

    def _check(self, head: str) -> None:
        try:
            found = json.loads(head)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != ARENA_FORMAT:
            raise BadInput(f"{self.path} holds something else than the games of an arena. Name another file.")
        for key, value in self.about.items():
            if found.get(key) != value:
                reason = f"its {key} is {json.dumps(found.get(key))}, not {json.dumps(value)}"
                raise BadInput(f"{self.path} holds the games of another arena: {reason}. Name another file.")


def checked(played: Played, plan: Plan) -> Played:
    """A game as it can have been played; ValueError or TypeError for anything else."""
    if played.players != plan.bout(played.number).seats:
        raise ValueError("those players do not sit there")
    seats, results = len(played.players), [float(share) for share in played.results]
    if {len(results), len(played.seconds), len(played.choices)} != {seats}:
        raise ValueError("it has not as many results as seats")
    if min(results) < 0 or not math.isclose(sum(results), 1, abs_tol=1e-6):
        raise ValueError("its results do not add up to 1")
    if sum(played.seconds) < 0 or sum(played.choices) < 0 or played.faulty not in (None, *range(seats)):
        raise ValueError("its seconds, choices or fault cannot be")
    if not isinstance(played.record, dict) or played.record.get("game") != plan.game.name:
        raise ValueError("its record is of another game")
    return played


def about(plan: Plan) -> dict[str, Any]:
    """What an arena is: games that differ in any of this must not be counted together."""
    game = {
        "format": ARENA_FORMAT,
        "game": plan.game.spec,
        "rules": plan.game.facts.rules_version,
        "players": list(plan.players),
    }
    settings = {"seed": plan.seed, "opening": plan.opening, "even": plan.even, "most_turns": plan.most_turns}
    return {**game, **settings, "code": code_of(plan.game)}


def code_of(game: Game) -> str:
    """A short hash of all that decides how the game is played, weights included."""
    return source_hash((PACKAGE / "engine", PACKAGE / "players", game.description.folder), SOURCES)
