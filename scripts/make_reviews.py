"""Review one real game of each kind between level 6 and level 3, and print the reviews into docs/review.md."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pyramidion as pyr
from pyramidion.study.reviews.values import quick_effort
from pyramidion.terminal.review import lines

PAGE = Path(__file__).parent.parent / "docs" / "review.md"
LEVELS = (6, 3)
SEED = 0
TIMES = 64  # the quick effort


def played(name: str) -> pyr.Match:
    """A game in which the first seat is a bot of level 6, the second one of level 3."""
    game = pyr.load(name)
    names = [f"{title} (level {level})" for title, level in zip(game.seat_names, LEVELS, strict=True)]
    bots, match = [pyr.bot(game, level, seed=SEED) for level in LEVELS], pyr.Match(game, seed=SEED, seats=names)
    while match.outcome is None:
        seat = match.position.mover
        assert seat is not None
        match.play(bots[seat].choose(match.position))
    return match


def printed(name: str) -> str:
    """What `pyramidion review` prints of such a game."""
    match = played(name)
    return "\n".join(lines(pyr.review(match, effort=TIMES * quick_effort(match.game)), match))


def with_review(page: str, name: str, text: str) -> str:
    """The page, with the review of a game in its place."""
    block = f"<!-- review of {name} -->\n```text\n{text}\n```\n<!-- end -->"
    found, count = re.subn(rf"<!-- review of {name} -->.*?<!-- end -->", lambda _: block, page, flags=re.DOTALL)
    if not count:
        sys.exit(f"docs/review.md has no place for the review of {name}.")
    return found


if __name__ == "__main__":
    for wanted in sys.argv[1:] or pyr.games():
        text = printed(wanted)
        PAGE.write_text(with_review(PAGE.read_text(encoding="utf-8"), wanted, text), encoding="utf-8")
        print(wanted, flush=True)
