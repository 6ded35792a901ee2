"""Games in a file: a first line that says which arena or other work they are of, then a line for each game."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Generic, Protocol, TypeVar

from pyramidion.arena.bouts import Played
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import append_text, check_ordinary, read_text, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.records import ARENA_FORMAT, Record, is_text
from pyramidion.engine.sources import source_hash

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

PACKAGE = Path(__file__).parent.parent
SOURCES = ("*.py", "*.json")


class Entry(Protocol):
    """What a line of the file holds."""

    @property
    def number(self) -> int: ...
    def to_json(self) -> str: ...


Line = TypeVar("Line", bound=Entry)


class SavedLines(Generic[Line]):
    """Entries are added as they are made; the same work goes on with the file, other work is refused."""

    work = "work"  # what the file belongs to, in words

    def __init__(self, path: str | Path, about: dict[str, Any], read: Callable[[str], Line]) -> None:
        """`read` makes an entry of a line, or raises ValueError, TypeError or KeyError."""
        check_ordinary(path)
        self.path = Path(path)
        self._lock: IO[bytes] | None = None
        self.claim()
        self.about = about
        self.games = self._read(read) if self.path.exists() else []
        self.write(self.games)

    def claim(self) -> None:
        """Keep others from using the file."""
        self._lock = self._lock or claimed(self.path, self.work)

    def release(self) -> None:
        if self._lock is not None:
            Path(self._lock.name).unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def add(self, played: Line) -> None:
        append_text(self.path, played.to_json() + "\n")
        self.games.append(played)

    def write(self, games: list[Line]) -> None:
        """Rewrite the whole file with these games."""
        lines = [json.dumps(self.about), *(played.to_json() for played in games)]
        write_text(self.path, "".join(f"{line}\n" for line in lines))

    def _read(self, read: Callable[[str], Line]) -> list[Line]:
        """The games of the file; a last line that was cut off does not count."""
        text = read_text(self.path)
        if not text:
            return []
        head, *lines = text.split("\n")[:-1] or [""]
        self._check(head)
        games: dict[int, Line] = {}
        for number, line in enumerate(lines, start=2):
            try:
                played = read(line)
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                reason = f"this is not a game of this {self.work} ({error})"
                raise BadInput(f"{self.path}, line {number}: {reason}.") from error
            games[played.number] = played
        return list(games.values())

    def _check(self, head: str) -> None:
        try:
            found = json.loads(head)
        except (ValueError, RecursionError):
            found = None
        article = "an" if self.work[0] in "aeiou" else "a"
        if not isinstance(found, dict) or found.get("format") != self.about["format"]:
            raise BadInput(f"{self.path} does not hold the games of {article} {self.work}. Name another file.")
        for key, value in self.about.items():
            if found.get(key) != value:
                reason = f"its {key} is {json.dumps(found.get(key))}, not {json.dumps(value)}"
                raise BadInput(f"{self.path} holds the games of another {self.work}: {reason}. Name another file.")


class GamesFile(SavedLines[Played]):
    """The games of an arena."""

    work = "arena"

    def __init__(self, path: str | Path, schedule: Schedule, about: dict[str, Any]) -> None:
        super().__init__(path, about, lambda line: checked(Played.from_json(line), schedule))


def claimed(path: Path, work: str) -> IO[bytes] | None:
    """A lock on a games file; the system lifts it when this process ends."""
    if fcntl is None:
        return None
    lock = path.with_name(f".{path.name}.lock")
    try:
        file = lock.open("ab")
    except OSError as error:
        raise BadInput(f"'{path}' cannot be written: {error.strerror}.") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if lock.stat().st_ino != os.fstat(file.fileno()).st_ino:  # released and claimed again in between
            raise BlockingIOError
    except OSError as error:
        file.close()
        raise BadInput(f"Another {work} is writing to {path}. Wait for it, or name another file.") from error
    return file


def checked(played: Played, schedule: Schedule) -> Played:
    """The game, if it can have been played; ValueError or TypeError otherwise."""
    if played.players != schedule.bout(played.number).seats:
        raise ValueError("its players do not match the schedule")
    seats, measured = len(played.players), (played.results, played.seconds, played.choices)
    if {len(numbers) for numbers in measured} != {seats}:
        raise ValueError("it needs one result per seat")
    if not all(isinstance(each, int | float) and 0 <= each < math.inf for numbers in measured for each in numbers):
        raise ValueError("its results, seconds or choices are impossible")
    if not math.isclose(sum(played.results), 1, abs_tol=1e-6):
        raise ValueError("its results do not add up to 1")
    if played.faulty not in (None, *range(seats)) or not is_text(played.fault):
        raise ValueError("its fault is impossible")
    if Record.from_data(played.record).game != schedule.game.name:
        raise ValueError("its record is of another game")
    return played


def about(schedule: Schedule) -> dict[str, Any]:
    """What an arena is: games that differ in any of this must not be counted together."""
    game = {
        "format": ARENA_FORMAT,
        "game": schedule.game.spec,
        "rules": schedule.game.facts.rules_version,
        "players": list(schedule.players),
    }
    settings = {
        "seed": schedule.seed,
        "opening": schedule.opening,
        "even": schedule.even,
        "most_turns": schedule.most_turns,
    }
    return {**game, **settings, "code": code_of(schedule.game)}


def code_of(game: Game) -> str:
    """A short hash of all that decides how the game is played, weights included."""
    return source_hash((PACKAGE / "engine", PACKAGE / "players", game.description.folder), SOURCES)
