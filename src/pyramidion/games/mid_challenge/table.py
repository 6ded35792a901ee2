"""The Mid Challenge in words: its facts, move texts, position text, refusals and printed board."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.draw.grid import grid
from pyramidion.engine.errors import BadPosition, IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.header import CHANCE, MOST_SEATS, OVER, WHOLE
from pyramidion.games.mid_challenge import rules
from pyramidion.games.mid_challenge.rules import (
    ANY,
    EMPTY,
    FACES,
    MOST_SQUARES,
    NO_ROLL,
    OWNER,
    PASS,
    PLACE,
    ROLL,
    ROLLS,
)

FACTS = Facts(
    title="The Mid Challenge",
    author="Ken Leyhe",
    year=2002,
    credit="Version 2.0, May 2002, also published as Magic Mids. Copyright Kenneth Leyhe Sr., GNU Free Documentation "
    "License 1.1 or later.",
    summary="Three dice say what you may place and where; get all your pyramids onto the board and flank the others'.",
    letter="M",
    rules=1,
    seats=("Red", "Blue", "Green", "Yellow"),
    most_moves=rules.MOST_MOVES,
    example="=0A3, Sa1, Mc10, pass",
    chance=True,
    options=(
        Option(
            "players",
            "M1",
            {
                "2": "Two play with fifteen mids each: five small, five medium, five large.",
                "3": "Three play with eleven mids each: three small, five medium, three large.",
                "4": "Four play with eight mids each: two small, four medium, two large.",
            },
        ),
        Option(
            "board",
            "M2",
            {
                "grid": "A square is a quarter of a face-down tile, so the board is 8 wide and 10 high.",
                "tiles": "A square is a whole tile, so the board is 4 wide and 5 high.",
            },
        ),
        Option(
            "power",
            "M18",
            {
                "each": "Each of the two flanking mids must be stronger than the captured one.",
                "combined": "The two flanking mids together must be stronger than the captured one.",
            },
        ),
        Option(
            "chain",
            "M17",
            {
                "single": "Exactly one mid can be captured between two flanking ones.",
                "rows": "A row of one or more opponents' mids between two of yours is captured whole or not at all.",
            },
        ),
        Option(
            "full_board",
            "M26",
            {
                "count": "On a full board the fewest mids in hand win, then the most pips; no effect on board=grid.",
                "draw": "A full board is a draw for all; no effect on board=grid.",
            },
        ),
    ),
    seats_option="players",
)

SIZES = "SML"
SIZE_NAMES = ("small", "medium", "large")
COLOURS = "rbgy"
FILES = "abcdefgh"
HEADERS = "2345"
END = PLACE + rules.SIZES * MOST_SQUARES
PLACE_FORM = re.compile(r"([SML])([a-z])([1-9][0-9]?)")
ROLL_FORM = re.compile(r"=([0A2345]{3})")
RANK_FORM = re.compile(r"(?:[1-8]|[rbgy][SML])+")
SQUARES_FORM = re.compile(r"[1-8]|[rbgy][SML]")


def most_turns(options: Mapping[str, str]) -> int:
    """M27 ends the longest game."""
    return rules.LAST_TURN


def _width(position: np.record) -> int:
    return int(rules.WIDTH[position.board])


def _height(position: np.record) -> int:
    return int(rules.HEIGHT[position.board])


def _players(position: np.record) -> int:
    return 2 + int(position.players)


def _square_name(position: np.record, square: int) -> str:
    rank, file = divmod(square, _width(position))
    return f"{FILES[file]}{rank + 1}"


def _roll_text(roll: int) -> str:
    return "".join(FACES[face] for face in ROLLS[roll])


def move_text(position: np.record, code: int) -> str:
    if code == PASS:
        return "pass"
    if code < PLACE:
        return "=" + _roll_text(code - ROLL)
    size, square = divmod(code - PLACE, MOST_SQUARES)
    return SIZES[size] + _square_name(position, square)


def read_move(position: np.record, text: str) -> int | None:
    if text == "pass":
        return PASS
    roll = ROLL_FORM.fullmatch(text)
    if roll:
        return _read_roll(roll[1])
    match = PLACE_FORM.fullmatch(text)
    return None if match is None else PLACE + SIZES.index(match[1]) * MOST_SQUARES + _read_square(position, match)


def _read_roll(text: str) -> int:
    faces = tuple(FACES.index(face) for face in text)
    if faces not in ROLLS:
        ordered = "".join(sorted(text, key=FACES.index))
        raise IllegalMove(f"the faces of a roll are written in the order 0 A 2 3 4 5; write ={ordered}", "M6")
    return ROLL + ROLLS.index(faces)


def _read_square(position: np.record, match: re.Match[str]) -> int:
    file, rank, width = FILES.find(match[2]), int(match[3]) - 1, _width(position)
    if not 0 <= file < width or rank >= _height(position):
        raise IllegalMove(f"{match[2]}{match[3]} is not on the board; {_extent(position)}", "M2")
    return rank * width + file


def _extent(position: np.record) -> str:
    return f"its files are a to {FILES[_width(position) - 1]}, its ranks 1 to {_height(position)}"


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed: a sentence and the number of the ruling."""
    if not PASS <= code < END:
        return f"{code} is the code of no move", 0
    if position.mover == CHANCE:
        return "the dice are rolling; only a roll such as =0A3 can come next", 6
    if ROLL <= code < PLACE:
        return _refuse_roll(position)
    if code == PASS:
        return f"you must place a mid, as you can: for example {_example(position)}", 12
    return _refuse_placement(position, *divmod(code - PLACE, MOST_SQUARES))


