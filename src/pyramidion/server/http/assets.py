"""The files that pages load: scripts, style sheets and texts, under addresses that change with them."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import re
from pathlib import Path

from pyramidion.draw import legend, palette
from pyramidion.lab import maps, sheet

WEB = Path(__file__).parent.parent / "web"
LANGUAGE = "en"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
IMPORT = re.compile(rb'^import .* from "\./(.+)";$', re.MULTILINE)


@functools.cache
def files() -> dict[str, bytes]:
    """Everything that pages load, by name."""
    found = {path.name: path.read_bytes() for path in (WEB / "static").iterdir() if path.suffix in KINDS}
    boards = palette.stylesheet() + legend.stylesheet()
    charts = sheet.page_style() + maps.STYLE + maps.night(':root[data-theme="dark"] .found ')
    return {**found, "boards.css": boards.encode(), "charts.css": charts.encode()}


@functools.cache
def imported(script: str) -> list[str]:
    """All scripts that a script needs, so that a page can load them at once instead of one after the other."""
    found, waiting = set[str](), [script]
    while waiting:
        names = {name.decode() for name in IMPORT.findall(files()[waiting.pop()])}
        waiting += names - found
        found |= names
    return sorted(found)


@functools.cache
def packed(name: str) -> bytes:
    return gzip.compress(files()[name], mtime=0)


@functools.cache
def version() -> str:
    digest = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files().items())))
    return digest.hexdigest()[:12]


@functools.cache
def texts() -> dict[str, str]:
    """The catalogue of everything that pages say."""
    found: dict[str, str] = json.loads((WEB / "texts" / f"{LANGUAGE}.json").read_text(encoding="utf-8"))
    return found
