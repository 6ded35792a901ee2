"""Activator, ruling by ruling, on positions set up as texts: ranks 4 to 1, files a to d."""

from __future__ import annotations

import random

import pytest

import pyramidion as pyr
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import touched
from pyramidion.engine.position import Position
from pyramidion.games.activator.scene import scene

ACTIVATOR = pyr.load("activator")
BEND_ACTIVATOR = pyr.load("activator", bend="activator")
BEND_ALL = pyr.load("activator", bend="all")
STILL_ACTIVATOR = pyr.load("activator", stuck="activator")
LOSES = pyr.load("activator", stuck="loses")
NO_MERGE = pyr.load("activator", self_merge="illegal")
QUIET_100 = pyr.load("activator", quiet=100)
NEVER = pyr.load("activator", quiet="off")
FREE_LINE = pyr.load("activator", shared_line="free")

ATTACK = ".,.,.,./.,bF,.,./bE,rB,.,bFE@/.,.,rE@,."
STUCK = ".,.,bF@,./.,.,.,./.,bC,rF@,bD/.,.,bE,rE"
LAST_TWO = ".,.,bF@,bE/.,.,.,./.,rFE@,.,./.,rD,.,."
STACKS = ".,.,bE,bF@/.,.,.,./.,rFD,.,./rE,rEC,.,rB@"


def red(board: str, game: pyr.Game = ACTIVATOR, stage: str = "piece - 3") -> Position:
    return game.position(f"{board} {stage} 0 80")


def blue(board: str, game: pyr.Game = ACTIVATOR, stage: str = "piece - 3") -> Position:
    return game.position(f"{board} {stage} 1 81")


def texts(position: Position, start: str = "") -> set[str]:
    return {str(move) for move in position.moves() if str(move).startswith(start)}


def place(position: Position) -> str:
    return position.text.split()[1]


def refusal(position: Position, move: str | int) -> str:
    with pytest.raises(pyr.IllegalMove) as caught:
        position.play(move)
    return f"{caught.value.rule}: {caught.value.reason}"


def end(position: Position) -> str:
    return str(position.outcome)


def scene_of(position: Position) -> Scene:
    return scene(position, None)


def marked(position: Position, kind: str) -> set[str]:
    """The squares that a kind of highlight is on."""
    return {mark.on for mark in scene_of(position).highlights if mark.kind == kind}


def notes(position: Position) -> dict[str, str]:
    return {note.id: note.text for note in scene_of(position).notes}


def touch(position: Position, text: str) -> tuple[tuple[str, ...], str]:
    """The pieces and the target of a legal move."""
    move = next(move for move in position.moves() if str(move) == text)
    found = touched(scene_of(position), move)
    return found.pieces, found.target


def test_the_known_counts_of_first_moves() -> None:
    assert [pyr.perft(ACTIVATOR, plies) for plies in (1, 2, 4)] == [14, 70, 4202]
    assert [pyr.perft(BEND_ACTIVATOR, plies) for plies in (1, 2, 4)] == [14, 84, 6456]


def test_A1_two_pieces_move_in_a_straight_line_unless_they_may_bend() -> None:
    board = ".,.,.,./bF,.,.,bE@/.,.,.,./rFE,.,.,rD@"
    assert texts(red(board), "a1-") == {"a1-a2", "a1-b1", "a1-c1"}
    assert texts(red(board, BEND_ACTIVATOR), "a1-") == {"a1-a2", "a1-b1", "a1-c1"}
    assert texts(red(board, BEND_ALL), "a1-") == {"a1-a2", "a1-b1", "a1-c1", "a1-b2"}
    assert refusal(red(board), "a1-b2").startswith(
        "A1: two pieces move one or two squares along a rank or file, in a str"
    )
    assert refusal(red(board), "a1:1-c1").startswith("A1: one piece moves one square")
    assert refusal(red(board, BEND_ALL), "a1-d2").endswith("along a rank or file; that does not lead from a1 to d2")
    assert refusal(red(board), "a1-a1").startswith("A1:")


