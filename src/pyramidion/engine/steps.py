"""Many games stepped together, one a row. Plain functions, bound to a game at any speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import natural
from pyramidion.engine.dice import shuffle_in, weighted
from pyramidion.engine.draws import drawn
from pyramidion.engine.header import CHANCE, MOST_SEATS, OVER, WHOLE
from pyramidion.engine.planes import WORD, spread, write_flags
from pyramidion.engine.rows import (
    BEGIN,
    NOTHING,
    RANDOM,
    STEP,
    TO_MOVE,
    TOGETHER,
    Habits,
    Room,
    Rows,
    Shown,
    State,
    Tables,
)
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
    for each in range(len(actions)):
        row = natural(each)
        if shown.mover[row] != OVER and code_of(row, actions[row], state.legal[row], tables, shown) == NO_ACTION:
            return row
    return -1


def task_of(row: int, action: int, legal: NDArray[np.int64], tables: Tables, shown: Shown) -> int:
    """What an action asks of a row: the code of a move, or NOTHING where the game is over or refuses it. What the step
    before has brought is forgotten."""
    if shown.done[row]:
        for seat in range(shown.rewards.shape[1]):
            shown.rewards[row, seat] = 0
    over = shown.mover[row] == OVER
    code = NOTHING if over else code_of(row, action, legal, tables, shown)
    refused = code == NO_ACTION
    shown.done[row] = over
    shown.refused[row] = refused
    return NOTHING if refused else code


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
            state.ended[row] = position
            if habits.resets:
                state.episodes[row] += 1
                task = BEGIN


def note_rewards(position: np.record, row: int, shown: Shown) -> None:
    seats = shown.rewards.shape[1]
    shown.done[row] = True
    for seat in range(MOST_SEATS):
        if seat < seats:
            shown.rewards[row, seat] = reward(int(position.shares[seat]), seats)


def reward(share: int, seats: int) -> float:
    """From 1 for a win alone; the rewards of all seats add up to 0. A seat alone gets its share."""
    if seats == 1:
        return share / WHOLE
    return (share * seats / WHOLE - 1) / (seats - 1)


def show_mover(position: np.record, row: int, tables: Tables, shown: Shown, out: Codes, weights: Codes) -> int:
    """Write who is to move, and how likely the outcomes of chance are; list the codes of legal moves in `out`, and of
    outcomes that have no number, and return how many there are."""
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
    return count


def number_of(code: int, numbers: Codes) -> int:
    return int(numbers[natural(code)]) if 0 <= code < len(numbers) else NO_ACTION


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
    """Do in some rows what is asked, as often as it is asked, then see what is legal and what a seat sees; return how
    many of their moves are not numbered. The rows are taken some at a time, which stay in the processor's cache."""
    unknown = 0
    for start in range(first_row, last_row, TOGETHER):
        end = min(last_row, start + TOGETHER)
        for time in range(habits.times):
            for each in range(start, end if habits.task == RANDOM else start):
                row = natural(each)
                actions[row] = drawn(row, habits.chooser + time, state.legal[row], shown, room.dice)
            advance_rows(start, end, actions, tables, state, shown, habits, room)
            for each in range(start, end):
                row = natural(each)
                count = show_mover(state.positions[row], row, tables, shown, room.out, room.weights)
                unknown += collect(room.out, count, tables.numbers, state.legal[row])
        look_at_rows(start, end, tables, state, habits, room)
    return unknown


def advance_rows(
    start: int, end: int, actions: Codes, tables: Tables, state: State, shown: Shown, habits: Habits, room: Room
) -> None:
    asked = habits.task in (STEP, RANDOM)
    for each in range(start, end):
        row = natural(each)
        task = task_of(row, actions[row], state.legal[row], tables, shown) if asked else int(habits.task)
        advance(state.positions, row, row, task, tables, state, shown, habits, room.out, room.weights)


def look_at_rows(start: int, end: int, tables: Tables, state: State, habits: Habits, room: Room) -> None:
    """Write the planes of what the seat to move sees in some rows, or another seat where one is asked for."""
    for each in range(start, end):
        row = natural(each)
        position = state.positions[row]
        if tables.copied:
            room.seen[0] = position
            position = room.seen[0]
        seat = int(position.seat) if habits.viewer == TO_MOVE else int(habits.viewer)
        look(position, room.seen_data[0], seat, tables.places, room.sets[row], room.plane_levels[row])


def show_rows(first_row: int, last_row: int, lens: NDArray[np.void], rows: Rows) -> None:
    """Write the masks and observations of some rows. All lengths are known when this is compiled, which makes it
    several times as fast; since every length is compiled anew, nothing of the rules is here."""
    squares, orders = lens[0].squares, lens[0].orders
    for each in range(first_row, last_row):
        row = natural(each)
        legal, mask = rows.legal[row].values, rows.mask[row].values
        for word in range(len(legal)):
            write_flags(int(legal[word]), min(WORD, len(mask) - word * WORD), mask, word * WORD)
        spread(rows.sets[row].values, rows.plane_levels[row].values, squares, orders, rows.observation[row].values, 0)


def collect(codes: Codes, count: int, numbers: Codes, members: NDArray[np.int64]) -> int:
    """Write the numbers of the first of some codes as a set; return how many have none."""
    unknown, in_first = 0, 0
    for word in range(1, len(members)):
        members[natural(word)] = 0
    for index in range(count):
        number = number_of(int(codes[natural(index)]), numbers)
        if number < 0:
            unknown += 1
        elif number < WORD:
            in_first |= 1 << number
        else:
            members[number // WORD] |= 1 << number % WORD
    members[0] = in_first
    return unknown
