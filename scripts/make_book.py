"""Make the book of a game: the positions that perfect play from the start must know, because they take long to solve.

    python scripts/make_book.py traffic_tyrants --out book.bin

For each seat a strategy is followed that keeps the result: one move in every position of its own, against all moves of
the opponent, until exact search answers within `--limit` positions. What `pack` tells apart is solved: the seat's other
moves too, so that they can be told from those that keep the result. Each answer is written to `OUT.part` as soon as it
is known, and work goes on from there after an interruption.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.engine.simulation import cores
from pyramidion.players.book import NO_MOVE, Proven, write_book
from pyramidion.players.solver import NotSolved, Solver
from pyramidion.players.verbs import pack

SMALL_MEMORY = 16  # megabytes, for a search that must be quick
COMPARED = 2  # of a seat's good moves, of which the one that leads to fewer hard positions is taken
WAITING = 64  # decisions looked at side by side
SILENCE = 10.0  # seconds between two reports


class Worth(NamedTuple):
    """What a position is worth to the first seat, and whether exact search finds that quickly."""

    lead: int
    quick: bool


class Desk(NamedTuple):
    """What a thread solves with: a memory shared by all, and a small one of its own."""

    shared: Solver
    own: Solver


class Maker:
    """Solves positions on several threads and writes down what it found."""

    def __init__(self, game: Game, part: Path, memory: int, threads: int, limit: int) -> None:
        self.game, self.limit = game, limit
        self.moves: dict[int, int] = {}
        self._pack = game.bind(pack)
        self._worths: dict[int, Future[Worth]] = {}
        self._guard = threading.Lock()
        first = Solver(game, memory=memory, threads=1)
        self._desks: SimpleQueue[Desk] = SimpleQueue()
        for salt in range(threads):
            self._desks.put(Desk(first.beside(salt), Solver(game, memory=SMALL_MEMORY, threads=1)))
        self._searchers = ThreadPoolExecutor(threads)
        self._read(part)
        self._file = part.open("a")

    def key(self, position: Position) -> int:
        return int(self._pack(position.row[0]))

    def worth(self, position: Position) -> Future[Worth]:
        key = self.key(position)
        with self._guard:
            if key not in self._worths:
                self._worths[key] = self._searchers.submit(self._solved, key, position)
            return self._worths[key]

    def choose(self, position: Position, move: int) -> None:
        """Write down a move of a strategy."""
        with self._guard:
            self.moves[self.key(position)] = move
            self._write("move", self.key(position), move)

    def entries(self) -> dict[int, Proven]:
        """Everything that is not found quickly."""
        with self._guard:
            done = {key: found.result() for key, found in self._worths.items() if found.done()}
        return {key: Proven(worth.lead, self.moves.get(key, NO_MOVE)) for key, worth in done.items() if not worth.quick}

    def counts(self) -> str:
        return f"{len(self._worths):,} positions asked about, {len(self.entries()):,} hard, {len(self.moves):,} moves"

    def _solved(self, key: int, position: Position) -> Worth:
        desk = self._desks.get()
        try:
            desk.own.forget()
            desk.own.most_positions = desk.own.positions + self.limit
            try:
                worth = Worth(desk.own.value(position), quick=True)
            except NotSolved:
                worth = Worth(desk.shared.value(position), quick=False)
        finally:
            self._desks.put(desk)
        with self._guard:
            self._write("worth", key, worth.lead, int(worth.quick))
        return worth

    def _read(self, part: Path) -> None:
        for line in part.read_text().splitlines() if part.exists() else []:
            kind, *numbers = line.split()
            key, found, *quick = map(int, numbers)
            if kind == "move":
                self.moves[key] = found
            else:
                self._worths[key] = Future()
                self._worths[key].set_result(Worth(found, bool(quick[0])))

    def _write(self, *words: object) -> None:
        print(*words, file=self._file, flush=True)


class Strategy:
    """Keeps the result for one seat; every decision is looked at once."""

    def __init__(self, maker: Maker, seat: int) -> None:
        self.maker, self.seat = maker, seat
        self._sign = 1 if seat == 0 else -1
        self._seen: set[tuple[int, ...]] = set()

    def follow(self, decision: Position) -> list[Position]:
        """The seat's next decisions after one that is hard."""
        own = settled(self.maker, decision)
        if not self._is_new(own):
            return []
        worths = [each.result() for each in [self.maker.worth(after) for after in own]]
        best = max((self._sign * worth.lead for worth in worths), default=0)
        good = [(after, worth) for after, worth in zip(own, worths, strict=True) if self._sign * worth.lead == best]
        if any(worth.quick for _, worth in good) or not good:
            return []
        replies = self._chosen([after for after, _ in good], best)
        return [reply.play(move) for reply in replies for move in reply.moves()]

    def _is_new(self, positions: list[Position]) -> bool:
        keys = tuple(sorted(map(self.maker.key, positions)))
        fresh = keys not in self._seen
        self._seen.add(keys)
        return fresh

    def _chosen(self, good: list[Position], best: int) -> list[Position]:
        """What the opponent can reply to one of the moves that are equally good."""
        for after in good:
            move = self.maker.moves.get(self.maker.key(after))
            if move is not None:
                replies = settled(self.maker, after.play(move))
                return replies if self._is_new(replies) else []
        return self._compared(good[:COMPARED], best)

    def _compared(self, good: list[Position], best: int) -> list[Position]:
        """Choose the move after which the opponent has the fewest hard positions."""
        offers = [(after, move.code, settled(self.maker, after.play(move))) for after in good for move in after.moves()]
        asked = [[self.maker.worth(reply) for reply in replies] for _, _, replies in offers]
        kept = []
        for place, found in enumerate(asked):
            worths = [each.result() for each in found]
            if all(self._sign * worth.lead >= best for worth in worths):
                kept.append((sum(not worth.quick for worth in worths), len(worths), place))
        after, code, replies = offers[min(kept)[-1]]
        self.maker.choose(after, code)
        self._is_new(replies)
        return replies


