"""Which game a record is of: its version of the rules and its options, checked."""

from __future__ import annotations

from pyramidion.engine.errors import BadRecord, PyramidionError
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.game import Game
from pyramidion.engine.records import Record
from pyramidion.engine.registry import facts, load


def game_of(record: Record) -> Game:
    """The game with the record's options; BadRecord if this version of it cannot replay the record."""
    if "(" in record.game:
        raise BadRecord(f"'game' is the name alone, not '{record.game}'.")
    try:
        about = facts(record.game)
        _check_version(record, about)
        game = load(record.game, **record.options)
    except PyramidionError as error:
        raise BadRecord(str(error)) from error
    for option in about.options:
        _check_option(record, about, option)
    if (record.setup is not None) != game.shuffled:
        raise BadRecord(f"{game.title} {'needs' if record.setup is None else 'has no'} set-up.")
    return game


def _check_version(record: Record, about: Facts) -> None:
    newest = about.rules_version
    oldest = about.replays_from or newest
    if not oldest <= record.rules <= newest:
        known = f"{oldest}" if oldest == newest else f"{oldest} to {newest}"
        remedy = " Update pyramidion to read it." if record.rules > newest else ""
        raise BadRecord(
            f"This record was made by rules version {record.rules} of {about.title}; supported: {known}.{remedy}"
        )


def _check_option(record: Record, about: Facts, option: Option) -> None:
    """A record names every option that its version of the rules had, with a value of that version."""
    value = record.options.get(option.name)
    since = option.since.get(option.default if value is None else value, 1)
    if value is None and since <= record.rules:
        raise BadRecord(f"A record names every option; missing: {option.name}.")
    if value is not None and since > record.rules:
        raise BadRecord(
            f"{option.name}={value} came with rules version {since} of {about.title}, "
            f"but the record says that it was made by version {record.rules}."
        )
