"""The files that pages load: scripts, style sheets and texts, under addresses that change with them."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from pathlib import Path

from pyramidion.draw import legend, styles
from pyramidion.lab import maps, sheet
from pyramidion.server.http.bundles import bundle, bundled_sheet, imports
from pyramidion.study.reviews import graph

WEB = Path(__file__).parent.parent / "web"
LANGUAGE = "en"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@functools.cache
def files() -> dict[str, bytes]:
    """Everything that pages load, by name."""
    found = {path.name: path.read_bytes() for path in (WEB / "static").iterdir() if path.suffix in KINDS}
    scripts = {name.removesuffix(".js"): data.decode() for name, data in found.items() if name.endswith(".js")}
    needed = {name for source in scripts.values() for name in imports(source)}
    bundles = {f"{name}.js": bundle(name, scripts).encode() for name in scripts if name not in needed}
    sheets = {name.removesuffix(".css"): data.decode() for name, data in found.items() if name.endswith(".css")}
    joined = {f"{name}.css": bundled_sheet(name, sheets).encode() for name in sheets}
    boards = styles.stylesheet() + legend.stylesheet()
    charts = sheet.page_style() + graph.STYLE + maps.STYLE + maps.night(':root[data-theme="dark"] .found ')
    return {**found, **bundles, **joined, "boards.css": boards.encode(), "charts.css": charts.encode()}


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
