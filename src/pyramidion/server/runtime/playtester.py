"""A process that runs one playtest for the server: `python -m pyramidion.server.runtime.playtester`.

Its standard input has one line that says what to play. As it goes on, it writes lines of JSON: how far it is, and what
is known so far as a part of a page. When its input has a further line, it stops and keeps what it has; when its input
ends, so does it, whatever it is doing: no playtest outlives its server.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from pyramidion.engine.errors import PyramidionError
from pyramidion.engine.files import write_text
from pyramidion.engine.registry import load
from pyramidion.lab.playtest import Session
from pyramidion.lab.report import fragment, write
from pyramidion.lab.results import Playtest
from pyramidion.lab.settings import Settings

NICENESS = 8  # tables and bots go first, but on a busy machine a playtest must go on too
MOST_SECONDS = 600.0
VALUED = 60  # games whose positions are valued
PAUSE, SHARE = 1.0, 6  # seconds between two looks, and how many times longer than a look the pause is at least
NAME = "about.json"


@dataclass(frozen=True)
class Wanted:
    """A playtest to be run, and where its report goes."""

    id: str
    game: str  # with its options
    player: str
    games: int
    compare: str  # as in --compare; empty for nothing
    folder: str
    made: int  # when, in milliseconds since 1970


@dataclass(frozen=True)
class FinishedReport:
    """What lists say about a finished report. Times are milliseconds since 1970."""

    id: str
    title: str
    game: str
    player: str
    games: int
    compare: str
    made: int


@dataclass(frozen=True)
class Told:
    """What the process says to the server."""

    done: int = 0
    total: int = 0
    html: str = ""
    title: str = ""
    finished: bool = False
    refusal: str = ""


def settings_of(wanted: Wanted) -> Settings:
    """BadInput says what is wrong with it."""
    compare = (wanted.compare,) if wanted.compare else ()
    return Settings(load(wanted.game), (wanted.player,), wanted.games, seed=1, valued=VALUED, compare=compare)


def run(wanted: Wanted, say: IO[str], stopped: threading.Event) -> None:
    """Play, tell, and write the report."""
    session = Session(settings_of(wanted), workers=1)
    deadline, look = time.monotonic() + MOST_SECONDS, 0.0
    with closing(session.play()) as games:
        for _ in games:
            now = time.monotonic()
            if now >= look:
                found = session.results()
                _tell(say, Told(session.done, session.total, fragment(found), found.title))
                look = time.monotonic() + max(PAUSE, SHARE * (time.monotonic() - now))
            if stopped.is_set() or now > deadline:
                break
    if not stopped.is_set():
        session.simulate()
    found = session.results()
    _keep(wanted, found)
    _tell(say, Told(session.done, session.total, fragment(found), found.title, finished=True))


def _keep(wanted: Wanted, found: Playtest) -> None:
    """Write the report and its numbers; what lists say of it comes last, so that none is listed half-written."""
    place = Path(wanted.folder) / wanted.id
    write(found, place.with_suffix(".html"))
    found.write(place.with_suffix(".json"))
    about = FinishedReport(wanted.id, found.title, found.game, wanted.player, found.games, wanted.compare, wanted.made)
    write_text(place.with_suffix(f".{NAME}"), json.dumps(asdict(about)))


def _tell(say: IO[str], told: Told) -> None:
    say.write(json.dumps(asdict(told)) + "\n")
    say.flush()


def _listen(stopped: threading.Event) -> None:
    if sys.stdin.readline():
        stopped.set()
        sys.stdin.read()
    os._exit(0)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    os.nice(NICENESS)
    say = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints does not disturb what is told
    wanted = Wanted(**json.loads(sys.stdin.readline()))
    stopped = threading.Event()
    threading.Thread(target=_listen, args=(stopped,), daemon=True).start()
    try:
        run(wanted, say, stopped)
    except PyramidionError as error:
        _tell(say, Told(refusal=str(error)))


if __name__ == "__main__":
    main()
