"""Traffic Tyrants, ruling by ruling, on positions set up as texts."""

from __future__ import annotations

import pytest

import pyramidion as pyr
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import touched
from pyramidion.engine.position import Position
from pyramidion.games.traffic_tyrants.judgement import limits
from pyramidion.games.traffic_tyrants.scene import scene

TYRANTS = pyr.load("traffic_tyrants")
CHOSEN = pyr.load("traffic_tyrants", lineup="chosen")
START = "bL,bM,bS/-/-/-/-/-/kS,kM,kL"
FULL = "GGYYRR/GGYYRR/GGYYRR"
BOXED_L = "bL,kM,./-/-/-/kS,.,./.,bS,./kL,bM,."
BOXED_M = "bM,kL,./-/-/-/kS,.,./.,bS,./kM,bL,."
SPENT = "-/-/- -/-/-"


def at(board: str, given: int, gift: str = "-", **options: str) -> Position:
    """After so many gifts, the last of them still in hand; the others were red, yellow, green in this order."""
    supplies = [["GGYYRR"] * 3, ["GGYYRR"] * 3]
    for number in reversed(range(given)):
        size = number // 2 % 3 if "sequence" in options else number % 3
        left = supplies[number % 2][size]
        colour = gift if gift != "-" and number == given - 1 else next(c for c in "RYG" if c in left)
        supplies[number % 2][size] = left.replace(colour, "", 1)
    words = ["/".join(left or "-" for left in supply) for supply in supplies]
    turn = given + 2 * (options.get("lineup") == "chosen")
    return pyr.load("traffic_tyrants", **options).position(f"{board} {' '.join(words)} {gift} {turn % 2} {turn}")


def black(board: str, gift: str, **options: str) -> Position:
    """Black has a gift such as GS, a green small, in hand."""
    return at(board, {"S": 4, "M": 2, "L": 6}[gift[1]], gift[0], **options)


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def board_of(position: Position) -> str:
    return position.text.split()[1]


def refusal(position: Position, move: str) -> str:
    with pytest.raises(pyr.IllegalMove) as caught:
        position.play(move)
    return f"{caught.value.rule}: {caught.value.reason}"


def scene_of(position: Position) -> Scene:
    return scene(position, None)


def notes(position: Position) -> dict[str, str]:
    return {note.id: note.text for note in scene_of(position).notes}


def touch(position: Position, text: str) -> tuple[tuple[str, ...], str]:
    """The pieces and the target of a legal move."""
    move = next(move for move in position.moves() if str(move) == text)
    found = touched(scene_of(position), move)
    return found.pieces, found.target


def limits_at(board: str, given: int, gift: str = "-", **options: str) -> tuple[int, int]:
    return limits(at(board, given, gift, **options).fields)


def sizes_given(position: Position, gifts: int) -> str:
    """The sizes of that many red gifts in a row, read from the supplies."""
    sizes = ""
    for _ in range(gifts):
        after = position.play("R")
        before = position.text.split()[2 + position.seat].split("/")
        left = after.text.split()[2 + position.seat].split("/")
        sizes += next(size for size, old, new in zip("SML", before, left, strict=True) if old != new)
        position = after
    return sizes


def test_R1_each_seat_has_one_runner_of_each_size() -> None:
    assert board_of(TYRANTS.start()) == START


def test_R2_the_lineup_is_rotated_mirrored_or_chosen() -> None:
    mirrored = pyr.load("traffic_tyrants", lineup="mirrored").start()
    assert board_of(mirrored) == "bS,bM,bL/-/-/-/-/-/kS,kM,kL"
    assert texts(CHOSEN.start()) == {"SML", "SLM", "MSL", "MLS", "LSM", "LMS"}
    after_black = CHOSEN.start().play("LMS")
    assert board_of(after_black) == "-/-/-/-/-/-/kL,kM,kS"
    assert board_of(after_black.play("MSL")) == "bL,bS,bM/-/-/-/-/-/kL,kM,kS"