def _refuse_roll(position: np.record) -> tuple[str, int]:
    if position.roll == rules.THREE_BLANKS:
        return "after three blanks you place a mid first, and then roll again", 11
    return f"you have rolled {_roll_text(position.roll)}, and only three blanks give another roll", 11


def _example(position: np.record) -> str:
    out = np.empty(rules.MOST_MOVES, dtype=np.int32)
    rules.moves(position, out)
    return move_text(position, int(out[0]))


def _refuse_placement(position: np.record, size: int, square: int) -> tuple[str, int]:
    if square >= _width(position) * _height(position):
        return f"that square is not on the board; {_extent(position)}", 2
    readings = _readings(position)
    fitting = [reading for reading in readings if _fits(position, reading, size, square)]
    if not fitting:
        return _refuse_reading(position, readings)
    blocked = _blocked(position, size, fitting[0][1])
    if blocked:
        return blocked
    return f"{_square_name(position, square)} is taken by {_owner_and_size(int(position.mids[square]))}", 15


def _readings(position: np.record) -> list[tuple[int, int]]:
    """The sizes and columns that the roll allows; ANY stands for all."""
    return [(int(size), int(column)) for size, column in rules.PLAYS[position.roll] if size != rules.NOTHING]


def _fits(position: np.record, reading: tuple[int, int], size: int, square: int) -> bool:
    return reading[0] in (ANY, size) and rules.in_column(position, square, reading[1])


def _refuse_reading(position: np.record, readings: list[tuple[int, int]]) -> tuple[str, int]:
    """No reading of the roll is of this size and column."""
    roll = _roll_text(position.roll)
    if not readings:
        return f"{roll} has no two faces alike, so nothing can be placed; write pass", 10
    reasons = [_blocked(position, size, column) for size, column in readings]
    if reasons[0] and all(reasons):
        reason, rule = reasons[0]
        return f"{roll} allows only {_allowed(readings)}, and {reason}; write pass", rule
    return f"{roll} allows only {_allowed(readings)}", _reading_rule(position)


