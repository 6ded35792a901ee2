"""Draw every game at its start, in a rich position and at its end, and write docs/gallery.md around the pictures."""

from __future__ import annotations

import functools
import itertools
import random
from pathlib import Path
from typing import Any

import pyramidion as pyr
from pyramidion.draw.close_up import busyness, close_up
from pyramidion.draw.narration import scene_of
from pyramidion.draw.palette import THEMES
from pyramidion.engine.game import Game

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
NOTE = "<!-- Written by scripts/make_gallery.py; do not edit. -->"
SMALL, LARGE = 400, 1200
MATCHES = 6
DIAGRAM, DARK = ("diagram", "wide", "light"), ("diagram", "wide", "dark")
OTHERS = [("diagram", "wide", theme) for theme in THEMES if theme not in ("light", "dark")]
OTHERS += [("diagram", "tall", "light"), ("plan", "wide", "light"), ("oblique", "wide", "light")]
LOOKS = {"start": [DIAGRAM], "middle": [DIAGRAM, DARK, *OTHERS], "end": [DIAGRAM, DARK]}  # view, arrangement, theme
ART_THEMES = ("light", "dark")
INTRODUCTION = """For anyone who wants to see the games: each at its start, in the middle and at its end; in the middle
in every theme and view, and laid for a tall window. [pictures.md](pictures.md) shows how to draw your own. Every
picture links to its file."""


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
            for view, arrangement, theme in LOOKS[moment]:
                arguments: dict[str, Any] = {"view": view, "arrangement": arrangement, "theme": theme, "size": LARGE}
                drawn = match.positions[ply].svg(seat, last_move=last, **arguments)
                found[file_name(name, moment, view, arrangement, theme)] = drawn + "\n"
    return found


def file_name(*words: str) -> str:
    return "-".join(words) + ".svg"


def art() -> dict[Path, str]:
    """The pictures on the cards of the home page, ready before anything is compiled."""
    cards = itertools.product(pyr.games(), ART_THEMES)
    return {pyr.load(name).description.art_file(theme): card(name, theme) for name, theme in cards}


def card(name: str, theme: str) -> str:
    """A game at a glance: a close look at its board in perspective, in the busiest position of a game."""
    match, _, seat = moments(name)["middle"]
    scenes = [scene_of(position, seat) for position in match.positions if position.mover is not None]
    return close_up(max(scenes, key=busyness), theme) + "\n"


def page() -> str:
    lines = ["# Gallery", "", NOTE, "", INTRODUCTION, ""]
    for name in pyr.games():
        about = pyr.facts(name)
        lines += [f"## {about.title}", "", about.summary, ""]
        for moment, looks in LOOKS.items():
            lines += [f"### {about.title}, {moment}", ""]
            lines += [shown(name, moment, *look) for look in looks]
            lines.append("")
    return "\n".join(lines)


def shown(name: str, moment: str, view: str, arrangement: str, theme: str) -> str:
    file = f"gallery/{file_name(name, moment, view, arrangement, theme)}"
    words = f"{pyr.facts(name).title}, {moment}, {view} view, {arrangement}, {theme} theme"
    return f'<a href="{file}"><img src="{file}" width="{SMALL}" alt="{words}"></a>'


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
