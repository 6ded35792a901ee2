"""The Mid Challenge, ruling by ruling, on positions set up as texts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position

GRID = pyr.load("mid_challenge")
TILES = pyr.load("mid_challenge", board="tiles")
ROWS = pyr.load("mid_challenge", chain="rows")
COMBINED = pyr.load("mid_challenge", power="combined")
THREE = pyr.load("mid_challenge", players=3)
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
    assert str(pyr.load("mid_challenge", players=players).start()).count(f"in hand {hand}") == players


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
    assert refusal(GRID.start().play("=022"), "Ma1") == "M7: 022 allows only a large in column 2"


def test_M8_blank_ace_and_number_are_two_aces_or_a_double() -> None:
    assert rolled("0A4") == column("S", "ef") | column("M", "ef")
    assert refusal(GRID.start().play("=0A4"), "Sa1").startswith("M8: 0A4 allows only a small in column 4 or a medium")


def test_M9_blank_and_two_numbers_are_either_double() -> None:
    assert rolled("025") == column("M", "ab") | column("M", "gh")
    assert refusal(GRID.start().play("=025"), "Mc1").startswith("M9: 025 allows only a medium in column 2 or a medium")


def test_M10_without_blanks_pairs_and_triples_count() -> None:
    assert rolled("AA5") == column("S", "gh")
    assert rolled("A33") == rolled("334") == column("M", "cd")
    assert rolled("A24") == {"pass"}
    assert refusal(GRID.start().play("=334"), "Me1") == "M10: 334 allows only a medium in column 3"
    assert refusal(GRID.start().play("=A24"), "Sa1").startswith("M10: A24 has no two faces alike")


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
    assert refusal(GRID.start().play("=0A3"), "=222").startswith("M11: you have rolled 0A3")
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
    assert refusal(position, "Mg1").startswith("M13: 555 allows only a large in column 5, and you have no large left")


def test_M14_nothing_goes_into_a_full_column() -> None:
    full = "rM3/bM3/rM3/bM3/rM3"
    assert texts(TILES.position(f"{full} 222 0 12")) == {"pass"}
    assert refusal(TILES.position(f"{full} 222 0 12"), "Lb1").startswith(
        "M14: 222 allows only a large in column 2, and"
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


def test_M22_mids_of_several_opponents_are_captured_between_two_own() -> None:
    assert after(THREE, "8/8/8/8/8/8/8/rM7/gS7/1bSrM5", "Ma1") == "8/8/8/8/8/8/8/rM7/8/rM1rM5"
    assert after(THREE, f"{UPPER}/1bSgM5", "Ma1") == f"{UPPER}/rMbSgM5"


def test_M23_captured_mids_return_to_hand_and_set_nothing_off() -> None:
    before = GRID.position(f"{UPPER}/1bSrMbSrM3 000 0 6")
    assert "Blue (b): in hand S 3" in str(before)
    assert "Blue (b): in hand S 4" in str(before.play("Ma1"))
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
        assert refusal(GRID.start(), code).startswith(f"None: {code} is no code of a move")
    assert refusal(TILES.start().play("=000"), 57 + 20).startswith("None: 77 is no code of a move")


@pytest.mark.parametrize("text", ["sa1", "Sa01", "S1a", "=0A", "=0A6", "a1", ""])
def test_what_is_no_move_text_is_told_how_moves_are_written(text: str) -> None:
    assert "Moves are written like =0A3, Sa1" in refusal(GRID.start().play("=000"), text)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        (GRID, "8/8 - *0 0", "has 10 ranks"),
        (GRID, f"{UPPER}/x7 - *0 0", "'x7' is no rank"),
        (GRID, f"{UPPER}/rS6 - *0 2", "fills 7 squares"),
        (GRID, f"{UPPER}/gS7 - *0 2", "a seat that does not play"),
        (GRID, f"{UPPER}/8 A00 0 0", "'A00' is no roll"),
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


def test_the_printed_board_shows_columns_hands_and_what_the_dice_allow() -> None:
    position = TILES.position("3bL/4/4/4/rS3 0A3 0 2")
    assert str(position).splitlines() == [
        "        a   b  c  d",
        "column  2   3  4  5",
        "     5  .   .  .  bL",
        "     4  .   .  .  .",
        "     3  .   .  .  .",
        "     2  .   .  .  .",
        "     1  rS  .  .  .",
        "        a   b  c  d",
        "Red (r): in hand S 4, M 5, L 5",
        "Blue (b): in hand S 5, M 5, L 4",
        "Red rolled 0A3: a small in column 3 or a medium in column 3",
    ]
    assert str(position.play("Sb1")).endswith("Blue is to roll the dice")
    assert str(TILES.start().play("=234")).endswith("Red rolled 234: nothing to place")