def settled(maker: Maker, position: Position) -> list[Position]:
    """The nearest positions that `pack` tells apart."""
    if position.outcome is not None:
        return []
    if maker.key(position) >= 0:
        return [position]
    after = [each for move in position.moves() for each in settled(maker, position.play(move))]
    return list({maker.key(each): each for each in after}.values())


def make(maker: Maker, start: Position) -> None:
    """Follow the strategies of both seats, many decisions side by side."""
    began = said = time.perf_counter()

    def looked_at(strategy: Strategy, decision: Position) -> tuple[Strategy, list[Position]]:
        return strategy, strategy.follow(decision)

    with ThreadPoolExecutor(WAITING) as pool:
        running = {
            pool.submit(looked_at, strategy, decision)
            for strategy in (Strategy(maker, 0), Strategy(maker, 1))
            for decision in first_decisions(start, strategy.seat)
        }
        while running:
            done, running = wait(running, timeout=SILENCE, return_when=FIRST_COMPLETED)
            for strategy, decisions in (each.result() for each in done):
                running |= {pool.submit(looked_at, strategy, decision) for decision in decisions}
            if (now := time.perf_counter()) - said > SILENCE:
                said = now
                print(f"{now - began:.0f} s: {len(running)} decisions open, {maker.counts()}", flush=True)


def first_decisions(start: Position, seat: int) -> list[Position]:
    if start.mover == seat:
        return [start]
    return [at for move in start.moves() for at in first_decisions(start.play(move), seat)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, help="the book to write")
    parser.add_argument("--limit", type=int, default=1 << 18, metavar="N", help="positions of a quick search")
    parser.add_argument("--memory", type=int, default=4096, metavar="MB", help="shared by all threads; default: 4096")
    parser.add_argument("--threads", type=int, default=cores(), metavar="N", help="default: cores")
    given = parser.parse_args()
    game = pyr.load(given.game)
    maker = Maker(game, Path(f"{given.out}.part"), given.memory, given.threads, given.limit)
    make(maker, game.start(seed=0))
    write_book(given.out, game, maker.entries())
    print(f"{len(maker.entries()):,} positions, {given.out.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