def test_R2_a_lineup_is_refused_unless_it_is_time_to_choose_one() -> None:
    assert refusal(TYRANTS.start(), "SML") == "R2: the line-up is fixed unless lineup=chosen"
    assert refusal(CHOSEN.start(), "G").startswith("R2: choose your line-up first")
    assert refusal(CHOSEN.start().play("SML"), "Sb2").startswith("R2: choose your line-up first")
    assert refusal(CHOSEN.start().play("SML").play("SML"), "SML") == "R2: both line-ups are chosen"
    assert refusal(CHOSEN.start(), "SSL").startswith("R2: SSL is not a line-up")


def test_R3_black_gives_first_without_moving() -> None:
    assert TYRANTS.start().mover == 0
    assert texts(TYRANTS.start()) == {"G", "Y", "R"}
    assert refusal(TYRANTS.start(), "Sa2") == "R3: Black begins the game by giving, without moving"
    assert TYRANTS.start().play("G").mover == 1


def test_R4_the_first_gift_is_a_small_of_any_colour() -> None:
    assert pyr.perft(TYRANTS, 1) == 3
    assert TYRANTS.start().play("Y").text.split()[2] == "GGYRR/GGYYRR/GGYYRR"
    assert texts(TYRANTS.start().play("Y")) == {"Sb7", "Sc6"}


def test_R5_sizes_run_through_all_gifts_or_through_each_givers_own() -> None:
    assert sizes_given(TYRANTS.start(), 12) == "SMLSMLSMLSML"
    assert sizes_given(pyr.load("traffic_tyrants", sequence="own").start(), 12) == "SSMMLLSSMMLL"


def test_R5_the_sequence_says_which_runner_a_gift_moves() -> None:
    assert {text[0] for text in texts(at(START, 2, "Y"))} == {"M"}
    assert {text[0] for text in texts(at(START, 2, "Y", sequence="own"))} == {"S"}


def test_R6_only_what_is_left_of_the_next_size_can_be_given() -> None:
    position = at(START, 12)
    assert texts(position) == {"G", "Y"}
    assert refusal(position, "R") == "R6: you have no red S left to give"
    assert position.play("Y").text.split()[2:4] == ["GGY/GGYY/GGYY", "GGYY/GGYY/GGYY"]


def test_R6_the_last_of_a_size_is_given_whatever_its_colour() -> None:
    assert texts(at(START, 30)) == {"G"}


def test_R7_a_possible_move_is_compulsory() -> None:
    position = black(START, "YS")
    assert texts(position) == {"Sa2", "Sb1"}
    assert refusal(position, "G") == "R7: your S can move with the yellow gift, so first it must move"
    assert refusal(position, "stay").startswith("R7: your S can move")


def test_R7_with_decline_a_runner_may_stay() -> None:
    position = black(START, "YS", decline="yes")
    assert texts(position) == {"Sa2", "Sb1", "stay"}
    assert refusal(position, "G").endswith("first it must move or stay")
    assert board_of(position.play("stay")) == START
    assert texts(position.play("stay")) == {"G", "Y", "R"}
    assert refusal(position.play("stay"), "stay").startswith("R7: there is no gift to move with")


def test_R7_after_the_move_the_turn_goes_on_with_giving() -> None:
    after = black(START, "YS").play("Sa2")
    assert (after.mover, after.turn) == (0, 4)
    assert refusal(after, "Sa3") == "R7: there is no gift to move with; now give one of size M"


def test_R8_a_runner_moves_the_exact_number_of_steps() -> None:
    assert refusal(black(START, "GS"), "Sa2") == "R8: a2 is 1 step from a1, and green moves exactly 2"
    assert refusal(black(START, "YS"), "Sa1").startswith("R8: yellow moves exactly 1 step")
    before = at(BOXED_L, 5, uturn="no")
    assert board_of(before.play("G")) == BOXED_L
    assert texts(before.play("G")) == {"G", "Y", "R"}


def test_R8_short_longest_offers_single_steps_where_green_has_no_two() -> None:
    assert texts(black(BOXED_L, "GL", uturn="no", short="longest")) == {"La2"}
    assert texts(black(BOXED_L, "GL", short="longest")) == {"La1"}
    assert texts(black(BOXED_M, "GM", uturn="no")) == {"Mb1"}
    assert texts(black(BOXED_M, "GM", uturn="no", short="longest")) == {"Ma2", "Mb1"}


