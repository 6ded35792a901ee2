"""The games over HTTP: their options and their rules."""

from __future__ import annotations

from pyramidion.engine.registry import facts, games, rules_text
from pyramidion.server.http.answers import GameAnswer, OptionAnswer


async def list_games() -> list[GameAnswer]:
    """Every game with its options and what they mean."""
    return [_game(name) for name in games()]


def _game(name: str) -> GameAnswer:
    known = facts(name)
    return GameAnswer(
        name=name,
        title=known.title,
        author=known.author,
        year=known.year,
        seats=list(known.seats),
        hidden=known.hidden,
        options=[
            OptionAnswer(name=option.name, rulings=option.rulings, values=dict(option.values))
            for option in known.options
        ],
    )


async def rules(name: str) -> str:
    """The rules for people, in Markdown."""
    return rules_text(name)
