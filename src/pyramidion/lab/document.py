"""A standalone HTML page with a film: it loads nothing, and runs one script, which browsers know by its hash."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from typing import Any

from pyramidion.lab.film import Film


def head(title: str, styles: str, script: str) -> str:
    """The beginning of the page, up to its contents."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">'
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title>'
        f"<style>{styles}</style></head><body><main>"
    )


def policy(script: str) -> str:
    """The content security policy that lets the page run this script, and load nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"


def player(shot: Film, frames: Sequence[dict[str, Any]], script: str) -> str:
    """The frames of a film as data, and the script that shows them."""
    data = json.dumps({"parts": shot.parts, "frames": frames}, separators=(",", ":"))
    safe = data.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    return f'<script type="application/json" id="film-data">{safe}</script><script>{script}</script>'