def test_R9_two_steps_go_straight_or_bend_also_backwards() -> None:
    position = black("bL,bM,bS/-/-/.,kS,./-/-/.,kM,kL", "GS")
    assert texts(position) == {"Sb6", "Sb2", "Sa5", "Sc5", "Sa3", "Sc3", "Sb4"}


def test_R10_there_and_back_is_a_move_unless_the_option_forbids_it() -> None:
    assert board_of(black(START, "GS").play("Sa1")) == START
    position = black(START, "GS", uturn="no")
    assert texts(black(START, "GS")) - texts(position) == {"Sa1"}
    assert refusal(position, "Sa1") == "R10: two steps may not lead back to a1 with uturn=no"


def test_R10_there_and_back_needs_a_square_that_can_be_left_again() -> None:
    position = black(".,.,bS/-/-/-/.,kM,kL/bL,.,./kS,bM,.", "GS")
    assert refusal(position, "Sa1") == "R10: no square beside a1 can be entered and left again"


def test_R9_with_path_straight_both_steps_go_in_one_direction() -> None:
    position = black("bL,bM,bS/-/-/-/.,kS,./-/kM,.,kL", "GS", path="straight")
    assert texts(position) == {"Sb1", "Sb5"}
    assert (
        refusal(position, "Sc4")
        == "R9: c4 lies round a corner from b3, and two steps go straight on with path=straight"
    )
    assert refusal(position, "Sb3").startswith(
        "R9: two steps go straight on with path=straight, so they do not lead back"
    )
    assert texts(black(START, "GS", path="straight")) == {"Sa3", "Sc1"}


def test_R9_with_path_straight_a_tackle_on_the_first_step_still_ends_the_move() -> None:
    position = black(".,bM,bS/-/-/-/-/bL,.,./kS,kM,kL", "GS", path="straight")
    assert texts(position) == {"Sa2", "Sc1"}
    assert board_of(position.play("Sa2")) == ".,bM,bS/-/-/-/-/bLkS,.,./.,kM,kL"


def test_R8_with_path_straight_short_longest_allows_every_single_step_where_two_do_not_fit() -> None:
    boxed = "bL,bM,./-/-/.,.,kM/kS,.,./-/kL,.,bS"  # neither a3 nor c1 can be entered
    assert texts(black(boxed, "GL", path="straight", short="longest")) == {"La2", "Lb1"}
    with pytest.raises(pyr.BadPosition, match="The green L cannot be used"):
        black(boxed, "GL", path="straight")
    tackle = ".,bM,./-/-/.,.,kL/kS,.,./bL,.,./kM,.,bS"
    assert texts(black(tackle, "GM", path="straight")) == {"Ma2"}
    assert texts(black(tackle, "GM", path="straight", short="longest")) == {"Ma2", "Mb1"}
    free = "bL,bM,bS/-/-/.,.,kM/kS,.,./-/kL,.,."
    assert texts(black(free, "GL", path="straight", short="longest")) == {"Lc1"}


def test_R10_uturn_has_no_effect_with_path_straight() -> None:
    for uturn in ("yes", "no"):
        assert texts(black("bL,bM,bS/-/-/-/.,kS,./-/kM,.,kL", "GS", path="straight", uturn=uturn)) == {"Sb1", "Sb5"}


def test_R11_green_is_two_steps_yellow_one_red_none() -> None:
    assert texts(black(START, "GL")) == {"Lc3", "Lb2", "Lc1"}
    assert texts(black(START, "YL")) == {"Lc2"}
    assert refusal(black(START, "YS"), "Sa3") == "R11: a3 is 2 steps from a1, and yellow moves only 1"
    assert refusal(black(START, "GS"), "Sb3") == "R11: b3 is 3 steps from a1, and green moves only 2"
    after_red = TYRANTS.start().play("R")
    assert after_red.mover == 1
    assert texts(after_red) == {"G", "Y", "R"}


def test_R12_a_gift_moves_the_runner_of_its_size_alone() -> None:
    position = black("bL,bM,bS/-/-/-/-/kMkS,.,./.,.,kL", "YS")
    assert board_of(position.play("Sb2")) == "bL,bM,bS/-/-/-/-/kM,kS,./.,.,kL"
    assert refusal(position, "Ma3") == "R12: the gift is a yellow S, which moves your S and not your M"


