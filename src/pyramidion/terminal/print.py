"""A print-and-play kit: everything a game needs on the table, as one PDF."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from pyramidion.draw.kit import PIECEPACK_DIE, Coins, Dice, Discs, Item, Kit, Pyramids, ScoreSheet, Tiles
from pyramidion.draw.material import material
from pyramidion.draw.paper import Page, rooms
from pyramidion.engine.errors import BadInput
from pyramidion.engine.extras import extra
from pyramidion.engine.files import write_bytes
from pyramidion.engine.game import Game
from pyramidion.engine.registry import rules_text

BUILDING = (
    "Print at 100% scale, on card if you can; check the scale with the ruler at the foot of every page.",
    "Cut along the solid lines. Score the dashed lines with something blunt, fold them away from you, and glue.",
)
PYRAMIDS = "The pyramids are open at the bottom, so that they stack. The marks show who owns them."
DICE = "An ordinary die works too: read 1 as the ace (A) and 6 as the blank (0)."


def print_game(game: Game, seed: int, paper: str, path: str) -> None:
    """Write the kit of a game to a file and say so."""
    with extra("print", "`pyramidion print`"):
        from pyramidion.draw.pdf import pdf

    if not path.lower().endswith(".pdf"):
        raise BadInput(f"'{path}' is not the name of a PDF file. End it in .pdf.")
    made = pages(game, seed, paper)
    write_bytes(path, pdf(made, game.title, f"{game.facts.author} ({game.facts.year})"))
    print(f"{path}: {len(made)} pages, {paper}.", file=sys.stderr)


def pages(game: Game, seed: int, paper: str) -> list[Page]:
    """The cover, the parts to cut out, and the rules."""
    from pyramidion.draw.booklet import cover, rules_pages

    upright, _ = rooms(paper)
    kit = kit_of(game)
    scene: Any = game.start(seed).scene(None)
    first = cover(cover_text(game, kit, seed), scene, upright)
    return [first, *material(scene, kit, paper), *rules_pages(rules_text(game.name), upright)]


def kit_of(game: Game) -> Kit:
    """The game's own kit, or by default a board of one-inch squares."""
    kit = game.manual.kit(game) if game.manual.kit else Kit()
    assert isinstance(kit, Kit)
    return kit


def cover_text(game: Game, kit: Kit, seed: int) -> str:
    """The first page, in Markdown."""
    about = game.facts
    lines = [f"# {about.title}", "", f"By {about.author}, {about.year}. {about.credit}", "", about.summary, ""]
    lines += ["## In this kit", "", *(f"- {text}" for text in contents(kit)), ""]
    lines += ["## Building it", "", *(f"- {text}" for text in building(kit)), ""]
    lines += ["## Setting it up", "", set_up(game, seed), ""]
    changed = [o for o in about.options if game.options[o.name] != o.default]
    meanings = [
        f"- `{o.name}={game.options[o.name]}` ({o.rulings}) {o.values.get(game.options[o.name], '')}" for o in changed
    ]
    return "\n".join([*lines, *(["## Options chosen", "", *meanings] if changed else [])])


def contents(kit: Kit) -> list[str]:
    """What is in the kit, with counts."""
    board = [f"the board, with squares of {_inches(kit.board.inches)}"] if kit.board else []
    counts: Counter[str] = Counter()
    for item in kit.items:
        counts[_called(item)] += item.count if isinstance(item, (Pyramids, Coins, Dice)) else 1
    return [*board, *(f"{count} {name}" if count > 1 else name for name, count in counts.items()), "the rules"]


def _called(item: Item) -> str:
    if isinstance(item, ScoreSheet):
        return "tables to fill in"
    if isinstance(item, Tiles):
        return f"{item.name} of {_inches(item.inches)}"
    return f"{len(item.letters)} {item.name}" if isinstance(item, Discs) else item.name


def building(kit: Kit) -> list[str]:
    """How to cut, fold and glue."""
    pyramids = [PYRAMIDS] if any(isinstance(item, Pyramids) for item in kit.items) else []
    dice = [DICE] if any(isinstance(item, Dice) and item.faces == PIECEPACK_DIE for item in kit.items) else []
    return [*BUILDING, *pyramids, *dice, *kit.advice]


def set_up(game: Game, seed: int) -> str:
    if not game.shuffled:
        return "The picture shows the start of the game."
    return f"The picture shows one of many possible starts, that of seed {seed}. You can also shuffle your own."


def _inches(length: float) -> str:
    return f"{length:g} {'inch' if length == 1 else 'inches'} ({length * 2.54:.1f} cm)"
