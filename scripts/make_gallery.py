"""Draw every game at its start, in a rich position and at its end, and write docs/gallery.md around the pictures."""

from __future__ import annotations

import functools
import itertools
import random
from pathlib import Path
from typing import Any

import pyramidion as pyr
from pyramidion.draw.palette import THEMES
from pyramidion.draw.svg import VIEWS
from pyramidion.engine.game import Game

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
NOTE = "<!-- Written by scripts/make_gallery.py; do not edit. -->"
SMALL, LARGE = 320, 1200
MATCHES = 6
INTRODUCTION = """For anyone who wants to see the games: each at its start, in the middle and at its end, from above
and in perspective, light and dark. [pictures.md](pictures.md) shows how to draw your own. Small pictures are 320
pixels wide, as on a phone, and link to the file; large ones are 1200 pixels wide."""


def random_match(game: Game, seed: int) -> pyr.Match:
    chooser = random.Random(seed)
    match = pyr.Match(game, seed=seed)
    while match.position.mover is not None:
        match.play(chooser.choice(match.position.moves()))
    return match


def richness(match: pyr.Match, ply: int) -> tuple[int, int]:
    """How much there is to see: pieces on the board, stacked ones counted twice, and highlights."""
    scene: Any = match.positions[ply].scene(None)
    cells = {cell.id for cell in scene.cells}
    on_board = [piece for piece in scene.pieces if piece.place in cells]
    return len(on_board) + sum(piece.height > 0 for piece in on_board), len(scene.highlights)


@functools.cache
def moments(name: str) -> dict[str, tuple[pyr.Match, int, int | None]]:
    """For the start, the middle and the end: a match, the number of plies played, and the seat that looks."""
    matches = [random_match(pyr.load(name), seed) for seed in range(MATCHES)]
    plies = [(match, ply) for match in matches for ply in range(0, len(match.codes), max(1, len(match.codes) // 80))]
    rich = max(plies, key=lambda where: richness(*where))
    decided = min(matches, key=lambda match: (len(match.outcome.winners) if match.outcome else 9, len(match.codes)))
    return {"start": (matches[0], 0, None), "middle": (*rich, 0), "end": (decided, len(decided.codes), None)}


def pictures() -> dict[str, str]:
    """The gallery's files by name, and the small pictures for the README."""
    found = {}
    for name in pyr.games():
        found[f"{name}-small.svg"] = card(name, "light")
        for moment, (match, ply, seat) in moments(name).items():
            last = pyr.Move(match.positions[ply - 1], match.codes[ply - 1]) if ply else None
            for view, theme in itertools.product(VIEWS, THEMES):
                drawn = match.positions[ply].svg(seat, view=view, theme=theme, size=LARGE, last_move=last)
                found[f"{name}-{moment}-{view}-{theme}.svg"] = drawn + "\n"
    return found


def art() -> dict[Path, str]:
    """The pictures on the cards of the home page, ready before anything is compiled."""
    return {pyr.load(name).description.art_file(theme): card(name, theme) for name in pyr.games() for theme in THEMES}


def card(name: str, theme: str) -> str:
    """A game at a glance, without words."""
    match, ply, seat = moments(name)["middle"]
    return match.positions[ply].svg(seat, view="oblique", theme=theme, highlights=False) + "\n"


def page() -> str:
    lines = ["# Gallery", "", NOTE, "", INTRODUCTION, ""]
    for name in pyr.games():
        about = pyr.facts(name)
        lines += [f"## {about.title}", "", about.summary, ""]
        for moment in ("start", "middle", "end"):
            files = [f"gallery/{name}-{moment}-{view}-{theme}.svg" for view in VIEWS for theme in THEMES]
            lines += [f"### {about.title}, {moment}", ""]
            lines += [f'<a href="{file}"><img src="{file}" width="{SMALL}" alt="{alt(file)}"></a>' for file in files]
            lines += ["", *(f'<img src="{file}" width="{LARGE}" alt="{alt(file)}">' for file in files), ""]
    return "\n".join(lines)


def alt(file: str) -> str:
    name, moment, view, theme = Path(file).stem.rsplit("-", 3)
    return f"{pyr.facts(name).title}, {moment}, {view} view, {theme} theme"


if __name__ == "__main__":
    gallery, drawn = DOCS / "gallery", pictures()
    for old in gallery.glob("*.svg"):
        if old.name not in drawn:
            old.unlink()
    for name, svg in drawn.items():
        (gallery / name).write_text(svg, encoding="utf-8")
    for file, svg in art().items():
        file.write_text(svg, encoding="utf-8")
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")
