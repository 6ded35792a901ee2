"""A process that thinks and compiles, so that the server never has to: `python -m pyramidion.server.runtime.worker`.

It takes tasks from its standard input, does one after the other, and answers on its standard output.
When its input ends, so does it, whatever it is doing: no worker outlives its server.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.game import Game
from pyramidion.engine.match import replay
from pyramidion.engine.records import Record
from pyramidion.engine.registry import load
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.bots import Bot, level_bot
from pyramidion.server.journal.verification import verify
from pyramidion.server.runtime.outcomes import weigh
from pyramidion.server.runtime.tasks import (
    LENGTH,
    Analyse,
    Answer,
    Choose,
    Draw,
    Glance,
    Order,
    Pose,
    Prepare,
    Replay,
    Task,
    Value,
    Verify,
    Weigh,
    packed,
)
from pyramidion.study.reviews.values import Valued, Valuer

KEPT_BOTS = 8  # each may hold a tree of some ten megabytes
BREATH = 0.15  # seconds between two analyses that are said
RECORD_SECONDS = 10.0  # of the processor that the record of a stranger may take
NICENESS = 5  # pages and moves go before thoughts


@dataclass
class Worker:
    """Does tasks, and keeps the bots of the games it has thought about."""

    say: Callable[[Answer], None]
    bots: OrderedDict[tuple[str, int], Bot] = field(default_factory=OrderedDict)
    valuer: Valuer | None = None  # of the game reviewed last

    def work(self, number: int, task: Task, cancelled: threading.Event) -> None:
        try:
            self.say(Answer(number, result=self.done(number, task, cancelled)))
        except PyramidionError as error:
            self.say(Answer(number, refusal=str(error)))
        except Exception:
            self.say(Answer(number, error=traceback.format_exc()))

    def done(self, number: int, task: Task, cancelled: threading.Event) -> Any:
        match task:
            case Choose():
                bot = self.bot(task)
                return str(bot.choose(task.view, budget=usual_budget(bot, cancelled)))
            case Analyse(grows=True):
                return self.growing(number, task, cancelled)
            case Analyse():
                return analysis(task, cancelled)
            case Weigh():
                return weigh(task.position, task.level)
            case Pose():
                return posed(task)
            case Verify():
                with limited(RECORD_SECONDS):
                    return verify(Record.from_json(task.record))
            case Replay():
                with limited(RECORD_SECONDS):
                    return replay(Record.from_json(task.record))
            case Glance():
                return [self.valuer_of(position.game).glance(position) for position in task.positions]
            case Value():
                return list(self.valued(task, cancelled))
            case Draw():
                from pyramidion.study.reviews.page import page

                return page(task.review, task.match)
            case Prepare():
                from pyramidion.players.preparation import prepare

                return prepare(load(task.game), task.level)

    def growing(self, number: int, task: Analyse, cancelled: threading.Event) -> Analysis:
        """The last analysis; those before it are said on the way, though not in quick succession."""
        bot, said = level_bot(task.view.game, task.level, seed=0), time.monotonic()
        found: Analysis | None = None
        for found in bot.analyse(task.view, budget=usual_budget(bot, cancelled)):
            if time.monotonic() - said > BREATH:
                said = time.monotonic()
                self.say(Answer(number, result=found, more=True))
        assert found is not None
        return found

    def valued(self, task: Value, cancelled: threading.Event) -> Iterator[tuple[Valued, float]]:
        """What the plies are worth, and how many seconds of the processor each took."""
        for position, played, among in task.plies:
            if cancelled.is_set():
                return
            valuer, start = self.valuer_of(position.game), time.process_time()
            found = valuer.value(position, played, task.effort, among)
            yield found, time.process_time() - start

    def valuer_of(self, game: Game) -> Valuer:
        if self.valuer is None or self.valuer.game != game:
            self.valuer = Valuer(game)
        return self.valuer

    def bot(self, task: Choose) -> Bot:
        key = task.table, task.seat
        bot = self.bots.pop(key, None) or level_bot(task.view.game, task.level, task.seed)
        self.bots[key] = bot
        if len(self.bots) > KEPT_BOTS:
            self.bots.popitem(last=False)
        return bot


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Give up what takes more of the processor's time than this, however busy the machine is."""
    if sys.platform == "win32":
        yield
        return
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def give_up(*_: object) -> None:
    raise BadInput("This record takes too long to check. Check it with: pyramidion verify FILE.")


def analysis(task: Analyse, cancelled: threading.Event) -> Analysis:
    bot = level_bot(task.view.game, task.level, seed=0)
    (last,) = deque(bot.analyse(task.view, budget=usual_budget(bot, cancelled)), maxlen=1)
    return last


def posed(task: Pose) -> str:
    """The line of a puzzle, or after an exclamation mark why there is none."""
    from pyramidion.study.puzzles.miner import Miner, NoPuzzle

    try:
        return Miner(task.position.game, quick=True).puzzle(task.position).to_json()
    except NoPuzzle as error:
        return f"!{error}"


def usual_budget(bot: Bot, cancelled: threading.Event) -> Budget:
    """What a bot usually spends, from now on, until it is cancelled."""
    usual = bot.budget()
    return Budget(usual.effort, usual.seconds, cancelled)


def listen(source: IO[bytes], orders: queue.SimpleQueue[Order], cancelled: dict[int, threading.Event]) -> None:
    """Take orders as long as there are any; tasks wait their turn, stopping one does not."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        order: Order = pickle.loads(source.read(LENGTH.unpack(head)[0]))
        if order.task is not None:
            cancelled[order.number] = threading.Event()
            orders.put(order)
        elif order.number in cancelled:
            cancelled[order.number].set()
    os._exit(0)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    os.nice(NICENESS)
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not disturb the answers
    speaking = threading.Lock()

    def say(answer: Answer) -> None:
        with speaking:
            sink.write(packed(answer))
            sink.flush()

    orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
    cancelled: dict[int, threading.Event] = {}
    threading.Thread(target=listen, args=(source, orders, cancelled), daemon=True).start()
    worker = Worker(say)
    while True:
        order = orders.get()
        assert order.task is not None
        worker.work(order.number, order.task, cancelled[order.number])
        del cancelled[order.number]


if __name__ == "__main__":
    main()
