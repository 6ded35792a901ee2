"""Players by name: random, greedy, tree search, alpha-beta, and the levels made of them."""

from __future__ import annotations

import importlib
import math
import random
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from pyramidion.engine.contract import Level
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game, checked_seed
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load
from pyramidion.engine.whole import is_whole
from pyramidion.players.analysis import Analysis, Budget, Line, Thinker
from pyramidion.players.book import book_of
from pyramidion.players.experts import ExpertThinker
from pyramidion.players.greedy import Greedy
from pyramidion.players.levels import HIGHEST, NAMES, level, search_of
from pyramidion.players.mcts import TO_THE_END, TreeSearch
from pyramidion.players.specs import SPECS

AMOUNT = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<seconds>s?)")
SURE = 1e-6
SEARCHES = ("mcts", "uct", "alphabeta", "expert")
OTHERS = re.compile(rf"random|greedy|level:[1-{HIGHEST}]|engine:.+", re.DOTALL)
MOST_EFFORT, MOST_SECONDS, MOST_THREADS = 1_000_000_000, 86_400, 256


class Player(Protocol):
    """Something that chooses moves for a seat."""

    name: str

    def choose(self, view: Position) -> Move: ...

    def close(self) -> None: ...


class RandomPlayer:
    """Every move equally likely."""

    def __init__(self, seed: int) -> None:
        self.name = "random"
        self._seed = seed

    def choose(self, view: Position) -> Move:
        seen = own_view(view)
        return random.Random(seed_for(self._seed, seen)).choice(seen.moves())

    def close(self) -> None:
        pass


class Bot:
    """Thinks about positions of one game, and plays what it thinks best."""

    def __init__(self, game: Game, name: str, thinker: Thinker, usual: Level, seed: int) -> None:
        self.game = game
        self.name = name
        self.thinker = thinker
        self.usual = usual
        self._seed = seed

    def __repr__(self) -> str:
        return f"<{self.name} of {self.game.spec}>"

    def choose(
        self, view: Position, effort: int | None = None, seconds: float | None = None, budget: Budget | None = None
    ) -> Move:
        """The move to play for the seat to move. What that seat may not know is ignored."""
        seen, allowed = own_view(view, self.game), self._allowed(effort, seconds, budget)
        if len(seen.moves()) == 1:
            return seen.moves()[0]
        seed = seed_for(self._seed, seen)
        (last,) = deque(self.thinker.think(seen, replace(allowed, brief=True), seed), maxlen=1)
        best = self._misjudged(last.lines, seen.seat, seed) if self.usual.blur else last.best
        return next(move for move in seen.moves() if str(move) == best.move)

    def analyse(
        self, view: Position, effort: int | None = None, seconds: float | None = None, budget: Budget | None = None
    ) -> Iterator[Analysis]:
        """Ever better analyses of what the seat to move may know, until the budget is spent."""
        seen = own_view(view, self.game)
        return self.thinker.think(seen, self._allowed(effort, seconds, budget), seed_for(self._seed, seen))

    def budget(self) -> Budget:
        """What this bot usually spends on a move."""
        return Budget(self.usual.effort or (1 if self.usual.seconds is None else None), self.usual.seconds)

    def close(self) -> None:
        pass

    def _allowed(self, effort: int | None, seconds: float | None, budget: Budget | None) -> Budget:
        """The budget that was given, or the usual one."""
        if effort is None and seconds is None:
            return budget or self.budget()
        if budget is not None:
            raise BadInput("Give either a budget, or an effort and seconds, not both.")
        return Budget(effort, seconds)

    def _misjudged(self, lines: tuple[Line, ...], seat: int, seed: int) -> Line:
        """The line that looks best to a player who misjudges each of them by the blur of its level."""
        chance = random.Random(seed)
        return max(lines, key=lambda line: log_odds(line.results[seat]) + chance.gauss(0, self.usual.blur))


def log_odds(share: float) -> float:
    kept = min(max(share, SURE), 1 - SURE)
    return math.log(kept / (1 - kept))


