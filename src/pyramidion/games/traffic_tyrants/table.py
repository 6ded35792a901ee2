"""Traffic Tyrants in words: its facts, move texts, position text, refusals and printed board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from pyramidion.draw.grid import grid
from pyramidion.engine.errors import BadPosition, IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.header import OVER, WHOLE
from pyramidion.games.traffic_tyrants import rules
from pyramidion.games.traffic_tyrants.rules import BLACK, BLUE, CHOSEN, GIFTS, LINE_UP, MOVE, NONE, OFF, SQUARES, STAY

FACTS = Facts(
    title="Traffic Tyrants",
    author="Gregory Lattanzio",
    year=2017,
    credit="Version 1.0, 2017, from the Looney pyramid wiki, still being playtested. No licence is stated.",
    summary="Race three runners across the board, moved only by the lights the opponent hands you.",
    letter="R",
    rules=1,
    seats=("Black", "Blue"),
    most_moves=rules.MOST_MOVES,
    example="G, Sb2, stay, SML",
    options=(
        Option(
            "lineup",
            "R2",
            {
                "rotated": "The runners stand in the order S, M, L from each owner's own left.",
                "mirrored": "Blue's runners face their equals: S on a7, M on b7, L on c7.",
                "chosen": "Before the first gift Black and then Blue choose an order of their own.",
            },
        ),
        Option(
            "sequence",
            "R5",
            {
                "global": "The sizes S, M, L run on through the gifts of both players together.",
                "own": "Each giver runs S, M, L through his or her own gifts.",
            },
        ),
        Option(
            "decline",
            "R7",
            {
                "no": "A move that is possible must be made.",
                "yes": "Wherever a move is possible, the runner may also stay.",
            },
        ),
        Option(
            "short",
            "R8",
            {
                "none": "A runner makes the exact number of steps or does not move.",
                "longest": "Where green has no two-step move, one step is made instead; matters only with uturn=no.",
            },
        ),
        Option(
            "uturn",
            "R10",
            {
                "yes": "Two steps may lead to a neighbouring square and back again.",
                "no": "Two steps may not end where they began.",
            },
        ),
        Option(
            "covered",
            "R23",
            {
                "score": "Every runner scores, covered or not.",
                "nothing": "A runner with any runner on top scores nothing.",
            },
        ),
    ),
)

SIZES = "SML"
COLOURS = "GYR"
LIGHTS = ("green", "yellow", "red")
OWNERS = "kb"
RANKS = ("7", "6", "5", "4", "3", "2", "1")
LABELS = ("X3", "X2", "X1", "", "X1", "X2", "X3")
NAMES = tuple(file + rank for rank in reversed(RANKS) for file in "abc")
HOME = ((0, 1, 2), (20, 19, 18))  # from the owner's left
MOVE_FORM = re.compile(r"([SML])([a-z]\d)")
SUPPLY_FORM = re.compile(r"-|(?=.)G{0,2}Y{0,2}R{0,2}")
STACK_FORM = re.compile(r"([kb][SML])+")


def most_turns(options: Mapping[str, str]) -> int:
    """A turn for each gift, one for the last move, and one for each line-up."""
    return GIFTS + 1 + (2 if options["lineup"] == "chosen" else 0)


def move_text(position: np.record, code: int) -> str:
    if code < STAY:
        return COLOURS[code - rules.GIVE]
    if code == STAY:
        return "stay"
    if code < MOVE:
        return "".join(SIZES[size] for size in rules.ORDERS[code - LINE_UP])
    size, square = divmod(code - MOVE, SQUARES)
    return SIZES[size] + NAMES[square]


def read_move(position: np.record, text: str) -> int | None:
    if len(text) == 1 and text in COLOURS:
        return rules.GIVE + COLOURS.index(text)
    if text == "stay":
        return STAY
    if len(text) == len(SIZES) and set(text) <= set(SIZES):
        return LINE_UP + _order(text)
    match = MOVE_FORM.fullmatch(text)
    return None if match is None else MOVE + SIZES.index(match[1]) * SQUARES + _square(match[2])


def _order(text: str) -> int:
    orders = ["".join(SIZES[size] for size in order) for order in rules.ORDERS]
    if text not in orders:
        raise IllegalMove(f"{text} is no line-up: it names each of S, M and L once", "R2")
    return orders.index(text)


def _square(name: str) -> int:
    if name not in NAMES:
        raise IllegalMove(f"{name} is not on the board, which has files a to c and ranks 1 to 7", "R25")
    return NAMES.index(name)


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed: a sentence and the number of the ruling."""
    if position.runner[position.seat, rules.SMALL] == OFF:
        return "choose your line-up first, an order such as SML, read from your own left", 2
    if LINE_UP <= code < MOVE:
        chosen = position.lineup == CHOSEN
        return "both line-ups are chosen" if chosen else "the line-up is fixed unless lineup=chosen", 2
    if position.gift == NONE:
        return _refuse_before_giving(position, code)
    return _refuse_with_gift(position, code)


