"""Telic, ruling by ruling, on positions set up as texts."""

from __future__ import annotations

import pytest

import pyramidion as pyr
from pyramidion.draw.scene import Scene
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position

TELIC = pyr.load("telic")
EITHER = pyr.load("telic", merge="either")
ANY = pyr.load("telic", merge="any")
EMPTY = ".,.,.,./.,.,.,./.,./.,.,.,./.,.,.,."
FULL = "AABBCCDDEEFF"
RANKS = (
    ("a5", "b5", "c5", "d5"),
    ("a4", "b4", "c4", "d4"),
    ("a3", "d3"),
    ("a2", "b2", "c2", "d2"),
    ("a1", "b1", "c1", "d1"),
)


def ranks(pieces: str) -> str:
    """The board of a position text from pieces such as 'a3=bFE d1=rA'."""
    on = dict(piece.split("=") for piece in pieces.split())
    return "/".join(",".join(on.get(space, ".") for space in rank) for rank in RANKS)


def at(pieces: str, blue: str = "", red: str = "", die: str = "-", turn: int = 20, game: Game = TELIC) -> Position:
    """A position; a stash that is not given holds whatever is not on the board. Blue has even turns."""
    stashes = {"b": FULL, "r": FULL}
    for piece in pieces.split():
        for letter in piece[4:]:
            stashes[piece[3]] = stashes[piece[3]].replace(letter, "", 1)
    return game.position(f"{ranks(pieces)} {blue or stashes['b']} {red or stashes['r']} {die} {turn % 2} {turn}")


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def board_of(position: Position) -> str:
    return position.text.split()[1]


def stashes(position: Position) -> list[str]:
    return position.text.split()[2:4]


def refusal(position: Position, move: str) -> str:
    with pytest.raises(pyr.IllegalMove) as caught:
        position.play(move)
    return f"{caught.value.rule}: {caught.value.reason}"


def test_the_first_plies_are_counted() -> None:
    assert [pyr.perft(TELIC, plies) for plies in range(1, 7)] == [1, 6, 36, 36, 216, 1296]


@pytest.mark.parametrize(
    ("turn", "landings"),
    [(20, {"0": "b5", "A": "c5", "2": "a4", "3": "d4", "4": "a1", "5": "d1"}),
     (21, {"0": "c1", "A": "b1", "2": "d2", "3": "a2", "4": "d5", "5": "a5"})],
)  # fmt: skip
def test_T3_the_die_names_the_tile_of_the_rollers_own_colour(turn: int, landings: dict[str, str]) -> None:
    rolling = at("", turn=turn).play("roll")
    assert texts(rolling) == {f"={face}" for face in landings}
    for face, space in landings.items():
        assert board_of(rolling.play(f"={face}").play("+C")) == ranks(f"{space}={'br'[turn % 2]}C")


def test_T4_blue_begins_and_turns_alternate() -> None:
    start = TELIC.start()
    assert (start.mover, board_of(start), stashes(start)) == (0, EMPTY, [FULL, FULL])
    after = start.play("roll").play("=A").play("+C")
    assert (after.mover, after.turn) == (1, 1)
    assert after.play("roll").play("=A").play("+C").mover == 0


def test_T5_both_first_turns_are_a_roll_and_a_certain_entry_of_any_size() -> None:
    blue = TELIC.start()
    for face in "0A2345":
        red = blue.play("roll").play(f"={face}").play("+C")
        assert texts(blue) == texts(red) == {"roll"}
        for position in (blue, red):
            assert texts(position.play("roll").play(f"={face}")) == {"+A", "+B", "+C", "+D", "+E", "+F"}


def test_T6_with_an_empty_stash_one_must_move() -> None:
    position = at("b2=bA", blue="-")
    assert texts(position) == {"b2-a2", "b2-c2", "b2-b1"}
    assert refusal(position, "roll") == "T6: your stash is empty, so there is nothing to roll for"


def test_T6_without_a_move_on_the_board_one_must_roll() -> None:
    assert texts(at("")) == {"roll"}
    assert texts(at("a1=bA a2=rFE b1=rDC d5=rBA")) == {"roll"}


def test_T6_with_neither_the_turn_is_forfeited() -> None:
    position = at("a1=bA a2=rFE b1=rDC d5=rBA", blue="-")
    assert texts(position) == {"pass"}
    assert refusal(position, "roll").startswith("T6: your stash is empty")
    after = position.play("pass")
    assert (board_of(after), stashes(after), after.mover, after.turn) == (board_of(position), stashes(position), 1, 21)


