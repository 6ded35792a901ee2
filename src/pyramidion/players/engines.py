"""Other programs as players: a line protocol in JSON over their stdin and stdout."""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import IO, Any, cast

from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.game import Game
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position

PROTOCOL = "pyramidion-engine-1"
SPEC = re.compile(r"(?:(?P<number>\d+(?:\.\d+)?)(?P<seconds>s?):)?(?P<command>.*)", re.DOTALL)
USUAL_SECONDS = 1.0  # to think about a move, when nothing else is said
PATIENCE = 30.0  # seconds beyond its budget until an engine counts as hanging
GRACE = 1.0  # seconds to leave after `quit`
CHECK_EVERY = 0.2  # seconds between checks that an engine is still running
MOST_BYTES = 1 << 20  # of one reply
TAIL = 300  # bytes of an engine's error output that are kept


class EngineFailed(PyramidionError, RuntimeError):
    """An engine crashed, hung, or did not speak the protocol."""


class Bench:
    """Where engines wait between two games, by their commands, while `kept_engines` keeps them."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, ...], list[EngineProcess]] = {}
        self._keeping = 0

    @contextlib.contextmanager
    def keeping(self) -> Iterator[None]:
        self._keeping += 1
        try:
            yield
        finally:
            self._keeping -= 1
            while not self._keeping and self._waiting:
                for process in self._waiting.popitem()[1]:
                    process.end()

    def take(self, command: list[str]) -> EngineProcess | None:
        waiting = self._waiting.get(tuple(command))
        return waiting.pop() if waiting else None

    def leave(self, process: EngineProcess) -> None:
        """Let an engine wait for its next game, or end it."""
        if self._keeping:
            self._waiting.setdefault(tuple(process.command), []).append(process)
        else:
            process.end()


BENCH = Bench()
kept_engines = BENCH.keeping


class EnginePlayer:
    """A program that speaks the protocol of docs/engines.md; it is started for its first move.

    Inside `with kept_engines():` a program that is done with a game waits for the next player with the same command.

    The spec is a command line, optionally with a budget in front: `0.5s:python engine.py` or
    `2000:python engine.py`. `analysis` is what the engine last said besides its move.
    """

    def __init__(self, game: Game, spec: str, seed: int, patience: float = PATIENCE) -> None:
        self.game = game
        self.budget, self.command = read_spec(spec)
        self.name = "engine"
        self.analysis: dict[str, Any] | None = None
        self._seed = seed
        self._patience = patience
        self._asked = 0
        self._process: EngineProcess | None = None
        self._trusted = False  # has it answered every question so far?

    def choose(self, view: Position) -> Move:
        """The engine's move; EngineFailed if it does not give a legal one in time."""
        moves = {str(move): move for move in view.moves()}
        process = self._process or self._start(view.mover)
        self._asked += 1
        request = {"type": "choose", "id": self._asked, "seat": view.mover, "position": view.text}
        request |= {"json": json.loads(view.to_json()), "moves": list(moves), "budget": self.budget}
        wait = float(self.budget.get("seconds", 0)) + self._patience
        self._trusted = False
        reply = process.ask(request, "choice", wait)
        if reply.get("id") != self._asked:
            raise EngineFailed(f"The engine answered question {_printable(repr(reply.get('id')))}, not {self._asked}.")
        move, analysis = reply.get("move"), reply.get("analysis")
        if not isinstance(move, str) or move not in moves:
            raise EngineFailed(f"The engine chose {_short(move)}, which is not legal.")
        self.analysis = analysis if isinstance(analysis, dict) else None
        self._trusted = True
        return moves[move]

    def close(self) -> None:
        """Let a good engine wait for its next game, where engines are kept; else end it, whatever it is doing."""
        if self._process is not None:
            process, self._process = self._process, None
            if self._trusted:
                BENCH.leave(process)
            else:
                process.end()

    def _start(self, seat: int | None) -> EngineProcess:
        waiting = BENCH.take(self.command)
        if waiting is not None:
            try:
                return self._begin(waiting, seat)
            except EngineFailed:  # it knows one game only: a fresh one is started
                waiting.end()
        return self._begin(self._greeted(), seat)

    def _greeted(self) -> EngineProcess:
        process = self._process = EngineProcess(self.command)
        hello = process.ask({"type": "hello", "protocol": PROTOCOL}, "hello", self._patience)
        if hello.get("protocol") != PROTOCOL:
            raise EngineFailed(f"The engine speaks {_short(hello.get('protocol'))}, not {PROTOCOL}.")
        process.name = _printable(str(hello.get("name", "engine")))
        return process

    def _begin(self, process: EngineProcess, seat: int | None) -> EngineProcess:
        self._process, self.name = process, process.name
        about = {"game": self.game.name, "rules": self.game.facts.rules_version, "options": dict(self.game.options)}
        more = {"seats": list(self.game.seat_names), "seat": seat, "seed": self._seed}
        process.ask({"type": "game", **about, **more}, "ready", self._patience)
        return process


