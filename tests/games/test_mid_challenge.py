"""The Mid Challenge, ruling by ruling, on positions set up as texts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import pyramidion as pyr
from pyramidion.draw.touch import choices
from pyramidion.engine.position import Position
from pyramidion.games.mid_challenge.scene import scene

GRID = pyr.load("mid_challenge")
TILES = pyr.load("mid_challenge", board="tiles")
ROWS = pyr.load("mid_challenge", chain="rows")
COMBINED = pyr.load("mid_challenge", power="combined")
THREE = pyr.load("mid_challenge", players=3)
FOUR = pyr.load("mid_challenge", players=4)
MAY = pyr.load("mid_challenge", capture="may")
UPPER = "8/8/8/8/8/8/8/8/8"  # ranks 10 to 2 of an empty grid
ALMOST_ALL = "rSrSrSrSrSrMrMrM/rMrMrLrLrLrL2/8/8/8/8/8/8/8/8"  # Red has one large left


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def refusal(position: Position, move: str | int) -> str:
    with pytest.raises(pyr.IllegalMove) as caught:
        position.play(move)
    return f"{caught.value.rule}: {caught.value.reason}"


def places(position: Position) -> str:
    """The board of a position, as its text writes it."""
    return position.text.split()[1]


def after(game: pyr.Game, ranks: str, move: str, turn: int = 12) -> str:
    """The board after Red, having rolled three blanks, places a mid."""
    return places(game.position(f"{ranks} 000 0 {turn}").play(move))


def row(game: pyr.Game, first_rank: str, move: str) -> str:
    """The first rank after Red places a mid there on an otherwise empty grid."""
    return after(game, f"{UPPER}/{first_rank}", move).rpartition("/")[2]


def in_hand(position: Position, seat: int) -> str:
    """The mids that lie in a seat's hand."""
    letters = [piece.letter for piece in scene(position, None).on(f"hand-{seat}")]
    return ", ".join(f"{size} {letters.count(size)}" for size in "SML")


def status(position: Position) -> str:
    return scene(position, None).notes[-1].text


def rolled(roll: str, game: pyr.Game = GRID) -> set[str]:
    return texts(game.start().play("=" + roll))


def column(size: str, files: str, ranks: int = 10) -> set[str]:
    return {f"{size}{file}{rank + 1}" for file in files for rank in range(ranks)}


def all_but_a1(*mids: str) -> str:
    """The tiles with nineteen mids and a1 empty."""
    ranks = ["".join(mids[at : at + 4]) for at in (0, 4, 8, 12)]
    return "/".join([*ranks, "1" + "".join(mids[16:])])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M1_two_to_four_seats_take_part(players: int) -> None:
    game = pyr.load("mid_challenge", players=players)
    assert game.seat_names == ("Red", "Blue", "Green", "Yellow")[:players]


def test_M2_a_column_is_two_files_of_quarters_or_one_of_whole_tiles() -> None:
    assert rolled("333") == column("L", "cd")
    assert rolled("333", TILES) == column("L", "b", 5)


def test_M2_a_square_off_the_board_is_refused() -> None:
    assert refusal(GRID.start().play("=000"), "Sa11").startswith("M2: a11 is not on the board; its files are a to h")
    assert refusal(TILES.start().play("=000"), "Se1").startswith("M2: e1 is not on the board; its files are a to d")


def test_M3_the_headers_do_not_break_the_wrap() -> None:
    assert after(GRID, "bS7/rM7/8/8/8/8/8/8/8/8", "Ma1") == "8/rM7/8/8/8/8/8/8/8/rM7"


@pytest.mark.parametrize(("players", "hand"), [(2, "S 5, M 5, L 5"), (3, "S 3, M 5, L 3"), (4, "S 2, M 4, L 2")])
def test_M4_the_number_of_players_decides_the_mids(players: int, hand: str) -> None:
    start = pyr.load("mid_challenge", players=players).start()
    assert [in_hand(start, seat) for seat in range(players)] == [hand] * players


def test_M5_the_first_seat_begins_and_turns_go_round() -> None:
    position, seats = THREE.start(), []
    for _ in range(4):
        seats.append(position.seat)
        position = position.play("=234").play("pass")
    assert seats == [0, 1, 2, 0]


