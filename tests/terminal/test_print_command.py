"""The command that prints: one file, whole or not at all, and one line about it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pyramidion.terminal.cli import main

Capture = pytest.CaptureFixture[str]


def test_print_writes_the_file_and_says_so(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "telic"]) == 0
    out, err = capsys.readouterr()
    assert out == "" and "telic.pdf: 7 pages, a4." in err
    assert (tmp_path / "telic.pdf").read_bytes().startswith(b"%PDF-") and os.listdir(tmp_path) == ["telic.pdf"]


def test_printing_again_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / "one.pdf", tmp_path / "other.pdf"]
    for file in files:
        assert main(["print", "topologic", "--seed", "7", "--paper", "letter", "-o", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["telic", "--paper", "a3"], "Choose a4 or letter"),
        (["chess"], "no game 'chess'"),
        (["telic", "--option", "merge=x"], "Allowed: top, either"),
        (["telic", "-o", "no/such/folder/x.pdf"], "cannot be written"),
        (["telic", "-o", "."], "End it in .pdf"),
        (["telic", "-o", "x" * 300 + ".pdf"], "cannot be written"),
        (["telic", "-o", "a\0b.pdf"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    arguments: list[str], reason: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and reason in err and os.listdir(tmp_path) == []


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "telic.pdf"
    file.write_bytes(b"old")

    def full(*names: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert main(["print", "telic", "-o", str(file)]) == 2
    assert file.read_bytes() == b"old" and os.listdir(tmp_path) == ["telic.pdf"]
