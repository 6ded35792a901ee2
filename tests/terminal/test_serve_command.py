"""Bad command lines of the server: one clear line and exit code 2, never a traceback."""

from __future__ import annotations

import io
import socket
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
import sqlalchemy as sa

from pyramidion.server.storage.database import open_database
from pyramidion.terminal.cli import main

COMMAND = [sys.executable, "-c", "import sys; from pyramidion.terminal.cli import main; sys.exit(main())"]


def complaint(*arguments: str) -> str:
    """What a command that is refused says."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with redirect_stdout(stdout), redirect_stderr(stderr):
        code = main(arguments)
    return checked(code, stdout.getvalue(), stderr.getvalue())


def complaint_of_a_process(*arguments: str) -> str:
    """The same of a process of its own."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=120, check=False)
    return checked(done.returncode, done.stdout, done.stderr)


def checked(code: int, stdout: str, stderr: str) -> str:
    assert (code, stdout) == (2, ""), stderr
    (line,) = stderr.splitlines()
    assert line.startswith("pyramidion: ")
    return line


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = complaint_of_a_process("serve", "--port", port, "--database", str(tmp_path / "tables.sqlite"))
    assert f"Port {port}" in said and "already in use" in said


def test_a_letter_is_not_a_database(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada, this is not a database at all. " * 50)
    said = complaint_of_a_process("serve", "--port", "0", "--database", str(letter))
    assert "file is not a database" in said and str(letter) in said


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("", "Is a directory"),
        ("missing/tables.sqlite", "there is no folder"),
        ("newer.sqlite", "newer version"),
    ],
)
def test_a_file_that_cannot_be_a_database_is_refused(tmp_path: Path, database: str, says: str) -> None:
    engine = open_database(str(tmp_path / "newer.sqlite"))
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert says in complaint("serve", "--port", "0", "--database", str(tmp_path / database))


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("oracle-of-delphi://x/y", "is not a database"),
        ("://", "is not a database"),
        ("postgresql://nobody:hush@127.0.0.1:1/x", "cannot be opened"),
    ],
)
def test_a_url_that_leads_nowhere_is_refused(database: str, says: str) -> None:
    said = complaint("serve", "--port", "0", "--database", database)
    assert says in said and "hush" not in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "70000"], "--port at most 65535"),
        (["--port", "eighty"], "not a whole number"),
        (["--bots", "0"], "--bots must be at least 1"),
        (["--host", "nowhere.invalid", "--port", "0"], "nowhere.invalid cannot be used"),
        (["--log", "shout"], "invalid choice"),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, arguments: list[str], says: str) -> None:
    assert says in complaint("serve", "--database", str(tmp_path / "tables.sqlite"), *arguments)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Dear Ada", "not JSON"),
        ('{"format": "pyramidion-record-1"}', "A record has the keys"),
        ("[]", "pyramidion-record-1"),
        ('{"format": "pyramidion-record-1", "seats": ["Ada"], "seats": ["Eve"]}', "twice"),
        ("\n\n", "contains no game records"),
    ],
)
def test_what_is_not_a_record_cannot_be_verified(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(text)
    assert says in complaint("verify", str(file))


def test_a_record_that_is_not_there_cannot_be_verified(tmp_path: Path) -> None:
    assert "No such file" in complaint("verify", str(tmp_path / "missing.jsonl"))
    assert "directory" in complaint("verify", str(tmp_path))