def test_A2_three_pieces_move_in_one_line_that_may_be_diagonal() -> None:
    board = ".,.,.,./.,.,.,bE@/bF,.,.,./rFED,bD,.,rC@"
    assert texts(red(board), "a1-") == {"a1-b2", "a1-c3", "a1-d4"}
    assert texts(red(board, BEND_ALL), "a1-") > {"a1-b2", "a1-c3", "a1-d4", "a1-b3", "a1-c2", "a1-b4"}
    assert refusal(red(board), "a1-b3").startswith(
        "A2: three pieces move one to three squares along a rank, file or dia"
    )


def test_A3_the_activator_keeps_to_its_lines_or_with_the_option_to_four_steps() -> None:
    board = "bD,.,bC,bF@/.,.,.,./.,bE,.,rE/rD@,bC,.,bE"
    position, bent = (red(board, game, "activator - 3") for game in (ACTIVATOR, BEND_ACTIVATOR))
    assert texts(position) == {"stay", "@a4", "@c4", "@d1"}
    assert texts(bent) == {"stay", "@a4", "@c4", "@d1", "@b2"} == texts(red(board, BEND_ALL, "activator - 3"))
    assert refusal(position, "@b2") == "A3: b2 is neither on the rank nor on the file of your activator on d4"
    assert refusal(bent, "@b1") == "A3: b1 is more than four steps from your activator on d4"


def test_A4_the_activator_ends_on_another_enemy_unit() -> None:
    position = red("bD,.,bC,bF@/.,.,.,./.,bE,.,rE/rD@,bC,.,bE", stage="activator - 3")
    assert refusal(position, "@d2").startswith("A4: the unit on d2 is your own")
    assert refusal(position, "@d3").startswith("A4: d3 is empty")
    assert refusal(position, "@d4").startswith("A4: your activator stands on d4 already; write stay")
    assert place(position.play("@a4")).startswith("bD@,.,bC,bF/")


def test_A6_a_piece_moves_first_and_once_and_then_the_activator() -> None:
    start = ACTIVATOR.start()
    assert refusal(start, "@c4") == "A6: your activator moves only after your pieces; move a unit first"
    assert refusal(start, "stay").startswith("A6: your activator moves only after")
    assert refusal(start, "pass") == "A6: you have a piece move, so you must make one"
    moved = start.play("b2-b3")
    assert refusal(moved, "b1-b2").startswith("A6: you have moved your piece; now write stay")
    assert refusal(moved, "pass").startswith("A6:")


def test_A7_a_seat_without_a_piece_move_forfeits_the_whole_turn() -> None:
    position = red(STUCK)
    assert texts(position) == {"pass"}
    assert refusal(position, "stay") == "A7: you have no piece move; write pass"
    after = position.play("pass")
    assert after.mover == 1 and after.turn == 81 and after.text.split()[2:5] == ["piece", "pass", "4"]
    assert after.play("b2-b3").text.split()[3] == "pass"
    assert after.play("b2-b3").play("stay").text.split()[3] == "-"


def test_A7_with_stuck_activator_the_activator_still_moves() -> None:
    passed = red(STUCK, STILL_ACTIVATOR).play("pass")
    assert passed.mover == 0 and passed.turn == 80 and texts(passed) == {"stay", "@c1"}
    assert refusal(passed, "pass") == "A7: you have passed; now write stay or move your activator"
    assert refusal(passed, "d1-c1").startswith("A7: you have passed")
    assert passed.play("@c1").text.split()[2:] == ["piece", "pass", "4", "1", "81"]


def test_A7_two_forfeited_turns_in_a_row_are_a_draw() -> None:
    passed = red(STUCK, STILL_ACTIVATOR, "piece pass 3").play("pass")
    assert passed.outcome is None
    assert end(passed.play("@c1")) == "A7:1/2-1/2"
    assert red(STUCK, STILL_ACTIVATOR).play("pass").play("@c1").outcome is None