def _blocked(position: np.record, size: int, column: int) -> tuple[str, int] | None:
    """Why a reading cannot be played at all: the size is used up, or the column is full."""
    if position.hand[position.seat, size] == 0:
        return f"you have no {SIZE_NAMES[size]} left in hand", 13
    squares = range(_width(position) * _height(position))
    if column != ANY and all(position.mids[s] for s in squares if rules.in_column(position, s, column)):
        return f"column {HEADERS[column]} is full", 14
    return None


def _allowed(readings: list[tuple[int, int]]) -> str:
    return " or ".join(_reading_text(size, column) for size, column in readings)


def _reading_text(size: int, column: int) -> str:
    what = "any size" if size == ANY else f"a {SIZE_NAMES[size]}"
    return f"{what} on any empty square" if column == ANY else f"{what} in column {HEADERS[column]}"


def _reading_rule(position: np.record) -> int:
    """Which ruling tells how a roll is read: without blanks, as a triple, with an ace, as two doubles."""
    faces = {face for face in ROLLS[position.roll] if face != rules.BLANK}
    if rules.BLANK not in ROLLS[position.roll]:
        return 10
    return 7 if len(faces) == 1 else 8 if rules.ACE in faces else 9


def _owner_and_size(mid: int) -> str:
    return f"{FACTS.seats[mid // OWNER]}'s {SIZE_NAMES[mid % OWNER - 1]}"


def place_text(position: np.record) -> str:
    """The ranks from the top down, a number for as many empty squares, then the dice."""
    ranks = "/".join(_rank_text(position, rank) for rank in reversed(range(_height(position))))
    return f"{ranks} {'-' if position.roll == NO_ROLL else _roll_text(position.roll)}"


def _rank_text(position: np.record, rank: int) -> str:
    cells = "".join(_mid_text(mid) for mid in _rank(position, rank))
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), cells)


def _rank(position: np.record, rank: int) -> list[int]:
    width = _width(position)
    return [int(mid) for mid in position.mids[rank * width : (rank + 1) * width]]