def test_M6_three_dice_fall_in_56_ways() -> None:
    weights = {str(move): weight for move, weight in GRID.start().chances()}
    assert len(weights) == pyr.perft(GRID, 1) == 56
    assert (weights["=000"], weights["=0AA"], weights["=0A3"]) == (Fraction(1, 216), Fraction(3, 216), Fraction(6, 216))


def test_M6_the_dice_fall_before_a_mid_is_placed() -> None:
    assert refusal(GRID.start(), "Sa1").startswith("M6: the dice are rolling")
    assert refusal(GRID.start(), "pass").startswith("M6: the dice are rolling")


def test_M6_a_roll_is_written_in_the_order_of_the_faces() -> None:
    assert refusal(GRID.start(), "=3A0").endswith("write =0A3")


def test_M7_a_blank_copies_another_die() -> None:
    assert rolled("002") == rolled("022") == rolled("222") == column("L", "ab")
    assert rolled("00A") == rolled("0AA") == rolled("AAA") == column("S", "abcdefgh")
    assert (
        refusal(GRID.start().play("=022"), "Ma1") == "M7: your roll of blank, 2 and 2 allows only a large in column 2"
    )


def test_M8_blank_ace_and_number_are_two_aces_or_a_double() -> None:
    assert rolled("0A4") == column("S", "ef") | column("M", "ef")
    assert refusal(GRID.start().play("=0A4"), "Sa1").startswith("M8: your roll of blank, ace and 4 allows only a small")


def test_M9_blank_and_two_numbers_are_either_double() -> None:
    assert rolled("025") == column("M", "ab") | column("M", "gh")
    assert refusal(GRID.start().play("=025"), "Mc1").startswith("M9: your roll of blank, 2 and 5 allows only a medium")


def test_M10_without_blanks_pairs_and_triples_count() -> None:
    assert rolled("AA5") == column("S", "gh")
    assert rolled("A33") == rolled("334") == column("M", "cd")
    assert rolled("A24") == {"pass"}
    assert refusal(GRID.start().play("=334"), "Me1") == "M10: your roll of 3, 3 and 4 allows only a medium in column 3"
    assert refusal(GRID.start().play("=A24"), "Sa1").startswith("M10: your roll of ace, 2 and 4 has no two faces alike")


def test_M10_every_kind_of_roll_is_as_likely_as_counted_by_hand() -> None:
    kinds: Counter[tuple[str, int]] = Counter()
    for roll, weight in GRID.start().chances():
        moves = texts(GRID.start().play(roll))
        kinds["".join(sorted({move[0] for move in moves})), len(moves)] += int(weight * 216)
    medium_and_large = {("M", 20): 48, ("M", 40): 36, ("MS", 40): 24, ("L", 20): 28}
    assert kinds == {("p", 1): 60, ("S", 20): 12, ("S", 80): 7, ("LMS", 240): 1} | medium_and_large


def test_M11_three_blanks_place_anything_and_roll_again_in_the_same_turn() -> None:
    position = GRID.start().play("=000").play("Lh10").play("=000").play("Sa1")
    assert (position.mover, position.seat, position.turn) == (pyr.CHANCE, 0, 0)
    assert position.play("=222").play("La2").seat == 1


def test_M11_no_other_roll_is_followed_by_another() -> None:
    assert refusal(GRID.start().play("=0A3"), "=222").startswith("M11: you have rolled blank, ace and 3")
    assert refusal(GRID.start().play("=000"), "=222").startswith("M11: after three blanks you place a mid first")


def test_M11_a_placement_that_wins_is_not_followed_by_a_roll() -> None:
    assert GRID.position(f"{ALMOST_ALL} 000 0 30").play("La1").outcome == pyr.Outcome((1, 0), "M24")


def test_M12_who_can_place_must() -> None:
    assert refusal(GRID.start().play("=222"), "pass") == "M12: you must place a mid, as you can: for example La1"


def test_M12_a_reading_that_cannot_be_played_gives_no_pass() -> None:
    position = GRID.position(f"{UPPER}/rSrSrSrSrS3 0A5 0 10")
    assert texts(position) == column("M", "gh")
    assert refusal(position, "Sg1") == "M13: you have no small left in hand"