def test_A7_with_stuck_loses_a_seat_that_cannot_move_has_lost_after_the_other_tests() -> None:
    assert end(blue(STUCK, LOSES, "activator - 3").play("stay")) == "A7:0-1"
    assert end(blue(STUCK, LOSES, "activator - 59").play("stay")) == "A31:1/2-1/2"
    assert blue(STUCK, ACTIVATOR, "activator - 3").play("stay").outcome is None


def test_A8_an_activator_with_no_other_enemy_unit_in_line_stays() -> None:
    board = ".,.,.,bF@/.,.,.,./.,bE,.,./rE@,.,rD,."
    assert texts(red(board, stage="activator - 3")) == {"stay"}


def test_A9_a_capture_begins_on_a_line_of_the_own_activator() -> None:
    assert {"b2-b3", "b2-a2"} <= texts(red(ATTACK))
    far = red(".,.,.,bF@/.,bF,.,./bE,rB,.,./.,rE@,.,.")
    assert not {"b2-b3", "b2-a2"} & texts(far)
    expected = "A9: you capture only from the rank or file of your activator on d4, and b2 is on neither"
    assert refusal(far, "b2-a2") == expected


def test_A10_the_square_where_the_move_begins_counts_and_not_where_it_ends() -> None:
    position = red(".,.,.,./.,bF,.,bE@/.,rF,.,./.,.,rE@,.")
    assert refusal(position, "b2-b3").startswith("A10:")
    assert "b3 is on them, but b2, where the move begins, is not" in refusal(position, "b2-b3")


def test_A11_nothing_moves_where_the_lines_of_the_activators_cross() -> None:
    board = ".,bF@,bE,bC/.,.,.,./.,rFB,.,rE@/rD,.,.,."
    assert not texts(red(board), "b2") and not texts(blue(board), "d4")
    assert refusal(red(board), "b2-b3").startswith("A11: b2 is frozen, because")
    assert refusal(red(board), "b2:1-b3").startswith("A11: b2 is frozen")
    assert "the activators on b4 and d2" in refusal(blue(board), "d4-d3")
    assert marked(red(board).play("d2-d1"), "frozen") == {"b1", "d4"}


def test_A12_a_frozen_square_may_be_entered_stacked_on_and_captured_on() -> None:
    position = red(".,bF@,rC,bC/.,.,.,./.,rF,.,rE@/.,rD,.,.")
    assert place(position.play("b1-b2")) == ".,bF@,rC,bC/.,.,.,./.,rFD,.,rE@/.,.,.,."
    assert place(position.play("c4-d4")) == ".,bF@,.,rC/.,.,.,./.,rF,.,rE@/.,rD,.,."
    empty = red(".,bF@,bE,bC/.,.,.,./.,.,.,rE@/.,rD,.,.").play("b1-b2").play("stay").play("c4-c3").play("stay")
    assert refusal(empty, "b2-b3").startswith("A11")


def test_A13_units_under_activators_in_one_line_are_frozen_but_not_the_activators() -> None:
    position = red(".,bF@,bE,./.,.,.,./.,rF@,.,./.,.,.,rE")
    assert texts(position) == {"d1-c1", "d1-d2"}
    expected = "A13: the activators on b4 and b2 share a line, so the unit on b2 under one of them is frozen"
    assert refusal(position, "b2-b3") == expected
    assert "@c4" in texts(position.play("d1-c1"))


def test_A14_a_friend_that_lands_on_a_carrier_lifts_the_activator() -> None:
    position = red(".,.,bF@,bE/.,.,.,./.,rF@,.,./rD,rE,.,.")
    assert place(position.play("b1-b2")) == ".,.,bF@,bE/.,.,.,./.,rFE@,.,./rD,.,.,."


def test_A15_an_activator_rides_with_the_part_that_moves() -> None:
    position = red(".,.,bF@,bE/.,.,.,./.,rFB@,.,./rD,.,.,rE")
    assert place(position.play("b2:1-b3")) == ".,.,bF@,bE/.,rB@,.,./.,rF,.,./rD,.,.,rE"
    assert place(position.play("b2-b4")) == ".,rFB@,bF@,bE/.,.,.,./.,.,.,./rD,.,.,rE"


