"""Getting games ready on a fresh machine: other processes compile them while people already play by the
interpreted rules. Compiled rules are loaded when somebody first uses the game, since they take memory."""

from __future__ import annotations

import asyncio
import gc
import logging

from pyramidion.engine import binding
from pyramidion.engine.description import Description
from pyramidion.engine.registry import games, load
from pyramidion.engine.simulation import cores
from pyramidion.players.preparation import LEVELS, unprepared
from pyramidion.server.runtime.background import Background
from pyramidion.server.runtime.processes import WorkerProcess
from pyramidion.server.runtime.tasks import Prepare

log = logging.getLogger("pyramidion.preparation")


class Preparation:
    """Which games run compiled, and whose bots are ready to play."""

    def __init__(self) -> None:
        self.games = games()
        self.compiled: set[str] = set()  # the games whose compiled rules are on disk
        self._used: set[str] = set()
        self._ready = {name: asyncio.Event() for name in self.games}
        self._missing: dict[str, list[int]] = {}  # the levels of each game that are not compiled yet
        self._queue: list[tuple[str, int]] = []
        self._wanted: list[str] = []
        self._loading = asyncio.Lock()
        self._background = Background()
        self._processes: list[WorkerProcess] = []
        self._closed = False

    @property
    def opponents(self) -> list[str]:
        """The games whose bots are ready."""
        return [name for name in self.games if self._ready[name].is_set()]

    async def opponents_of(self, game: str) -> None:
        """Wait until the bots of a game are ready; they come before those that nobody waits for."""
        if not self._ready[game].is_set() and game not in self._wanted:
            self._wanted.append(game)
        await self._ready[game].wait()

    def begin(self) -> None:
        """Play by the interpreted rules until the compiled ones are ready."""
        if binding.ALWAYS_INTERPRETED:
            self._release()
            return
        self._loop = asyncio.get_running_loop()
        for name in self.games:
            about = load(name).description
            if binding.speed_of(about) is binding.compiled and not binding.bound(about):
                binding.use(about, self._interpreted)
        self._missing = {name: unprepared(load(name)) for name in self.games}
        for name in self.games:
            if not self._missing[name]:
                self.compiled.add(name)
                self._ready[name].set()
        longest_first = sorted(self.games, key=_size, reverse=True)
        self._queue = [(name, level) for level in LEVELS for name in longest_first if level in self._missing[name]]
        for _ in range(min(cores(), len(self._queue))):
            self._background.start(self._compile())

    def _interpreted(self, about: Description) -> binding.Binding:
        """The interpreted rules, for a game that is used from now on."""
        self._loop.call_soon_threadsafe(self._use, about.name)
        return binding.interpreted(about)

    def _use(self, name: str) -> None:
        if name not in self._used and not self._closed:
            self._used.add(name)
            if name in self.compiled:
                self._background.start(self._load(name))

    def _release(self) -> None:
        for ready in self._ready.values():
            ready.set()

    def _next(self) -> tuple[str, int]:
        """What to compile now: a game that somebody waits for, or else the next."""
        found = next((each for name in self._wanted for each in self._queue if each[0] == name), self._queue[0])
        self._queue.remove(found)
        return found

    async def _load(self, name: str) -> None:
        """Take compiled rules from the disk, and play by them from now on."""
        async with self._loading:
            try:
                await asyncio.to_thread(load(name).warm_up)
            except Exception:
                log.exception("the compiled rules cannot be loaded", extra={"game": name})
            gc.freeze()  # they stay: to look for garbage among them takes long

    async def _compile(self) -> None:
        """Have one game after the other compiled, in a separate process that ends afterwards."""
        process = WorkerProcess()
        self._processes.append(process)
        try:
            while self._queue:
                await self._compile_one(process, *self._next())
        finally:
            await process.close()
        if not self._closed and len(self.opponents) == len(self.games):
            log.info("all games are compiled", extra={"games": len(self.games)})

    async def _compile_one(self, process: WorkerProcess, name: str, level: int) -> None:
        try:
            await process.do(Prepare(name, level))
            if name not in self.compiled:
                self.compiled.add(name)
                if name in self._used:
                    self._background.start(self._load(name))
        except Exception:
            if not self._closed:
                log.exception("a game cannot be compiled", extra={"game": name})
        self._missing[name].remove(level)
        if not self._missing[name]:  # also after a failure: the bot then says what is wrong
            self._ready[name].set()

    async def close(self) -> None:
        """Stop compiling, and let nobody wait for it any more."""
        self._closed = True
        self._queue.clear()
        self._release()
        for process in self._processes:
            await process.close()
        await self._background.finish()
        for name in self.games:
            if binding.speed_of(about := load(name).description) == self._interpreted:
                binding.use(about, binding.compiled)


def _size(name: str) -> int:
    """How much source a game has, which tells roughly how long it takes to compile."""
    return sum(path.stat().st_size for path in load(name).description.folder.glob("*.py"))