def _refuse_before_giving(position: np.record, code: int) -> tuple[str, int]:
    seat, given = int(position.seat), int(position.given)
    wanted = SIZES[rules.gift_size(position, given)]
    if code < STAY:
        return f"you have no {LIGHTS[code - rules.GIVE]} {wanted} left to give", 6
    if given == 0:
        return "Black begins the game by giving, without moving", 3
    last = rules.gift_size(position, given - 1)
    if rules.is_covered(position, seat, last):
        square = NAMES[position.runner[seat, last]]
        return f"your {SIZES[last]} on {square} is covered and cannot move; now give one of size {wanted}", 18
    return f"there is no gift to move with; now give one of size {wanted}", 7


def _refuse_with_gift(position: np.record, code: int) -> tuple[str, int]:
    size = rules.gift_size(position, int(position.given) - 1)
    letter, light = SIZES[size], LIGHTS[position.gift]
    if code <= STAY:
        or_stay = " or stay" if position.decline == rules.YES_DECLINE else ""
        return f"your {letter} can move with the {light} gift, so first it must move{or_stay}", 7
    runner, target = divmod(code - MOVE, SQUARES)
    if runner != size:
        return f"the gift is a {light} {letter}, which moves your {letter} and not your {SIZES[runner]}", 12
    return _refuse_target(position, size, target)


