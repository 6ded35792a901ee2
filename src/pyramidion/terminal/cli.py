"""The command line: `pyramidion COMMAND`. Bad input prints one line on stderr and exits with 2."""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import os
import signal
import sys
import threading
from collections.abc import Sequence

from pyramidion import __version__
from pyramidion.engine import binding
from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.records import printable
from pyramidion.engine.registry import facts
from pyramidion.terminal import (
    arena_commands,
    game_commands,
    lab_commands,
    puzzle_commands,
    research_commands,
    server_commands,
    study_commands,
)
from pyramidion.terminal.arguments import INTERRUPTED

BAD_INPUT = 2
GROUPS = (  # in the order of the help
    game_commands,
    server_commands,
    study_commands,
    puzzle_commands,
    lab_commands,
    research_commands,
    arena_commands,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    _make_streams_tolerant()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in background jobs
    binding.listeners[:] = [say_compiling]
    try:
        chosen = parser().parse_args(arguments)
        code = int(chosen.run(chosen) or 0)
        sys.stdout.flush()
        return code
    except PyramidionError as error:
        print(f"pyramidion: {printable(str(error))}", file=sys.stderr)  # it may quote a file of a stranger
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\npyramidion: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return 0
    except (OSError, MemoryError) as error:
        _give_up_output()
        print(f"pyramidion: {error or 'not enough memory'}.", file=sys.stderr)
        return BAD_INPUT


def _give_up_output() -> None:
    """Discard pending output, so that the process can exit cleanly."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_streams_tolerant() -> None:
    """Closed streams, and characters the terminal cannot encode, are not a reason to fail."""
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class Parser(argparse.ArgumentParser):
    """Reports a bad command line as one line, like any other bad input."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadInput(f"{message}. See '{self.prog} --help'.")


def parser() -> argparse.ArgumentParser:
    """All commands with their arguments; the documentation is generated from it."""
    top = Parser(
        prog="pyramidion",
        description="Play, playtest and study tabletop games.",
        epilog="examples:\n  pyramidion games\n  pyramidion play telic\n  pyramidion simulate activator --games 100000",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"pyramidion {__version__}")
    found = top.add_subparsers(metavar="COMMAND", required=True)
    for group in GROUPS:
        for define in group.COMMANDS:
            define(found)
    return top


@functools.cache
def say_compiling(name: str) -> None:
    """Tell the user why the first use of a game takes a few seconds."""
    print(f"Compiling {facts(name).title} for this machine (first use only) ...", file=sys.stderr, flush=True)