def test_M13_no_other_size_replaces_one_that_is_used_up() -> None:
    position = GRID.position(f"{UPPER}/rLrLrLrLrL3 555 0 10")
    assert texts(position) == {"pass"}
    assert refusal(position, "Lg1") == "M13: you have no large left in hand"
    assert refusal(position, "Mg1").startswith(
        "M13: your roll of 5, 5 and 5 allows only a large in column 5, and you have"
    )


def test_M14_nothing_goes_into_a_full_column() -> None:
    full = "rM3/bM3/rM3/bM3/rM3"
    assert texts(TILES.position(f"{full} 222 0 12")) == {"pass"}
    assert refusal(TILES.position(f"{full} 222 0 12"), "Lb1").startswith(
        "M14: your roll of 2, 2 and 2 allows only a large in column 2, and"
    )
    assert texts(TILES.position(f"{full} 023 0 12")) == column("M", "b", 5)
    assert refusal(TILES.position(f"{full} 023 0 12"), "Ma1") == "M14: column 2 is full"


def test_M15_a_square_holds_one_mid() -> None:
    position = GRID.position(f"{UPPER}/bL7 222 0 2")
    assert texts(position) == column("L", "ab") - {"La1"}
    assert refusal(position, "La1") == "M15: a1 is taken by Blue's large"


def test_M16_only_the_mid_just_placed_captures() -> None:
    assert row(GRID, "rMbSrM5", "Lh1") == "rMbSrM4rL"


def test_M16_a_mid_placed_between_two_enemies_is_safe() -> None:
    assert row(GRID, "bL1bL5", "Sb1") == "bLrSbL5"


def test_M17_one_mid_is_captured_or_with_the_option_a_row() -> None:
    assert row(GRID, "1bSbSrM4", "Ma1") == "rMbSbSrM4"
    assert row(ROWS, "1bSbSrM4", "Ma1") == "rM2rM4"
    assert row(ROWS, "1bSbMrL4", "Ma1") == "rMbSbMrL4"


def test_M17_a_combined_row_needs_more_power_than_its_sum() -> None:
    both = pyr.load("mid_challenge", chain="rows", power="combined")
    assert row(both, "1bSbMrS4", "La1") == "rL2rS4"
    assert row(both, "1bSbMrS4", "Ma1") == "rMbSbMrS4"


def test_M17_a_row_round_to_the_placed_mid_itself_is_not_captured() -> None:
    tiles = pyr.load("mid_challenge", chain="rows", board="tiles")
    assert after(tiles, "4/4/4/4/1bSbSbS", "La1") == "4/4/4/4/rLbSbSbS"


def test_M18_each_flanking_mid_is_stronger_or_both_together() -> None:
    assert row(GRID, "1bSrM5", "Ma1") == "rM1rM5"
    assert row(GRID, "1bMrL5", "Ma1") == "rMbMrL5"
    assert row(GRID, "1bSrS5", "La1") == "rLbSrS5"
    assert row(COMBINED, "1bLrM5", "Ma1") == "rM1rM5"
    assert row(COMBINED, "1bLrM5", "Sa1") == "rSbLrM5"


def test_M19_the_three_mids_stand_directly_next_to_each_other() -> None:
    assert row(GRID, "1bS1rM4", "La1") == "rLbS1rM4"
    assert row(GRID, "2bSrM4", "La1") == "rL1bSrM4"


def test_M20_a_diagonal_wraps_through_the_corner() -> None:
    assert after(GRID, "7bS/6rM1/8/8/8/8/8/8/8/8", "Ma1") == "8/6rM1/8/8/8/8/8/8/8/rM7"


def test_M20_on_tiles_one_friend_flanks_on_both_sides() -> None:
    assert after(TILES, "4/4/4/4/1bSrMbS", "Ma1") == "4/4/4/4/rM1rM1"


def test_M21_all_lines_capture_at_once() -> None:
    assert after(GRID, "8/8/8/8/8/8/8/rM1rM5/bSbS6/1bSrM5", "Ma1") == "8/8/8/8/8/8/8/rM1rM5/8/rM1rM5"


FLANKED = f"{UPPER}/1bSrM3bSrM"  # Red's large on a1 would capture b1 only


