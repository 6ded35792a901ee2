"""Topologic, ruling by ruling. Where the tiles are laid in order, a file of the rectangle is a colour
and a rank a number of pips, so that a hint counts the seekers on the secret's file and on its rank."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

import pyramidion as pyr
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import choices
from pyramidion.draw.words import in_words
from pyramidion.engine.position import Position
from pyramidion.games.topologic.scene import scene

RECTANGLE = "/".join(["##########"] * 6)
HOLE = ".########/.########/.########/.###..###/.###..###/.########/.########/.########/........."
POCKET = ".########/#.#######/#########/#########/#########/#########/########."
COMB = "#.#.#.#.#.#.#.#./" * 5 + "################/.####..........."
STAIRS = "/".join("." * step + "####" + "." * (12 - step) for step in range(13))
STAIRS += "/............####/.............###/...............#"

TOPOLOGIC = pyr.load("topologic")
FOUR = pyr.load("topologic", seekers=4)
THREE = pyr.load("topologic", seekers=3)
FREE = pyr.load("topologic", seekers=3, path="free")
RANDOM = pyr.load("topologic", field="random")
HOLED = pyr.load("topologic", field=HOLE)
POCKETED = pyr.load("topologic", field=POCKET)
COMBED = pyr.load("topologic", seekers=3, field=COMB)
STAIRED = pyr.load("topologic", field=STAIRS)
LINE = pyr.load("topologic", seekers=3, field="#" * 60)
COLUMN = pyr.load("topologic", seekers=3, field="/".join("#" * 60))
AT_ONCE = pyr.load("topologic", seekers=3, finish="at_once")
PLAYS_ON = pyr.load("topologic", seekers=3, second_round="plays_on")

COLOURS = "ROYGCBVNKW"
FILES = [
    *"abcdefghijklmnopqrstuvwxyz",
    *(f"{first}{second}" for first in "ab" for second in "abcdefghijklmnopqrstuvwxyz"),
]
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
PARTS = ["spec", "setup", "secrets", "scores", "at", "moved", "turns", "hint", "left", "seat", "turn", "outcome"]
EVERYTHING = "f" * 15
Square = tuple[int, int]


def laid(drawing: str) -> str:
    """The set-up text with the tiles in order of pips and colours, rank by rank from rank 1."""
    tiles = iter([f"{colour}{pips}" for pips in range(1, 7) for colour in COLOURS])
    ranks = ["".join(next(tiles) if sign == "#" else "--" for sign in row) for row in reversed(drawing.split("/"))]
    return "/".join(reversed(ranks))


def begin(game: pyr.Game) -> Position:
    drawing = {"rect": RECTANGLE, "random": COMB}.get(game.options["field"], game.options["field"])
    return game.start(setup=laid(drawing))


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def entries(places: str, sign: str = "@") -> list[str]:
    return [f"{number}{sign}{place}" for number, place in enumerate(places.split(), start=1)]


def seeking(game: pyr.Game, secret: str, places: str) -> Position:
    """After the first turn of round 1."""
    return played(begin(game), f"secret:{secret}", *entries(places))


def part(position: Position, name: str) -> str:
    return dict(zip(PARTS, position.text.split(), strict=False))[name]


def texts(position: Position, start: str = "") -> set[str]:
    return {str(move) for move in position.moves() if str(move).startswith(start)}


def reach(position: Position, seeker: int) -> set[str]:
    return {text[2:] for text in texts(position, f"{seeker}-")}


def refusal(position: Position, move: str | int) -> str:
    with pytest.raises(pyr.IllegalMove) as caught:
        position.play(move)
    return f"{caught.value.rule}: {caught.value.reason}"


def sought(position: Position, turns: int | None) -> Position:
    """A whole round about the secret a1, which is found in so many turns, or never."""
    count, scores = int(position.game.options["seekers"]), part(position, "scores")
    position = played(position, "secret:a1", *entries(" ".join(["a1" if turns == 1 else "a6"] * count)))
    while position.mover is not None and part(position, "scores") == scores:
        found = turns == int(part(position, "turns")) + 1
        position = played(position, *(entries(" ".join(["a1"] * count), "-") if found else ["done"]))
    return position


def ended(first: int | None, second: int | None, game: pyr.Game = THREE) -> Position:
    return sought(sought(begin(game), first), second)


def squares_of(drawing: str) -> set[Square]:
    rows = reversed(drawing.split("/"))
    return {(file, rank) for rank, row in enumerate(rows) for file, sign in enumerate(row) if sign == "#"}


def names(squares: Iterable[Square]) -> set[str]:
    return {f"{FILES[file]}{rank + 1}" for file, rank in squares}


def square(name: str) -> Square:
    file = name.rstrip("0123456789")
    return FILES.index(file), int(name[len(file) :]) - 1


def drawing_of(setup: str) -> str:
    rows = [[row[at : at + 2] for at in range(0, len(row), 2)] for row in setup.split("/")]
    return "/".join("".join("." if cell == "--" else "#" for cell in row) for row in rows)


def tiles_of(setup: str) -> dict[str, str]:
    """What lies on each location, by its name."""
    rows = [[row[at : at + 2] for at in range(0, len(row), 2)] for row in reversed(setup.split("/"))]
    cells = {f"{FILES[file]}{rank + 1}": cell for rank, row in enumerate(rows) for file, cell in enumerate(row)}
    return {name: cell for name, cell in cells.items() if cell != "--"}


def beside(place: Square) -> list[Square]:
    return [(place[0] + east, place[1] + north) for east, north in STEPS]


def flooded(start: Square, among: set[Square]) -> set[Square]:
    found, fresh = {start}, [start]
    while fresh:
        new = {place for place in beside(fresh.pop()) if place in among} - found
        found |= new
        fresh += new
    return found


def gaps(squares: set[Square]) -> set[Square]:
    """The gaps of a frame that is wider than any field."""
    return {(file, rank) for file in range(-1, 17) for rank in range(-1, 17)} - squares


def border_of(squares: set[Square]) -> set[Square]:
    outside = flooded((-1, -1), gaps(squares))
    return {place for place in squares if outside & set(beside(place))}


def straight(start: Square, squares: set[Square], taken: set[Square]) -> set[Square]:
    found = set()
    for east, north in STEPS:
        file, rank = start
        while (file := file + east, rank := rank + north) in squares:
            found.add((file, rank))
            if (file, rank) in taken:
                break
    return found


def walked(start: Square, squares: set[Square], taken: set[Square]) -> set[Square]:
    inner = flooded(start, (squares - taken) | {start})
    return {place for known in inner for place in beside(known) if place in squares} - {start}


def farthest(squares: set[Square]) -> int:
    """The most straight moves between any two locations of an empty field."""
    lines = {place: straight(place, squares, set()) for place in squares}
    most = 0
    for start in squares:
        reached, fresh, moves = {start}, {start}, 0
        while reached != squares:
            fresh = set().union(*(lines[place] for place in fresh)) - reached
            reached |= fresh
            moves += 1
        most = max(most, moves)
    return most


def points(tiles: dict[str, str], standing: Iterable[str], secret: str) -> int:
    pairs = [(tiles[place], tiles[secret]) for place in standing]
    return sum((tile[0] == other[0]) + (tile[1] == other[1]) for tile, other in pairs)


def left(places: str, hint: int) -> str:
    """The possible secrets of the orderly rectangle after one hint, as position texts write them."""
    tiles = tiles_of(laid(RECTANGLE))
    agreeing = [name for name in tiles if points(tiles, places.split(), name) == hint]
    return f"{sum(1 << 10 * square(name)[1] + square(name)[0] for name in agreeing):x}"


def consistent(match: pyr.Match) -> set[str]:
    """The secrets that agree with every hint of the round, from what a spectator has seen."""
    setup = match.record().setup
    assert setup is not None
    tiles, standing, hints = tiles_of(setup), dict[str, str](), list[tuple[list[str], int]]()
    for ply, text in enumerate(match.texts()):
        if text.startswith("secret:"):
            standing, hints = {}, []
        elif text != "done":
            standing[text[0]] = text[2:]
        if match.told(ply):
            hints.append((list(standing.values()), int(match.told(ply).removeprefix("hint "))))
    return {name for name in tiles if all(points(tiles, places, name) == hint for places, hint in hints)}


def second_round(game: pyr.Game, seed: int) -> pyr.Match:
    """A match on a shuffled field whose first round was won in turn 8."""
    match, count = pyr.Match(game, seed=seed), int(game.options["seekers"])
    squares = squares_of(drawing_of(part(match.position, "setup")))
    border = border_of(squares)
    pairs = [(home, away) for home in sorted(border) for away in sorted(border & straight(home, squares, set()))]
    home, away = (names([place]).pop() for place in random.Random(seed).choice(pairs))
    enter = entries(" ".join([home] * (count - 1) + [away]))
    for move in [f"secret:{home}", *enter, *["done"] * 6, f"{count}-{home}", "done"]:
        match.play(move)
    return match


def shuffled(match: pyr.Match, seed: int, plies: int) -> pyr.Match:
    """So many random plies more, or fewer where the game ends."""
    chooser = random.Random(seed)
    for _ in range(plies):
        if match.position.mover is not None:
            match.play(chooser.choice(match.position.moves()))
    return match


def test_the_known_counts_of_first_moves() -> None:
    assert [pyr.perft(TOPOLOGIC, plies) for plies in (1, 2, 3)] == [60, 1680, 47040]


def test_P1_every_tile_lies_on_the_field_once() -> None:
    expected = sorted(colour + pips for colour in "ROYGCBVNKW" for pips in "123456")
    for game in (TOPOLOGIC, RANDOM, HOLED, STAIRED):
        assert sorted(tiles_of(part(game.start(seed=3), "setup")).values()) == expected


def test_P2_the_tiles_are_shuffled_onto_a_rectangle() -> None:
    starts = [tiles_of(part(TOPOLOGIC.start(seed=seed), "setup")) for seed in range(600)]
    assert all(set(tiles) == names(squares_of(RECTANGLE)) for tiles in starts)
    pairs = Counter(pair for tiles in starts for pair in tiles.items())
    assert len(pairs) > 3590 and max(pairs.values()) < 30


def test_P2_squares_off_the_field_are_not_locations() -> None:
    assert refusal(begin(TOPOLOGIC), "secret:k1") == "P2: k1 is not a location in this field"
    assert refusal(seeking(TOPOLOGIC, "e4", "a1 a1 a1 a1 a1"), "1-a7") == "P2: a7 is not a location in this field"
    assert refusal(played(begin(HOLED), "secret:b2"), "1@e5") == "P2: e5 is not a location in this field"


def test_P2_a_random_field_hangs_together_without_holes_and_is_not_stringy() -> None:
    shapes, most = set(), set()
    for seed in range(200):
        start = RANDOM.start(seed=seed)
        drawing = drawing_of(part(start, "setup"))
        squares = squares_of(drawing)
        outside = gaps(squares)
        assert len(squares) == 60 and flooded(min(squares), squares) == squares
        assert flooded((-1, -1), outside) == outside
        assert min(file for file, _ in squares) == min(rank for _, rank in squares) == 0
        assert max(file for file, _ in squares) + 1 == drawing.index("/") <= 16
        assert max(rank for _, rank in squares) + 1 == drawing.count("/") + 1 <= 16
        first = f"secret:{min(names(squares))}"
        assert {text[2:] for text in texts(start.play(first))} == names(border_of(squares))
        assert seed % 20 or RANDOM.position(start.text) == start
        shapes.add(drawing)
        most.add(farthest(squares))
    assert len(shapes) == 200 and max(most) == 4


def test_P2_a_random_field_grows_to_every_side() -> None:
    """Every shape is as likely as its mirror images."""
    found: Counter[str] = Counter()
    for seed in range(600):
        rows = drawing_of(part(RANDOM.start(seed=seed), "setup")).split("/")
        found["taller"] += len(rows) > len(rows[0])
        found["wider"] += len(rows) < len(rows[0])
        for side, line in {"top": rows[0], "bottom": rows[-1]}.items():
            found[side] += line.count("#")
        for side, file in {"left": 0, "right": -1}.items():
            found[side] += sum(row[file] == "#" for row in rows)
    assert 0.8 < found["taller"] / found["wider"] < 1.25
    sides = [found[side] for side in ("top", "bottom", "left", "right")]
    assert max(sides) < 1.1 * min(sides)


def test_P2_a_drawing_is_used_exactly_as_it_is() -> None:
    for game, drawing in ((HOLED, HOLE), (POCKETED, POCKET), (STAIRED, STAIRS)):
        start = game.start(seed=1)
        assert drawing_of(part(start, "setup")) == drawing and pyr.position(start.text) == start
        assert {text[7:] for text in texts(start)} == names(squares_of(drawing))
    assert texts(HOLED.start(seed=1), "secret:a") == texts(HOLED.start(seed=1), "secret:b1") == set()
    assert refusal(STAIRED.start(seed=1), "secret:p16").startswith("P2: p16 is not a location")
    assert {"secret:a16", "secret:p1"} <= texts(STAIRED.start(seed=1))


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        (RECTANGLE.replace("#", ".", 1), "has 60 locations; this drawing has 59"),
        (RECTANGLE + "/#.........", "has 60 locations; this drawing has 61"),
        ("", "has 60 locations; this drawing has 0"),
        ("##########/" * 5 + "#########./.........#", "must be connected edge to edge"),
        ("#####/" * 6 + "...../" + "/".join(["#####"] * 6), "must be connected edge to edge"),
        ("/".join(["#"] * 60 + ["."]), "more than 60 files or ranks; this drawing has 1 and 61"),
        ("#" * 60 + ".", "more than 60 files or ranks; this drawing has 61 and 1. Leave out those that are empty"),
        (RECTANGLE[:-1], "rows of one length"),
        (RECTANGLE + "/", "rows of one length"),
        (RECTANGLE.replace("#", "x", 1), "# a location, . a gap"),
        ("square", "# a location, . a gap"),
    ],
)
def test_P2_a_drawing_that_is_not_a_field_is_refused_with_the_reason(drawing: str, reason: str) -> None:
    with pytest.raises(pyr.BadInput) as caught:
        pyr.load("topologic", field=drawing)
    assert reason in str(caught.value)


ORDERLY = laid(RECTANGLE)


@pytest.mark.parametrize(
    ("game", "setup", "reason"),
    [
        (TOPOLOGIC, ORDERLY.replace("R4", "R7"), "'R7' is neither"),
        (TOPOLOGIC, ORDERLY.replace("R4", "X4"), "'X4' is neither"),
        (TOPOLOGIC, ORDERLY.replace("R4", "r4"), "'r4' is neither"),
        (TOPOLOGIC, ORDERLY[:-1], "'W' is neither"),
        (TOPOLOGIC, ORDERLY.replace("R4", "R5"), "has each of the 60 tiles once; this one has 60, 59 different"),
        (TOPOLOGIC, ORDERLY.replace("R4", "--"), "has each of the 60 tiles once; this one has 59, 59 different"),
        (TOPOLOGIC, ORDERLY[:-2], "has ranks of one length"),
        (TOPOLOGIC, ORDERLY.replace("/", "--/", 1), "has ranks of one length"),
        (TOPOLOGIC, "", "has each of the 60 tiles once"),
        (TOPOLOGIC, laid(HOLE), "does not match this game"),
        (HOLED, ORDERLY, "does not match this game"),
        (HOLED, laid("/".join(row[1:] for row in HOLE.split("/"))), "does not match this game"),
        (RANDOM, laid(HOLE), "A random field has no holes"),
        (RANDOM, laid(POCKET), "A random field has no holes"),
        (RANDOM, laid(STAIRS), "at most four straight moves apart"),
        (RANDOM, laid("/".join(["####"] * 15 + ["...."] * 2)), "A random field has at most 16 files and 16 ranks"),
        (RANDOM, laid("##########/" * 5 + "#########./.........#"), "must be connected edge to edge"),
    ],
)
def test_P2_a_set_up_that_does_not_fit_is_refused_with_the_reason(game: pyr.Game, setup: str, reason: str) -> None:
    with pytest.raises(pyr.BadPosition) as caught:
        game.start(setup=setup)
    assert reason in str(caught.value)


def test_P2_a_field_may_be_a_single_line_with_files_beyond_z() -> None:
    start = LINE.start(seed=4)
    assert {"secret:z1", "secret:aa1", "secret:az1", "secret:ba1", "secret:bh1"} <= texts(start)
    position = played(start, "secret:bh1", "1@a1", "2@z1", "3@bh1")
    assert reach(position, 1) == {f"{file}1" for file in FILES[1:26]}
    assert pyr.position(position.text) == position and refusal(position, "1-bi1").startswith(
        "P2: bi1 is not a location"
    )
    assert refusal(position, "1-aa1").startswith("P14: another seeker stands between a1 and aa1")
    assert reach(played(COLUMN.start(seed=4), "secret:a60", "1@a1", "2@a30", "3@a60"), 3) == {
        f"a{rank}" for rank in range(30, 60)
    }


def test_P1_a_tile_is_named_by_a_letter_a_word_or_its_location() -> None:
    start = begin(TOPOLOGIC)
    assert start.play("secret:Y4") == start.play("secret:yellow/4") == start.play("secret:c4")
    assert played(start, "secret:Y4", "1@W6") == played(start, "secret:c4", "1@j6")
    for name in ("X4", "Y7", "Y0", "pink/4", "yellow/7"):
        assert refusal(start, f"secret:{name}").startswith(f"P1: {name} is not a tile; write one as in Y4 or yellow/4")
    assert refusal(start, "secret:y4") == "P2: y4 is not a location in this field"


@pytest.mark.parametrize("drawing", ["#" * 60, "/".join("#" * 60), "/".join(["#" * 30] * 2), "/".join(["##"] * 30)])
def test_a_long_field_is_shown_in_strips_that_are_not_long(drawing: str) -> None:
    shown = seen(pyr.load("topologic", field=drawing).start(seed=1), None)
    places = {(cell.x, cell.y) for cell in shown.cells}
    assert len(places) == 60 and max(x for x, _ in places) < 16 and max(y for _, y in places) < 16
    rows = drawing.split("/")
    signs = [marker for marker in shown.markers if marker.kind == "fold"]
    strips = max(len(rows), len(rows[0])) // 15
    assert len(signs) == 2 * (strips - 1) * min(len(rows), len(rows[0]))
    assert len({label.id for label in shown.labels}) == len(shown.labels)
    assert max(map(len, shown.text().splitlines())) < 90


def test_P10_what_is_still_possible_is_not_printed_but_there_for_those_who_ask() -> None:
    view = seeking(TOPOLOGIC, "e4", "a1 e1 e1 j6 a1").view(1)
    assert "can still be" not in str(view) and "Hint after turn 1" in str(view)
    assert "possible" in notes(seen(view, 1)) and "possible" in {mark.kind for mark in seen(view, 1).highlights}


def test_P2_a_set_up_text_begins_the_same_game_as_its_seed() -> None:
    for game in (TOPOLOGIC, RANDOM, POCKETED):
        start = game.start(seed=8)
        assert game.start(setup=part(start, "setup")) == start
    assert part(RANDOM.start(setup=laid(COMB)), "setup") == laid(COMB)


def test_P3_the_seats_change_roles_after_round_1() -> None:
    hidden = begin(THREE).play("secret:a1")
    assert (begin(THREE).mover, hidden.mover) == (0, 1)
    second = sought(begin(THREE), 3)
    assert (second.mover, second.play("secret:a1").mover) == (1, 0)


def test_P4_any_location_may_be_the_secret() -> None:
    assert texts(begin(TOPOLOGIC)) == {f"secret:{name}" for name in names(squares_of(RECTANGLE))}
    assert part(begin(TOPOLOGIC).play("secret:e4"), "secrets") == "e4,-"


def test_P4_the_secret_is_hidden_first_and_never_changes() -> None:
    for move in ("1@a1", "1-a1", "done"):
        assert (
            refusal(begin(TOPOLOGIC), move)
            == "P4: first choose the tile that hides the secret; the seekers come after that"
        )
    entering, later = begin(TOPOLOGIC).play("secret:e4"), seeking(TOPOLOGIC, "e4", "a1 a1 a1 a1 a1")
    for position in (entering, later):
        assert refusal(position, "secret:e5").startswith("P4: the secret is hidden already and stays where it is")
    assert refusal(sought(begin(THREE), 2), "1@a1").startswith("P4: first choose the tile")


def test_P5_the_secret_of_round_2_may_be_that_of_round_1() -> None:
    second = sought(begin(THREE), 3)
    assert len(texts(second, "secret:")) == 60
    assert part(second.play("secret:a1"), "secrets") == "a1,a1"


def test_P6_seekers_enter_in_order_and_may_share_a_location() -> None:
    position = begin(TOPOLOGIC).play("secret:e4")
    assert texts(position) == texts(position, "1@")
    assert refusal(position, "2@a1") == "P6: the seekers enter in order; seeker 1 is next"
    two = played(position, "1@a1", "2@a1")
    assert part(two, "at") == "a1,a1,-,-,-" and texts(two) == texts(two, "3@") >= {"3@a1"}
    assert refusal(two, "done") == "P6: the first turn lasts until all 5 seekers have entered"
    assert refusal(two, "1-a2") == "P6: all seekers enter before any of them moves; seeker 3 is next"
    assert refusal(two, "2@b1") == "P6: seeker 2 stays where it is until all have entered; seeker 3 is next"


def test_P6_entering_is_turn_1_and_happens_once() -> None:
    position = seeking(TOPOLOGIC, "e4", "a1 a1 b1 b1 j6")
    assert (position.mover, position.turn, part(position, "turns")) == (1, 2, "1")
    assert refusal(position, "1@a1") == "P6: all seekers are on the field already; now they move along it"


def test_P7_the_border_of_the_rectangle_has_28_locations() -> None:
    position = begin(TOPOLOGIC).play("secret:e4")
    assert {text[2:] for text in texts(position)} == {
        f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 7) if file in "aj" or rank in (1, 6)
    }
    assert refusal(position, "1@b2") == "P7: b2 is not on the border of the field"


def test_P7_the_rim_of_a_hole_is_not_a_border() -> None:
    position = begin(HOLED).play("secret:b2")
    border = {text[2:] for text in texts(position)}
    assert len(border) == 28 and not border & {"e7", "f7", "d6", "d5", "g6", "g5", "e4", "f4"}
    assert refusal(position, "1@d5") == "P7: d5 is not on the border of the field"


def test_P7_gaps_that_meet_the_outside_at_a_corner_belong_to_a_hole() -> None:
    position = begin(POCKETED).play("secret:b1")
    border = {text[2:] for text in texts(position)}
    assert {"a6", "b7", "i2", "h1"} <= border
    assert not border & {"b5", "c6", "h2"}
    assert refusal(position, "1@c6").startswith("P7: c6 is not on the border")
    assert refusal(position, "1@h2").startswith("P7: h2 is not on the border")


def test_P7_the_border_of_a_drawing_is_what_a_second_reckoning_says() -> None:
    for game in (HOLED, POCKETED, COMBED, STAIRED):
        squares = squares_of(game.options["field"])
        position = begin(game).play(begin(game).moves()[0])
        assert {text[2:] for text in texts(position)} == names(border_of(squares))


def test_P8_a_secret_on_the_border_may_be_found_in_turn_1() -> None:
    found = seeking(TOPOLOGIC, "c6", "c6 c6 c6 c6 c6")
    assert (part(found, "scores"), part(found, "hint"), part(found, "seat")) == ("1,-", "10", "1")


@pytest.mark.parametrize(
    ("places", "hint"),
    [
        ("a1 a1 a1 a1 a1", "0"),
        ("e1 a1 a1 a1 a1", "1"),
        ("a4 a1 a1 a1 a1", "1"),
        ("a4 e1 a1 a1 a1", "2"),
        ("e1 e1 e6 a4 j4", "5"),
        ("j4 a4 e6 e1 e1", "5"),
    ],
)
def test_P9_each_seeker_earns_a_point_for_the_colour_and_one_for_the_pips(places: str, hint: str) -> None:
    assert part(seeking(TOPOLOGIC, "e4", places), "hint") == hint


def test_P9_a_seeker_on_the_secret_earns_both_points() -> None:
    position = seeking(TOPOLOGIC, "e4", "e1 e1 a4 a1 a1")
    assert part(played(position, "1-e4", "done"), "hint") == "4"
    assert part(played(position, "1-e4", "2-e4", "done"), "hint") == "5"


def test_P10_only_the_sum_is_told_and_it_strikes_other_secrets() -> None:
    position = seeking(TOPOLOGIC, "e4", "a4 e1 a1 a1 a1")
    assert part(position, "left") == left("a4 e1 a1 a1 a1", 2)
    moved = played(position, "1-e4", "2-c1")
    assert (part(moved, "hint"), part(moved, "left")) == ("2", part(position, "left"))
    both = int(part(position, "left"), 16) & int(left("e4 c1 a1 a1 a1", 2), 16)
    assert part(moved.play("done"), "left") == f"{both:x}"


def test_P10_past_hints_remain_visible_to_both_seats() -> None:
    match = pyr.Match(THREE, setup=ORDERLY)
    for move in ["secret:a1", *entries("a6 a6 a6"), "1-a1", "done", "2-a1", "3-a1", "done", "secret:b2", "1@a1"]:
        match.play(move)
    news = {ply: match.told(ply) for ply in range(len(match.codes)) if match.told(ply)}
    assert news == {3: "hint 3", 5: "hint 4", 8: "hint 6"}
    assert match.record().told == {str(ply): news[ply] for ply in news}


def test_P11_the_round_ends_when_all_stand_on_the_secret_at_the_end_of_a_turn() -> None:
    position = played(seeking(THREE, "e6", "e1 e6 a6"), "1-e6", "3-e6")
    assert (part(position, "at"), part(position, "scores"), position.turn) == ("e6,e6,e6", "-,-", 2)
    over = position.play("done")
    assert (part(over, "hint"), part(over, "scores"), over.turn) == ("6", "2,-", 3)


def test_P11_with_finish_at_once_the_round_ends_in_mid_turn_and_that_turn_counts() -> None:
    position = played(seeking(AT_ONCE, "e6", "e1 e6 a6"), "1-e6")
    assert (part(position, "scores"), position.turn) == ("-,-", 2)
    over = position.play("3-e6")
    assert (part(over, "hint"), part(over, "scores"), over.turn) == ("6", "2,-", 3)
    assert AT_ONCE.position(over.text) == over


def test_P11_with_finish_at_once_meeting_elsewhere_in_mid_turn_rules_that_location_out() -> None:
    places = "a1 a1 a6"
    before = seeking(AT_ONCE, "e4", places)
    met = played(before, "3-a1")
    assert (part(met, "scores"), part(met, "moved"), met.mover) == ("-,-", "3", 1)
    assert int(part(met, "left"), 16) == int(part(before, "left"), 16) & ~1
    secrets = {part(met.view(1).guess(seed=seed), "secrets")[:2] for seed in range(300)}
    assert "a1" not in secrets and AT_ONCE.position(met.text) == met
    assert part(played(seeking(THREE, "e4", places), "3-a1"), "left") == part(before, "left")
    match = pyr.Match(AT_ONCE, setup=ORDERLY)
    for move in ["secret:e4", *entries(places), "3-a1", "1-b1"]:
        match.play(move)
    assert pyr.replay(match.record()).position.view(1) == match.position.view(1)


def test_P11_a_guess_is_never_announced() -> None:
    assert refusal(seeking(THREE, "e6", "e1 e6 a6"), "e6").startswith("None: 'e6' is not a move in Topologic")


def test_P12_a_seeker_moves_in_one_straight_line_and_must_move() -> None:
    position = played(seeking(THREE, "e6", "e1 j6 j6"), "1-e4", "done")
    assert reach(position, 1) == {f"{file}4" for file in "abcdfghij"} | {f"e{rank}" for rank in (1, 2, 3, 5, 6)}
    assert refusal(position, "1-f5") == "P12: f5 is not on a straight line from e4"
    assert refusal(position, "1-e4") == "P12: seeker 1 stands on e4; a move must change its location"
    assert refusal(position, "2-j6").startswith("P12: seeker 2 stands on j6")


def test_P12_with_path_free_a_seeker_walks_any_path_over_empty_locations() -> None:
    position = seeking(FREE, "e6", "a1 j6 j6")
    assert reach(position, 1) == names(squares_of(RECTANGLE)) - {"a1"}
    assert refusal(position, "1-a1").startswith("P12: seeker 1 stands on a1")


def test_P13_a_gap_stops_a_seeker() -> None:
    position = seeking(COMBED, "e2", "a5 a4 p2")
    assert reach(position, 1) == {"a7", "a6", "a4"}
    assert refusal(position, "1-c5") == "P13: there is a gap between a5 and c5"
    assert reach(position, 3) == {f"{file}2" for file in "abcdefghijklmno"}
    assert refusal(seeking(HOLED, "b2", "b5 b2 b2 b2 b2"), "1-i5") == "P13: there is a gap between b5 and i5"


def test_P13_a_free_path_goes_round_a_gap() -> None:
    free = pyr.load("topologic", seekers=3, path="free", field=COMB)
    assert reach(seeking(free, "e2", "a5 p2 p2"), 1) == names(squares_of(COMB)) - {"a5"}
    assert reach(seeking(free, "e2", "a5 a3 p2"), 1) == {"a7", "a6", "a4", "a3"}


def test_P14_a_seeker_may_end_on_the_first_occupied_location_but_not_pass_it() -> None:
    position = seeking(THREE, "e6", "a1 d1 d1")
    assert reach(position, 1) == {f"a{rank}" for rank in range(2, 7)} | {"b1", "c1", "d1"}
    assert refusal(position, "1-e1").startswith("P14: another seeker stands between a1 and e1; a move may end on it")
    assert part(position.play("1-d1"), "at") == "d1,d1,d1"


def test_P14_other_seekers_may_close_every_free_path() -> None:
    position = seeking(FREE, "e6", "a1 a2 b1")
    assert reach(position, 1) == {"a2", "b1"}
    assert refusal(position, "1-b2") == "P14: other seekers close every path from a1 to b2"
    assert len(reach(position, 2)) == 59


def test_P15_leaving_a_shared_location_is_free() -> None:
    position = seeking(THREE, "e6", "a1 a1 a1")
    assert reach(position, 1) == reach(position, 3) == {f"a{r}" for r in range(2, 7)} | {f"{f}1" for f in "bcdefghij"}
    assert reach(seeking(FREE, "e6", "a1 a1 a1"), 2) == names(squares_of(RECTANGLE)) - {"a1"}


def test_P16_any_number_of_seekers_moves_in_any_order_even_none() -> None:
    position = seeking(THREE, "e6", "a1 e1 j1")
    waited = position.play("done")
    assert (waited.turn, part(waited, "turns"), part(waited, "hint")) == (3, "2", part(position, "hint"))
    one, other = played(position, "3-j4", "1-a4", "done"), played(position, "1-a4", "3-j4", "done")
    assert one == other and part(one, "at") == "a4,e1,j4"


def test_P16_a_move_takes_account_of_where_the_others_stand_then() -> None:
    position, upwards = seeking(THREE, "e6", "a1 d1 j6"), {f"a{rank}" for rank in range(2, 7)}
    assert reach(position, 1) == upwards | {"b1", "c1", "d1"}
    assert reach(position.play("2-d4"), 1) == upwards | {f"{file}1" for file in "bcdefghij"}
    assert reach(position.play("2-b1"), 1) == upwards | {"b1"}


def test_P17_no_seeker_moves_twice_in_a_turn() -> None:
    position = seeking(THREE, "e6", "a1 e1 j1").play("2-e4")
    assert part(position, "moved") == "2" and not reach(position, 2) and reach(position, 1)
    assert refusal(position, "2-e5") == "P17: seeker 2 has moved in this turn already"
    assert refusal(position, "2-e4").startswith("P17")
    assert reach(position.play("done"), 2)


def test_P17_the_turn_ends_by_itself_when_every_seeker_has_moved() -> None:
    position = played(seeking(THREE, "e6", "a1 e1 j1"), "2-e4", "1-a2", "3-j2")
    assert (position.turn, part(position, "turns"), part(position, "moved")) == (3, "2", "-")
    assert reach(position, 1) and reach(position, 2) and reach(position, 3)


def test_P17_taking_a_move_back_is_not_a_second_move() -> None:
    match = pyr.Match(THREE, setup=ORDERLY)
    for move in ("secret:e6", *entries("a1 e1 j1"), "2-e4"):
        match.play(move)
    assert match.undo() == seeking(THREE, "e6", "a1 e1 j1")
    assert part(match.play("2-e5"), "at") == "a1,e5,j1"


def test_P18_the_score_counts_the_first_turn_and_the_last() -> None:
    for turns in (1, 2, 3, 60):
        assert part(sought(begin(THREE), turns), "scores") == f"{turns},-"
    assert part(ended(4, 3), "scores") == "4,3"


@pytest.mark.parametrize(
    ("first", "second", "outcome", "turns"),
    [
        (3, 2, "P19:1-0", 7),
        (3, 1, "P19:1-0", 6),
        (3, 3, "P19:1/2-1/2", 8),
        (1, 1, "P19:1/2-1/2", 4),
        (60, 60, "P19:1/2-1/2", 122),
        (None, 60, "P19:1-0", 122),
        (None, 5, "P19:1-0", 67),
    ],
)
def test_P19_the_lower_score_wins_and_equal_scores_are_a_draw(
    first: int | None, second: int, outcome: str, turns: int
) -> None:
    for game in (TOPOLOGIC, THREE):
        over = ended(first, second, game)
        assert (str(over.outcome), over.turn, over.moves()) == (outcome, turns, ())
        assert game.position(over.text) == over


def test_P20_round_2_is_lost_when_it_takes_as_many_turns_without_success() -> None:
    over = ended(3, None)
    assert (str(over.outcome), over.turn, part(over, "scores"), part(over, "turns")) == ("P20:0-1", 8, "3,-", "3")
    assert THREE.position(over.text) == over
    assert str(ended(1, None).outcome) == "P20:0-1"


def test_P20_with_second_round_plays_on_both_have_a_number_of_turns() -> None:
    late = ended(3, 5, PLAYS_ON)
    assert (str(late.outcome), late.turn, part(late, "scores")) == ("P19:0-1", 10, "3,5")
    never = ended(3, None, PLAYS_ON)
    assert (str(never.outcome), never.turn, part(never, "scores")) == ("P19:0-1", 65, "3,61")
    assert str(ended(3, 3, PLAYS_ON).outcome) == "P19:1/2-1/2" and str(ended(3, 2, PLAYS_ON).outcome) == "P19:1-0"
    assert str(ended(None, None, PLAYS_ON).outcome) == "P21:1/2-1/2"
    for first, second in ((3, 5), (3, None), (60, None), (None, 60), (None, None)):
        over = ended(first, second, PLAYS_ON)
        assert PLAYS_ON.position(over.text) == over and "P20" not in str(over.outcome)
    going_on = played(sought(begin(PLAYS_ON), 1), "secret:a1", *entries("a6 a6 a6"), "done")
    assert going_on.outcome is None and PLAYS_ON.position(going_on.text) == going_on


def test_P21_a_round_without_success_ends_after_60_turns_with_a_score_of_61() -> None:
    second = sought(begin(THREE), None)
    assert (part(second, "scores"), second.turn, second.mover) == ("61,-", 61, 1)
    assert notes(seen(second, 0))["first-round"] == "Round 1 failed after 60 turns; its secret was red 1, on a1."


def test_P21_two_rounds_without_success_are_a_draw() -> None:
    over = ended(None, None)
    assert (str(over.outcome), over.turn, part(over, "scores")) == ("P21:1/2-1/2", 122, "61,61")
    assert THREE.position(over.text) == over


def test_P21_where_P20_applies_as_well_the_round_is_lost_by_it() -> None:
    over = ended(60, None)
    assert (str(over.outcome), over.turn) == ("P20:0-1", 122)


def test_P21_bounds_the_turns_of_a_game() -> None:
    assert TOPOLOGIC.manual.most_turns(TOPOLOGIC.options) == 122 == ended(None, None).turn


@pytest.mark.parametrize(("game", "count"), [(TOPOLOGIC, 5), (FOUR, 4), (THREE, 3)])
def test_P22_as_many_seekers_as_the_option_says_search_in_both_rounds(game: pyr.Game, count: int) -> None:
    first = sought(begin(game), 2)
    assert part(first, "hint") == str(2 * count)
    assert part(first, "at") == ",".join("-" * count)
    entered = played(first, "secret:b2", *entries(" ".join(["a6"] * count)))
    assert part(entered, "turns") == "1" and {text[0] for text in texts(entered)} == {*"12345"[:count], "d"}


def test_P22_seekers_that_do_not_take_part_cannot_move() -> None:
    assert refusal(seeking(THREE, "e6", "a1 a1 a1"), "4-a2") == "P22: this game has 3 seekers"
    assert refusal(seeking(FOUR, "e6", "a1 a1 a1 a1"), "5-a1") == "P22: this game has 4 seekers"
    assert refusal(seeking(TOPOLOGIC, "e6", "a1 a1 a1 a1 a1"), "6-a2").startswith("None: '6-a2' is not a move")
    assert refusal(begin(THREE).play("secret:e6"), "4@a1").startswith("P6: the seekers enter in order")


def test_P22_other_numbers_of_seekers_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="'2' is not a value of seekers"):
        pyr.load("topologic", seekers=2)
    with pytest.raises(pyr.BadInput, match="'bent' is not a value of path"):
        pyr.load("topologic", path="bent")


def test_P25_the_field_stays_and_the_seekers_are_taken_off() -> None:
    second = sought(begin(FOUR), 3)
    assert (part(second, "setup"), part(second, "at"), part(second, "turns")) == (ORDERLY, "-,-,-,-", "0")
    assert part(second, "left") == EVERYTHING
    assert part(second.play("secret:b2"), "hint") == "-"
    assert texts(second.play("secret:b2")) == texts(begin(FOUR).play("secret:b2"))


def test_P26_all_seekers_score_alike() -> None:
    one, other = (played(begin(THREE), "secret:e4", *entries(places)) for places in ("e1 a4 j6", "j6 e1 a4"))
    assert part(one, "hint") == part(other, "hint") == "2" and part(one, "left") == part(other, "left")


FIELDS = [RECTANGLE, HOLE, POCKET, COMB, STAIRS, "random"]


@pytest.mark.parametrize("drawing", FIELDS, ids=["rectangle", "hole", "pocket", "comb", "stairs", "random"])
@pytest.mark.parametrize("path", ["straight", "free"])
def test_seekers_reach_what_a_second_reckoning_says(path: str, drawing: str) -> None:
    game, way = pyr.load("topologic", path=path, field=drawing), straight if path == "straight" else walked
    match = pyr.Match(game, seed=4)
    squares = squares_of(drawing_of(part(match.position, "setup")))
    shuffled(match, 4, 80)
    for position in match.positions[6:]:
        at = [square(name) for name in part(position, "at").split(",")]
        ready = {number for number in range(1, 6) if str(number) not in part(position, "moved")}
        for number in ready:
            assert reach(position, number) == names(way(at[number - 1], squares, set(at)))
        assert {text[0] for text in texts(position)} <= {str(number) for number in ready} | {"d"}


def test_only_the_referee_of_the_running_round_sees_its_secret() -> None:
    position = begin(THREE)
    story = [
        ([], "-,-", "-,-", "-,-"),
        (["secret:a6"], "a6,-", "?,-", "?,-"),
        (["1@a6"], "a6,-", "?,-", "?,-"),
        (["2@a1", "3@a6"], "a6,-", "?,-", "?,-"),
        (["2-a6"], "a6,-", "?,-", "?,-"),
        (["done"], "a6,-", "a6,-", "a6,-"),
        (["secret:b2"], "a6,?", "a6,b2", "a6,?"),
        (["1@b6", "2@b6", "3@b6"], "a6,?", "a6,b2", "a6,?"),
        (["1-b2"], "a6,?", "a6,b2", "a6,?"),
        (["done"], "a6,b2", "a6,b2", "a6,b2"),
    ]
    for moves, *seen in story:
        position = played(position, *moves)
        for viewer, secrets in zip((0, 1, None), seen, strict=True):
            view = position.view(viewer)
            assert part(view, "secrets") == secrets and view.blank == ("?" in secrets)
            assert view.text.split() == [*position.text.split()[:2], secrets, *position.text.split()[3:]]
            assert THREE.position(view.text) == view == pyr.from_json(view.to_json())
    assert str(position.outcome) == "P20:0-1"


def test_a_view_is_the_same_whatever_the_secret_that_it_hides() -> None:
    one, other = (seeking(TOPOLOGIC, secret, "a1 a1 a1 a1 a1").play("1-a3") for secret in ("e4", "h5"))
    assert one != other and one.view(0) != other.view(0)
    assert one.view(1) == other.view(1) == one.view(None) == other.view(None)
    assert one.view(1).row.tobytes() == other.view(1).row.tobytes()


def test_a_view_cannot_be_played_before_it_is_guessed() -> None:
    view = seeking(TOPOLOGIC, "e4", "a1 a1 a1 a1 a1").view(1)
    assert "Call guess() on it first" in refusal(view, "done")
    assert view.guess(seed=1).play("done").mover == 1


def test_what_is_known_is_not_guessed() -> None:
    for position in (begin(THREE), seeking(THREE, "e4", "a1 a1 a1"), sought(begin(THREE), 2), ended(3, 2)):
        assert position.guess(seed=1) == position
    assert begin(THREE).play("secret:e4").view(0).guess(seed=1) == begin(THREE).play("secret:e4")


@pytest.mark.parametrize("options", [{}, {"path": "free", "seekers": 3}, {"field": "random"}, {"field": HOLE}])
def test_exactly_the_secrets_that_agree_with_every_hint_are_guessed(options: dict[str, object]) -> None:
    game = pyr.load("topologic", **options)
    rounds = [pyr.Match(game, seed=2), second_round(game, 2)]
    for stretch, match in enumerate(rounds):
        sizes = set()
        for seed in range(20):
            if match.position.mover == stretch:
                match.play(random.Random(seed).choice(match.position.moves()))
            view = match.position.view(1 - stretch)
            full = {view.guess(seed=number) for number in range(400)}
            guessed = {part(position, "secrets").split(",")[stretch] for position in full}
            assert guessed == consistent(match)
            assert part(match.position, "secrets").split(",")[stretch] in guessed
            assert all(position.view(1 - stretch) == view and not position.blank for position in full)
            sizes.add(len(guessed))
            shuffled(match, seed, 3)
            if match.position.mover is None or int(part(match.position, "turns")) == 7:
                break
        assert len(sizes) > 2


def test_every_possible_secret_is_guessed_as_often_as_any_other() -> None:
    view = seeking(TOPOLOGIC, "e4", "e1 e1 d6 d6 a4").view(None)
    guesses = Counter(part(view.guess(seed=seed), "secrets") for seed in range(1500))
    expected = 1500 / len(guesses)
    assert len(guesses) == int(part(view, "left"), 16).bit_count() > 3
    assert all(0.75 * expected < count < 1.25 * expected for count in guesses.values())


def test_a_record_in_progress_conceals_the_secret_from_all_but_the_referee() -> None:
    match = pyr.Match(THREE, setup=ORDERLY)
    for move in ["secret:e4", *entries("e1 a4 a1"), "1-e3"]:
        match.play(move)
    assert match.record().moves == match.record(seat=1).moves == ["secret:?", "1@e1", "2@a4", "3@a1", "1-e3"]
    assert match.record(seat=0).moves == match.record(secrets=True).moves == ["secret:e4", *match.record().moves[1:]]
    assert match.record().told == match.record(seat=1).told == {"3": "hint 2"}
    assert match.record(seat=0).told == match.record(secrets=True).told == {}
    assert "secret:e4" not in match.record().to_json() and "e4" not in json.dumps(match.record(seat=1).moves)


def test_records_of_round_2_show_the_first_secret_and_conceal_the_second() -> None:
    match = pyr.Match(THREE, setup=ORDERLY)
    for move in ["secret:a6", *entries("a6 a1 a6"), "2-a6", "done", "secret:b2", *entries("b6 b6 b6")]:
        match.play(move)
    hidden = [match.record(), match.record(seat=0)]
    assert all((record.moves[0], record.moves[6]) == ("secret:a6", "secret:?") for record in hidden)
    assert all(record.told == {"3": "hint 5", "5": "hint 6", "9": "hint 3"} for record in hidden)
    assert match.record(seat=1).moves[6] == match.record(secrets=True).moves[6] == "secret:b2"
    match.play("done")
    assert match.record().moves[6] == match.record(seat=0).moves[6] == "secret:b2" and match.record().told == {}


def test_taking_a_round_back_conceals_its_secret_again() -> None:
    match = pyr.Match(THREE, setup=ORDERLY)
    for move in ["secret:a6", *entries("a6 a6")]:
        match.play(move)
    assert match.play("3@a6").mover == 1 and match.texts()[0] == "secret:a6"
    match.undo()
    assert match.texts()[0] == match.texts(seat=1)[0] == "secret:?" and match.texts(seat=0)[0] == "secret:a6"


@pytest.mark.parametrize("game", [TOPOLOGIC, FREE, RANDOM], ids=lambda game: game.spec)
def test_a_record_that_conceals_the_secret_replays_to_what_its_reader_knew(game: pyr.Game) -> None:
    for stretch, match in enumerate([pyr.Match(game, seed=3), second_round(game, 3)]):
        shuffled(match, 3, 20)
        record = pyr.Record.from_json(match.record(seat=1 - stretch).to_json())
        assert match.position.mover == 1 - stretch and "secret:?" in record.moves
        again = pyr.replay(record)
        seen = [position.view(1 - stretch) for position in match.positions]
        assert [position.view(1 - stretch) for position in again.positions] == seen
        assert again.record(seat=1 - stretch) == record
        assert pyr.replay(match.record(secrets=True)).positions == match.positions


def test_a_record_with_a_forged_hint_is_refused() -> None:
    match = pyr.Match(THREE, setup=ORDERLY)
    for move in ["secret:e4", *entries("e1 a4 a1"), "done", "1-e3", "done"]:
        match.play(move)
    record = match.record()
    assert record.told == {"3": "hint 2", "4": "hint 2", "6": "hint 2"}
    with pytest.raises(pyr.BadRecord, match="no hidden move agrees with what follows"):
        pyr.replay(replace(record, told={**record.told, "4": "hint 1"}))
    with pytest.raises(pyr.BadRecord, match="no hidden move agrees with what follows"):
        pyr.replay(replace(record, told={**record.told, "6": "hint 5"}))
    known = match.record(secrets=True)
    with pytest.raises(pyr.BadRecord, match="the record says 'hint 3', the rules say 'hint 2'"):
        pyr.replay(replace(known, told={"3": "hint 3"}))
    assert pyr.replay(replace(known, told=record.told)).position == match.position


@pytest.mark.parametrize(
    "text", ["", "e4", "secret:", "secret:abc1", "secret:?", "0@a1", "6@a1", "1@a0", "1@a100", "1-", "1a1", "Done"]
)
def test_what_is_not_a_move_text_is_told_how_moves_are_written(text: str) -> None:
    for position in (begin(TOPOLOGIC), seeking(TOPOLOGIC, "e4", "a1 a1 a1 a1 a1")):
        message = refusal(position, text)
        assert message.startswith(f"None: '{text}' is not a move in Topologic")
        assert "Moves are written like secret:e4, 1@a1, 3-c4, done" in message


def test_a_code_of_no_move_is_refused_without_a_ruling() -> None:
    for position in (begin(THREE), begin(THREE).play("secret:e4"), seeking(THREE, "e4", "a1 a1 a1")):
        for code in (-1, 661, 1 << 40):
            assert refusal(position, code).startswith(f"None: {code} is not a code of a move in Topologic")
        legal = {int(move) for move in position.moves()}
        for code in set(range(661)) - legal:
            assert refusal(position, code)[:3] in {"P4:", "P6:", "P7:", "P12", "P14", "P22"}
    assert "The game is over" in refusal(ended(1, 1), "done")


def seen(position: Position, seat: int | None) -> Scene:
    return scene(position.view(seat), seat)


def notes(shown: Scene) -> dict[str, str]:
    return {note.id: note.text for note in shown.notes}


@pytest.mark.parametrize("game", [TOPOLOGIC, HOLED, POCKETED, COMBED, RANDOM])
def test_every_location_shows_its_tile_and_no_gap_has_one(game: pyr.Game) -> None:
    position = game.start(seed=3)
    shown = seen(position, None)
    assert {cell.id: cell.text for cell in shown.cells} == tiles_of(part(position, "setup"))
    assert all(cell.text[1] == str(cell.pips) and cell.value == f"{cell.colour} {cell.pips}" for cell in shown.cells)
    assert len({cell.colour for cell in shown.cells}) == 10
    for cell in shown.cells:
        assert cell.says == f"{cell.id}, {cell.colour} {cell.pips}"
        file, rank = square(cell.id)
        assert (cell.x, cell.y) == (file + 0.5, len(drawing_of(part(position, "setup")).split("/")) - rank - 0.5)


def test_the_tiles_are_laid_once_for_a_whole_game() -> None:
    position = begin(THREE)
    later = played(position, "secret:e4", "1@a1")
    assert seen(position, 0).cells is seen(later, 1).cells
    assert seen(THREE.start(seed=1), 0).cells != seen(THREE.start(seed=2), 0).cells


@pytest.mark.parametrize(("game", "count"), [(TOPOLOGIC, 5), (FOUR, 4), (THREE, 3)])
def test_seekers_wait_beside_the_field_and_stand_side_by_side_on_it(game: pyr.Game, count: int) -> None:
    waiting = begin(game).play("secret:e4")
    assert [piece.letter for piece in seen(waiting, 1).on("off")] == [str(number + 1) for number in range(count)]
    entered = played(waiting, "1@a1", "2@j6", "3@a1") if count > 3 else played(waiting, "1@a1", "2@a1")
    shown = seen(entered, 1)
    assert [piece.slot for piece in shown.on("a1")] == [0, 1]
    assert len(shown.on("off")) == count - (3 if count > 3 else 2)
    assert {piece.owner for piece in shown.pieces} == {-1}


def test_only_who_may_know_the_secret_sees_it_on_the_table() -> None:
    one, other = (seeking(TOPOLOGIC, secret, "a1 a1 a1 a1 a1").play("1-a3") for secret in ("e4", "h5"))
    for seat in (1, None):
        assert seen(one, seat) == seen(other, seat) and seen(one, seat).to_json() == seen(other, seat).to_json()
        assert not seen(one, seat).markers and notes(seen(one, seat))["secret"] == "The secret is chosen and hidden."
    for position, secret, tile in ((one, "e4", "cyan 4"), (other, "h5", "brown 5")):
        shown = seen(position, 0)
        (star,) = shown.markers
        cell = shown.places[secret]
        assert (star.kind, star.x, star.y) == ("secret", cell.x, cell.y)
        assert star.says == f"The secret is {tile}, on {secret}."
        assert notes(shown)["secret"] == f"Your secret is {tile}, on {secret}."


def test_a_picture_is_the_same_whatever_the_secret_that_it_hides() -> None:
    before = begin(TOPOLOGIC)
    for turns in ([], entries("a1 a1 a1 a1 a1")):
        pictures = {}
        for secret in ("e4", "h5"):
            chosen = next(move for move in before.moves() if str(move) == f"secret:{secret}")
            position = played(before.play(chosen), *turns)
            last = None if turns else chosen
            pictures[secret] = [
                position.svg(seat, last_move=last, highlights=["last", "target"]) for seat in (0, 1, None)
            ]
        assert pictures["e4"][1:] == pictures["h5"][1:]
        assert pictures["e4"][0] != pictures["h5"][0]


def test_the_notes_tell_what_was_heard_and_who_has_moved() -> None:
    position = played(seeking(TOPOLOGIC, "e4", "a1 e1 e1 j6 a1"), "2-e3", "1-a2")
    count = int(left("a1 e1 e1 j6 a1", 2), 16).bit_count()
    assert notes(seen(position, 1)) == {
        "round": "Round 1: you seek the tile that the other player hides; then they seek yours.",
        "score-1": "You have used one turn.",
        "hint": "Hint after turn 1: 2 of 10 colours and numbers are right.",
        "possible": f"{in_words(count, 'tile').capitalize()} can still be the secret.",
        "moved": "Seekers 1 and 2 have moved in this turn.",
        "secret": "The secret is chosen and hidden.",
        "status": "Move as many seekers as you like, then press Done for a hint.",
    }
    kinds = {note.id: note.kind for note in seen(position, 0).notes}
    assert (kinds["hint"], kinds["secret"], kinds["status"]) == ("hint", "secret", "status")
    assert notes(seen(position.play("done"), 1))["hint"].startswith("Hint after turn 2: ")


def test_the_notes_of_round_2_tell_how_round_1_went() -> None:
    second = sought(begin(THREE), 3)
    assert notes(seen(second, 0)) == {
        "round": "Round 2: you seek the tile that the other player hides.",
        "score-0": "You have used no turns.",
        "score-1": "The other player has used three turns.",
        "hint": "Last hint of round 1: 6 of 6 colours and numbers are right.",
        "first-round": "Round 1 took 3 turns; its secret was red 1, on a1.",
        "status": "The other player hides the secret on a tile.",
    }
    assert notes(seen(second.play("secret:b2"), 0))["status"] == "Put seeker 1 on any tile at the border."
    over = seen(ended(3, 2), None)
    assert notes(over)["secret"] == "The secret was red 1, on a1." and "possible" not in notes(over)
    assert len(over.markers) == 1 and not over.highlights


def test_the_locations_that_the_hints_leave_open_are_told_from_the_others() -> None:
    assert not seen(begin(TOPOLOGIC).play("secret:e4"), 1).highlights
    position = seeking(TOPOLOGIC, "e4", "a1 e1 e1 j6 a1")
    marks = {mark.on: mark.kind for mark in seen(position, 1).highlights}
    still = int(part(position, "left"), 16)
    expected = ["possible" if still >> number & 1 else "excluded" for number in range(60)]
    assert [marks[cell.id] for cell in seen(position, 1).cells] == expected
    assert len(marks) == 60 and marks["e4"] == "possible" and set(expected) == {"possible", "excluded"}


def test_a_move_touches_its_seeker_and_leads_to_its_location() -> None:
    choosing = begin(THREE)
    assert {(c.touch.pieces, c.touch.target) for c in choices(choosing, seen(choosing, 0))} == {
        ((), place) for place in names(squares_of(RECTANGLE))
    }
    entering = choosing.play("secret:e4").play("1@a1")
    found = {choice.move: (choice.touch.pieces, choice.touch.target) for choice in choices(entering, seen(entering, 1))}
    assert found["2@j6"] == (("seeker-2",), "j6") and len(found) == 28
    moving = seeking(THREE, "e4", "a1 a1 j6")
    found = {choice.move: (choice.touch.pieces, choice.touch.target) for choice in choices(moving, seen(moving, 1))}
    assert found["3-c6"] == (("seeker-3",), "c6") and found["done"] == ((), "")


def text(**parts: str) -> str:
    """A position text: five seekers are about to enter, but for what is given."""
    usual = {"setup": ORDERLY, "secrets": "e4,-", "scores": "-,-", "at": "-,-,-,-,-", "moved": "-"}
    usual |= {"turns": "0", "hint": "-", "left": EVERYTHING, "end": "1 1"}
    return " ".join((usual | parts).values())


HOME = "a1,a1,a1,a1,a1"  # all five seekers on one corner
AFTER_0 = left("a1 a1 a1 a1 a1", 0)
CORNER = {"at": HOME, "turns": "1", "hint": "0", "left": AFTER_0, "end": "1 2"}
LATER = CORNER | {"turns": "4", "end": "1 5"}
CHOOSING = {"secrets": "e4,-", "scores": "5,-", "hint": "10", "end": "1 6"}
SECOND = {"secrets": "e4,e4", "scores": "5,-", "end": "0 7"}
LOST = SECOND | {"at": HOME, "turns": "5", "hint": "0", "left": AFTER_0, "end": "-0 12 P20:0-1"}
FOUND = SECOND | {"scores": "5,3", "at": "e4,e4,e4,e4,e4", "turns": "3", "hint": "10", "left": "400000000"}
FOUND |= {"end": "-0 10 P19:1-0"}
FAILED = LOST | {"scores": "61,61", "turns": "60", "end": "-0 122 P21:1/2-1/2"}


@pytest.mark.parametrize("parts", [{}, CORNER, LATER, CHOOSING, SECOND, LOST, FOUND, FAILED])
def test_the_texts_that_are_spoilt_below_are_possible_themselves(parts: dict[str, str]) -> None:
    assert TOPOLOGIC.position(text(**parts)).text == f"topologic {text(**parts)}"


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"hint": "- -"}, "position text has the set-up, two secrets, two scores"),
        ({"left": "0" * 16}, "position text has the set-up, two secrets, two scores"),
        ({"left": "xyz"}, "position text has the set-up, two secrets, two scores"),
        ({"end": "*1 1"}, "has no dice"),
        ({"end": "2 1"}, "seats 0 to 1, not 2"),
        ({"setup": laid(HOLE)}, "does not match this game"),
        ({"setup": ORDERLY.replace("R4", "O4")}, "each of the 60 tiles once"),
        ({"secrets": "k1,-"}, "'k1' is not a location"),
        ({"secrets": "-?,-"}, "'-?' is not a location"),
        (CORNER | {"at": "a1,a1,a1,a1,a7"}, "'a7' is not a location"),
        (CORNER | {"at": "a1,a1,a1,a1"}, "This game has 5 seekers"),
        ({"scores": "62,-"}, "A score is a number of turns up to 60, or 61"),
        (SECOND | {"scores": "5,4"}, "A score is"),
        (FAILED | {"scores": "61,62"}, "A score is"),
        (CHOOSING | {"secrets": "?,-"}, "The secret of round 1 is known"),
        (CHOOSING | {"secrets": "-,-"}, "The secret of round 1 is known"),
        ({"secrets": "e4,e4"}, "The secret of round 2 is chosen when round 1 is over"),
        ({"end": "1 2"}, "The number of turns is"),
        (CORNER | {"end": "1 3"}, "The number of turns is"),
        (CHOOSING | {"end": "1 5"}, "The number of turns is"),
        (CHOOSING | {"scores": "61,-", "hint": "3", "end": "1 62"}, "The number of turns is"),
        ({"end": "0 1"}, "While the referee chooses"),
        ({"secrets": "-,-", "at": "a1,-,-,-,-", "end": "0 0"}, "While the referee chooses"),
        ({"secrets": "-,-", "left": "fff", "end": "0 0"}, "While the referee chooses"),
        ({"secrets": "-,-", "moved": "1", "end": "0 0"}, "While the referee chooses"),
        (CHOOSING | {"turns": "1", "end": "1 7"}, "While the referee chooses"),
        ({"secrets": "-,-", "hint": "3", "end": "0 0"}, "There is no hint before"),
        (CHOOSING | {"hint": "-"}, "The last hint is 10 when all"),
        (CHOOSING | {"hint": "9"}, "The last hint is 10 when all"),
        (CHOOSING | {"scores": "61,-", "end": "1 61"}, "The last hint is 10 when all"),
        (CHOOSING | {"scores": "61,-", "hint": "11", "end": "1 61"}, "The last hint is 10 when all"),
        ({"secrets": "-,-", "end": "1 0"}, "enter only after the secret is hidden"),
        (LATER | {"turns": "60", "end": "1 61"}, "over when its turns are used up"),
        (LATER | SECOND | {"turns": "5", "end": "0 12"}, "over when its turns are used up"),
        ({"at": "a1,-,a1,-,-"}, "the seekers enter in order"),
        ({"at": HOME}, "the seekers enter in order"),
        ({"moved": "1"}, "the seekers enter in order"),
        ({"hint": "0"}, "there is no hint yet"),
        ({"at": "a1,b2,-,-,-"}, "the seekers stand on the border"),
        ({"at": "a1,-,-,-,-", "left": AFTER_0}, "nothing is excluded"),
        (LATER | {"at": "a1,a1,a1,a1,-"}, "all seekers are on the field"),
        (LATER | {"moved": "12345"}, "not all have moved"),
        (LATER | {"hint": "-"}, "The last hint is 10 when all"),
        (LATER | {"hint": "10", "moved": "1"}, "The last hint is 10 when all"),
        (LATER | {"left": "0"}, "must be locations and include the secret"),
        (LATER | {"left": "1000000000", "secrets": "e4,-"}, "must be locations and include the secret"),
        (LATER | {"left": "0", "secrets": "?,-"}, "must be locations and include the secret"),
        (LATER | {"left": EVERYTHING}, "do not agree with the last hint"),
        (LATER | {"hint": "1"}, "do not agree with the last hint"),
        (CORNER | {"left": "400000000"}, "the first hint alone excludes"),
        (CORNER | {"at": "a1,a1,a1,a1,b2", "left": left("a1 a1 a1 a1 b2", 0)}, "After one turn the seekers are on the"),
        (LOST | {"end": "-0 12"}, "names its outcome"),
        (LOST | {"end": "0 12"}, "over when its turns are used up"),
        (LOST | {"end": "-1 12 P20:0-1"}, "The game is over when round 2 is"),
        (LOST | {"turns": "4", "end": "-0 11 P20:0-1"}, "The game is over when round 2 is"),
        (LOST | {"scores": "61,-", "turns": "61", "end": "-0 123 P20:0-1"}, "The game is over when round 2 is"),
        (LOST | {"secrets": "e4,?"}, "The game is over when round 2 is"),
        (SECOND | {"end": "-0 7 P19:0-1"}, "The game is over when round 2 is"),
        (CORNER | {"end": "-1 2 P19:0-1"}, "The game is over when round 2 is"),
        (FOUND | {"scores": "5,4"}, "The game is over when round 2 is"),
        (FOUND | {"scores": "2,3", "end": "-0 7 P19:0-1"}, "The game is over when round 2 is"),
        (FAILED | {"scores": "60,61"}, "The game is over when round 2 is"),
        (FAILED | {"scores": "61,61", "turns": "59", "end": "-0 121 P21:1/2-1/2"}, "The game is over when round 2 is"),
        (LOST | {"at": "a1,a1,a1,a1,-"}, "At the end all seekers are on the field"),
        (LOST | {"moved": "1"}, "none has moved since the last hint"),
        (LOST | {"hint": "10"}, "The last hint is 10 when all"),
        (FOUND | {"hint": "9"}, "The last hint is 10 when all"),
        (LOST | {"left": EVERYTHING}, "do not agree with the last hint"),
        (FOUND | {"at": "e4,e4,e4,e4,e5"}, "do not agree with the last hint"),
        (FOUND | {"left": "1"}, "include the secret"),
        (LOST | {"end": "-0 12 P19:0-1"}, "The outcome does not follow"),
        (LOST | {"end": "-0 12 P20:1-0"}, "The outcome does not follow"),
        (FOUND | {"end": "-0 10 P19:1/2-1/2"}, "The outcome does not follow"),
        (FOUND | {"scores": "3,3", "end": "-0 8 P19:1-0"}, "The outcome does not follow"),
        (FAILED | {"end": "-0 122 P19:1/2-1/2"}, "The outcome does not follow"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(parts: dict[str, str], reason: str) -> None:
    with pytest.raises(pyr.BadPosition) as caught:
        TOPOLOGIC.position(text(**parts))
    assert reason in str(caught.value)


def test_a_position_with_three_seekers_names_three() -> None:
    assert part(THREE.position(text(at="a1,-,-")), "at") == "a1,-,-"
    for parts in ({}, {"at": "a1,-,-", "moved": "4"}):
        with pytest.raises(pyr.BadPosition, match="This game has 3 seekers: write 3 locations"):
            THREE.position(text(**parts))


def test_a_position_in_json_whose_border_or_links_are_forged_is_refused() -> None:
    position = begin(TOPOLOGIC).play("secret:e4")
    for field, forged in (("border", (1 << 60) - 1), ("file", [0] * 60), ("ranks", [1] * 16), ("width", 9)):
        data = json.loads(position.to_json())
        data["fields"][field] = forged
        with pytest.raises(pyr.BadPosition):
            pyr.from_json(json.dumps(data))