def test_T7_a_roll_commits_the_turn() -> None:
    position = at("b2=bA")
    assert refusal(position, "=3") == "T7: the die was not rolled; write roll first"
    assert refusal(position, "+C") == "T7: a pyramid enters only after a roll; write roll first"
    rolling = position.play("roll")
    assert rolling.mover == pyr.CHANCE
    assert refusal(rolling, "b2-b1").startswith("T7: the die is rolling")
    for move in ("b2-b1", "roll", "=3"):
        assert refusal(rolling.play("=3"), move).startswith("T7: you have rolled, so this turn can only be an entry")


def test_T8_on_a_vacant_tile_a_pyramid_of_the_stash_must_enter() -> None:
    position = at("b2=bB b4=bB", die="3")
    assert texts(position) == {"+A", "+C", "+D", "+E", "+F"}
    assert refusal(position, "pass") == "T8: d4 is vacant, so a pyramid must enter there"
    assert refusal(position, "+B") == "T8: there is no B in your stash"
    after = position.play("+F")
    assert board_of(after) == ranks("b2=bB b4=bB d4=bF")
    assert stashes(after) == ["AACCDDEEF", FULL]


def test_T9_on_an_own_piece_only_a_pyramid_smaller_than_its_top_enters() -> None:
    position = at("d4=bFC", die="3")
    assert texts(position) == {"+A", "+B", "pass"}
    assert refusal(position, "+C") == "T9: C is not smaller than the C on top of your piece on d4"
    assert refusal(position, "+E").startswith("T9: E is not smaller than the C on top")
    assert board_of(position.play("+A")) == ranks("d4=bFCA")


def test_T10_entry_needs_a_strictly_larger_pyramid() -> None:
    position = at("b5=rC", die="0")
    assert texts(position) == {"+D", "+E", "+F", "pass"}
    assert refusal(position, "+C").startswith("T10: C is not larger than the enemy C on b5")
    after = position.play("+D")
    assert board_of(after) == ranks("b5=bD")
    assert stashes(after) == ["AABBCCDEEFF", FULL]


def test_T11_on_an_enemy_stack_nothing_enters() -> None:
    position = at("b5=rBA", die="0")
    assert texts(position) == {"pass"}
    assert refusal(position, "+F") == "T11: an enemy stack stands on b5, so nothing can enter there"


@pytest.mark.parametrize(("piece", "fitting"), [("bFC", 2), ("bA", 0), ("rC", 3), ("rF", 0)])
def test_T12_an_entry_on_a_piece_may_be_declined(piece: str, fitting: int) -> None:
    position = at(f"b5={piece}", die="0")
    assert len(position.moves()) == fitting + 1
    after = position.play("pass")
    assert (board_of(after), stashes(after), after.mover, after.turn) == (board_of(position), stashes(position), 1, 21)


def test_T13_a_harmful_move_must_be_made_when_it_is_the_only_one() -> None:
    position = at("a1=bB b1=rA a2=rFE d5=rDC", blue="-")
    assert texts(position) == {"a1-b1"}
    assert refusal(position, "pass") == "T13: you may not pass while you can roll or move"
    assert refusal(TELIC.start(), "pass").startswith("T13: you may not pass")


def test_T14_a_piece_lands_on_top_as_a_block() -> None:
    position = at("a4=bFE a3=bDA a2=bEB", game=TELIC)
    assert board_of(position.play("a3-a4")) == ranks("a4=bFEDA a2=bEB")
    assert refusal(position, "a4-a3") == "T14: FE does not fit on DA on a3; friends are never bumped"
    assert refusal(position, "a3-a2").startswith("T14: DA does not fit on EB")


def test_T14_with_merge_either_a_piece_may_slide_under_but_never_in_between() -> None:
    position = at("a4=bFE a3=bDA a2=bEB", game=EITHER)
    for move in ("a3-a4", "a4-a3"):
        assert board_of(position.play(move)) == ranks(f"{move[3:]}=bFEDA a2=bEB")
    assert refusal(position, "a3-a2").startswith("T14: DA does not fit on EB")