def test_A15_what_stays_behind_is_not_a_longer_immune() -> None:
    board = ".,.,bF@,bE/.,.,.,./.,rFB@,.,./.,bD,.,rE"
    assert refusal(blue(board), "b1-b2").startswith("A17")
    assert "b1-b2" in texts(red(board).play("b2:1-b3").play("stay"))


def test_A5_A16_activators_are_never_lost_and_never_share_a_unit() -> None:
    dice = random.Random(5)
    for _ in range(5):
        position = BEND_ALL.start()
        while position.mover is not None:
            position = position.play(dice.choice(position.moves()))
            carriers = [unit for unit in place(position).replace("/", ",").split(",") if "@" in unit]
            assert sorted(unit[0] for unit in carriers) == ["b", "r"]


def test_A17_the_unit_under_the_own_activator_cannot_be_captured() -> None:
    position = red(".,.,.,bE/.,bF@,.,./bE,rF,.,./.,.,rE@,.")
    assert "b2-a2" in texts(position)
    assert refusal(position, "b2-b3") == "A17: the unit on b3 carries your activator, so it cannot be captured"


ONE_LINE = ".,.,.,./bE@,bD,.,rB@/.,.,.,./.,.,rE,bC"


def test_A11_with_shared_line_free_nothing_is_frozen_while_the_activators_share_a_line() -> None:
    assert not texts(red(ONE_LINE), "d3-") and marked(red(ONE_LINE), "frozen") == {"a3", "d3"}
    assert refusal(red(ONE_LINE), "d3-d4").startswith("A13: the activators on a3 and d3 share a line")
    free = red(ONE_LINE, FREE_LINE)
    assert texts(free, "d3-") == {"d3-c3", "d3-d2", "d3-d4"} and marked(free, "frozen") == set()
    assert "a3-a4" in texts(blue(ONE_LINE, FREE_LINE)) and "a3-a4" not in texts(blue(ONE_LINE))
    apart = red(ONE_LINE.replace("rB@", "rB").replace("rE,", "rE@,"), FREE_LINE)
    assert marked(apart, "frozen") == {"a1", "c3"}


def test_A13_with_shared_line_free_a_carrier_captures_takes_the_activator_along_and_stays_immune() -> None:
    board = ".,.,.,./bE@,.,bD,rB@/.,.,.,./.,.,rE,bC"
    captured = red(board, FREE_LINE).play("d3-c3")
    assert place(captured) == ".,.,.,./bE@,.,rB@,./.,.,.,./.,.,rE,bC"
    assert refusal(red(board), "d3-c3").startswith("A13")
    beside = blue(".,.,.,./.,bE@,rB@,./.,.,.,./.,.,rE,bC", FREE_LINE)
    assert refusal(beside, "b3-c3") == "A17: the unit on c3 carries your activator, so it cannot be captured"


def test_A18_the_moved_pieces_land_on_top_and_three_is_the_most() -> None:
    position = red(STACKS)
    assert place(position.play("b1:1-b2")).split("/")[2:] == [".,rFDC,.,.", "rE,rE,.,rB@"]
    assert refusal(position, "b1-b2") == "A18: EC on FD on b2 would be more than three pieces"
    assert refusal(position, "a1-b1") == "A18: E does not fit on EC on b1, as E is not smaller than C"
    assert refusal(position, "b1-a1") == "A18: EC does not fit on E on a1, as E is not smaller than E"


def test_A19_the_number_of_pieces_moved_decides_how_far_they_go() -> None:
    position = red(".,.,bE,bF@/.,.,.,./.,rFEC,.,./rE,.,.,rB@")
    assert texts(position, "b2:1-") == {"b2:1-b1", "b2:1-b3", "b2:1-a2", "b2:1-c2"}
    assert {"b2:2-b4", "b2:2-d2"} <= texts(position, "b2:2-") and "b2:2-c3" not in texts(position)
    assert texts(position, "b2-") >= {"b2-b4", "b2-d2", "b2-c3", "b2-a3", "b2-c1"}
    assert place(position.play("b2:2-b4")).startswith(".,rEC,bE,bF@/.,.,.,./.,rF,.,./")


