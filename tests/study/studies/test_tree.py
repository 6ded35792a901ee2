"""Studies: moves are added, tried, promoted, cut and commented; text and JSON bring all of it back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyramidion as pyr
from pyramidion.engine.match import Match
from pyramidion.study.studies.nodes import MOST_COMMENT
from pyramidion.study.studies.notation import fragment
from pyramidion.study.studies.starts import is_start


def study() -> pyr.Study:
    """Two ways to use a roll of 3, and another roll."""
    made = pyr.Study("telic")
    for move in ("roll", "=3", "+A"):
        made.play(move)
    made.back()
    made.play("+B")
    made.back(2)
    made.play("=2")
    return made


def test_a_move_that_differs_begins_a_variation() -> None:
    made = study()
    assert made.main_line == ["roll", "=3", "+A"]
    assert made.line == ["roll", "=2"]
    assert made.text == "telic roll =3 ( =2 ) +A ( +B )"
    assert len(made) == 5


def test_a_move_that_was_tried_before_is_followed() -> None:
    made = study()
    made.go(made.root)
    made.play("roll")
    made.play("=3")
    assert len(made) == 5 and made.text == study().text


def test_a_variation_is_promoted_step_by_step() -> None:
    made = study()
    made.promote()
    assert made.text == "telic roll =2 ( =3 +A ( +B ) )"
    made.promote()
    assert made.text == "telic roll =2 ( =3 +A ( +B ) )"


def test_what_is_cut_is_gone_with_all_that_follows() -> None:
    made = study()
    made.cut(made.root.children[0].children[0])
    assert (made.text, made.line, len(made)) == ("telic roll =2", ["roll", "=2"], 2)
    made.cut(made.root.children[0])
    assert (made.text, made.line, len(made)) == ("telic", [], 0)
    with pytest.raises(pyr.BadInput, match="cannot be cut"):
        made.cut()


def test_comments_are_part_of_the_text() -> None:
    made = study()
    made.comment = "  a (bad)   roll "
    made.go(made.root)
    made.comment = "Blue begins"
    assert made.text == "telic { Blue begins } roll =3 ( =2 { a (bad) roll } ) +A ( +B )"
    assert pyr.Study.from_text(made.text).text == made.text


@pytest.mark.parametrize("text", ["a\nb", "brace }", "x" * (MOST_COMMENT + 1)])
def test_what_cannot_be_a_comment_is_refused(text: str) -> None:
    made = study()
    with pytest.raises(pyr.BadInput):
        made.comment = text
    assert made.comment == ""


def test_chance_rolls_where_it_is_to_move_and_nowhere_else() -> None:
    made = pyr.Study("telic")
    with pytest.raises(pyr.BadInput, match="not to move"):
        made.roll()
    made.play("roll")
    rolled = made.roll(seed=4)
    assert made.line[1].startswith("=")
    again = pyr.Study("telic")
    again.play("roll")
    assert again.roll(seed=4) == rolled


def test_a_study_of_a_record_has_the_whole_game_and_looks_at_a_ply(name: str) -> None:
    match = Match(pyr.load(name), seed=3)
    for _ in range(12):
        if match.position.mover is not None:
            match.play(match.position.codes[0])
    made = pyr.Study(match.record(secrets=True), ply=2)
    assert made.main_line == match.texts(secrets=True)
    assert made.position == match.positions[2]
    made.go(made.root.last)
    assert made.record().moves == match.texts(secrets=True)
    assert pyr.replay(made.record()).position == match.position
    with pytest.raises(pyr.BadInput, match="plies"):
        pyr.Study(match, ply=1000)


def test_a_study_begins_with_any_position_but_then_has_no_record() -> None:
    text = "telic .,bF,.,bD/.,.,.,./.,rA/rC,.,.,./.,.,.,. AABBCCDEEF ABBCDDEEFF 4 1 13"
    made = pyr.Study(text)
    made.play(made.position.moves()[0])
    assert pyr.Study.from_text(made.text).position == made.position
    with pytest.raises(pyr.BadInput, match="begins later"):
        made.record()


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(
    game=st.sampled_from(pyr.games()),
    steps=st.lists(st.tuples(st.sampled_from(["play", "back", "promote", "cut", "comment"]), st.integers(0, 99))),
)
def test_text_and_json_bring_every_study_back(game: str, steps: list[tuple[str, int]]) -> None:
    made = pyr.Study(game, seed=5)
    for what, number in steps:
        if what == "play" and made.position.mover is not None:
            codes = made.position.codes
            made.play(codes[number % len(codes)])
        elif what == "back":
            made.back(number % 4)
        elif what == "promote":
            made.promote()
        elif what == "cut" and made.node.parent:
            made.cut()
        elif what == "comment":
            made.comment = f"~ % é {number} ( [ ]"
    read = pyr.Study.from_text(made.text)
    assert read.text == made.text and len(read) == len(made) == sum(1 for _ in made.nodes()) - 1
    same = pyr.Study.from_json(made.to_json())
    assert same.to_json() == made.to_json() and same.position == made.position
    assert " " not in fragment(made.text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "begins with the name"),
        ("chess e4", "chess"),
        ("telic ( roll )", "after the move that it replaces"),
        ("telic roll ( roll", "'\\)' is missing"),
        ("telic roll )", "'\\(' is missing"),
        ("telic { never closed", "'}' is missing"),
        ("telic [ 1 2", "']' is missing"),
        ("telic roll roll", "move 2 of the study, 'roll'"),
        ("topologic", "begins with a set-up"),
        ("telic " + "roll " * 20_000, "at most"),
    ],
)
def test_a_text_that_is_not_a_study_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(pyr.BadInput, match=reason):
        pyr.Study.from_text(text)


@pytest.mark.parametrize(
    "change", [{"format": "x"}, {"at": 9}, {"at": "0"}, {"moves": [{"after": -1}]}, {"moves": 3}, {"start": None}]
)
def test_json_that_is_not_a_study_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(pyr.BadInput):
        pyr.Study.from_json(json.dumps(json.loads(study().to_json()) | change))


def test_a_view_that_hides_something_cannot_be_studied() -> None:
    match = Match(pyr.load("topologic"), seed=1)
    while not match.position.view(None).blank:
        match.play(match.position.codes[0])
    with pytest.raises(pyr.IllegalMove, match="guess"):
        pyr.Study(match.position.view(None))


def test_a_notebook_shows_the_board_and_the_moves() -> None:
    made = study()
    made.comment = "a <bad> roll"
    shown = made._repr_html_()
    assert "<svg" in shown and "<b>=2</b> <i>a &lt;bad&gt; roll</i>" in shown and "(+B)" in shown.replace("1. ", "")
    assert made.svg() == made.position.svg(last_move=made.node.move)


def test_every_start_is_one(name: str) -> None:
    start = pyr.load(name).start(seed=2)
    assert is_start(start)
    assert not is_start(start.play(start.codes[0]))
