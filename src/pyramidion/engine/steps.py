"""Many games stepped together, one a row. Plain functions, bound to a game at any speed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import below, shuffle_in, weighted
from pyramidion.engine.header import CHANCE, OVER, WHOLE
from pyramidion.engine.tensors import look
from pyramidion.engine.verbs import Codes, chances, moves, play, setup

NO_ACTION = -1
STEP, BEGIN, NOTHING = -1, -2, -3  # what may be asked of a row besides the code of a move


class Tables(NamedTuple):
    """What all games of a batch have in common."""

    template: NDArray[np.void]
    codes: Codes  # of each action
    numbers: Codes  # of each code: its action, or -1
    outcome_codes: Codes  # of each outcome of chance
    outcome_numbers: Codes
    places: NDArray[np.int64]  # of the numbers in a record, where tensors list them


class State(NamedTuple):
    """The games, one a row."""

    positions: NDArray[np.void]
    dice: NDArray[np.int64]
    episodes: NDArray[np.int64]  # games that were begun in a row before this one
    seen: NDArray[np.void]  # room for what a seat may see of a position
    seen_data: NDArray[np.int8]  # the same memory as bytes


class Shown(NamedTuple):
    """What a batch shows of its games, one a row."""

    mover: NDArray[np.int8]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    weights: NDArray[np.int32]  # of the outcomes of chance, where the caller decides for it


class Habits(NamedTuple):
    """How a batch goes on by itself."""

    seed: int
    rolls: int  # 1 where chance is handled inside
    resets: int  # 1 where a game that is over is followed by the next
    task: int = STEP  # what a call asks of every row


def code_of(row: int, action: int, tables: Tables, state: State, shown: Shown) -> int:
    """The code of an action that is legal in a row, or -1."""
    if state.positions[row].mover == CHANCE:
        if 0 <= action < len(tables.outcome_codes) and shown.weights[row, action] > 0:
            return int(tables.outcome_codes[action])
    elif 0 <= action < len(tables.codes) and shown.mask[row, action]:
        return int(tables.codes[action])
    return NO_ACTION


def first_illegal(actions: Codes, tables: Tables, state: State, shown: Shown) -> int:
    """The first row whose action is illegal, or -1. Games that are over take any."""
    for row in range(len(actions)):
        if state.positions[row].mover != OVER and code_of(row, actions[row], tables, state, shown) == NO_ACTION:
            return row
    return -1


def task_of(row: int, action: int, tables: Tables, state: State, shown: Shown) -> int:
    """What an action asks of a row: the code of a move, or NOTHING where the game is over or refuses it."""
    shown.refused[row] = False
    shown.done[row] = state.positions[row].mover == OVER
    for seat in range(shown.rewards.shape[1]):
        shown.rewards[row, seat] = 0
    if shown.done[row]:
        return NOTHING
    code = code_of(row, action, tables, state, shown)
    if code == NO_ACTION:
        shown.refused[row] = True
        return NOTHING
    return code


def advance(
    row: int, task: int, tables: Tables, state: State, shown: Shown, habits: Habits, out: Codes, weights: Codes
) -> int:
    """Make a move in a row, or BEGIN its game, and go on until a seat decides, or chance where the caller decides for
    it; then show the row. Return how many of the moves there are not numbered. Every verb stands here once, since
    each place where one stands is compiled."""
    position = state.positions[row]
    while task != NOTHING:
        if task == BEGIN:
            state.positions[row] = tables.template[0]
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
    return show(row, tables, state, shown, out, weights)


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


def show(row: int, tables: Tables, state: State, shown: Shown, out: Codes, weights: Codes) -> int:
    """Write who is to move, what is legal, and what that seat sees."""
    shown.mask[row, :] = False
    shown.weights[row, :] = 0
    mover = int(state.positions[row].mover)
    shown.mover[row] = mover
    unknown = 0
    if mover == CHANCE:
        for index in range(chances(state.positions[row], out, weights)):
            number = number_of(int(out[index]), tables.outcome_numbers)
            if number < 0 or number >= shown.weights.shape[1]:
                unknown += 1
            else:
                shown.weights[row, number] = weights[index]
    elif mover != OVER:
        for index in range(moves(state.positions[row], out)):
            number = number_of(int(out[index]), tables.numbers)
            if number < 0:
                unknown += 1
            else:
                shown.mask[row, number] = True
    watch(row, int(state.positions[row].seat), tables, state, shown.observation[row])
    return unknown


def number_of(code: int, numbers: Codes) -> int:
    return int(numbers[code]) if code < len(numbers) else NO_ACTION


def watch(row: int, seat: int, tables: Tables, state: State, out: NDArray[np.float32]) -> None:
    """Write what a seat sees of a row."""
    state.seen[row] = state.positions[row]
    look(state.seen, state.seen_data, row, seat, tables.places, out)


def step_rows(
    first: int,
    last: int,
    actions: Codes,
    tables: Tables,
    state: State,
    shown: Shown,
    habits: Habits,
    out: Codes,
    weights: Codes,
) -> int:
    """Take an action in each of some rows, or a task for all of them, and show them; return how many of their moves
    are not numbered."""
    unknown = 0
    for row in range(first, last):
        task = int(habits.task)
        if task == STEP:
            task = task_of(row, actions[row], tables, state, shown)
        unknown += advance(row, task, tables, state, shown, habits, out, weights)
    return unknown


def watch_rows(
    first: int, last: int, seat: int, tables: Tables, state: State, observation: NDArray[np.float32]
) -> None:
    """Write what one seat sees of some rows."""
    for row in range(first, last):
        watch(row, seat, tables, state, observation[row])


def sample_rows(first: int, last: int, seed: int, shown: Shown, dice: NDArray[np.int64], actions: Codes) -> None:
    """Draw one of the legal actions of each of some rows, or an outcome of chance by its weights."""
    for row in range(first, last):
        shuffle_in(dice, seed, row)
        actions[row] = sample(row, shown, dice)


def sample(row: int, shown: Shown, dice: NDArray[np.int64]) -> int:
    """One of the legal actions of a row, all equally likely; 0 where there are none."""
    if shown.mover[row] == CHANCE:
        return weighted(dice, shown.weights[row], shown.weights.shape[1])
    legal = 0
    for action in range(shown.mask.shape[1]):
        legal += shown.mask[row, action]
    left = below(dice, max(1, legal))
    for action in range(shown.mask.shape[1]):
        left -= shown.mask[row, action]
        if left < 0:
            return action
    return 0
