"""Matches: history, undo, dice that do not change, records and their replay."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest

import pyramidion as pyr

TELIC = pyr.load("telic")


def some_match(plies: int = 30, seed: int = 4) -> pyr.Match:
    chooser, match = random.Random(seed), pyr.Match(TELIC, seed=seed, seats=["Ann", "Ben"])
    while len(match.codes) < plies:
        match.play(chooser.choice(match.position.moves()))
    return match


def test_chance_follows_by_itself() -> None:
    match = pyr.Match(TELIC, seed=1)
    match.play("roll")
    assert match.texts()[0] == "roll" and match.texts()[1].startswith("=") and match.position.mover == 0


def test_a_game_that_begins_with_chance_has_rolled_at_once() -> None:
    match = pyr.Match(pyr.load("mid_challenge"), seed=1)
    assert match.position.mover == 0 and len(match.codes) == 1


def test_undo_takes_back_a_decision_and_the_roll_after_it_and_the_dice_stay() -> None:
    match = pyr.Match(TELIC, seed=1)
    first = match.play("roll")
    assert match.undo() == match.positions[0]
    assert match.play("roll") == first
    match.undo()
    with pytest.raises(pyr.BadInput, match="no move to take back"):
        match.undo()


def test_undo_does_not_take_back_a_roll_that_nobody_asked_for() -> None:
    match = pyr.Match(pyr.load("mid_challenge"), seed=1)
    with pytest.raises(pyr.BadInput, match="no move to take back"):
        match.undo()
    assert len(match.codes) == 1


def test_seeds_make_different_dice() -> None:
    rolls = {pyr.Match(TELIC, seed=seed).play("roll").text for seed in range(60)}
    assert len(rolls) == 6


def test_a_match_without_a_seed_is_a_fresh_one() -> None:
    setups = {pyr.Match(pyr.load("topologic")).record().setup for _ in range(3)}
    assert len(setups) == 3


def test_seats_must_be_as_many_as_the_game_has() -> None:
    with pytest.raises(pyr.BadInput, match="2 seats"):
        pyr.Match(TELIC, seats=["Ann"])


def test_names_of_seats_are_texts_and_the_record_has_its_own_list() -> None:
    with pytest.raises(pyr.BadInput, match="give a list of 2 names"):
        pyr.Match(TELIC, seats=[1, 2])  # type: ignore[list-item]
    match = pyr.Match(TELIC)
    match.record().seats.append("x")
    assert len(match.seats) == 2


def test_a_record_tells_everything_and_replays() -> None:
    match = some_match()
    record = match.record()
    data = json.loads(record.to_json())
    assert (data["game"], data["rules"], data["options"]) == ("telic", 2, {"merge": "top"})
    assert data["seats"] == ["Ann", "Ben"] and data["outcome"] is None and len(data["moves"]) >= 30
    assert pyr.replay(pyr.Record.from_json(record.to_json())).position == match.position
    assert "\n" not in record.to_json()


def test_an_edited_move_is_refused_where_it_stands() -> None:
    record = some_match().record()
    number = next(i for i, text in enumerate(record.moves) if i > 10 and text.startswith("+"))
    moves = [*record.moves[:number], "a1-in", *record.moves[number + 1 :]]
    with pytest.raises(pyr.BadRecord, match=rf"move {number + 1}, 'a1-in': T7"):
        pyr.replay(dataclasses.replace(record, moves=moves))


def finished() -> pyr.Record:
    chooser, match = random.Random(2), pyr.Match(pyr.load("traffic_tyrants"), seed=2)
    while match.outcome is None:
        match.play(chooser.choice(match.position.moves()))
    return match.record()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"outcome": None}, "names the outcome None"),
        ({"outcome": {"results": ["0", "1"], "rule": "R99"}}, "its moves lead to"),
        ({"rules": 0}, "rules version 0 of Traffic Tyrants; supported: 1 to 2.$"),
        ({"rules": 9, "options": {"teleport": "yes"}}, "rules version 9 .* Update pyramidion to read it"),
        ({"rules": 1}, "last_gift=moves came with rules version 2 of Traffic Tyrants, .* made by version 1"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {}}, "names every option"),
        ({"options": {"lineup": "sideways"}}, "not a value of lineup"),
        ({"seats": ["one"]}, "2 seats"),
        ({"setup": "R1"}, "has no set-up"),
        ({"moves": ["G", "G", "G"]}, "move 2"),
        ({"game": "traffic_tyrants(uturn=no)"}, "the name alone"),
        ({"options": {"spec": "x"}}, "no option 'spec'"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(pyr.BadRecord, match=reason):
        pyr.replay(dataclasses.replace(finished(), **change))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not JSON"),
        ("[]", "JSON object with the format"),
        ('{"format":"pyramidion-record-2"}', "pyramidion-record-1"),
        ('{"format":"pyramidion-record-1","game":"telic"}', "has the keys"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_line_that_is_not_a_record_is_refused(line: str, reason: str) -> None:
    with pytest.raises(pyr.BadRecord, match=reason):
        pyr.Record.from_json(line)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("moves", "roll"),
        ("moves", [1]),
        ("seats", None),
        ("options", []),
        ("started", "yesterday"),
        ("started", "2026-01-01T00:00:00"),
        ("game", 5),
        ("told", 3),
        ("told", {"9999": "hint 1"}),
        ("rules", True),
        ("ended", 0),
        ("setup", []),
        ("seats", ["\ud800", "b"]),
        ("moves", ["G\n"]),
    ],
)
def test_a_key_of_the_wrong_kind_is_refused_by_its_name(key: str, value: object) -> None:
    data = {**json.loads(finished().to_json()), key: value}
    with pytest.raises(pyr.BadRecord, match=f"'{key}' must be"):
        pyr.Record.from_json(json.dumps(data))


def test_a_finished_game_has_an_outcome_and_an_end() -> None:
    data = {**json.loads(finished().to_json()), "ended": None}
    with pytest.raises(pyr.BadRecord, match="has an outcome and the time it ended"):
        pyr.Record.from_json(json.dumps(data))


def test_a_file_of_records_names_the_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(finished().to_json() + "\n\n" + "{}\n")
    records = pyr.read_records(file)
    assert next(records)[0] == 1
    with pytest.raises(pyr.BadRecord, match="line 3"):
        next(records)
    with pytest.raises(pyr.BadInput, match="cannot be read"):
        list(pyr.read_records(tmp_path / "missing.jsonl"))
    file.write_text(finished().to_json(), encoding="utf-8-sig")
    assert len(list(pyr.read_records(file))) == 1
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(pyr.BadInput, match="not UTF-8"):
        list(pyr.read_records(file))


def test_a_finished_record_has_its_dates() -> None:
    record = finished()
    assert record.ended is not None and record.ended >= record.started and record.told == {}


def test_a_game_that_somebody_resigned_ends_and_replays() -> None:
    match = pyr.Match(pyr.load("activator"), seed=1)
    match.play("b1:1-b2")
    match.end((0, 1), "resignation")
    assert match.outcome is not None and match.outcome.rule == "resignation" and match.ended is not None
    with pytest.raises(pyr.IllegalMove, match="a player resigned"):
        match.play("stay")
    again = pyr.replay(match.record())
    assert again.outcome == match.outcome and again.position == match.position
    match.undo()
    assert match.outcome is None and match.ended is None


@pytest.mark.parametrize(
    ("results", "reason"), [((1, 1), "resignation"), ((0, 1), "boredom"), ((1,), "time"), ((2, -1), "agreement")]
)
def test_an_end_makes_sense(results: tuple[int, ...], reason: str) -> None:
    with pytest.raises(pyr.BadInput, match="a result for every seat"):
        pyr.Match(pyr.load("activator"), seed=1).end(results, reason)


@pytest.mark.parametrize("outcome", [{"results": ["1", "1"], "rule": "time"}, {"rule": ["time"]}, {"rule": "time"}])
def test_an_end_that_makes_no_sense_is_not_a_record(outcome: dict[str, object]) -> None:
    match = pyr.Match(pyr.load("activator"), seed=1)
    match.end((0, 1), "time")
    with pytest.raises(pyr.BadRecord):
        pyr.replay(dataclasses.replace(match.record(), outcome=outcome))


def test_a_legal_move_of_a_view_can_be_checked() -> None:
    hunt = pyr.load("topologic").start(seed=1).play("secret:e4").view(1)
    assert hunt.check("1@a1") == int(hunt.moves()[0])
    with pytest.raises(pyr.IllegalMove, match="P"):
        hunt.check("1@e4")
