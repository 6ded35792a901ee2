"""Pictures on demand: wishes, errors, style sheets, pixels, heat."""

from __future__ import annotations

import re
from typing import Any

import pytest

import pyramidion as pyr
from pyramidion.draw.narration import scene_of
from pyramidion.draw.palette import THEMES
from pyramidion.draw.scene import Scene
from pyramidion.draw.styles import STYLES, stylesheet

TELIC = pyr.load("telic")
START = TELIC.start()


def test_a_picture_has_the_width_that_is_asked_for_or_none() -> None:
    assert re.search(r'<svg[^>]* width="320" height="\d+"', START.svg(size=320))
    assert not re.search(r"<svg[^>]* width=", START.svg())


def test_a_notebook_shows_positions_and_matches() -> None:
    match = pyr.Match(TELIC, seed=1)
    match.play("roll")
    assert match.position._repr_svg_().startswith("<svg ")
    assert "last-dice-0" not in match._repr_svg_() and match._repr_svg_().startswith("<svg ")


def test_a_match_shows_its_last_move() -> None:
    match = pyr.Match(TELIC, seed=1)
    match.play("roll")
    match.play("+C")
    assert 'id="last-b5"' in match.svg() and "last-stash" not in match.svg()
    assert 'id="last-b5"' not in match.svg(highlights=False)
    assert pyr.Match(TELIC, seed=1).last_move is None


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"view": "isometric"}, "'isometric' is not a view of a picture. Choose diagram, plan or oblique."),
        ({"theme": "sepia"}, "'sepia' is not a theme of a picture. Choose light, dark, contrast or safe."),
        ({"arrangement": "round"}, "'round' is not an arrangement of a picture. Choose wide or tall."),
        ({"size": 3}, "16 to 20000, not 3"),
        ({"size": 1e9}, "16 to 20000, not 1000000000.0"),
        ({"size": "big"}, "not 'big'"),
        ({"highlights": ["frozzen"]}, "not 'frozzen'"),
        ({"highlights": "last"}, "not 'last'"),
        ({"seat": 2}, "Telic has seats 0 to 1, not 2"),
        ({"prefix": '"><script>'}, "A prefix of ids has letters, digits, - and _ only"),
        ({"prefix": 5}, "A prefix of ids has letters, digits, - and _ only, not 5"),
        ({"highlights": None}, "not None"),
        ({"last_move": "roll"}, "as before.moves() lists them, not 'roll'"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused_with_the_remedy(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(pyr.BadInput, match=re.escape(said)):
        START.svg(**wish)


def test_choices_are_marked_when_they_are_asked_for() -> None:
    activator = pyr.load("activator").start()
    assert "highlight-movable" not in activator.svg()
    svg = activator.svg(highlights=("movable", "target"))
    assert svg.count("highlight-movable") == 6 and 'id="target-c2"' in svg


def test_both_sides_of_the_table() -> None:
    plain, turned, flipped = (
        re.sub(r' aria-label="[^"]*"|(Blue\'s|Red\'s|[Yy]our) ', "", svg)
        for svg in (scene_of(START, 1).svg(), scene_of(START, 0).svg(), scene_of(START, 0).svg(flip=True))
    )
    assert plain != turned and flipped == plain


def test_ids_carry_a_prefix_where_several_pictures_share_a_page() -> None:
    ids = re.findall(r' id="([^"]+)"', START.svg(prefix="t1-"))
    assert len(ids) > 40 and all(name.startswith("t1-") for name in ids)


def test_themes_are_chosen_by_class_and_set_by_variables() -> None:
    sheet = stylesheet()
    assert all(f".pyramidion.{theme}{{--pyr-table:{THEMES[theme]['table']}" in sheet for theme in THEMES)
    light, *others = (START.svg(theme=theme, style=False) for theme in THEMES)
    for theme, other in zip(list(THEMES)[1:], others, strict=True):
        assert light.replace('class="pyramidion light', f'class="pyramidion {theme}') == other


def test_a_plain_style_sheet_knows_no_variables() -> None:
    assert "var(" not in stylesheet("dark", plain=True) and THEMES["dark"]["table"] in stylesheet("dark", plain=True)
    assert all(f".pyramidion .{name}{{" in stylesheet() for name in STYLES)


def test_a_picture_in_pixels() -> None:
    data = START.png(size=200)
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(data[16:20], "big") == 200


def test_without_the_library_pixels_are_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(pyr.Unavailable, match=re.escape("pip install 'pyramidion[png]'")):
        START.png(size=200)


def test_a_heat_map_is_strongest_where_the_number_is_greatest() -> None:
    scene = scene_of(START, None).with_heat({"a3": 120, "d3": 60, "b2": 0})
    svg = scene.svg()
    assert re.search(r'id="heat-a3".*?class="heat-8"', svg) and re.search(r'id="heat-d3".*?class="heat-4"', svg)
    assert [mark.says for mark in scene.highlights] == ["a3: 120", "d3: 60", "b2: 0"]


@pytest.mark.parametrize(
    ("values", "said"),
    [({"z9": 1}, "'z9' is not a place"), ({"a3": -1}, "must not be negative"), ({"a3": float("nan")}, "finite")],
)
def test_heat_that_makes_no_sense_is_refused(values: dict[str, float], said: str) -> None:
    with pytest.raises(pyr.BadInput, match=said):
        scene_of(START, None).with_heat(values)


def test_whose_turn_it_is_and_what_marks_mean_is_written_below() -> None:
    activator = pyr.load("activator").start()
    turn = ">Red's turn: move a unit or its top part.</text>"
    captioned = activator.svg(caption=True)
    assert turn in captioned and ">Frozen: d1 and a4.</text>" in captioned
    assert turn not in activator.svg()


def test_what_is_not_a_position_is_refused() -> None:
    with pytest.raises(pyr.BadInput, match="Expected a Position"):
        pyr.describe(None)  # type: ignore[arg-type]


def test_events_of_two_games_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="different games"):
        pyr.events(START, pyr.load("activator").start())


def test_a_description_names_every_piece() -> None:
    text = pyr.describe(TELIC.position("bFEDCBA,bC,.,rA/.,rFD,rE,bE/.,rCBA/.,bD,bA,rB/.,.,.,bF B DEF - 0 40"))
    assert "On a5, the red 5: Blue's F with Blue's E, Blue's D, Blue's C, Blue's B and Blue's A on it." in text
    assert "Seven places of the board are empty." in text and text.endswith("Blue's turn: roll or move.")
    assert isinstance(scene_of(START, None), Scene)


def test_boards_of_characters_keep_the_holes_of_a_field() -> None:
    field = "########/########/########/###..###/###..###/########/########/########"
    lines = pyr.load("topologic", field=field).start(seed=1).scene().text().splitlines()
    assert lines[0].startswith("  ┌────┬") and lines[6][:17].count("┼") == 2
    assert lines[8].count("─") == 24 and "│         │" in lines[9]
