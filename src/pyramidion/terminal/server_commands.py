"""The commands of the server: run it, and check what it recorded."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path

from pyramidion.engine.errors import BadInput, BadRecord
from pyramidion.engine.extras import extra
from pyramidion.engine.records import read_records
from pyramidion.terminal.arguments import Commands, command, report_broken, whole_number

UNFAIR = 1


def _serve(commands: Commands) -> None:
    added = command(
        commands,
        "serve",
        "run the server: tables for people and bots, kept in a database",
        "pyramidion serve",
        "pyramidion serve --host 0.0.0.0 --port 8080",
        "pyramidion serve --database postgresql://user@host/name",
    )
    added.add_argument("--host", default="127.0.0.1", help="the address to listen on; default: this machine only")
    added.add_argument("--port", type=whole_number, metavar="N", help="default: 8000, or any free one if that is taken")
    added.add_argument("--database", metavar="WHERE", help="a file, or postgresql://...; default: in your data folder")
    added.add_argument("--bots", type=whole_number, metavar="N", help="bots that think at a time; default: cores - 1")
    added.add_argument(
        "--proxies", default="127.0.0.1", metavar="LIST", help="reverse proxies whose word on addresses is believed"
    )
    added.add_argument("--open", action="store_true", help="open the browser")
    added.add_argument("--log", choices=["debug", "info", "warning"], default="warning", help="default: warning")
    added.add_argument("--unlimited", action="store_true", help="no limits on requests, for measuring")
    added.set_defaults(run=_run_serve)


def _run_serve(chosen: argparse.Namespace) -> None:
    with extra("server", "`pyramidion serve`"):
        from pyramidion.server.logs import configure
        from pyramidion.server.running import serve
        from pyramidion.server.settings import UNLIMITED, Limits, Settings

    if chosen.bots == 0 or (chosen.port or 0) > 65535:
        raise BadInput("At least one bot must be able to think, and ports end at 65535.")
    configure(chosen.log)
    report_broken()
    settings = Settings(
        database=chosen.database or str(usual_database()),
        host=chosen.host,
        port=chosen.port,
        bot_workers=chosen.bots,
        proxies=chosen.proxies,
        limits=UNLIMITED if chosen.unlimited else Limits(),
    )

    def started(address: str) -> None:
        print(f"Pyramidion is at {address}  (Ctrl-C stops it)", flush=True)
        if chosen.open and has_screen():
            webbrowser.open(address)

    serve(settings, started)


def has_screen() -> bool:
    """Is there a screen on which a browser can open?"""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def usual_database() -> Path:
    """Where tables are kept when nothing else is said."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pyramidion"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}. Name a database with --database.") from error
    return folder / "tables.sqlite"


def _verify(commands: Commands) -> None:
    added = command(
        commands,
        "verify",
        "check the dice and secrets of finished games",
        "pyramidion verify game.jsonl",
        "pyramidion verify game.jsonl --commitment 5f1c...",
    )
    added.add_argument("file", help="records, as a server gives them out")
    added.add_argument("--commitment", metavar="HEX", help="what you saw before the game: it must be the record's")
    added.set_defaults(run=_run_verify)


def _run_verify(chosen: argparse.Namespace) -> int:
    from pyramidion.server.verification import verify

    unfair, count = 0, 0
    for line, record in read_records(chosen.file):
        count += 1
        report = verify(record)
        told = (record.proof or {}).get("commitment")
        differs = report.fair and chosen.commitment is not None and chosen.commitment != told
        problem = f"The record names the commitment {told}, not the one you saw." if differs else report.problem
        print(f"line {line}, {record.game}: {'fair' if problem is None else 'does not fit'}")
        for check in report.checks:
            print(f"  {check}")
        if problem is not None:
            unfair += 1
            print(f"pyramidion: line {line}: {problem}", file=sys.stderr)
    if not count:
        raise BadRecord(f"{chosen.file} has no record.")
    return UNFAIR if unfair else 0


COMMANDS = (_serve, _verify)
