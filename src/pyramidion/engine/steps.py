"""Many games stepped together, one a row. Plain functions, bound to a game at any speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import shuffle_in, weighted
from pyramidion.engine.draws import draw_actions
from pyramidion.engine.header import CHANCE, OVER, WHOLE
from pyramidion.engine.planes import WORD, spread
from pyramidion.engine.rows import BEGIN, NOTHING, RANDOM, STEP, TO_MOVE, TOGETHER, Habits, Room, Shown, State, Tables
from pyramidion.engine.tensors import look
from pyramidion.engine.verbs import Codes, chances, moves, play, setup

NO_ACTION = -1


def code_of(row: int, action: int, legal: NDArray[np.int64], tables: Tables, shown: Shown) -> int:
    """The code of an action that is legal in a row, or -1."""
    if shown.mover[row] == CHANCE:
        if 0 <= action < shown.weights.shape[1] and shown.weights[row, action] > 0:
            return int(tables.outcome_codes[action])
    elif 0 <= action < len(tables.codes) and legal[action // WORD] >> action % WORD & 1:
        return int(tables.codes[action])
    return NO_ACTION


def first_illegal(actions: Codes, tables: Tables, state: State, shown: Shown) -> int:
    """The first row whose action is illegal, or -1. Games that are over take any."""
    for row in range(len(actions)):
        if shown.mover[row] != OVER and code_of(row, actions[row], state.legal[row], tables, shown) == NO_ACTION:
            return row
    return -1


def task_of(row: int, action: int, legal: NDArray[np.int64], tables: Tables, shown: Shown) -> int:
    """What an action asks of a row: the code of a move, or NOTHING where the game is over or refuses it."""
    shown.refused[row] = False
    shown.done[row] = shown.mover[row] == OVER
    for seat in range(shown.rewards.shape[1]):
        shown.rewards[row, seat] = 0
    if shown.done[row]:
        return NOTHING
    code = code_of(row, action, legal, tables, shown)
    if code == NO_ACTION:
        shown.refused[row] = True
        return NOTHING
    return code


def advance(
    positions: NDArray[np.void],
    at: int,
    row: int,
    task: int,
    tables: Tables,
    state: State,
    shown: Shown,
    habits: Habits,
    out: Codes,
    weights: Codes,
) -> None:
    """Make a move in positions[at], the game of a row, or BEGIN it, and go on until a seat decides, or chance where the
    caller decides for it. Every verb stands here once, since each place where one stands is compiled."""
    position = positions[at]
    while task != NOTHING:
        if task == BEGIN:
            positions[at] = tables.template[0]
            shuffle_in(state.dice[row], habits.seed, (state.episodes[row] << 32) + row)
            setup(position, state.dice[row])
        else:
            play(position, task)
        task = NOTHING
        if position.mover == CHANCE and habits.rolls:
            task = int(out[weighted(state.dice[row], weights, chances(position, out, weights))])
        elif position.mover == OVER:
            note_rewards(position, row, shown)
            if habits.resets:
                state.episodes[row] += 1
                task = BEGIN


def note_rewards(position: np.record, row: int, shown: Shown) -> None:
    seats = shown.rewards.shape[1]
    shown.done[row] = True
    for seat in range(seats):
        shown.rewards[row, seat] = reward(int(position.shares[seat]), seats)


def reward(share: int, seats: int) -> float:
    """From 1 for a win alone; the rewards of all seats add up to 0. A seat alone gets its share."""
    if seats == 1:
        return share / WHOLE
    return (share * seats / WHOLE - 1) / (seats - 1)


def show_mover(position: np.record, row: int, tables: Tables, shown: Shown, out: Codes, weights: Codes) -> int:
    """Write who is to move, and how likely the outcomes of chance are; list the numbers of legal actions in `out`,
    with -1 for a move or an outcome without one, and return how many there are."""
    for outcome in range(shown.weights.shape[1]):
        shown.weights[row, outcome] = 0
    mover = int(position.mover)
    shown.mover[row] = mover
    count = 0
    if mover == CHANCE:
        for index in range(chances(position, out, weights)):
            number = number_of(int(out[index]), tables.outcome_numbers)
            if 0 <= number < shown.weights.shape[1]:
                shown.weights[row, number] = weights[index]
            else:
                out[count] = NO_ACTION
                count += 1
    elif mover != OVER:
        count = moves(position, out)
        for index in range(count):
            out[index] = number_of(int(out[index]), tables.numbers)
    return count


def number_of(code: int, numbers: Codes) -> int:
    return int(numbers[code]) if code < len(numbers) else NO_ACTION


def step_rows(
    first_row: int,
    last_row: int,
    actions: Codes,
    tables: Tables,
    state: State,
    shown: Shown,
    habits: Habits,
    room: Room,
) -> int:
    """Do in some rows what is asked, as often as it is asked, and show them; return how many of their moves are not
    numbered. The rows are taken some at a time, which stay in the cache of the processor."""
    unknown = 0
    for start in range(first_row, last_row, TOGETHER):
        end = min(last_row, start + TOGETHER)
        for time in range(habits.times):
            if habits.task == RANDOM:
                draw_actions(start, end, habits.chooser + time, state, shown, room, actions)
            unknown += step_together(start, end, actions, tables, state, shown, habits, room)
    return unknown


def step_together(
    start: int,
    end: int,
    actions: Codes,
    tables: Tables,
    state: State,
    shown: Shown,
    habits: Habits,
    room: Room,
) -> int:
    """Do once in some rows what is asked, and show them."""
    unknown, actions_each = 0, len(tables.codes)
    size = len(room.plane_levels) * len(tables.squares)
    for index in range(start * actions_each, end * actions_each):
        shown.mask[index] = False
    for row in range(start, end):
        task = int(habits.task)
        if task in (STEP, RANDOM):
            task = task_of(row, actions[row], state.legal[row], tables, shown)
        advance(state.positions, row, row, task, tables, state, shown, habits, room.out, room.weights)
        count = show_mover(state.positions[row], row, tables, shown, room.out, room.weights)
        unknown += show_legal(room.out, count, state.legal[row], shown.mask, row * actions_each)
        room.seen[0] = state.positions[row]
        seat = int(room.seen[0].seat) if habits.viewer == TO_MOVE else int(habits.viewer)
        look(room.seen[0], room.seen_data[0], seat, tables.places, room.sets, room.plane_levels)
        spread(room.sets, room.plane_levels, tables.squares, shown.observation, row * size)
    return unknown


def show_legal(numbers: Codes, count: int, legal: NDArray[np.int64], mask: NDArray[np.bool_], start: int) -> int:
    """Write the first of some numbers as a set, and from mask[start] on; return how many are not actions."""
    unknown, members = 0, 0
    if len(legal) > 1:
        unknown += collect(numbers, count, legal)
    for index in range(count):
        number = int(numbers[index])
        if number >= 0:
            mask[start + number] = True
            members |= 1 << number % WORD
        elif len(legal) == 1:
            unknown += 1
    if len(legal) == 1:
        legal[0] = members
    return unknown


def collect(numbers: Codes, count: int, members: NDArray[np.int64]) -> int:
    """Write the first of some numbers as a set of several words; return how many are not actions."""
    unknown = 0
    for word in range(len(members)):
        members[word] = 0
    for index in range(count):
        number = int(numbers[index])
        if number >= 0:
            members[number // WORD] |= 1 << number % WORD
        else:
            unknown += 1
    return unknown
