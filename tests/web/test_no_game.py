"""The page knows no game: whatever belongs to one game only comes as data from the server."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.engine.position import Position
from pyramidion.server.http.assets import WEB

PLIES = 60
WORD = re.compile("[a-z]{3,}")
FILES = [path for folder in ("static", "templates", "texts") for path in sorted((WEB / folder).iterdir())]


def words(text: str) -> set[str]:
    """The words of a text, also inside names: both `nextStep` and `next-step` hold the word step."""
    return set(WORD.findall(re.sub("([a-z])([A-Z])", r"\1 \2", text).lower()))


# Words of games that a page needs in their everyday sense, or that CSS, HTML and scripts are written in.
EVERYDAY = words(
    """board calm can connect decline dice die done field finish first full give goal hand hint home last light line
    moved off path players quiet roll round second secret self shared short small status the white wrap"""
)


def positions(name: str) -> Iterator[Position]:
    """A random game, position by position."""
    chance, position = random.Random(1), pyr.load(name).start(seed=1)
    for _ in range(PLIES):
        if position.mover is None:
            return
        yield position
        position = position.play(chance.choice(position.moves()))


def named(scene: Scene) -> Iterator[str]:
    """What a game calls the things on its table."""
    yield from (f"{piece.id} {piece.name} {piece.kind} {piece.colour}" for piece in scene.pieces)
    yield from (f"{zone.id} {zone.name} {zone.role} {zone.taken}" for zone in scene.zones)
    yield from (f"{marker.kind} {marker.colour}" for marker in scene.markers)
    yield from (f"{seat.name} {seat.colour}" for seat in scene.seats)
    yield from (mark.kind for mark in scene.highlights)
    yield from (note.id for note in scene.notes)


@functools.cache
def words_of_games() -> set[str]:
    """Titles, options, moves and things of all games."""
    found: set[str] = set()
    for name in pyr.games():
        facts = pyr.facts(name)
        found |= words(" ".join([name, facts.title, *(option.name for option in facts.options)]))
        for position in positions(name):
            found |= words(" ".join([*map(str, position.moves()), *named(scene_of(position, None))]))
    return found - EVERYDAY


def test_the_words_of_games_are_found() -> None:
    assert {"telic", "stash", "bumped", "activator", "frozen", "seeker", "gift", "disc", "red", "pass"} <= (
        words_of_games()
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_of_the_page_has_a_word_of_a_game(path: Path) -> None:
    assert words(path.read_text(encoding="utf-8")) & words_of_games() == set()