def _refuse_target(position: np.record, size: int, target: int) -> tuple[str, int]:
    origin = int(position.runner[position.seat, size])
    start, goal, light = NAMES[origin], NAMES[target], LIGHTS[position.gift]
    steps = int(rules.STEPS[position.gift])
    across, along = abs(origin % rules.WIDTH - target % rules.WIDTH), abs(origin // rules.WIDTH - target // rules.WIDTH)
    if origin == target:
        return _refuse_return(position, start, steps)
    if steps == across == along == 1:
        return f"{goal} lies diagonally from {start}, and runners step straight", 25
    if across + along > steps:
        return f"{goal} is {across + along} steps from {start}, and {light} moves only {steps}", 11
    barred = _refuse_entry(position, size, target)
    if barred:
        return barred
    if across + along < steps:
        return f"{goal} is 1 step from {start}, and {light} moves exactly {steps}", 8
    return _refuse_way(position, size, origin, target)


def _refuse_return(position: np.record, start: str, steps: int) -> tuple[str, int]:
    """Why a runner may not end on the square it stands on."""
    if steps == 1:
        return f"yellow moves exactly 1 step, so the runner cannot end on {start} again", 8
    if position.uturn == rules.NO_UTURN:
        return f"two steps may not lead back to {start} with uturn=no", 10
    return f"no square beside {start} can be entered and left again", 10


def _refuse_entry(position: np.record, size: int, square: int) -> tuple[str, int] | None:
    """Why the runner of a size may not step on a square, or None if it may."""
    top = _top(position, square)
    if top is None or top[1] > size:
        return None
    if top[1] == size:
        return f"the enemy {SIZES[size]} on {NAMES[square]} is of equal size and blocks", 14
    whose = "your own" if top[0] == position.seat else "the enemy"
    return f"{whose} {SIZES[top[1]]} on {NAMES[square]} is smaller than your {SIZES[size]} and blocks", 13


def _refuse_way(position: np.record, size: int, origin: int, target: int) -> tuple[str, int]:
    """Why two steps do not reach a square that could be entered."""
    way = f"from {NAMES[origin]} to {NAMES[target]}"
    between = [square for square in range(SQUARES) if rules.AROUND[origin] & rules.AROUND[target] & 1 << square]
    for square in between:
        top = _top(position, square)
        if top and top[1] > size:
            return f"the larger enemy {SIZES[top[1]]} on {NAMES[square]} cannot be passed {way}", 15
    return f"the way {way} is blocked on {' and '.join(NAMES[square] for square in between)}", 13


def _stack(position: np.record, square: int) -> list[tuple[int, int]]:
    """The runners on a square, seat and size, from the bottom up."""
    return [(seat, size) for size in (2, 1, 0) for seat in (BLACK, BLUE) if position.runner[seat, size] == square]


def _top(position: np.record, square: int) -> tuple[int, int] | None:
    stack = _stack(position, square)
    return stack[-1] if stack else None


def place_text(position: np.record) -> str:
    """The ranks from 7 down, what each seat can still give of S, M and L, the gift in hand."""
    board = "/".join(_rank_text(position, rank) for rank in RANKS)
    gift = "-" if position.gift == NONE else COLOURS[position.gift]
    return f"{board} {_supply_text(position, BLACK)} {_supply_text(position, BLUE)} {gift}"


def _rank(rank: str) -> list[int]:
    return [square for square, name in enumerate(NAMES) if name[1] == rank]


def _rank_text(position: np.record, rank: str) -> str:
    cells = [_stack_text(position, square) for square in _rank(rank)]
    return ",".join(cells) if any(cell != "." for cell in cells) else "-"


def _stack_text(position: np.record, square: int) -> str:
    return "".join(OWNERS[seat] + SIZES[size] for seat, size in _stack(position, square)) or "."


def _supply_text(position: np.record, seat: int) -> str:
    return "/".join(_size_text(position, seat, size) for size in range(len(SIZES)))


def _size_text(position: np.record, seat: int, size: int) -> str:
    counts = position.supply[seat, size].tolist()
    return "".join(colour * count for colour, count in zip(COLOURS, counts, strict=True)) or "-"


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = words[0].split("/") if words else []
    if len(words) != 4 or len(ranks) != len(RANKS):
        raise BadPosition("Traffic Tyrants' position text has seven ranks, two supplies and the gift in hand.")
    if words[3] not in ("-", *COLOURS):
        raise BadPosition(f"'{words[3]}' is no gift. Write G, Y or R, or - when none is in hand.")
    position.runner[:] = OFF
    for rank, text in zip(RANKS, ranks, strict=True):
        _read_rank(position, rank, text)
    for seat in (BLACK, BLUE):
        _read_supply(position, seat, words[1 + seat])
    position.given = GIFTS - int(position.supply.sum())
    position.gift = NONE if words[3] == "-" else COLOURS.index(words[3])


def _read_rank(position: np.record, rank: str, text: str) -> None:
    cells = ["."] * rules.WIDTH if text == "-" else text.split(",")
    if len(cells) != rules.WIDTH:
        raise BadPosition(f"Rank {rank} is '{text}'. Write three squares as in .,kS,bLkM, or - when all are empty.")
    for square, cell in zip(_rank(rank), cells, strict=True):
        if cell != ".":
            _read_stack(position, square, cell)


def _read_stack(position: np.record, square: int, text: str) -> None:
    if not STACK_FORM.fullmatch(text):
        raise BadPosition(f"'{text}' on {NAMES[square]} is no stack. Write k or b and a size for each, as in bLkM.")
    sizes = [SIZES.index(letter) for letter in text[1::2]]
    if any(upper >= lower for lower, upper in pairwise(sizes)):
        raise BadPosition(f"'{text}' on {NAMES[square]} is no stack: each runner is smaller than the one below it.")
    for owner, size in zip(text[::2], sizes, strict=True):
        seat = OWNERS.index(owner)
        if position.runner[seat, size] != OFF:
            raise BadPosition(f"{FACTS.seats[seat]}'s {SIZES[size]} is on the board twice.")
        position.runner[seat, size] = square


def _read_supply(position: np.record, seat: int, text: str) -> None:
    parts = text.split("/")
    if len(parts) != len(SIZES) or not all(SUPPLY_FORM.fullmatch(part) for part in parts):
        raise BadPosition(
            f"'{text}' is no supply. Write at most two each of G, Y and R for S, M and L, as in GGYR/YYR/-."
        )
    position.supply[seat] = [[part.count(colour) for colour in COLOURS] for part in parts]


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    _check_runners(position)
    _check_turns(position)
    _check_supplies(position)
    if position.given == 0:
        _check_start(position)
    if position.gift != NONE:
        _check_gift(position)
    _check_end(position)


def _lined_up(position: np.record, seat: int) -> bool:
    """Has a seat its runners on the board? Line-ups that are chosen take a turn each."""
    return bool(position.lineup != CHOSEN or position.turn > seat)


def _check_runners(position: np.record) -> None:
    for seat, name in enumerate(FACTS.seats):
        missing = [SIZES[size] for size in range(len(SIZES)) if position.runner[seat, size] == OFF]
        if missing and _lined_up(position, seat):
            raise BadPosition(f"{name}'s {' and '.join(missing)} must be on the board too.")
        if len(missing) < len(SIZES) and not _lined_up(position, seat):
            raise BadPosition(f"{name} has not chosen a line-up after {position.turn} turns, so it has no runners yet.")


def _check_turns(position: np.record) -> None:
    over, turn, given = position.mover == OVER, int(position.turn), int(position.given)
    line_ups = min(turn, 2) if position.lineup == CHOSEN else 0
    if turn - line_ups not in ((given, given + 1) if over else (given,)):
        raise BadPosition(f"After {given} gifts and {line_ups} chosen line-ups {given + line_ups} turns are complete.")
    if position.seat != (BLACK if over else turn % 2):
        raise BadPosition("Black has the move after an even number of turns and at the end, Blue after an odd number.")


def _check_supplies(position: np.record) -> None:
    """Each gift so far came from its giver and had its size (R5, R6)."""
    given = int(position.given)
    gifts = [(number % 2, rules.gift_size(position, number)) for number in range(GIFTS)]
    for seat, name in enumerate(FACTS.seats):
        for size, letter in enumerate(SIZES):
            left = gifts[given:].count((seat, size))
            if int(position.supply[seat, size].sum()) != left:
                raise BadPosition(f"After {given} gifts {name} has {left} pyramids of size {letter} left to give.")


def _check_start(position: np.record) -> None:
    """Nothing moves before the first gift (R2, R3)."""
    for seat, name in enumerate(FACTS.seats):
        squares, home = position.runner[seat].tolist(), list(HOME[seat])
        if position.lineup == CHOSEN:
            squares, home = sorted(squares), sorted(home)
        elif position.lineup == rules.MIRRORED and seat == BLUE:
            home.reverse()
        if _lined_up(position, seat) and squares != home:
            raise BadPosition(f"Before the first gift {name}'s runners stand where they were lined up.")


def _check_gift(position: np.record) -> None:
    """A gift in hand was given, and can be used (R7)."""
    given, gift = int(position.given), int(position.gift)
    if given == 0 or position.mover == OVER:
        raise BadPosition("Before the first gift and after the last no gift is in hand.")
    size = rules.gift_size(position, given - 1)
    what = f"{LIGHTS[gift]} {SIZES[size]}"
    giver = 1 - int(position.seat)
    if position.supply[giver, size, gift] == rules.EACH:
        raise BadPosition(f"{FACTS.seats[giver]} still has both {what}, so none is in hand.")
    if gift == rules.RED or rules.destinations(position) == 0:
        raise BadPosition(f"The {what} cannot be used, so it is not in hand any more.")


def _check_end(position: np.record) -> None:
    """The 36th gift ends the game when it is used or useless (R21); the points decide it."""
    over = position.mover == OVER
    if over != (position.given == GIFTS and position.gift == NONE):
        raise BadPosition("The game is over when the 36th gift is no longer in hand (R21), and only then.")
    if not over:
        return
    black, blue = int(rules.points(position, BLACK)), int(rules.points(position, BLUE))
    share = WHOLE // 2 if black == blue else WHOLE if black > blue else 0
    if position.shares[BLACK] != share or position.rule != (24 if black == blue else 22):
        winner = "a draw (R24)" if black == blue else f"a win for {FACTS.seats[black < blue]} (R22)"
        raise BadPosition(f"Black has {black} points and Blue {blue}, which is {winner}.")


def board(position: np.record) -> str:
    """Every square with its runners (k Black, b Blue) from the bottom up, and what can be given."""
    rows = [[_stack_text(position, square) for square in _rank(rank)] for rank in RANKS]
    ranks = [f"{label} {rank}" for label, rank in zip(LABELS, RANKS, strict=True)]
    lines = [grid(rows, ranks, ("a", "b", "c"), gap=3)]
    lines += [_seat_line(position, seat) for seat in (BLACK, BLUE)]
    return "\n".join(lines if position.mover == OVER else [*lines, _stage_line(position)])


def _seat_line(position: np.record, seat: int) -> str:
    points = int(rules.points(position, seat)) if _lined_up(position, seat) else 0
    supply = ", ".join(f"{letter} {_size_text(position, seat, size)}" for size, letter in enumerate(SIZES))
    ranks = "5 6 7" if seat == BLACK else "3 2 1"
    return f"{FACTS.seats[seat]} ({OWNERS[seat]}): {points} points on ranks {ranks}; can give {supply}"


def _stage_line(position: np.record) -> str:
    name, given = FACTS.seats[position.seat], int(position.given)
    if not _lined_up(position, int(position.seat)):
        return f"{name} chooses a line-up, read from {name}'s own left"
    if position.gift == NONE:
        return f"{name} gives one of size {SIZES[rules.gift_size(position, given)]}, gift {given + 1} of {GIFTS}"
    size, steps = SIZES[rules.gift_size(position, given - 1)], int(rules.STEPS[position.gift])
    return f"{name} moves {size} with a {LIGHTS[position.gift]} gift: {steps} step{'s' if steps > 1 else ''}"