def test_R13_smaller_runners_block_and_own_larger_ones_do_not() -> None:
    position = black("bL,bM,./-/-/.,kS,./bS,kM,./-/.,.,kL", "YM")
    assert texts(position) == {"Mc3", "Mb2"}
    assert refusal(position, "Mb4") == "R13: your own S on b4 is smaller than your M and blocks"
    assert refusal(position, "Ma3") == "R13: the enemy S on a3 is smaller than your M and blocks"
    through = black("bL,bM,bS/-/-/-/kM,.,./kL,.,./kS,.,.", "GS")
    assert {"Sa3", "Sb2"} <= texts(through)
    assert board_of(through.play("Sa3")) == "bL,bM,bS/-/-/-/kMkS,.,./kL,.,./-"


def test_R13_a_way_can_be_blocked_although_its_end_is_free() -> None:
    assert refusal(black(BOXED_L, "GL"), "Lc1") == "R13: the way from a1 to c1 is blocked on b1"
    bent = black("bL,bM,./-/-/-/.,kS,./bS,kM,./.,.,kL", "GM")
    assert refusal(bent, "Ma3") == "R13: the way from b2 to a3 is blocked on a2 and b3"


def test_R14_an_enemy_of_equal_size_blocks() -> None:
    position = black("bL,bM,./-/-/-/.,kM,kL/bS,.,./kS,.,.", "YS")
    assert texts(position) == {"Sb1"}
    assert refusal(position, "Sa2") == "R14: the enemy S on a2 is of equal size and blocks"


def test_R15_a_larger_enemy_cannot_be_passed() -> None:
    position = black(".,bM,bS/-/-/-/-/bL,.,./kS,kM,kL", "GS")
    assert "Sa3" not in texts(position)
    assert refusal(position, "Sa3") == "R15: the larger enemy L on a2 cannot be passed from a1 to a3"


def test_R16_a_tackle_ends_the_movement_but_the_gift_is_still_given() -> None:
    after = black(".,bM,bS/-/-/-/-/bL,.,./kS,kM,kL", "GS").play("Sa2")
    assert board_of(after) == ".,bM,bS/-/-/-/-/bLkS,.,./.,kM,kL"
    assert after.mover == 0
    assert texts(after) == {"G", "Y", "R"}


def test_R17_tackles_are_made_with_any_step_and_must_be_if_nothing_else_is_possible() -> None:
    second_step = black(".,bM,bS/-/-/-/bL,.,./-/kS,kM,kL", "GS")
    assert "Sa3" in texts(second_step)
    only = black(".,.,bS/-/-/-/.,kM,kL/bL,.,./kS,bM,.", "GS")
    assert texts(only) == {"Sa2", "Sb1"}
    assert texts(black(".,.,bS/-/-/-/.,kM,kL/bL,.,./kS,bM,.", "YS")) == {"Sa2", "Sb1"}


@pytest.mark.parametrize("top", ["kS", "bS"])
def test_R18_a_covered_runner_does_not_move_whoever_is_on_top(top: str) -> None:
    other = "bS" if top == "kS" else "kS"
    board = f"bL,bM,{other}/-/-/-/-/kM{top},.,./.,.,kL"
    after = at(board, 1).play("G")
    assert (after.mover, board_of(after), texts(after)) == (0, board, {"G", "Y", "R"})
    assert refusal(after, "Ma3") == "R18: your M on a2 is covered and cannot move; now give one of size L"


def test_R18_with_pinned_enemy_a_runner_moves_out_from_under_its_own_side() -> None:
    board = "bL,bM,bS/-/-/-/-/kLkMkS,.,./-"
    out = black(board, "YM", pinned="enemy")
    assert texts(out) == {"Ma1", "Ma3", "Mb2"}
    assert board_of(out.play("Mb2")) == "bL,bM,bS/-/-/-/-/kLkS,kM,./-"
    assert board_of(black(board, "GL", pinned="enemy").play("La4")) == "bL,bM,bS/-/-/kL,.,./-/kMkS,.,./-"


