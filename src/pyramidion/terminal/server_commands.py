"""The commands around the server: run it, and verify the games it recorded."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from pyramidion.engine.errors import BadInput, BadRecord
from pyramidion.engine.extras import extra
from pyramidion.engine.files import read_text
from pyramidion.engine.records import Record, read_records
from pyramidion.terminal.arguments import Commands, command, report_broken, whole_number

if TYPE_CHECKING:
    from pyramidion.server.settings import Settings

UNFAIR = 1
LAST_PORT = 65535

THIS_MACHINE = ("127.0.0.1", "::1", "localhost")
UNENCRYPTED = (
    "Others can reach this server, and the connection is not encrypted: anyone in between can read keys. "
    "Beyond a network you trust, put it behind a proxy with TLS (docs/deployment.md)."
)


def _serve(commands: Commands) -> None:
    added = command(
        commands,
        "serve",
        "run the server: games in the browser, for people and bots",
        "pyramidion serve",
        "pyramidion serve --host 0.0.0.0 --port 8080",
        "pyramidion serve --database postgresql://user@host/name",
    )
    _listening_arguments(added)
    database = "an SQLite file or a postgresql:// address; default: in your data folder"
    added.add_argument("--database", metavar="WHERE", help=database)
    bots = "how many bots may think at once; default: one less than the cores"
    added.add_argument("--bots", type=whole_number, metavar="N", help=bots)
    added.add_argument("--open", action="store_true", help="open the page in a browser")
    log = "how much to log: debug, info or warning; default: warning"
    added.add_argument("--log", choices=["debug", "info", "warning"], default="warning", help=log)
    added.add_argument("--no-lab", action="store_true", help="no playtests on the page")
    added.add_argument("--unlimited", action="store_true", help="lift all rate limits, for benchmarks")
    added.set_defaults(run=_run_serve)


def _listening_arguments(added: argparse.ArgumentParser) -> None:
    host = "the address to listen on; default: 127.0.0.1, this machine only"
    added.add_argument("--host", default="127.0.0.1", help=host)
    port = "the port to listen on; default: 8000, or any free port if 8000 is taken"
    added.add_argument("--port", type=whole_number, metavar="N", help=port)
    proxies = "reverse proxies to trust for client addresses; default: 127.0.0.1"
    added.add_argument("--proxies", default="127.0.0.1", metavar="LIST", help=proxies)


def _run_serve(chosen: argparse.Namespace) -> None:
    with extra("server", "`pyramidion serve`"):
        from pyramidion.server.http.server import serve
        from pyramidion.server.runtime.logs import configure

    if chosen.bots == 0 or (chosen.port or 0) > LAST_PORT:
        raise BadInput(f"--bots must be at least 1, and --port at most {LAST_PORT}.")
    configure(chosen.log)
    report_broken()

    def started(address: str) -> None:
        print(f"Pyramidion is at {address}  (press Ctrl-C to stop)", flush=True)
        if chosen.host not in THIS_MACHINE:
            print(UNENCRYPTED, file=sys.stderr, flush=True)
        if chosen.open and has_screen():
            webbrowser.open(address)

    serve(_settings(chosen), started)


def _settings(chosen: argparse.Namespace) -> Settings:
    from pyramidion.server.settings import UNLIMITED, Limits, Settings

    database = chosen.database or str(usual_database())
    return Settings(
        database=database,
        host=chosen.host,
        port=chosen.port,
        bot_workers=chosen.bots,
        proxies=chosen.proxies,
        limits=UNLIMITED if chosen.unlimited else Limits(),
        lab=None if chosen.no_lab else str(reports_folder(database)),
    )


def reports_folder(database: str) -> Path:
    """Where reports of playtests are kept: beside an SQLite file, or else in the user's data folder."""
    beside = usual_database() if "://" in database else Path(database)
    return beside.resolve().parent / "lab"


def has_screen() -> bool:
    """Can a browser open here?"""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def usual_database() -> Path:
    """The default database: an SQLite file in the user's data folder."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pyramidion"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)  # the seeds of all games are in it
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be created: {error.strerror}. Choose another place with --database."
        ) from error
    return folder / "tables.sqlite"


def _verify(commands: Commands) -> None:
    added = command(
        commands,
        "verify",
        "verify that finished games were played as recorded, with fair dice",
        "pyramidion verify game.jsonl",
        "pyramidion verify game.jsonl --commitment 5f1c... --head 07ab...",
    )
    added.add_argument("file", help="game records downloaded from a server")
    added.add_argument(
        "--commitment", metavar="HEX", help="the commitment you saw before the game; the record must contain it"
    )
    added.add_argument("--head", metavar="HEX", help="a head of the journal you saw; the journal must contain it")
    added.set_defaults(run=_run_verify)


def _run_verify(chosen: argparse.Namespace) -> int:
    with extra("server", "`pyramidion verify`"):
        from pyramidion.server.journal.verification import check_keys

    unfair, count = 0, 0
    for text in read_text(chosen.file).split("\n"):
        check_keys(text)
    for line, record in read_records(chosen.file):
        count += 1
        unfair += not _is_fair(line, record, chosen.commitment, chosen.head)
    if not count:
        raise BadRecord(f"{chosen.file} contains no game records.")
    return UNFAIR if unfair else 0


def _is_fair(line: int, record: Record, commitment: str | None, head: str | None) -> bool:
    """Verify one game and print what was checked."""
    with extra("server", "`pyramidion verify`"):
        from pyramidion.server.journal.verification import verify

    report = verify(record, commitment, head)
    print(f"line {line}, {record.game}: {'verified' if report.fair else 'verification failed'}")
    for check in report.checks:
        print(f"  {check}")
    for gap in report.gaps:
        print(f"  no proof of {gap}" if not gap.startswith("that ") else f"  no proof {gap}")
    if report.problem is not None:
        print(f"pyramidion: line {line}: {report.problem}", file=sys.stderr)
    return report.fair


COMMANDS = (_serve, _verify)