def test_A19_only_own_units_or_their_tops_move_and_a_whole_unit_has_no_colon() -> None:
    position = red(STACKS)
    assert refusal(position, "c4-c3").startswith("A19: c4 is the enemy's")
    assert refusal(position, "c2-c3").startswith("A19: c2 is empty")
    assert refusal(position, "b2:2-b4") == "A19: FD is the whole unit on b2; write it as in b2-b4"
    assert refusal(position, "a1:1-a2") == "A19: E is the whole unit on a1; write it as in a1-a2"
    assert refusal(position, "b2:3-b4").startswith(
        "A19: a top part has one or two pieces; write a whole unit as in b2-b4"
    )


def test_A20_any_unit_captures_a_whole_unit_and_need_not() -> None:
    board = ".,.,.,./.,bFED,.,./bE,rB,.,bF@/.,.,rE@,."
    assert place(red(board).play("b2-b3")) == ".,.,.,./.,rB,.,./bE,.,.,bF@/.,.,rE@,."
    assert red(board).play("b2-b3").text.split()[4] == "x"
    assert "b2-b1" in texts(red(board))


def test_A21_the_squares_passed_over_are_empty() -> None:
    board = ".,.,.,./.,.,.,bE@/.,bF,.,./rFED,rB,.,rC@"
    position = red(board)
    assert refusal(position, "a1-c3") == "A21: the way from a1 to c3 is blocked on b2"
    assert refusal(position, "a1-d1") == "A21: the way from a1 to d1 is blocked on b1"
    walled = red(".,.,.,./.,.,.,bE@/bF,.,.,./rFE,rB,.,rC@", BEND_ALL)
    assert refusal(walled, "a1-b2").startswith("A21: every way from a1 to b2")


def test_A22_a_side_with_one_unit_has_lost_at_once() -> None:
    position = red(".,.,.,./.,bF,.,./.,rF,bE@,./.,.,.,rE@")
    assert end(position.play("b2-b3")) == "A22:1-0"


def test_A22_A23_merging_the_last_two_units_loses_however_many_pieces_they_have() -> None:
    assert end(red(LAST_TWO).play("b1-b2")) == "A22:0-1"
    assert red(LAST_TWO).play("b1-c1").outcome is None
    assert refusal(red(LAST_TWO, NO_MERGE), "b1-b2").startswith("A22: moving onto b2 would merge your last two units")


def test_A22_a_seat_that_could_only_merge_is_stuck_when_that_is_illegal() -> None:
    board = ".,bF@,.,./.,.,.,bE/.,.,bD,rF@/.,.,bC,rE"
    assert texts(red(board)) == {"d1-d2"}
    assert texts(red(board, NO_MERGE)) == {"pass"}


def test_A22_a_top_part_may_join_the_last_other_unit_even_then() -> None:
    position = red(".,.,bF@,bE/.,.,.,./.,rF@,.,./.,rEC,.,.", NO_MERGE)
    assert texts(position, "b1:1-") == {"b1:1-a1", "b1:1-b2", "b1:1-c1"}
    assert position.play("b1:1-b2").outcome is None
    assert refusal(position, "b1-b2").startswith("A22")


def test_A24_after_a_deciding_piece_move_the_activator_is_not_moved() -> None:
    over = red(".,.,.,./.,bF,.,./.,rF,bE@,./.,.,.,rE@").play("b2-b3")
    assert over.mover is None and over.moves() == () and over.turn == 81
    assert over.text.split()[2] == "piece"


def test_A25_an_enemy_at_home_wins_at_the_end_of_the_owners_turn() -> None:
    moved = red(".,.,.,./.,.,bE@,./.,rF@,.,./bB,.,.,rE").play("b2-b1")
    assert moved.outcome is None
    assert end(moved.play("stay")) == "A25:0-1"


def test_A25_an_occupier_that_is_captured_wins_nothing() -> None:
    moved = red(".,.,.,./bE@,.,.,./rF,.,bD,./bB,.,.,rE@").play("a2-a1")
    assert moved.play("stay").mover == 1