@pytest.mark.parametrize(
    ("board", "given", "size"),
    [("bL,bM,./-/-/-/-/kMbS,.,./kS,.,kL", 1, "M"), ("bL,.,bS/-/-/-/-/kLbMkS,.,./.,kM,.", 5, "L")],
    ids=["on top", "in between"],
)
def test_R18_with_pinned_enemy_an_enemy_anywhere_above_still_pins(board: str, given: int, size: str) -> None:
    after = at(board, given, pinned="enemy").play("G")
    assert texts(after) == {"G", "Y", "R"} and after.mover == 0
    assert refusal(after, f"{size}a3").startswith(f"R18: your {size} on a2 is under an enemy and cannot move")


def test_R13_with_pinned_enemy_what_is_left_behind_blocks_the_way_back() -> None:
    board = "bL,bM,bS/-/-/-/-/kMkS,.,./.,.,kL"
    assert "Ma2" not in texts(black(board, "GM", pinned="enemy"))
    expected = "R13: your own S, which stays on a2, is smaller than your M and blocks"
    assert refusal(black(board, "GM", pinned="enemy"), "Ma2") == expected


def test_R19_an_own_runner_on_top_makes_the_square_ones_own() -> None:
    position = black(".,bM,bS/-/-/-/-/bLkM,.,./kS,.,kL", "GS")
    assert "Sa3" in texts(position)
    assert board_of(position.play("Sa3")) == ".,bM,bS/-/-/-/kS,.,./bLkM,.,./.,.,kL"
    assert texts(black(".,bM,bS/-/-/-/-/bLkM,.,./kS,.,kL", "YS")) == {"Sa2", "Sb1"}


def test_R20_leaving_a_stack_frees_what_lies_below() -> None:
    covered = ".,bM,bS/-/-/-/bLkS,.,./-/.,kM,kL"
    assert texts(at(covered, 8).play("Y")) == {"G", "Y", "R"}
    freed = board_of(black(covered, "YS").play("Sb3"))
    assert freed == ".,bM,bS/-/-/-/bL,kS,./-/.,kM,kL"
    assert texts(at(freed, 8).play("Y")) == {"La2", "La4"}


def test_R21_the_game_ends_when_the_36th_gift_has_been_used() -> None:
    last = at(START, 36, "Y")
    assert texts(last) == {"Lc2"}
    assert last.outcome is None
    over = last.play("Lc2")
    assert (over.mover, over.turn) == (None, 37)
    assert over.moves() == ()


def test_R21_the_game_ends_at_once_when_the_36th_gift_is_useless() -> None:
    over = at("bL,bM,bS/-/-/-/-/-/kLkS,kM,.", 35).play("G")
    assert (over.mover, over.turn) == (None, 36)


def test_R21_with_last_gift_unmoved_the_game_ends_when_the_36th_gift_is_given() -> None:
    before = at(START, 35, last_gift="unmoved")
    over = before.play("Y" if "Y" in texts(before) else "G")
    assert (over.mover, over.turn, str(over.outcome)) == (None, 36, "R24:1/2-1/2")
    assert over.game.position(over.text) == over and board_of(over) == START
    with pytest.raises(pyr.BadPosition, match="36th gift is not moved with last_gift=unmoved"):
        at(START, 36, "Y", last_gift="unmoved")
    assert at(START, 34, last_gift="unmoved").play("G").mover == 1


@pytest.mark.parametrize(
    ("board", "last", "outcome"),
    [
        ("kS,.,./.,kM,./-/kL,.,./.,bS,bM/-/.,.,bL", "Lb4", "R22:0-1"),  # 3 + 4 against 1 + 2 + 9
        ("kS,.,kM/kL,.,./-/-/.,bS,bM/bL,.,./-", "La5", "R22:1-0"),  # 3 + 6 + 3 against 1 + 2 + 6
        ("bL,bM,./-/.,kL,./-/bS,.,./-/kS,kM,.", "Lb6", "R22:1-0"),  # 6 against 1
        ("bL,bM,./-/.,kL,./-/bS,.,./-/kS,kM,.", "Lb4", "R22:0-1"),  # the middle and the own ranks count nothing
    ],
)
def test_R22_pips_times_label_on_the_enemys_ranks_decide(board: str, last: str, outcome: str) -> None:
    assert str(at(board, 36, "Y").play(last).outcome) == outcome


