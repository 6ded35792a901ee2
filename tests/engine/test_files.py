"""Files: read with clear errors, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.engine import files
from pyramidion.engine.files import append_text, read_text, write_text


def test_what_was_written_is_read_whatever_ends_its_lines(tmp_path: Path) -> None:
    write_text(tmp_path / "text", "one\ntwo\n")
    assert read_text(tmp_path / "text") == "one\ntwo\n"
    (tmp_path / "text").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r")
    assert read_text(tmp_path / "text") == "one\ntwo\n"


@pytest.mark.parametrize(("content", "reason"), [(b"\xff\xfe", "not UTF-8"), (b"x" * 21, "more than 20 bytes")])
def test_what_cannot_be_a_text_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes, reason: str
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 20)
    (tmp_path / "text").write_bytes(content)
    with pytest.raises(pyr.BadInput, match=reason) as refused:
        read_text(tmp_path / "text")
    assert str(refused.value).count("cannot be read") == 1


def test_a_failed_write_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_text(tmp_path / "text", "before")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(pyr.BadInput, match="No space left"):
        write_text(tmp_path / "text", "after")
    assert read_text(tmp_path / "text") == "before" and len(list(tmp_path.iterdir())) == 1


def test_devices_and_folders_are_not_written_to(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(pyr.BadInput, match="not a regular file"):
            write_text(path, "text")


def test_lines_are_added_and_a_full_disk_is_told(tmp_path: Path) -> None:
    append_text(tmp_path / "text", "one\n")
    append_text(tmp_path / "text", "two\n")
    assert read_text(tmp_path / "text") == "one\ntwo\n"
    with pytest.raises(pyr.BadInput, match="cannot be written: Is a directory"):
        append_text(tmp_path, "three\n")