def test_A26_reducing_the_occupiers_side_to_one_unit_comes_first() -> None:
    position = red(".,.,.,./.,.,.,rE@/.,.,bE,./bF@,.,rF,.")
    assert end(position.play("c1-c2")) == "A22:1-0"


def test_A27_an_owner_who_cannot_move_loses_his_home() -> None:
    assert end(red(".,.,bF@,./.,.,.,./.,.,rF@,bD/bC,.,bE,rE").play("pass")) == "A25:0-1"


def test_A28_an_occupier_that_carries_the_owners_activator_is_immune() -> None:
    position = red(".,.,.,./.,.,.,rE@/.,.,bE,bD/bF@,rF,.,.")
    assert refusal(position, "b1-a1").startswith("A17")
    assert end(position.play("b1-b2").play("stay")) == "A25:0-1"


def test_A29_of_two_occupiers_the_first_to_arrive_wins() -> None:
    position = blue(".,.,.,rF/.,rE@,.,./bE,.,bF@,./.,.,.,.")
    assert end(position.play("a2-a1").play("stay")) == "A25:1-0"


def test_A30_activators_and_own_units_do_not_occupy_a_home() -> None:
    after = ACTIVATOR.start().play("b2-b3").play("stay").play("c3-c2").play("stay")
    assert place(after).startswith(".,bD,bEC,bFB@/") and place(after).split("/")[3].startswith("rFB@,")
    assert after.outcome is None


def test_A31_sixty_turns_without_a_capture_are_a_draw_or_as_the_option_says() -> None:
    def after(game: pyr.Game, calm: int, move: str = "b2-b1") -> Position:
        return game.position(f"{ATTACK} piece - {calm} 0 120").play(move).play("stay")

    assert after(ACTIVATOR, 58).text.split()[4] == "59" and after(ACTIVATOR, 58).outcome is None
    assert end(after(ACTIVATOR, 59)) == end(after(QUIET_100, 99)) == "A31:1/2-1/2"
    assert after(QUIET_100, 59).outcome is None
    assert after(ACTIVATOR, 59, "b2-b3").text.split()[4] == "0"
    assert after(NEVER, 0).text.split()[4] == "0"


def test_A32_red_begins_and_turns_alternate() -> None:
    start = ACTIVATOR.start()
    assert start.mover == 0 and ACTIVATOR.facts.seats[0] == "Red"
    assert start.play("b2-b3").mover == 0
    assert start.play("b2-b3").play("stay").mover == 1


def test_a_text_that_is_not_a_move_is_refused_without_a_ruling() -> None:
    for text in ("b1b2", "b1:0-b2", "e1-e2", "@e4", "@", "", "Stay"):
        assert refusal(ACTIVATOR.start(), text).startswith(f"None: '{text}' is not a move in Activator")
    assert refusal(ACTIVATOR.start(), 9999).startswith("None: 9999 is not a code of a move in Activator")


def test_the_bound_on_turns_follows_the_option_quiet() -> None:
    bounds = [game.manual.most_turns(game.options) for game in (ACTIVATOR, QUIET_100, NEVER)]
    assert bounds == [900, 1500, None]


def test_the_diamond_stands_on_reds_home_with_files_to_the_right_and_ranks_to_the_left() -> None:
    cells = {cell.id: cell for cell in scene_of(ACTIVATOR.start()).cells}
    assert max(cells.values(), key=lambda cell: cell.y).id == "a1"
    assert min(cells.values(), key=lambda cell: cell.y).id == "d4"
    assert max(cells.values(), key=lambda cell: cell.x).id == "d1"
    assert (cells["a1"].says, cells["d4"].says) == ("a1, Red's home", "d4, Blue's home")


def test_the_scene_begins_with_eighteen_pieces_and_each_activator_on_the_enemys_home() -> None:
    laid = scene_of(ACTIVATOR.start())
    assert len(laid.pieces) == 20
    assert [piece.id for piece in laid.on("a1")] == ["red-F-1", "red-B-1", "blue-activator"]
    assert [piece.id for piece in laid.on("d4")] == ["blue-F-2", "blue-B-1", "red-activator"]
    assert laid.on("captured-0") == laid.on("captured-1") == []