def test_R23_covered_runners_score_unless_the_option_says_nothing() -> None:
    board = "kLkS,bM,./-/-/.,kM,./-/bL,.,bS/-"  # Black 9 and 3, Blue 6 and 2
    before = [at(board, 35, covered=value) for value in ("score", "nothing")]
    outcomes = [str(position.play("G").outcome) for position in before]
    assert outcomes == ["R22:1-0", "R22:0-1"]


def test_R24_equal_points_are_a_draw() -> None:
    last = at("bL,bM,./-/kS,.,./-/bS,.,./-/.,kM,kL", 36, "Y")
    assert str(last.play("Lc2").outcome) == "R24:1/2-1/2"


def test_R25_no_diagonals_and_nothing_off_the_board() -> None:
    assert refusal(black(START, "YS"), "Sb2") == "R25: b2 lies diagonally from a1, and runners step straight"
    assert refusal(black(START, "YS"), "Sd1").startswith("R25: d1 is not on the board")
    assert refusal(black(START, "YS"), "Sa0").startswith("R25: a0 is not on the board")
    assert "Sa3" not in texts(black("bL,bM,bS/-/-/-/-/.,.,kS/.,kM,kL", "GS"))  # c2 is not beside a3


@pytest.mark.parametrize("lineup", ["rotated", "chosen"])
def test_R26_every_game_ends_after_36_gifts(lineup: str) -> None:
    game = pyr.load("traffic_tyrants", lineup=lineup)
    position, gifts = game.start(), 0
    while position.mover is not None:
        move = position.moves()[-1]
        gifts += str(move) in "GYR"
        position = position.play(move)
    assert gifts == 36
    most = game.manual.most_turns(game.options)
    assert most is not None and position.turn <= most