def test_M21_with_capture_may_the_placer_takes_all_or_leaves_all() -> None:
    board = "8/8/8/8/8/8/8/rM1rM5/bSbS6/1bSrM5"
    placed = MAY.position(f"{board} 000 0 12").play("Ma1")
    assert (placed.mover, placed.turn, texts(placed)) == (0, 12, {"take", "leave"})
    assert places(placed).endswith("bSbS6/rMbSrM5") and MAY.position(placed.text) == placed
    assert placed.text.split()[2:] == ["000@a1", "0", "12"]
    assert places(placed.play("take")) == after(GRID, board, "Ma1") and in_hand(placed.play("take"), 1)[:3] == "S 5"
    assert places(placed.play("leave")) == places(placed) and in_hand(placed.play("leave"), 1)[:3] == "S 2"
    assert placed.play("leave").mover == pyr.CHANCE and placed.play("leave").seat == 0
    assert MAY.position(f"{FLANKED} 222 0 12").play("La1").play("take").seat == 1


def test_M21_only_a_placement_that_captures_waits_for_a_decision() -> None:
    rolled_on = MAY.position(f"{FLANKED} 222 0 12")
    assert rolled_on.play("Lb3").mover == pyr.CHANCE
    pending = rolled_on.play("La1")
    assert refusal(pending, "Lb2") == "M21: your mid on a1 captures; first write take or leave"
    assert refusal(pending, "pass").startswith("M21") and refusal(pending, "=000").startswith("M21")
    assert refusal(rolled_on, "take").startswith("M21: take and leave come after a placement that captures")
    assert refusal(GRID.start().play("=222"), "leave").startswith("M21: captures are made without asking")
    assert refusal(MAY.start(), "take").startswith("M6: the dice are rolling")


def test_M21_what_was_left_is_captured_only_by_a_new_placement() -> None:
    left = MAY.position(f"{FLANKED} 222 0 12").play("La1").play("leave")
    again = left.play("=234").play("pass").play("=222").play("Lb3")
    assert places(again).endswith("/1rL6/8/rLbSrM3bSrM") and again.mover == pyr.CHANCE


def test_M24_with_capture_may_the_last_mid_wins_after_the_decision() -> None:
    board = "rSrSrSrSrSrMrMrM/rMrMrLrLrL3/8/8/8/8/8/8/8/1bSrL5"
    pending = MAY.position(f"{board} 222 0 30").play("La1")
    assert pending.outcome is None and texts(pending) == {"take", "leave"} and MAY.position(pending.text) == pending
    assert str(pending.play("take").outcome) == str(pending.play("leave").outcome) == "M24:1-0"


def test_M26_with_capture_may_a_full_board_is_counted_after_the_decision() -> None:
    game = pyr.load("mid_challenge", board="tiles", capture="may")
    mids = ["rS"] * 4 + ["rM"] * 3 + ["bM"] * 5 + ["bL"] * 4 + ["bS", "rM", "rS"]
    pending = game.position(f"{all_but_a1(*mids)} 224 0 40").play("Ma1")
    assert pending.outcome is None and game.position(pending.text) == pending
    assert str(pending.play("leave").outcome) == "M26:0-1"
    assert pending.play("take").outcome is None and places(pending.play("take")).endswith("/rM1rMrS")


def test_the_scene_shows_what_waits_to_be_taken() -> None:
    pending = MAY.position(f"{FLANKED} 222 0 12").play("La1")
    laid = scene(pending, None)
    assert [(mark.kind, mark.on) for mark in laid.highlights] == [("threatened", "b1")]
    assert status(pending) == "Red placed on a1: take or leave what stands on b1."
    assert [choice.touch.label for choice in choices(pending, laid)] == ["Take", "Leave"]


def test_M22_mids_of_several_opponents_are_captured_between_two_own() -> None:
    assert after(THREE, "8/8/8/8/8/8/8/rM7/gS7/1bSrM5", "Ma1") == "8/8/8/8/8/8/8/rM7/8/rM1rM5"
    assert after(THREE, f"{UPPER}/1bSgM5", "Ma1") == f"{UPPER}/rMbSgM5"


