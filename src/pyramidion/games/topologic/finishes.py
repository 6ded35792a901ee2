"""What the rest of a seeker's turn achieves, counted exactly: for how many secrets the round can be over a turn later.

A configuration at the end of a turn divides the possible secrets by their hints. In the next turn the seekers gather on
one secret of the class that the hint names, if one of them is in line with all seekers; so each class counts for one
secret at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pyramidion.engine.position import Position
from pyramidion.games.topologic import rules
from pyramidion.games.topologic.drawing import drawing_of, names_of
from pyramidion.games.topologic.field import LOCATIONS, in_line, walk
from pyramidion.games.topologic.gathering import matching
from pyramidion.games.topologic.rules import DONE, MOVE

MOST_SECRETS = 12
MOST_UNMOVED = 2  # seekers; with more there are too many ways to end the turn
NAMED = 4  # locations that a sentence names

Places = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Count:
    """The rest of a turn: where the seekers stand, which of them have moved, and what the secret may be."""

    fields: np.record
    secrets: tuple[int, ...]
    near: tuple[int, ...]  # where a seeker can be after at most one move, from every location
    known: dict[tuple[Places, int], int]

    def found(self, at: Places) -> int:
        """For how many secrets the round is over at the end of the next turn, at the latest."""
        return sum(self.is_met(at, members) for members in self.classes(at).values())

    def is_met(self, at: Places, members: list[int]) -> bool:
        return any(all(self.near[place] >> secret & 1 for place in at) for secret in members)

    def classes(self, at: Places) -> dict[int, list[int]]:
        """The possible secrets, by the hint that they would give."""
        tiles, found = self.fields.tile, dict[int, list[int]]()
        for secret in self.secrets:
            hint = sum(matching(int(tiles[place]), int(tiles[secret])) for place in at)
            found.setdefault(hint, []).append(secret)
        return found

    def best(self, at: Places, moved: int) -> int:
        """The most that the rest of the turn can achieve."""
        key = at, moved
        if key not in self.known:
            after = (self.after(at, moved, code) for code in self.moves(at, moved))
            self.known[key] = max((self.best(*each) for each in after), default=0) if moved >= 0 else self.found(at)
        return self.known[key]

    def moves(self, at: Places, moved: int) -> Iterator[int]:
        yield DONE
        taken = sum({1 << place for place in at})
        for seeker, place in enumerate(at):
            if not moved >> seeker & 1:
                targets = reach(self.fields)(self.fields, place, taken)
                yield from (MOVE + seeker * LOCATIONS + to for to in range(LOCATIONS) if targets >> to & 1)

    def after(self, at: Places, moved: int, code: int) -> tuple[Places, int]:
        """Where a move leads; -1 stands for a turn that is over."""
        if code == DONE:
            return at, -1
        seeker, place = divmod(code - MOVE, LOCATIONS)
        there, gone = (*at[:seeker], place, *at[seeker + 1 :]), moved | 1 << seeker
        return there, -1 if gone == (1 << len(at)) - 1 else gone

    def ending(self, at: Places, moved: int) -> Places:
        """Where the seekers stand at the end of the best way to go on."""
        while moved >= 0:
            after = [self.after(at, moved, code) for code in self.moves(at, moved)]
            at, moved = max(after, key=lambda each: self.best(*each))
        return at


def reach(fields: np.record) -> Callable[[np.record, int, int], int]:
    return walk if fields.path == rules.FREE else in_line


def count_of(view: Position) -> Count | None:
    """The rest of a turn, where it is short enough to be counted."""
    fields = view.fields
    possible, seekers = int(fields.possible), rules.seekers(fields)
    left = seekers - int(fields.moved).bit_count()
    if view.mover == int(fields.stretch) or not fields.turns or fields.finish == rules.AT_ONCE:
        return None
    if not 1 < possible.bit_count() <= MOST_SECRETS or left > MOST_UNMOVED:
        return None
    secrets = tuple(place for place in range(LOCATIONS) if possible >> place & 1)
    near = tuple(reach(fields)(fields, place, 0) | 1 << place for place in range(LOCATIONS))
    return Count(fields, secrets, near, {})


def start_of(view: Position) -> tuple[Places, int]:
    fields = view.fields
    return tuple(fields.at.tolist()[: rules.seekers(fields)]), int(fields.moved)


def counted(view: Position) -> dict[str, float] | None:
    """The share of the possible secrets that each move lets the seekers find by the end of the next turn."""
    count = count_of(view)
    if count is None:
        return None
    at, moved = start_of(view)
    found = {code: count.best(*count.after(at, moved, code)) for code in view.codes}
    return {view.text_of(code): each / len(count.secrets) for code, each in found.items()}


def shortfall(view: Position, move: str) -> str:
    """For which secrets a move comes too late, and why."""
    count = count_of(view)
    if count is None:
        return ""
    at = count.ending(*count.after(*start_of(view), view.check(move)))
    found, all_of_them = count.found(at), len(count.secrets)
    if found == all_of_them:
        return "Whatever the hint, the seekers can gather on the secret in the next turn."
    chance = f"That finds {found} of the {all_of_them} possible locations by the end of the next turn."
    return f"{chance} {_worst(count, at)}"


def _worst(count: Count, at: Places) -> str:
    """What the worst hint would leave."""
    names = names_of(drawing_of(count.fields))

    def loss(members: list[int]) -> int:
        return len(members) - count.is_met(at, members)

    hint, members = max(count.classes(at).items(), key=lambda each: (loss(each[1]), each[0]))
    if len(members) == 1:
        return f"Hint {hint} would mean {names[members[0]]}, but not all seekers can go there in one move."
    shown = ", ".join(names[each] for each in members[:NAMED]) + (" and others" if len(members) > NAMED else "")
    met = (
        "and you can gather on only one of them" if count.is_met(at, members) else "none of which all seekers can reach"
    )
    return f"Hint {hint} would leave {len(members)} locations ({shown}), {met} in the next turn."