def test_captured_pieces_lie_with_the_seat_that_took_them() -> None:
    laid = scene_of(red(ATTACK).play("b2-b3"))
    assert [piece.name for piece in laid.on("captured-0")] == [f"Blue's {letter}" for letter in "FDDCCB"]
    assert [piece.letter for piece in laid.on("captured-1")] == list("FFEDDCC")
    assert len(laid.pieces) == 20


def test_the_scene_marks_lines_of_attack_frozen_squares_carriers_and_homes_in_danger() -> None:
    position = red(".,.,.,./.,.,bE@,./.,rF@,.,./bB,.,.,rE")
    assert marked(position, "attack") == {"c1", "c2", "c4", "a3", "b3", "d3"}
    assert marked(position, "frozen") == {"b3", "c2"}
    assert marked(position, "immune") == {"c3", "b2"}
    assert marked(position, "threatened") == {"a1"}
    says = {mark.id: mark.says for mark in scene_of(position).highlights}
    assert says["threatened-a1"] == "Blue is in Red's home" and says["attack-c1"] == "Red may capture from c1"
    over = position.play("b2-b1").play("stay")
    assert not marked(over, "attack") and marked(over, "threatened") == {"a1"}


def test_what_a_move_touches() -> None:
    position = red(".,.,bF@,bE/.,.,.,./.,rFB@,.,./rD,.,.,rE")
    assert touch(position, "b2-b4") == (("red-F-1", "red-B-1", "blue-activator"), "b4")
    assert touch(position, "b2:1-b3") == (("red-B-1", "blue-activator"), "b3")
    assert touch(position, "a1-a2") == (("red-D-1",), "a2")
    moved = position.play("a1-a2")
    assert touch(moved, "@d4") == (("red-activator",), "d4")
    assert touch(moved, "stay") == touch(red(STUCK), "pass") == ((), "")


