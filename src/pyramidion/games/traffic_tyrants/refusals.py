"""Why a move of Traffic Tyrants is refused: each ruling that forbids something, in a sentence."""

from __future__ import annotations

import numpy as np

from pyramidion.games.traffic_tyrants import rules
from pyramidion.games.traffic_tyrants.rules import CHOSEN, LINE_UP, MOVE, NONE, OFF, SQUARES, STAY
from pyramidion.games.traffic_tyrants.words import LIGHTS, NAMES, SIZES, runners_on


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
    if rules.is_pinned(position, seat, last):
        square = NAMES[position.runner[seat, last]]
        how = "under an enemy" if position.pinned == rules.ENEMY else "covered"
        return f"your {SIZES[last]} on {square} is {how} and cannot move; now give one of size {wanted}", 18
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
        return _refuse_return(position, size, origin, steps)
    if steps == across == along == 1:
        return f"{goal} lies diagonally from {start}, and runners step straight", 25
    if across + along > steps:
        return f"{goal} is {across + along} steps from {start}, and {light} moves only {steps}", 11
    if across == along and position.path == rules.STRAIGHT:
        return f"{goal} lies round a corner from {start}, and two steps go straight on with path=straight", 9
    barred = _refuse_entry(position, size, target)
    if barred:
        return barred
    if across + along < steps:
        return f"{goal} is 1 step from {start}, and {light} moves exactly {steps}", 8
    return _refuse_way(position, size, origin, target)


def _refuse_return(position: np.record, size: int, origin: int, steps: int) -> tuple[str, int]:
    """Why a runner may not end on the square it stands on."""
    start, top = NAMES[origin], runners_on(position, origin)[-1][1]
    if steps == 1:
        return f"yellow moves exactly 1 step, so the runner cannot end on {start} again", 8
    if position.path == rules.STRAIGHT:
        return f"two steps go straight on with path=straight, so they do not lead back to {start}", 9
    if top < size:
        return f"your own {SIZES[top]}, which stays on {start}, is smaller than your {SIZES[size]} and blocks", 13
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


def _top(position: np.record, square: int) -> tuple[int, int] | None:
    stack = runners_on(position, square)
    return stack[-1] if stack else None
