"""Records of earlier rules versions: they replay, and a value that came later is refused in them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import pyramidion as pyr

RECORDS = Path(__file__).parent / "records"
OLD = [(file.stem, record) for file in sorted(RECORDS.glob("*.jsonl")) for _, record in pyr.read_records(file)]


@pytest.mark.parametrize(("version", "record"), OLD, ids=lambda value: getattr(value, "game", value))
def test_a_record_of_earlier_rules_replays(version: str, record: pyr.Record) -> None:
    assert version == f"rules_{record.rules}"
    match = pyr.replay(record)
    now = match.record()
    assert now.moves == record.moves and now.outcome == record.outcome and now.rules > record.rules
    assert record.options.items() <= now.options.items()
    assert pyr.replay(now).positions == match.positions or record.outcome is None


def newer_values() -> list[tuple[str, str, str, int]]:
    return [
        (name, option.name, value, version)
        for name in pyr.games()
        for option in pyr.facts(name).options
        for value, version in option.since.items()
    ]


@pytest.mark.parametrize(("game", "option", "value", "version"), newer_values())
def test_a_value_is_refused_in_a_record_of_rules_before_it(game: str, option: str, value: str, version: int) -> None:
    match = pyr.Match(pyr.load(game, **{option: value}), seed=1)
    match.play(match.position.moves()[0])
    record = match.record(secrets=True)
    assert pyr.replay(record).position == match.position
    with pytest.raises(pyr.BadRecord, match=f"came with rules version {version} of"):
        pyr.replay(dataclasses.replace(record, rules=version - 1))