def own_view(position: Position, game: Game | None = None) -> Position:
    """What the seat to move may know; BadInput if no seat is to move, or the view is impossible or of another game."""
    if not isinstance(position, Position):
        raise BadInput(f"A player chooses in a position or a view of one, not in {type(position).__name__}.")
    if game is not None and position.game != game:
        raise BadInput(f"This player plays {game.spec}, but the position is from {position.game.spec}.")
    mover = position.mover
    if mover is None or mover < 0:
        raise BadInput("A player chooses for a seat: here the game is over or chance is to move.")
    seen = position.view(mover)
    position.game.manual.check(seen.fields)
    if not seen.moves():
        raise BadInput("This view has no legal move, so it cannot come from a game.")
    return seen


def seed_for(seed: int, view: Position) -> int:
    """A seed for one decision: the same for the same view."""
    return (seed * 1_000_003 + zlib.crc32(view.row.tobytes())) % (1 << 62)


def bot(game: Game | str, level: int = 5, seed: int = 0, threads: int = 1) -> Bot:
    """A bot of a level from 1, beaten by a child, to 8, which thinks for two seconds a move."""
    return level_bot(_game(game), level, seed, threads)


def level_bot(game: Game, number: int, seed: int, threads: int = 1) -> Bot:
    usual = level(game, number)
    search = search_of(game) if usual.looks_ahead else "greedy"
    if number == HIGHEST and book_of(game) is not None:
        search = "perfect"
    thinker = thinker_for(game, search, threads, usual.overlooks)
    return Bot(game, f"level {number}, {NAMES[number - 1]}", thinker, usual, checked_seed(seed))


def thinker_for(game: Game, search: str, threads: int = 1, overlooks: float = 0.0) -> Thinker:
    """A way to think about a game."""
    if not is_whole(threads, 1, MOST_THREADS):
        raise BadInput(f"The number of threads is 1 to {MOST_THREADS}, not {threads!r}.")
    if search == "greedy":
        return Greedy(game)
    if search == "uct":
        return TreeSearch(game, plies=TO_THE_END, threads=threads)
    if search == "alphabeta":
        from pyramidion.players.alphabeta import AlphaBeta

        return AlphaBeta(game)
    if search == "perfect":
        from pyramidion.players.perfect import PerfectPlay

        return PerfectPlay(game)
    if search == "expert":
        return ExpertThinker(game, overlooks)
    return TreeSearch(game, threads=threads)


def player(game: Game | str, spec: str, seed: int = 0) -> Player:
    """A player by its name: see SPECS."""
    check_spec(spec)
    name, _, rest = spec.partition(":")
    known, checked = _game(game), checked_seed(seed)
    makers: dict[str, Callable[[], Player]] = {
        "random": lambda: RandomPlayer(checked),
        "greedy": lambda: Bot(known, spec, Greedy(known), Level(effort=1), checked),
        "level": lambda: level_bot(known, int(rest), checked),
        "engine": lambda: _engine(known, rest, checked),
    }
    if name in makers:
        return makers[name]()
    search = "tree" if name == "mcts" else name
    return Bot(known, spec, thinker_for(known, search), _amount(spec, rest), checked)


def _game(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else checked_game(game)


def _engine(game: Game, command: str, seed: int) -> Player:
    engines = importlib.import_module("pyramidion.players.engines")
    found: Player = engines.EnginePlayer(game, command, seed)
    return found


def check_spec(spec: str) -> None:
    """BadInput for anything but a text that names a player."""
    if not isinstance(spec, str):
        raise BadInput(f"A player is named by a text, not {spec!r}. Players are {SPECS}.")
    name, _, rest = spec.partition(":")
    if name in SEARCHES:
        _amount(spec, rest)
    elif not OTHERS.fullmatch(spec):
        raise BadInput(f"'{spec}' is not a player. Players are {SPECS}.")


def _amount(spec: str, text: str) -> Level:
    match = AMOUNT.fullmatch(text)
    if match is None or float(match["number"]) == 0 or (not match["seconds"] and "." in match["number"]):
        raise BadInput(f"'{spec}' does not say how long to think: write {spec.partition(':')[0]}:2000 or :0.5s.")
    number, most = float(match["number"]), MOST_SECONDS if match["seconds"] else MOST_EFFORT
    if number > most:
        raise BadInput(f"'{spec}' would think too long: at most {most:,}{' seconds' if match['seconds'] else ''}.")
    return Level(seconds=number) if match["seconds"] else Level(effort=int(number))