def test_M23_captured_mids_return_to_hand_and_set_nothing_off() -> None:
    before = GRID.position(f"{UPPER}/1bSrMbSrM3 000 0 6")
    assert in_hand(before, 1) == "S 3, M 5, L 5"
    assert in_hand(before.play("Ma1"), 1) == "S 4, M 5, L 5"
    assert places(before.play("Ma1")) == f"{UPPER}/rM1rMbSrM3"


def test_M24_an_empty_hand_wins_at_once() -> None:
    won = GRID.position(f"{ALMOST_ALL} 222 0 30").play("La1")
    assert won.text.endswith(" - -0 31 M24:1-0")
    assert GRID.position(won.text).outcome == won.outcome


def test_M25_own_mids_are_never_captured() -> None:
    assert row(GRID, "1rSrM5", "La1") == "rLrSrM5"


RED_NINE = ["rS"] * 4 + ["rM"] * 5


@pytest.mark.parametrize(
    ("mids", "results"),
    [
        ([*RED_NINE, "rL"] + ["bM"] * 4 + ["bL"] * 5, "1-0"),
        (RED_NINE + ["bS"] * 5 + ["bL"] * 5, "0-1"),
        (RED_NINE + ["bS"] * 5 + ["bM"] * 5, "1/2-1/2"),
    ],
    ids=["fewest in hand", "then more pips", "then shared"],
)
@pytest.mark.parametrize("roll", ["AA2", "000"])
def test_M26_a_full_board_is_counted(mids: list[str], results: str, roll: str) -> None:
    full = TILES.position(f"{all_but_a1(*mids)} {roll} 0 40").play("Sa1")
    assert full.text.endswith(f" - -0 41 M26:{results}")
    assert TILES.position(full.text).outcome == full.outcome


def test_M26_a_full_board_is_a_draw_with_the_option() -> None:
    game = pyr.load("mid_challenge", board="tiles", full_board="draw")
    full = game.position(f"{all_but_a1(*RED_NINE, 'rL', *['bM'] * 4, *['bL'] * 5)} 000 0 40").play("Sa1")
    assert str(full.outcome) == "M26:1/2-1/2"


def test_M27_the_thousandth_turn_is_a_draw_for_all() -> None:
    last = THREE.position(f"{UPPER}/rS7 234 0 999")
    assert last.play("pass").text.endswith(" - -0 1000 M27:1/3-1/3-1/3")
    assert THREE.position(last.play("pass").text).outcome == last.play("pass").outcome
    again = THREE.position(f"{UPPER}/rS7 000 0 999").play("Sb1")
    assert (again.mover, again.turn) == (pyr.CHANCE, 999)


def test_M27_a_win_in_the_thousandth_turn_is_a_win() -> None:
    won = GRID.position(f"{ALMOST_ALL.replace('r', 'b')} 222 1 999").play("La1")
    assert str(GRID.position(won.text).outcome) == "M24:0-1"


def test_a_code_of_no_move_is_refused_without_a_ruling() -> None:
    for code in (1000, -1):
        assert refusal(GRID.start(), code).startswith(f"None: {code} is not a code of a move")
    assert refusal(TILES.start().play("=000"), 57 + 20).startswith("None: 77 is not a code of a move")


