"""Topologic: the rulebook in code. Rulings are cited by their ids in RULES.md."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first, size_of
from pyramidion.engine.dice import below
from pyramidion.engine.header import layout, share, win
from pyramidion.engine.verbs import Codes, Dice
from pyramidion.games.topologic.field import ALL, LOCATIONS, SIDE, grow, in_line, walk

COLOURS = 10
PIPS = 6
COLOUR = 8  # a tile is colour * COLOUR + pips - 1
MOST_SEEKERS = 5
LAST_TURN = 60
FAILED = 61

POSITION = layout(
    ("border", "i8"),  # where seekers may enter (P7)
    ("possible", "i8"),  # secrets that the hints of this round leave open
    ("ranks", "i4", (SIDE,)),  # of a random field while it grows, from rank 1, bit 0 = file a
    ("next", "i1", (LOCATIONS, 4)),  # neighbours east, north, west, south, or GAP
    ("file", "i1", (LOCATIONS,)),  # where each location lies: file a and rank 1 are 0
    ("rank", "i1", (LOCATIONS,)),
    ("tile", "i1", (LOCATIONS,)),  # in what order the tiles lie
    ("width", "i1"),
    ("height", "i1"),
    ("at", "i1", (MOST_SEEKERS,)),  # where the seekers are, or OFF
    ("moved", "i1"),  # the seekers that have moved in this turn, as a set
    ("secret", "i1", (2,)),  # of each round: a location, UNSET or HIDDEN
    ("score", "i1", (2,)),  # turns each round took, 0 before its end
    ("stretch", "i1"),  # 0 in round 1, 1 in round 2
    ("turns", "i1"),  # seeker turns of this round
    ("hint", "i1"),  # the last one told, or NO_HINT
    ("seekers", "i1"),  # 0, 1, 2 for five, four, three
    ("path", "i1"),
    ("field", "i1"),
    ("finish", "i1"),
    ("second_round", "i1"),
)
OFF = -1
UNSET, HIDDEN = -1, -2
NO_HINT = -1
RANDOM = 1
FREE = 1
AT_ONCE = 1
PLAYS_ON = 1

DONE, SECRET, ENTER, MOVE = 0, 1, 61, 361
MOST_MOVES = 300


def setup(position: np.record, dice: Dice) -> None:
    """Grow a random field if asked for, shuffle the tiles, begin round 1 (P2, P3)."""
    if position.field == RANDOM:
        grow(position, dice)
    for location in range(LOCATIONS):
        other = below(dice, location + 1)
        position.tile[location] = position.tile[other]
        position.tile[other] = location // PIPS * COLOUR + location % PIPS
    position.secret[:] = UNSET
    position.hint = NO_HINT
    begin_round(position, 0)


def begin_round(position: np.record, number: int) -> None:
    """Seat 0 referees round 1, seat 1 round 2; the seekers are off the field (P3, P25)."""
    position.stretch = number
    position.seat = number
    position.mover = number
    position.at[:] = OFF
    position.moved = 0
    position.turns = 0
    position.possible = ALL


def seekers(position: np.record) -> int:
    """How many seekers take part (P22)."""
    return MOST_SEEKERS - position.seekers


def moves(position: np.record, out: Codes) -> int:
    """The referee's secret (P4); then seekers entering (P6); then seekers moving (P16, P17)."""
    if position.mover == position.stretch:
        for location in range(LOCATIONS):
            out[location] = SECRET + location
        return LOCATIONS
    if position.turns == 0:
        return entries(position, out)
    count = 1
    out[0] = DONE
    taken = occupied(position)
    for seeker in range(seekers(position)):
        if not position.moved >> seeker & 1:
            targets = destinations(position, seeker, taken)
            while targets:
                out[count] = MOVE + seeker * LOCATIONS + first(targets)
                count += 1
                targets &= targets - 1
    return count


def entries(position: np.record, out: Codes) -> int:
    """The next seeker onto any border location (P6, P7)."""
    seeker = next_to_enter(position)
    count = 0
    left = int(position.border)
    while left:
        out[count] = ENTER + seeker * LOCATIONS + first(left)
        count += 1
        left &= left - 1
    return count


def next_to_enter(position: np.record) -> int:
    seeker = 0
    while position.at[seeker] != OFF:
        seeker += 1
    return seeker