def test_the_notes_say_what_is_to_be_done_and_count_the_turns_without_a_capture() -> None:
    assert notes(ACTIVATOR.start())["status"] == "Red's turn: move a unit or its top part."
    assert notes(red(STUCK))["status"] == "Red's turn: pass, as no piece can move."
    assert notes(red(STUCK, STILL_ACTIVATOR).play("pass"))["status"] == "Red's turn: move the activator or leave it."
    assert notes(red(ATTACK))["calm"] == "Turns without a capture: 3; a draw at 60."
    assert notes(red(ATTACK, QUIET_100))["calm"].endswith("a draw at 100.")
    assert notes(red(ATTACK).play("b2-b3"))["calm"].startswith("Turns without a capture: 0;")
    assert "calm" not in notes(red(ATTACK, NEVER, "piece - 0"))


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (ACTIVATOR, "./. piece - 3 0 40", "four ranks of four squares"),
        (ACTIVATOR, f"{ATTACK} piece 3 0 40", "four ranks of four squares"),
        (ACTIVATOR, f"{ATTACK.replace('rB', 'rBA')} piece - 3 0 40", "'rBA' on b2 is not a unit"),
        (ACTIVATOR, f"{ATTACK.replace('rB', 'rBC')} piece - 3 0 40", "must be smaller than the one below"),
        (ACTIVATOR, f"{ATTACK.replace('rB', 'rB@')} piece - 3 0 40", "One red and one blue unit carry"),
        (ACTIVATOR, f"{ATTACK.replace('rE@', 'rE')} piece - 3 0 40", "One red and one blue unit carry"),
        (ACTIVATOR, f"{ATTACK} move - 3 0 40", "'move' is not a stage"),
        (ACTIVATOR, f"{ATTACK} piece x 3 0 40", "'x' does not describe the turn before"),
        (ACTIVATOR, f"{ATTACK} piece - y 0 40", "'y' is not a count"),
        (ACTIVATOR, f"{ATTACK} piece - 999 0 40", "'999' is not a count"),
        (ACTIVATOR, f"{ATTACK.replace('bE,', 'bFE,')} piece - 3 0 40", "Blue has 3 pieces F; there are only 2"),
        (ACTIVATOR, f"{ATTACK.replace('rE@,.', 'rE@,rB')} piece - 3 0 40", "Red has 2 pieces B; there are only 1"),
        (ACTIVATOR, f"{ATTACK} piece - 3 0 41", "Red moves after an even number"),
        (ACTIVATOR, f"{ATTACK} piece - 3 *0 40", "has no dice"),
        (ACTIVATOR, f"{ATTACK} forfeit - 3 0 40", "forfeit is for a seat without a piece move"),
        (ACTIVATOR, f"{STUCK} forfeit - 3 0 40", "only with stuck=activator"),
        (ACTIVATOR, f"{ATTACK} piece pass 3 0 40", "cannot have been forfeited"),
        (LOSES, f"{STUCK} activator pass 3 0 40", "cannot have been forfeited"),
        (STILL_ACTIVATOR, f"{ATTACK} piece pass 0 0 40", "cannot have been forfeited"),
        (ACTIVATOR, f"{ATTACK} piece - x 0 40", "x is for the activator's move"),
        (STILL_ACTIVATOR, f"{STUCK} forfeit - x 0 40", "x is for the activator's move"),
        (ACTIVATOR, f"{ATTACK} piece - 61 0 80", "counted up to 60"),
        (NEVER, f"{ATTACK} piece - 1 0 80", "counted up to 0"),
        (ACTIVATOR, f"{ATTACK} piece - 40 0 40", "Captured pieces are missing"),
        (NEVER, f"{ATTACK} piece - 0 0 0", "Captured pieces are missing"),
        (ACTIVATOR, f"{place(ACTIVATOR.start())} piece - 3 0 40", "No piece is missing"),
        (ACTIVATOR, f"{ATTACK} piece - 3 0 902", "No game lasts longer than 900 turns"),
        (ACTIVATOR, ".,.,.,./.,.,.,./.,rF@,bE@,./.,.,.,. piece - 3 -0 41 A22:1-0", "Both sides have one unit"),
        (ACTIVATOR, ".,.,.,./.,.,.,./.,rF@,bE@,bD/.,.,.,. piece - 3 0 40", "The game is over here"),
        (ACTIVATOR, ".,.,.,./.,.,.,./.,rF@,bE@,bD/.,.,.,. piece - 3 -0 41 A22:1-0", "end with A22:0-1"),
        (NO_MERGE, ".,.,.,./.,.,.,./.,rF@,bE@,bD/.,.,.,. piece - 3 -0 41 A22:0-1", "cannot have merged"),
        (ACTIVATOR, f"{ATTACK[:-1]}bC piece - 3 -0 41 A22:1-0", "A22 does not end the game here"),
        (ACTIVATOR, f"{ATTACK} activator - 3 -0 41 A25:0-1", "no activator move left"),
        (ACTIVATOR, ".,.,.,rF/.,rE@,.,./bE,.,bF@,./.,.,.,. piece - 3 0 40", "end with A25:1-0"),
        (STILL_ACTIVATOR, ".,.,bF@,rB/.,.,.,./.,bC,rF@,bD/.,.,bE,rE piece - 3 0 40", "end with A25:1-0"),
        (ACTIVATOR, f"{ATTACK} activator - 60 0 80", "end with A31:1/2-1/2"),
        (ACTIVATOR, f"{ATTACK} piece - 59 -1 80 A31:1/2-1/2", "A31 does not end the game here"),
        (LOSES, f"{STUCK} piece - 3 0 40", "end with A7:0-1"),
        (ACTIVATOR, f"{STUCK} piece pass 3 -0 41 A7:1/2-1/2", "A7 does not end the game here"),
        (STILL_ACTIVATOR, f"{STUCK} piece - 3 -0 41 A7:1/2-1/2", "A7 does not end the game here"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(game: pyr.Game, text: str, reason: str) -> None:
    with pytest.raises(pyr.BadPosition) as caught:
        game.position(text)
    assert reason in str(caught.value)