def _mid_text(mid: int) -> str:
    return "." if mid == EMPTY else COLOURS[mid // OWNER] + SIZES[mid % OWNER - 1]


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = words[0].split("/") if words else []
    if len(words) != 2 or len(ranks) != _height(position):
        raise BadPosition(
            f"The position text of this board has {_height(position)} ranks from the top down, and the dice."
        )
    for rank, text in zip(reversed(range(_height(position))), ranks, strict=True):
        _read_rank(position, rank, text)
    for seat in range(_players(position)):
        position.hand[seat] = rules.MIDS[position.players] - _on_board(position, seat)
    position.roll = _read_dice(words[1])


def _read_rank(position: np.record, rank: int, text: str) -> None:
    width = _width(position)
    if not RANK_FORM.fullmatch(text):
        raise BadPosition(f"'{text}' is no rank. Write mids as in rS or bL, and a number for as many empty squares.")
    mids = [mid for part in SQUARES_FORM.findall(text) for mid in _read_squares(part)]
    if len(mids) != width:
        raise BadPosition(f"'{text}' fills {len(mids)} squares; a rank of this board has {width}.")
    if max(mids) >= _players(position) * OWNER:
        raise BadPosition(f"'{text}' has a mid of a seat that does not play; there are {_players(position)} players.")
    position.mids[rank * width : (rank + 1) * width] = mids


def _read_squares(part: str) -> list[int]:
    if part.isdigit():
        return [EMPTY] * int(part)
    return [COLOURS.index(part[0]) * OWNER + SIZES.index(part[1]) + 1]


def _read_dice(text: str) -> int:
    faces = tuple(FACES.find(face) for face in text)
    if text == "-":
        return NO_ROLL
    if faces not in ROLLS:
        raise BadPosition(f"'{text}' is no roll. Write three faces in the order 0 A 2 3 4 5, or - before a roll.")
    return ROLLS.index(faces)


def _on_board(position: np.record, seat: int) -> list[int]:
    """How many mids of each size a seat has on the board."""
    mids = position.mids.tolist()
    return [mids.count(seat * OWNER + size + 1) for size in range(rules.SIZES)]


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    for seat, name in enumerate(FACTS.seats[: _players(position)]):
        for size, size_name in enumerate(SIZE_NAMES):
            if position.hand[seat, size] < 0:
                most = int(rules.MIDS[position.players, size])
                raise BadPosition(f"{name} has more than {most} {size_name} mids on the board.")
    if (position.roll != NO_ROLL) != (position.mover == position.seat):
        raise BadPosition(
            "Dice lie on the table exactly while a seat is to place: write the roll then, and - otherwise."
        )
    _check_turns(position)
    _check_end(position)


def _check_turns(position: np.record) -> None:
    players, turn, over = _players(position), int(position.turn), position.mover == OVER
    if turn > rules.LAST_TURN:
        raise BadPosition(f"No game has more than {rules.LAST_TURN} turns (M27).")
    if int(position.seat) != (turn - over) % players:
        raise BadPosition(f"After {turn} turns of {players} seats it is not the turn of seat {position.seat}.")
    for seat in range(turn + (not over), players):
        if any(_on_board(position, seat)):
            raise BadPosition(f"{FACTS.seats[seat]} has had no turn yet and can have no mid on the board.")
    if over and position.rule != 27 and not any(_on_board(position, int(position.seat))):
        raise BadPosition(f"{FACTS.seats[position.seat]} placed last and must have a mid on the board.")


def _check_end(position: np.record) -> None:
    """The game is over exactly when a ruling ends it, with the results that it gives."""
    seat = int(position.seat)
    for other in range(_players(position)):
        if other != seat and rules.in_hand(position, other) == 0:
            raise BadPosition(f"{FACTS.seats[other]} has an empty hand and would have won before (M24).")
    rule, winners = _end(position)
    if rule != position.rule:
        raise BadPosition(
            "The game is over when the seat that moved has an empty hand (M24), no square is empty (M26) or 1000 turns "
            "are complete (M27), in this order, and only then."
        )
    if position.shares.tolist() != _shares(winners):
        raise BadPosition(f"Those are not the results that M{rule} gives here.")


def _end(position: np.record) -> tuple[int, int]:
    """The ruling that ends the game here, 0 for none, and the set of winners."""
    seat = int(position.seat)
    if rules.in_hand(position, seat) == 0:
        return 24, 1 << seat
    if rules.is_full(position):
        return 26, int(rules.leaders(position))
    if position.turn == rules.LAST_TURN:
        return 27, (1 << _players(position)) - 1
    return 0, 0


def _shares(winners: int) -> list[int]:
    return [WHOLE // winners.bit_count() if winners >> seat & 1 else 0 for seat in range(MOST_SEATS)]


def board(position: np.record) -> str:
    """Every square under its column's header, every hand, and what is to happen."""
    width, ranks = _width(position), [str(rank + 1) for rank in reversed(range(_height(position)))]
    headers = [HEADERS[file * rules.COLUMNS // width] for file in range(width)]
    rows = [[_mid_text(mid) for mid in _rank(position, int(rank) - 1)] for rank in ranks]
    lines = [grid([headers, *rows], ["column", *ranks], FILES[:width])]
    lines += [_hand_text(position, seat) for seat in range(_players(position))]
    return "\n".join([*lines, *_stage_text(position)])


def _hand_text(position: np.record, seat: int) -> str:
    hand = ", ".join(f"{size} {count}" for size, count in zip(SIZES, position.hand[seat], strict=True))
    return f"{FACTS.seats[seat]} ({COLOURS[seat]}): in hand {hand}"


def _stage_text(position: np.record) -> list[str]:
    name = FACTS.seats[position.seat]
    if position.mover == OVER:
        return []
    if position.mover == CHANCE:
        return [f"{name} is to roll the dice"]
    readings = _readings(position)
    return [f"{name} rolled {_roll_text(position.roll)}: {_allowed(readings) if readings else 'nothing to place'}"]