def test_R27_a_gift_that_cannot_be_used_may_be_given() -> None:
    assert texts(at("bL,bM,bS/-/-/-/-/kMkS,.,./.,.,kL", 1)) == {"G", "Y", "R"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{START} {FULL} - 0 0", "seven ranks, two supplies and the gift"),
        (f"bL,bM,bS/-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 0", "seven ranks"),
        (f"bL,bM/-/-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 0", "Rank 7 is 'bL,bM'"),
        (f"bL,bM,rS/-/-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 0", "'rS' on c7 is not a stack"),
        (f"bL,.,bSbM/-/-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 0", "each runner is smaller than the one below"),
        (f"bL,bM,bS/-/-/-/-/bS,.,./kS,kM,kL {FULL} {FULL} - 0 0", "Blue's S is on the board twice"),
        (f"bL,.,bS/-/-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 0", "Blue's M must be on the board too"),
        (f"{START} GGGYYR/GGYYRR/GGYYRR {FULL} - 0 0", "is not a supply"),
        (f"{START} GGYYRR/GGYYRR {FULL} - 0 0", "is not a supply"),
        (f"{START} {FULL} {FULL} B 0 0", "'B' is not a gift"),
        (f"{START} {FULL} {FULL} r 0 0", "Before the first gift and after the last no gift is in hand"),
        (f"{START} GGYYR/GGYYRR/GGYYRR {FULL} g 1 1", "Black still has both green S, so none was given last"),
        (f"{START} {FULL} {FULL} - 0 2", "After 0 gifts and 0 chosen line-ups 0 turns are complete"),
        (f"{START} {FULL} {FULL} - 1 0", "Black has the move after an even number"),
        (f"{START} GGYYRR/GYYRR/GGYYRR {FULL} - 1 1", "After 1 gifts Black has 5 pyramids of size S left"),
        (f".,bM,bS/bL,.,./-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 0", "Before the first gift Blue's runners stand"),
        (f"{START} {FULL} {FULL} G 0 0", "Before the first gift and after the last no gift is in hand"),
        (f"{START} GYYRR/GGYYRR/GGYYRR {FULL} Y 1 1", "Black still has both yellow S, so none was given last"),
        (f"{START} GGYYR/GGYYRR/GGYYRR {FULL} R 1 1", "The red S cannot be used"),
        (f"bL,bM,bS/-/-/-/-/-/kS,kM,kL {SPENT} - 0 36", "The game is over when the 36th gift is no longer in hand"),
        (f"{START} {FULL} {FULL} - -0 0 R24:1/2-1/2", "The game is over when the 36th gift is no longer in hand"),
        (f"{START} {SPENT} - -0 36 R22:1-0", "Black has 0 points and Blue 0, which is a draw (R24)"),
        (f"{START} {SPENT} - -1 37 R24:1/2-1/2", "at the end"),
        (f"bL,bM,bS/-/kS,.,./-/-/-/.,kM,kL {SPENT} - -0 36 R22:0-1", "a win for Black (R22)"),
        (f"{START} {FULL} {FULL} - *0 0", "no dice"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(pyr.BadPosition) as caught:
        TYRANTS.position(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("lineup=mirrored", f"{START} {FULL} {FULL} - 0 0", "Before the first gift Blue's runners stand"),
        ("lineup=chosen", f"{START} {FULL} {FULL} - 0 0", "Black has not chosen a line-up after 0 turns"),
        ("lineup=chosen", f"-/-/-/-/-/kS,.,./.,kM,kL {FULL} {FULL} - 1 1", "Before the first gift Black's runners"),
        ("lineup=chosen", f"-/-/-/-/-/-/kS,kM,kL {FULL} {FULL} - 0 2", "Blue's S and M and L must be on the board"),
        ("sequence=own", f"{START} GGYYR/GGYYRR/GGYYRR GGYYRR/GGYYR/GGYYRR - 0 2", "Blue has 5 pyramids of size S"),
    ],
)
def test_positions_impossible_with_an_option_are_refused(game: str, text: str, reason: str) -> None:
    with pytest.raises(pyr.BadPosition) as caught:
        pyr.load(f"traffic_tyrants({game})").position(text)
    assert reason in str(caught.value)


def test_a_gift_without_a_move_is_never_in_hand() -> None:
    with pytest.raises(pyr.BadPosition, match="The green L cannot be used"):
        black(BOXED_L, "GL", uturn="no")


def test_the_scene_begins_with_the_runners_lined_up_and_full_supplies() -> None:
    laid = scene_of(TYRANTS.start())
    assert [laid.on(square)[0].name for square in ("a1", "c7")] == ["Black's small runner", "Blue's small runner"]
    assert [len(laid.on(place)) for place in ("supply-0", "supply-1", "gift")] == [18, 18, 0]
    assert laid.places["a7"].says == "a7, where Black's runners count three times"
    assert laid.places["b3"].says == "b3, where Blue's runners count once"
    assert {label.text for label in laid.labels} >= {"a", "b", "c", "1", "7"}
    values = {cell.id: cell.value for cell in laid.cells}
    assert [values[name] for name in ("a7", "b6", "c5", "a4")] == ["\u00d73", "\u00d72", "\u00d71", ""]


def test_the_scene_stacks_runners_of_both_colours() -> None:
    laid = scene_of(black("kL,bM,./bLkS,.,./-/-/.,bS,./-/.,kM,.", "GS"))
    assert [(piece.id, piece.height) for piece in laid.on("a6")] == [("blue-L", 0), ("black-S", 1)]


def test_a_gift_keeps_its_name_on_its_way_from_the_supply_to_the_hand() -> None:
    start = TYRANTS.start()
    given, target = touch(start, "G")
    assert (given, target) == (("black-S-green-2",), "gift")
    laid = scene_of(start.play("G"))
    assert [piece.id for piece in laid.on("gift")] == list(given)
    assert len(laid.on("supply-0")) == 17
    assert [piece.id for piece in scene_of(start.play("R")).on("discard")] == ["black-S-red-2"]


def test_used_lights_lie_by_colour_two_in_a_row_red_and_useless_ones_too() -> None:
    red = TYRANTS.start().play("R")
    assert scene_of(red).on("gift") == [] and [piece.slot for piece in scene_of(red).on("discard")] == [4]
    assert red.text.split()[4] == "r" and TYRANTS.position(red.text) == red
    green = red.play("G")
    assert green.text.split()[4] == "G" and [piece.id for piece in scene_of(green).on("gift")] == ["blue-M-green-2"]
    assert [piece.slot for piece in scene_of(green).on("discard")] == [4]
    moved = green.play("Mb3")
    assert moved.text.split()[4] == "g" and scene_of(moved).on("gift") == []
    assert {piece.id: piece.slot for piece in scene_of(moved).on("discard")} == {
        "black-S-red-2": 4,
        "blue-M-green-2": 0,
    }
    assert [event.says for event in pyr.events(green, moved, None)][-2:] == [
        "Blue's medium green light is used up.",
        "Black's turn: give Blue a large light.",
    ]
    covered = at("bL,bM,bS/-/-/-/-/kMkS,.,./.,.,kL", 1).play("G")
    assert "blue-M-green-2" in [piece.id for piece in scene_of(covered).on("discard")]
    assert sorted(piece.slot for piece in scene_of(at(START, 36, "Y").play("Lc2")).on("discard")) == [*range(36)]


def test_what_a_move_touches() -> None:
    position = black(START, "YS", decline="yes")
    assert touch(position, "Sa2") == (("black-S",), "a2")
    assert touch(position, "stay") == ((), "")
    assert touch(at(START, 30), "G") == (("black-S-green-1",), "gift")


def test_before_a_chosen_lineup_the_runners_wait_beside_the_board() -> None:
    start = CHOSEN.start()
    assert [piece.id for piece in scene_of(start).on("lineup-0")] == ["black-S", "black-M", "black-L"]
    assert touch(start, "LMS") == (("black-S", "black-M", "black-L"), "")
    after = scene_of(start.play("LMS"))
    assert after.on("lineup-0") == [] and after.on("a1")[0].id == "black-L"
    assert [piece.id for piece in after.on("lineup-1")] == ["blue-S", "blue-M", "blue-L"]
    assert "lineup-1" not in scene_of(start.play("LMS").play("SML")).places


def test_the_notes_say_the_score_the_next_gift_and_what_is_to_be_done() -> None:
    found = notes(black("kL,bM,./bLkS,.,./-/-/.,bS,./-/.,kM,.", "GS"))
    assert found["score-0"] == "Black has 11 points on ranks 5, 6 and 7."
    assert found["score-1"] == "Blue has 1 point on ranks 3, 2 and 1."
    assert found["gifts"] == "The next gift is a medium one (M), 5 of 36."
    assert found["status"] == "Black's turn: green light, move the small runner two steps."
    assert notes(TYRANTS.start())["status"] == "Black's turn: give Blue a small light."
    assert notes(CHOSEN.start())["status"] == "Black's turn: choose how to line up."
    assert notes(at(START, 36, "Y"))["gifts"] == "All gifts are given."


def test_the_notes_follow_the_options() -> None:
    covered = "kLkS,bM,./-/-/.,kM,./-/bL,.,bS/-"
    scores = [notes(at(covered, 34, covered=value))["score-0"] for value in ("score", "nothing")]
    assert [score.split()[2] for score in scores] == ["12", "3"]
    assert notes(at(START, 1, sequence="own"))["gifts"] == "The next gift is a small one (S), 2 of 36."


def test_limits_are_what_the_steps_left_can_change() -> None:
    assert limits_at(START, 0) == (0, 12)
    assert limits_at("kS,.,./.,kM,./-/kL,.,./.,bS,bM/-/.,.,bL", 36, "Y") == (0, 0)  # 7 to 10 against 12
    assert limits_at("kS,.,kM/kL,.,./-/-/.,bS,bM/bL,.,./-", 36, "Y") == (12, 12)  # 12 to 18 against 9
    assert limits_at("bL,bM,./-/.,kL,./-/bS,.,./-/kS,kM,.", 36, "Y") == (12, 12)  # 6 with the step in hand against 1
    assert limits_at("bL,bM,bS/-/.,kL,./-/-/-/kS,kM,.", 36, "Y") == (12, 12)  # 6 against 0


def test_limits_know_that_a_runner_may_score_nothing_when_it_is_covered() -> None:
    board = "kS,.,kM/kL,.,./-/-/.,bS,bM/bL,.,./-"
    assert limits_at(board, 36, "Y", covered="nothing") == (0, 12)  # 3 to 18 against 1 to 9