def test_T14_with_merge_any_pieces_join_whenever_no_size_occurs_twice() -> None:
    position = at("a4=bFD a3=bEC a2=bEB b4=bBA", game=ANY)
    assert board_of(position.play("a4-a3")) == ranks("a3=bFEDC a2=bEB b4=bBA")
    assert board_of(position.play("a3-a4")) == ranks("a4=bFEDC a2=bEB b4=bBA")
    assert board_of(position.play("b4-a4")) == ranks("a4=bFDBA a3=bEC a2=bEB")
    assert "a3-a2" not in texts(position)
    assert refusal(position, "a3-a2") == "T15: EC and EB on a2 share a size, and no size occurs twice in a stack"


@pytest.mark.parametrize("game", [EITHER, ANY], ids=lambda game: str(game.spec))
def test_T14_merge_does_not_concern_entries(game: Game) -> None:
    position = at("b5=bC", die="0", game=game)
    assert texts(position) == {"+A", "+B", "pass"}
    assert refusal(position, "+D") == "T9: D is not smaller than the C on top of your piece on b5"


@pytest.mark.parametrize("game", [TELIC, EITHER, ANY], ids=lambda game: str(game.spec))
def test_T15_equal_sizes_never_share_a_stack(game: Game) -> None:
    position = at("b2=bC c2=bFC", game=game)
    assert not {"b2-c2", "c2-b2"} & texts(position)
    assert refusal(position, "b2-c2").startswith("T15: C and FC" if game is ANY else "T14: C does not fit on FC on c2")
    assert not {"b2-c2", "c2-b2"} & texts(at("b2=bC c2=bC", game=game))
    assert board_of(at("a2=bFED b2=bCBA", game=game).play("b2-a2")) == ranks("a2=bFEDCBA")


def test_T16_a_piece_moves_one_space_and_whole() -> None:
    position = at("b2=bFCA d1=rB")
    assert board_of(position.play("b2-c2")) == ranks("c2=bFCA d1=rB")
    assert refusal(position, "c2-c1") == "T16: you have no piece on c2"
    assert refusal(position, "d1-c1") == "T16: you have no piece on d1"


@pytest.mark.parametrize(
    ("mover", "enemy", "bumps"),
    [
        ("C", "B", True),
        ("C", "C", True),
        ("C", "D", False),
        ("F", "BA", False),
        ("BA", "F", True),
        ("BA", "FE", True),
        ("FE", "CBA", False),
        ("CBA", "FED", True),
        ("FEDCBA", "FEDCBA", True),
    ],
)
def test_T17_power_is_height_and_for_singles_size(mover: str, enemy: str, bumps: bool) -> None:
    position = at(f"b2=b{mover} c2=r{enemy}")
    assert ("b2-c2" in texts(position)) == bumps
    if not bumps:
        assert refusal(position, "b2-c2") == f"T17: {mover} is weaker than {enemy} on c2, so it cannot bump it"


def test_T18_friends_are_never_bumped() -> None:
    position = at("b2=bFE c2=bD")
    assert "b2-c2" not in texts(position)
    assert refusal(position, "b2-c2").endswith("friends are never bumped")


def test_T19_bumping_is_never_compulsory() -> None:
    assert texts(at("b2=bF c2=rA")) == {"roll", "b2-a2", "b2-b1", "b2-c2"}


def test_T20_bumped_pyramids_return_as_individuals_and_can_enter_at_once() -> None:
    after = at("b2=bCBA c2=rFED", red="A").play("b2-c2")
    assert board_of(after) == ranks("c2=bCBA")
    assert stashes(after)[1] == "ADEF"
    assert texts(after.play("roll").play("=0")) == {"+A", "+D", "+E", "+F"}


@pytest.mark.parametrize(("one", "other"), [("a5", "d1"), ("d1", "a5"), ("d5", "a1"), ("a1", "d5")])
def test_T21_corners_of_one_value_are_neighbours_for_everything(one: str, other: str) -> None:
    assert board_of(at(f"{one}=bC").play(f"{one}-{other}")) == ranks(f"{other}=bC")
    assert board_of(at(f"{one}=bC {other}=bF").play(f"{one}-{other}")) == ranks(f"{other}=bFC")
    assert board_of(at(f"{one}=bC {other}=rC").play(f"{one}-{other}")) == ranks(f"{other}=bC")


@pytest.mark.parametrize("move", ["a5-a1", "a5-d5", "a5-b4", "a5-c5", "a5-a5"])
def test_T21_there_are_no_other_neighbours(move: str) -> None:
    assert texts(at("a5=bC")) == {"roll", "a5-a4", "a5-b5", "a5-d1"}
    assert refusal(at("a5=bC"), move) == f"T21: {move[3:]} is not beside a5"