class EngineProcess:
    """A running engine: one request, one reply, each within some time."""

    name = "engine"

    def __init__(self, command: list[str]) -> None:
        self.command = command
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except OSError as error:
            raise EngineFailed(f"The engine cannot be started: {error.strerror}.") from error
        self._stdin, self._stdout, self._stderr = (
            cast("IO[bytes]", stream) for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._read = b""
        self._last_words = b""

    def ask(self, request: dict[str, Any], wanted: str, seconds: float) -> dict[str, Any]:
        """Send a request and wait for a reply of the wanted type, for at most `seconds`."""
        if self._read:
            raise EngineFailed(f"The engine sent a line without being asked: {_short(self._read)}.")
        line = self._exchange(json.dumps(request).encode() + b"\n", time.monotonic() + seconds)
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise EngineFailed(f"The engine's reply is not JSON: {_short(line)}.") from error
        if not isinstance(reply, dict) or reply.get("type") not in (wanted, "error"):
            raise EngineFailed(f"The engine replied {_short(line)} where '{wanted}' was expected.")
        if reply["type"] == "error":
            raise EngineFailed(f"The engine reports an error: {_short(reply.get('error'))}.")
        return reply

    def end(self) -> None:
        """Ask the engine to quit, give it a moment, and end it and all it started."""
        with contextlib.suppress(OSError):
            os.write(self._stdin.fileno(), b'{"type": "quit"}\n')
        with contextlib.suppress(OSError):
            self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._stdout.close()
        self._stderr.close()

    def _exchange(self, line: bytes, deadline: float) -> bytes:
        """Write a line and read one, in whatever order the engine allows."""
        with selectors.DefaultSelector() as ready:
            ready.register(self._stdin, selectors.EVENT_WRITE)
            ready.register(self._stdout, selectors.EVENT_READ)
            ready.register(self._stderr, selectors.EVENT_READ)
            while b"\n" not in self._read:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise EngineFailed("The engine did not answer in time.")
                streams = [key.fileobj for key, _ in ready.select(min(left, CHECK_EVERY))]
                if not streams and self._process.poll() is not None:
                    raise self._gone()
                if self._stderr in streams and not self._listen():
                    ready.unregister(self._stderr)
                if self._stdin in streams:
                    line = self._send(line)
                    if not line:
                        ready.unregister(self._stdin)
                if self._stdout in streams:
                    self._receive()
        reply, _, self._read = self._read.partition(b"\n")
        return reply

    def _send(self, line: bytes) -> bytes:
        """Write what the engine takes now; return the rest."""
        try:
            return line[os.write(self._stdin.fileno(), line) :]
        except BlockingIOError:
            return line
        except OSError as error:
            raise self._gone("stopped reading") from error

    def _receive(self) -> None:
        part = _read_some(self._stdout)
        if not part:
            raise self._gone("closed its output")
        self._read += part
        if len(self._read) > MOST_BYTES:
            raise EngineFailed(f"The engine sent more than {MOST_BYTES} bytes in one reply.")

    def _listen(self) -> bool:
        """Keep the end of the engine's error output; False once it has closed that stream."""
        part = _read_some(self._stderr)
        self._last_words = (self._last_words + part)[-TAIL:]
        return bool(part)

    def _gone(self, how: str = "is gone") -> EngineFailed:
        """Why an engine stopped answering; `how` is what was seen of one that is still running."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with contextlib.suppress(OSError):
            self._listen()
        words = self._last_words.decode(errors="replace").strip().splitlines()
        code = self._process.poll()
        if code is not None:
            how = f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
        return EngineFailed(f"The engine {how}" + (f": {_printable(words[-1])}" if words else "."))


def read_spec(spec: str) -> tuple[dict[str, float], list[str]]:
    """The budget and the command line of an engine; BadInput if there is no such program."""
    match = SPEC.fullmatch(spec)
    assert match is not None
    try:
        command = shlex.split(match["command"])
    except ValueError as error:
        raise BadInput(f"The command of the engine '{spec}' cannot be read: {error}.") from error
    if not command or shutil.which(command[0]) is None:
        raise BadInput(f"There is no program '{''.join(command[:1])}'. Write engine:COMMAND or engine:0.5s:COMMAND.")
    return _read_budget(spec, match), command


def _read_budget(spec: str, match: re.Match[str]) -> dict[str, float]:
    if match["number"] is None:
        return {"seconds": USUAL_SECONDS}
    number = float(match["number"])
    if number <= 0 or (not match["seconds"] and not number.is_integer()):
        raise BadInput(f"'{spec}' has no budget for an engine: write 0.5s for seconds, or 2000 for simulations.")
    return {"seconds": number} if match["seconds"] else {"effort": int(number)}


def _read_some(stream: IO[bytes]) -> bytes:
    return os.read(stream.fileno(), 1 << 16)


def _short(value: object) -> str:
    """A value from outside, fit for one line."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return f"'{_printable(text)}'"


def _printable(text: str, most: int = 120) -> str:
    clean = "".join(sign if sign.isprintable() else "?" for sign in text)
    return clean if len(clean) <= most else f"{clean[:most]}..."