@pytest.mark.parametrize("text", ["sa1", "Sa01", "S1a", "=0A", "=0A6", "a1", ""])
def test_what_is_not_a_move_text_is_told_how_moves_are_written(text: str) -> None:
    assert "Moves are written like =0A3, Sa1" in refusal(GRID.start().play("=000"), text)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (GRID, "8/8 - *0 0", "has 10 ranks"),
        (GRID, f"{UPPER}/x7 - *0 0", "'x7' is not a rank"),
        (GRID, f"{UPPER}/rS6 - *0 2", "fills 7 squares"),
        (GRID, f"{UPPER}/gS7 - *0 2", "a seat that does not play"),
        (GRID, f"{UPPER}/8 A00 0 0", "'A00' is not a roll"),
        (GRID, f"{UPPER}/rSrSrSrSrSrS2 - *0 20", "Red has more than 5 small mids"),
        (THREE, f"{UPPER}/bSbSbSbS4 - *0 21", "Blue has more than 3 small mids"),
        (GRID, f"{UPPER}/8 000 *0 0", "Dice lie on the table exactly while a seat is to place"),
        (GRID, f"{UPPER}/8 - 0 0", "Dice lie on the table exactly while a seat is to place"),
        (GRID, f"{UPPER}/8 - *0 1", "not the turn of seat 0"),
        (GRID, f"{UPPER}/8 - *1 1001", "more than 1000 turns"),
        (GRID, f"{UPPER}/bS7 - *0 0", "Blue has had no turn yet"),
        (GRID, f"{ALMOST_ALL[:-1]}7rL - *1 31", "Red has an empty hand and would have won before"),
        (GRID, f"{ALMOST_ALL[:-1]}7rL - *0 30", "and only then"),
        (GRID, f"{ALMOST_ALL} - -0 31 M24:1-0", "and only then"),
        (GRID, f"{ALMOST_ALL[:-1]}7rL - -0 31 M24:0-1", "not the results that M24 gives"),
        (GRID, f"{UPPER}/8 - *0 1000", "and only then"),
        (GRID, f"{UPPER}/8 - -1 1000 M27:1-0", "not the results that M27 gives"),
        (TILES, "/".join(["rSrMbSbM"] * 5) + " - *0 40", "and only then"),
        (MAY, f"{UPPER}/rLbSrM5 222@z1 0 12", "'z1' is not a square"),
        (MAY, f"{UPPER}/rL1rM5 222@a1 0 12", "There is nothing to take: @a1 needs"),
        (MAY, f"{UPPER}/bLbSrM5 222@a1 0 12", "There is nothing to take"),
        (GRID, f"{UPPER}/rLbSrM5 222@a1 0 12", "needs capture=may"),
        (
            pyr.load("mid_challenge", board="tiles", players=3),
            "rSrSrSrM/rMrMrMrM/rLrLbLbL/bSbSbSbM/bMbMbMbM - -2 42 M26:1/2-1/2-0",
            "Green placed last and must have a mid",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(game: pyr.Game, text: str, reason: str) -> None:
    with pytest.raises(pyr.BadPosition, match=reason):
        game.position(text)


def test_the_table_has_headers_over_their_columns_and_every_square_once() -> None:
    for game, files, ranks in ((GRID, "abcdefgh", 10), (TILES, "abcd", 5)):
        cells = {cell.id: cell for cell in scene(game.start(), None).cells}
        headers = [cells.pop(f"header-{value}") for value in "2345"]
        assert set(cells) == {f"{file}{rank + 1}" for file in files for rank in range(ranks)}
        assert [header.value for header in headers] == list("2345")
        assert headers[1].says == ("column 3, files c and d" if game == GRID else "column 3, file b")
        for number, header in enumerate(headers):
            below = [cell for cell in cells.values() if files.index(cell.id[0]) * 4 // len(files) == number]
            assert sum(cell.x for cell in below) / len(below) == pytest.approx(header.x)
            assert max(y for _, y in header.outline) < min(cell.y for cell in below)
        assert cells["a1"].y > cells["a2"].y and cells["a1"].x < cells["b1"].x


def test_the_squares_of_one_tile_touch_and_tiles_lie_apart() -> None:
    for game, joined in ((GRID, {"a1 b1": True, "b1 c1": False}), (TILES, {"a1 b1": False, "b1 c1": False})):
        outlines = {cell.id: {x for x, _ in cell.outline} for cell in scene(game.start(), None).cells}
        for pair, touching in joined.items():
            left, right = pair.split()
            assert (max(outlines[left]) == min(outlines[right])) == touching


@pytest.mark.parametrize("game", [GRID, TILES])
def test_all_four_edges_say_that_the_board_goes_on_at_the_other_side(game: pyr.Game) -> None:
    wraps = [marker for marker in scene(game.start(), None).markers if marker.kind == "wrap"]
    assert {marker.facing for marker in wraps} == {0, 90, 180, 270}


def test_every_mid_is_on_its_square_or_in_its_hand() -> None:
    shown = scene(TILES.position("3bL/4/4/4/rS3 0A3 0 2"), None)
    assert len(shown.pieces) == len({piece.id for piece in shown.pieces}) == 30
    assert [(piece.name, piece.colour, piece.owner) for piece in shown.on("a1")] == [("Red's small", "red", 0)]
    assert [(piece.name, piece.letter, piece.owner) for piece in shown.on("d5")] == [("Blue's large", "L", 1)]
    assert len({(seat.colour, seat.mark) for seat in scene(FOUR.start(), None).seats}) == 4


def test_the_dice_show_the_roll_and_the_status_what_it_allows() -> None:
    position = TILES.position("3bL/4/4/4/rS3 0A3 0 2")
    assert [die.face for die in scene(position, None).dice] == ["0", "A", "3"]
    assert status(position) == "Red rolled blank, ace and 3: a small in column 3 or a medium in column 3."
    assert status(position.play("Sb1")) == "Blue rolls the dice."
    assert [die.face for die in scene(position.play("Sb1"), None).dice] == ["?", "?", "?"]
    assert status(TILES.start().play("=234")) == "Red rolled 2, 3 and 4: nothing to place."
    assert status(TILES.start().play("=000")).endswith("any size on any empty square, then another roll.")


@pytest.mark.parametrize(
    ("roll", "says"),
    [
        ("AAA", "Three aces: place a small on any empty square."),
        ("AA4", "Two aces and a 4: place a small in column 4."),
        ("344", "A pair of fours: place a medium in column 4."),
        ("444", "Three fours: place a large in column 4."),
        ("044", "The blank makes three fours: place a large in column 4."),
        ("00A", "The blanks make three aces: place a small on any empty square."),
        ("0A4", "The blank copies the ace for a small or the 4 for a medium, in column 4."),
        ("034", "The blank copies the 3 or the 4: place a medium in column 3 or 4."),
        ("345", "No two dice are alike, so you place nothing."),
        ("000", "Three blanks: place any size on any empty square. Then you roll again."),
    ],
)
def test_a_player_is_told_why_a_roll_allows_what_it_allows(roll: str, says: str) -> None:
    assert scene(GRID.start().play(f"={roll}"), 0).notes[-1].text == says


def test_the_columns_that_the_dice_name_are_green() -> None:
    shown = scene(GRID.start().play("=034"), 0)
    green = {cell.id[0] for cell in shown.cells if cell.colour == "pale-green"}
    assert green == set("cdef")
    assert not any(cell.colour == "pale-green" for cell in scene(GRID.start(), 0).cells)


def test_a_roll_that_allows_only_what_is_used_up_says_so() -> None:
    used_up = GRID.position("rSrSrSrSrS3/8/8/8/8/8/8/8/8/8 AAA 0 40")
    assert status(used_up) == "Red rolled ace, ace and ace: a small on any empty square, which cannot be placed."
    told = "The dice allow a small on any empty square, but you have no small left in hand. You place nothing."
    assert scene(used_up, 0).notes[-1].text == told
    either = GRID.position("rMrMrMrMrM3/8/8/8/8/8/8/8/8/8 024 0 40")
    assert scene(either, 0).notes[-1].text.startswith("The dice allow a medium in column 2 or 4, but you have no ")


def test_a_roll_touches_the_dice_and_a_placement_a_mid_of_that_size_in_the_hand() -> None:
    before = FOUR.start().play("=234").play("pass")
    assert {choice.touch.pieces for choice in choices(before, scene(before, None))} == {("die-1", "die-2", "die-3")}
    position = before.play("=0A4")
    shown = scene(position, None)
    pieces = {piece.id: piece for piece in shown.pieces}
    for choice in choices(position, shown):
        (taken,) = choice.touch.pieces
        assert (pieces[taken].place, pieces[taken].letter) == ("hand-1", choice.move[0])
        assert choice.touch.target == choice.move[1:]
    nothing = before.play("=234")
    assert [(c.touch.pieces, c.touch.target) for c in choices(nothing, scene(nothing, None))] == [((), "")]


def test_a_captured_mid_goes_to_a_zone_that_calls_it_captured() -> None:
    zones = scene(FOUR.start(), None).zones
    assert {zone.taken for zone in zones if zone.role == "hand"} == {"captured"}
    assert [zone.owner for zone in zones if zone.role == "hand"] == [0, 1, 2, 3]