@pytest.mark.parametrize("entrance", ["a3", "d3"])
def test_T22_the_centre_zone_is_entered_from_its_entrances_with_the_whole_piece(entrance: str) -> None:
    after = at(f"{entrance}=bFCA").play(f"{entrance}-in")
    assert (board_of(after), stashes(after)[0]) == (EMPTY, "ABBCDDEEF")
    assert "Blue has 3 of 12 pyramids in the Centre Zone." in str(after)


@pytest.mark.parametrize("space", ["b2", "c2", "b4", "c4"])
def test_T22_the_centre_zone_has_no_other_entrance(space: str) -> None:
    position = at(f"{space}=bC")
    assert f"{space}-in" not in texts(position)
    assert refusal(position, f"{space}-in").startswith("T22: the Centre Zone is entered only from a3 and d3")
    assert refusal(position, f"{space}-{space[0]}3").startswith(f"T22: {space[0]}3 belongs to the Centre Zone")


def test_T22_the_centre_zone_is_never_crossed() -> None:
    assert texts(at("a3=bC")) == {"roll", "a3-a2", "a3-a4", "a3-in"}
    assert refusal(at("a3=bC"), "a3-d3") == "T21: d3 is not beside a3"


def test_T23_tiles_of_the_own_colour_do_not_protect() -> None:
    after = at("a4=bC b4=rC", turn=21).play("b4-a4")
    assert (board_of(after), stashes(after)[0]) == (ranks("a4=rC"), FULL)


@pytest.mark.parametrize(
    ("position", "outcome"),
    [(at("a3=bFA", blue="-", turn=20), "T24:1-0"), (at("a3=rFA", red="-", turn=21), "T24:0-1")],
    ids=["blue", "red"],
)
def test_T24_the_twelfth_pyramid_wins_at_once(position: Position, outcome: str) -> None:
    after = position.play("a3-in")
    assert (str(after.outcome), after.mover, after.turn) == (outcome, None, position.turn + 1)
    assert after.moves() == ()
    assert position.play("a3-a2").outcome is None


def test_T24_eleven_pyramids_do_not_win() -> None:
    assert at("a3=bFA", blue="C").play("a3-in").outcome is None


def test_T25_the_thousandth_turn_ends_in_a_draw() -> None:
    last = at("a3=rA", red="-", turn=999)
    assert at("a3=bA", turn=998).play("a3-a2").outcome is None
    assert str(last.play("a3-a2").outcome) == "T25:1/2-1/2"


