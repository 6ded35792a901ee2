"""Take pictures of every page with a real browser, for the README and the documentation.

    python scripts/make_screenshots.py            writes docs/screenshots/*.png
    python scripts/make_screenshots.py --all      every page at both sizes in both themes, into a folder to look at

Starts its own server. Needs Chromium and what the tests need.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser
from tests.server.serving import served
from tests.web.browsing import Visitor, browser

import pyramidion as pyr

DOCS = Path(__file__).parent.parent / "docs" / "screenshots"
PLIES = 8
BEST = {("home", False, False), ("activator", False, False), ("topologic", False, True), ("telic", True, False)}


def pictures(found: Browser, address: str, folder: Path, every: bool) -> None:
    for dark in (False, True):
        for phone in (False, True):
            for name in ("home", *pyr.games(), *(f"learn-{game}" for game in pyr.games())):
                if every or (name, phone, dark) in BEST:
                    take(Visitor(found, address, phone, dark), name, folder / file_name(name, phone, dark))


def file_name(name: str, phone: bool, dark: bool) -> str:
    return f"{name}-{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}.png"


def take(visitor: Visitor, name: str, file: Path) -> None:
    if name == "home":
        visitor.home()
    elif name.startswith("learn-"):
        visitor.page.goto(f"{visitor.address}/learn/{name.removeprefix('learn-')}")
    else:
        visitor.start(name, level=3, side="0")
        while visitor.plies() < PLIES and not visitor.over:
            visitor.turn()
        visitor.wait_for_turn()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.screenshot(path=file, full_page=name == "home" or name.startswith("learn-"))
    visitor.context.close()
    print(file.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="every page, size and theme")
    parser.add_argument("--folder", type=Path, default=DOCS, help="default: docs/screenshots")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        log = Path(data) / "log"
        with served(Path(data) / "tables.sqlite", log, "--unlimited") as server, browser() as found:
            pictures(found, server.address, chosen.folder, chosen.all)


if __name__ == "__main__":
    main()