def occupied(position: np.record) -> int:
    """The locations on which seekers stand."""
    found = 0
    for seeker in range(seekers(position)):
        found |= 1 << int(position.at[seeker])
    return found


def destinations(position: np.record, seeker: int, taken: int) -> int:
    """Where a seeker may move, seekers that moved before counting where they stand (P16)."""
    origin = int(position.at[seeker])
    if position.path == FREE:
        return walk(position, origin, taken)
    return in_line(position, origin, taken)


def play(position: np.record, move: int) -> None:
    if move >= MOVE:
        seeker = (move - MOVE) // LOCATIONS
        position.at[seeker] = (move - MOVE) % LOCATIONS
        position.moved |= 1 << seeker
        if position.moved == (1 << seekers(position)) - 1 or (position.finish == AT_ONCE and is_found(position)):
            end_turn(position)
    elif move >= ENTER:
        seeker = (move - ENTER) // LOCATIONS
        position.at[seeker] = (move - ENTER) % LOCATIONS
        if seeker == seekers(position) - 1:
            end_turn(position)
    elif move == DONE:
        end_turn(position)
    else:
        position.secret[position.stretch] = move - SECRET
        position.hint = NO_HINT
        position.turn += 1
        position.seat = 1 - position.stretch
        position.mover = position.seat


def is_found(position: np.record) -> bool:
    """Do all seekers stand on the secret? Any other location where they meet is ruled out (P11, finish=at_once)."""
    place = int(position.at[0])
    for seeker in range(seekers(position)):
        if position.at[seeker] != place:
            return False
    if place != position.secret[position.stretch]:
        position.possible &= ~(1 << place)
    return place == position.secret[position.stretch]


def points(tile: int, colours: int, pips: int) -> int:
    """One point a seeker for the secret's colour, one for its pips (P9, P10)."""
    return (colours >> 4 * (tile // COLOUR) & 15) + (pips >> 4 * (tile % COLOUR) & 15)


def standing(position: np.record) -> tuple[int, int]:
    """How many seekers stand on each colour and on each number of pips, four bits for each."""
    colours, pips = 0, 0
    for seeker in range(seekers(position)):
        tile = int(position.tile[position.at[seeker]])
        colours += 1 << 4 * (tile // COLOUR)
        pips += 1 << 4 * (tile % COLOUR)
    return colours, pips


def agreeing(position: np.record, hint: int) -> int:
    """The locations that as secrets would give this hint, as a set."""
    colours, pips = standing(position)
    found = 0
    for location in range(LOCATIONS):
        if points(int(position.tile[location]), colours, pips) == hint:
            found |= 1 << location
    return found


def give_hint(position: np.record) -> None:
    """Tell the sum of points, and strike the secrets that would have given another (P10)."""
    colours, pips = standing(position)
    position.hint = points(int(position.tile[position.secret[position.stretch]]), colours, pips)
    position.possible &= agreeing(position, int(position.hint))


def end_turn(position: np.record) -> None:
    """The hint (P10), then success (P11), a lost race (P20) or the last turn (P21)."""
    position.moved = 0
    position.turn += 1
    turns = int(position.turns) + 1
    position.turns = turns
    give_hint(position)
    if position.hint == 2 * seekers(position):
        end_round(position, turns)
    elif position.stretch == 1 and turns == position.score[0] and position.second_round != PLAYS_ON:
        win(position, 1, 20)
    elif turns == LAST_TURN:
        end_round(position, FAILED)


def end_round(position: np.record, score: int) -> None:
    """After round 2 the fewer turns win, equal is a draw (P18, P19, P21)."""
    position.score[position.stretch] = score
    if position.stretch == 0:
        begin_round(position, 1)
    elif position.score[0] != position.score[1]:
        win(position, 0 if position.score[1] < position.score[0] else 1, 19)
    else:
        share(position, 0b11, 21 if score == FAILED else 19)


def view(position: np.record, seat: int) -> None:
    """Only the referee of the running round knows its secret."""
    if position.secret[position.stretch] >= 0 and seat != position.stretch and position.rule == 0:
        position.secret[position.stretch] = HIDDEN
        position.blank = 1


def guess(position: np.record, dice: Dice) -> None:
    """Any secret that agrees with every hint of the round."""
    if position.blank:
        choice = below(dice, size_of(int(position.possible)))
        left = int(position.possible)
        for _ in range(choice):
            left &= left - 1
        position.secret[position.stretch] = first(left)
        position.blank = 0