def test_T25_a_win_in_the_thousandth_turn_is_a_win_and_a_forfeited_turn_counts() -> None:
    assert str(at("a3=rA", red="-", turn=999).play("a3-in").outcome) == "T24:0-1"
    stuck = at("a1=rA a2=bFE b1=bDC d5=bBA", red="-", turn=999)
    assert str(stuck.play("pass").outcome) == "T25:1/2-1/2"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EMPTY} {FULL} {FULL} 0 0", "five ranks of 4, 4, 2, 4, 4 spaces, two stashes and the die"),
        (f".,.,.,./.,.,.,./.,.,.,./.,.,.,./.,.,.,. {FULL} {FULL} - 0 0", "five ranks of 4, 4, 2, 4, 4"),
        (f"{EMPTY} {FULL} {FULL} 1 0 2", "'1' is not a face of the die"),
        (f"{ranks('a1=gC')} {FULL} {FULL} - 0 2", "'gC' on a1 is not a piece"),
        (f"{ranks('a1=bCD')} {FULL} {FULL} - 0 2", "each pyramid must be smaller than the one below it"),
        (f"{ranks('a1=bCC')} {FULL} {FULL} - 0 2", "each pyramid must be smaller than the one below it"),
        (f"{EMPTY} ABX {FULL} - 0 2", "'ABX' is not a stash"),
        (f"{EMPTY} {FULL} AAAB - 0 2", "Red's stash 'AAAB' has more than two"),
        (f"{ranks('a1=bC')} {FULL} {FULL} - 0 2", "Blue has more than two pyramids of one size"),
        (f"{ranks('a1=rC b1=rC c1=rC')} {FULL} A - 0 2", "Red has more than two pyramids of one size"),
        (f"{ranks('a1=bC')} - {FULL} 3 0 2", "Blue rolled with an empty stash"),
        (f"{ranks('a1=rC')} {FULL} - - *1 3", "Red rolled with an empty stash"),
        (f"{EMPTY} {FULL} {FULL} 3 *0 2", "After a roll the roller is to move"),
        (f"{EMPTY} {FULL} {FULL} - 1 2", "Blue moves after an even number of turns"),
        (f"{EMPTY} - {FULL} - 1 3", "The game is over when"),
        (f"{EMPTY} A {FULL} - -0 3 T24:1-0", "The game is over when"),
        (f"{EMPTY} {FULL} {FULL} - 0 1000", "The game is over when"),
        (f"{EMPTY} {FULL} {FULL} - -1 998 T25:1/2-1/2", "The game is over when"),
        (f"{EMPTY} {FULL} {FULL} - -0 1001 T25:1/2-1/2", "The game is over when"),
        (f"{EMPTY} - - - -0 33 T24:1-0", "The game is over when"),
        (f"{EMPTY} - {FULL} - -1 34 T24:1-0", "The winner is the seat that moved last"),
        (f"{EMPTY} - {FULL} - -0 33 T24:0-1", "win alone (T24)"),
        (f"{EMPTY} - {FULL} - -0 33 T24:1/2-1/2", "win alone (T24)"),
        (f"{EMPTY} {FULL} {FULL} - -1 1000 T25:1-0", "the end of turn 1000 is a draw (T25)"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(pyr.BadPosition) as caught:
        TELIC.position(text)
    assert reason in str(caught.value)


def test_T26_the_printed_board_shows_tiles_pieces_stashes_and_the_roll() -> None:
    lines = at("a4=bFE d2=rA", blue="ABC", die="2").scene().text(ascii_only=True).splitlines()
    assert lines[3] == "4 | b2 bFE | kA | k4 |   b3  |" and lines[5] == "3 |   k2   |         |   k3  |"
    assert lines[-7:] == [
        "Blue's stash: ABC",
        "The Centre Zone: bABCDDEF",
        "Red's stash: ABBCCDDEEFF",
        "Blue's die shows 2.",
        "Blue has 7 of 12 pyramids in the Centre Zone.",
        "Red has 0 of 12 pyramids in the Centre Zone.",
        "Blue rolled 2: a pyramid may enter on a4.",
    ]


def scene_of(position: Position, seat: int | None = None) -> Scene:
    scene = position.scene(seat)
    assert isinstance(scene, Scene)
    return scene


def test_T2_the_scene_has_eighteen_tiles_turned_toward_their_owners_and_two_whirlpools() -> None:
    scene = scene_of(TELIC.start())
    assert len(scene.cells) == 18 and {cell.facing for cell in scene.cells if cell.colour == "blue"} == {180}
    assert {cell.id: cell.text for cell in scene.cells}["a5"] == "r5"
    assert [marker.kind for marker in scene.markers] == ["coin", "coin"]
    assert {piece.place for piece in scene.pieces} == {"stash-0", "stash-1"} and len(scene.pieces) == 24


def test_T22_pyramids_in_the_centre_zone_stay_in_sight() -> None:
    scene = scene_of(at("a3=bFCA").play("a3-in"))
    assert sorted(piece.letter for piece in scene.on("centre-0")) == ["A", "C", "F"]


@pytest.mark.parametrize(
    ("position", "move", "pieces", "target"),
    [
        (at("a4=bFE", blue="ABC"), "roll", ("die-0",), ""),
        (at("a4=bFE", blue="ABC", die="2"), "+B", ("blue-B-1",), "a4"),
        (at("a4=bFE", blue="ABC"), "a4-a3", ("blue-F-1", "blue-E-1"), "a3"),
        (at("a3=bF"), "a3-in", ("blue-F-1",), "centre"),
    ],
)
def test_what_a_move_touches(position: Position, move: str, pieces: tuple[str, ...], target: str) -> None:
    code = position.code_of(move)
    touch = TELIC.manual.touched(position.scene(0), position.fields, code)
    assert (touch.pieces, touch.target) == (pieces, target)


def test_what_happened_is_told() -> None:
    before = at("c5=bE d5=rC")
    told = [(event.kind, event.says) for event in pyr.events(before, before.play("c5-d5"))]
    assert told[:3] == [
        ("moved", "Blue moves E from c5 to d5."),
        ("bumped", "Red's C on d5 is bumped."),
        ("returned", "Red's C returns to Red's stash."),
    ]


def test_a_pyramid_that_enters_is_told_once() -> None:
    before = at("a4=bFE", blue="AABBCC", die="2")
    told = [event.says for event in pyr.events(before, before.play("+C"))]
    assert told == ["Blue places C on a4, on F and E.", "Red's turn: roll."]
