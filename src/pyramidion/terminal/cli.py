"""The command line: `pyramidion COMMAND`. Bad input is one line on stderr and exit code 2."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Sequence

from pyramidion import __version__
from pyramidion.engine import binding
from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.registry import facts
from pyramidion.terminal import commands, measuring, serving
from pyramidion.terminal.arguments import INTERRUPTED

BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    _make_streams_patient()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it for what runs in the background
    binding.listeners[:] = [say_compiling]
    try:
        chosen = parser().parse_args(arguments)
        code = int(chosen.run(chosen) or 0)
        sys.stdout.flush()
        return code
    except PyramidionError as error:
        print(f"pyramidion: {error}", file=sys.stderr)
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
    """Send what is still to be written nowhere, so that the end of the process does not fail on it."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_streams_patient() -> None:
    """Characters that a terminal does not know, and streams that are closed, are not a reason to fail."""
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class Parser(argparse.ArgumentParser):
    """Complains in one line, like every other bad input."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise BadInput(f"{message}. See '{self.prog} --help'.")


def parser() -> argparse.ArgumentParser:
    top = Parser(
        prog="pyramidion",
        description="Five tabletop games: play, draw, print, count, simulate, measure.",
        epilog="examples:\n  pyramidion games\n  pyramidion play telic\n  pyramidion simulate activator --games 100000",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"pyramidion {__version__}")
    found = top.add_subparsers(metavar="COMMAND", required=True)
    for define in (*commands.COMMANDS, *serving.COMMANDS, *measuring.COMMANDS):
        define(found)
    return top


def say_compiling(name: str) -> None:
    print(f"Compiling {facts(name).title} for this machine, once ...", file=sys.stderr, flush=True)
