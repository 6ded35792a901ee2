"""Commitments, rolls without bias, and what `verify` says about records that were tampered with."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramidion.engine.errors import PyramidionError
from pyramidion.engine.records import Record
from pyramidion.server.journal import actions, fairness
from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.entries import Change, Entry
from pyramidion.server.journal.fairness import FIRST_DICE, Fairness, Seed, secret_commitment
from pyramidion.server.journal.table import Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.journal.verification import verify
from pyramidion.server.views.proofs import fairness_data

SEED = Seed(bytes(range(32)), bytes(range(16)))
RARE = {1: 15.14, 2: 18.42, 3: 21.11, 5: 25.74}  # what chi square exceeds once in 10,000, by degrees of freedom
TABLE = "Table00000000000"
ROUND = ["secret:b1", "1@a1", "2@a1", "3@a1", "done", "1-b1", "2-b1", "3-b1"]


def finished(game: str, steps: list[str] | None = None) -> dict[str, Any]:
    """The record of a game of 30 moves that ends by resignation, as servers gave it out before journals were chains."""
    table, chance = Table.new(Terms(TABLE, game, {}, Timing(), SEED, 0, dice=FIRST_DICE)), random.Random(2)
    for seat in (0, 1):
        add(table, actions.sit(table, seat, "", f"holder {seat}", f"{seat}" * 32))
    for step in steps or [""] * 30:
        assert table.position is not None and table.mover is not None
        text = step or str(chance.choice(table.position.moves()))
        add(table, actions.move(table, table.mover, text, table.ply))
    add(table, actions.resign(table, 0))
    assert table.match is not None
    data: dict[str, Any] = json.loads(table.match.record(secrets=True).to_json())
    return {**data, "proof": {"table": TABLE, **fairness_data(table)}}


def add(table: Table, change: Change | None) -> None:
    assert change is not None
    table.apply(Entry(table.number + 1, 1000, change))


def problem_of(data: dict[str, Any]) -> str:
    return verify(Record.from_json(json.dumps(data))).problem or "none"


def test_the_commitment_is_the_hash_of_salt_and_seed() -> None:
    said = b"pyramidion seed\n" + SEED.salt + b"\n" + SEED.seed
    assert SEED.commitment == hashlib.sha256(said).hexdigest()
    assert replace(SEED, salt=bytes(16)).commitment != SEED.commitment


def test_neither_the_seed_nor_its_salt_is_printed() -> None:
    assert SEED.seed.hex() not in repr(Fairness(TABLE, SEED, ("", "")))
    assert "secret" in repr(SEED)


def test_fresh_seeds_differ() -> None:
    assert len({Seed.fresh().seed for _ in range(100)}) == 100


def test_a_roll_depends_on_seed_table_contributions_and_ply() -> None:
    usual = Fairness(TABLE, SEED, ("a", "b"))
    others = [
        Fairness("another", SEED, ("a", "b")),
        Fairness(TABLE, Seed(bytes(32), SEED.salt), ("a", "b")),
        Fairness(TABLE, SEED, ("b", "a")),
        Fairness(TABLE, SEED, ("", "b")),
    ]
    million = [1] * 1_000_000
    rolls = [each.roll(3, million) for each in (usual, *others)] + [usual.roll(4, million)]
    assert len(set(rolls)) == 6
    assert usual.roll(3, million) == Fairness(TABLE, Seed(SEED.seed, bytes(16)), ("a", "b")).roll(3, million)


def chi_square(found: Sequence[int], expected: Sequence[float]) -> float:
    return sum((one - other) ** 2 / other for one, other in zip(found, expected, strict=True))


@pytest.mark.parametrize("weights", [[1] * 6, [4, 1, 1], [1, 2, 3, 30], [5, 0, 7]])
def test_each_outcome_is_as_likely_as_its_weight_says(weights: list[int]) -> None:
    dice, plies = Fairness(TABLE, SEED, ("a", "b")), 20_000
    found = Counter(dice.roll(ply, weights) for ply in range(plies))
    likely = [outcome for outcome, weight in enumerate(weights) if weight]
    assert set(found) == set(likely)
    expected = [plies * weights[outcome] / sum(weights) for outcome in likely]
    assert chi_square([found[outcome] for outcome in likely], expected) < RARE[len(likely) - 1]


def test_digests_that_would_favour_an_outcome_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """With digests of 0 to 7 and three outcomes, 6 and 7 must not count."""
    digest = Fairness._digest
    seen = Counter[int]()

    def small(self: Fairness, purpose: str, attempt: int, links: Sequence[str] = ()) -> bytes:
        number = digest(self, purpose, attempt, links)[0] % 8
        seen[number] += 1
        return bytes([number])

    monkeypatch.setattr(fairness, "SPACE", 8)
    monkeypatch.setattr(Fairness, "_digest", small)
    dice = Fairness(TABLE, SEED, ("a", "b"))
    found = Counter(dice.roll(ply, [1, 1, 1]) for ply in range(12_000))
    assert seen[6] and seen[7]
    assert chi_square([found[outcome] for outcome in range(3)], [4000] * 3) < RARE[2]


def test_commitments_to_one_secret_differ_from_entry_to_entry() -> None:
    dice = Fairness(TABLE, SEED, ("a", "b"))
    assert secret_commitment(dice.secret_salt(3), "secret:a1") != secret_commitment(dice.secret_salt(5), "secret:a1")


Edit = Callable[[dict[str, Any]], None]


def roll_changed(data: dict[str, Any]) -> None:
    ply = data["moves"].index("roll") + 1
    del data["moves"][ply:]
    data["moves"].append("=5" if finished("telic")["moves"][ply] != "=5" else "=4")


def setup_changed(data: dict[str, Any]) -> None:
    data["setup"] = data["setup"][2:4] + data["setup"][:2] + data["setup"][4:]


TAMPERED: list[tuple[str, Edit, str]] = [
    ("telic", lambda data: None, "none"),
    ("telic", lambda data: data["proof"].update(seed="00" * 32), "The seed is not the one"),
    ("telic", lambda data: data["proof"].update(salt="00" * 16), "The seed is not the one"),
    ("telic", lambda data: data["proof"].update(commitment="00" * 32), "The seed is not the one"),
    ("telic", lambda data: data["proof"]["contributions"].reverse(), "the roll is"),
    ("telic", lambda data: data["proof"].update(table="another"), "the roll is"),
    ("telic", lambda data: data["proof"].update(contributions=["0" * 32 + "\n" + "1" * 32, ""]), "malformed"),
    ("telic", lambda data: data["proof"].update(surplus=1), "malformed"),
    ("telic", roll_changed, "the roll is"),
    ("telic", lambda data: data.update(proof=None), "has no proof"),
    ("telic", lambda data: data["proof"].pop("seed"), "does not reveal the seed"),
    ("telic", lambda data: data["proof"].pop("contributions"), "malformed"),
    ("telic", lambda data: data["proof"].update(contributions=[1, 2]), "malformed"),
    ("telic", lambda data: data["proof"].update(seed="xyz"), "malformed"),
    ("telic", lambda data: data["proof"].update(secrets=[{"ply": True}]), "malformed"),
    ("telic", lambda data: data["outcome"].update(results=["2", "-1"]), "is not valid"),
    ("telic", lambda data: data["outcome"].update(rule="T1"), "names the outcome"),
    ("telic", lambda data: data.update(outcome=None, ended=None), "not over"),
    ("telic", lambda data: data["moves"].insert(0, "pass"), "move 1"),
    ("topologic(seekers=3)", lambda data: None, "none"),
    ("topologic(seekers=3)", setup_changed, "The set-up is not the one"),
    ("topologic(seekers=3)", lambda data: data["proof"]["contributions"].reverse(), "The set-up is not the one"),
    (
        "topologic(seekers=3)",
        lambda data: data["proof"].update(secrets=[]),
        "no commitment to the hidden move",
    ),
    ("topologic(seekers=3)", lambda data: data["proof"].pop("secrets"), "malformed"),
    (
        "topologic(seekers=3)",
        lambda data: data["proof"]["secrets"][0].update(move="secret:c1"),
        "is not the move of the record",
    ),
    (
        "topologic(seekers=3)",
        lambda data: data["proof"]["secrets"][0].update(commitment="00" * 32),
        "is not the secret that was committed to",
    ),
    (
        "topologic(seekers=3)",
        lambda data: data["proof"]["secrets"][0].update(salt="00" * 32),
        "is not the secret that was committed to",
    ),
    ("topologic(seekers=3)", lambda data: data["proof"]["secrets"][0].update(ply=99), "Ply 1: there is no commitment"),
]


@pytest.mark.parametrize(("game", "change", "problem"), TAMPERED)
def test_the_first_thing_that_does_not_fit_is_named(game: str, change: Edit, problem: str) -> None:
    data = finished(game, ROUND if game != "telic" else None)
    change(data)
    assert problem in problem_of(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=60)
@given(data=st.data())
def test_a_mangled_record_is_judged_or_refused(data: st.DataObject) -> None:
    record = finished("topologic(seekers=3)", ROUND)
    place: Any = record
    path = data.draw(st.sampled_from([(), ("proof",), ("proof", "secrets", 0), ("outcome",), ("options",)]))
    for step in path:
        place = place[step]
    name = data.draw(st.sampled_from(sorted(place)))
    was, place[name] = place[name], data.draw(JSON)
    try:
        report = verify(Record.from_json(json.dumps(record)))
    except PyramidionError:
        return
    assert not report.fair or place[name] == was or name in ("started", "ended", "told", "seats")


def test_an_old_record_is_verified_as_what_it_is() -> None:
    report = verify(Record.from_json(json.dumps(finished("telic"))))
    assert report.fair and any("this record has no journal" in gap for gap in report.gaps)
    assert verify(Record.from_json(json.dumps(finished("telic"))), commitment="00" * 32).problem is not None


def test_a_roll_depends_on_the_links_of_all_seats() -> None:
    dice, million = Fairness(TABLE, SEED, ("a", "b")), [1] * 1_000_000
    assert dice.roll(3, million) == dice.roll(3, million, ["", ""])
    assert len({dice.roll(3, million, links) for links in (["", ""], ["x", ""], ["", "x"], ["x", "y"])}) == 4


def test_contributions_cannot_be_merged_by_a_line_break() -> None:
    million = [1] * 1_000_000
    one, other = (Fairness(TABLE, SEED, each) for each in (("a\nb", ""), ("a", "b\n")))
    assert one.roll(3, million) != other.roll(3, million)


def test_what_a_bot_draws_follows_from_the_secret_seed_and_differs_by_seat() -> None:
    other = Seed(bytes(32), SEED.salt)
    seeds = {Fairness(TABLE, seed, ("a", "b")).bot_seed(seat) for seed in (SEED, other) for seat in (0, 1)}
    assert len(seeds) == 4
