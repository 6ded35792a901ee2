"""Reviews for Python programs: `pyramidion.review`.

What it needs is imported when it is called, so that `import pyramidion` stays quick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyramidion.engine.match import Match
from pyramidion.engine.records import Record

if TYPE_CHECKING:
    from pyramidion.study.reviews.review import Review

Progress = Callable[[int, int], None]


def review(
    game: Record | Match,
    seconds: float | None = None,
    effort: int | None = None,
    *,
    names: Sequence[str] = (),
    keep: str | Path | None = None,
    progress: Progress | None = None,
) -> Review:
    """Review a finished game: where it was decided, what each move cost, and what was luck.

    Think for about this many `seconds`, 10 by default, or spend an `effort` on each position: simulations or positions.
    `keep` names a file that holds what is done, so that an interrupted review goes on. `progress` is told how many
    plies of the pass under way are done, and of how many.

        >>> found = pyr.review(match, effort=100)
        >>> found.seats[0].accuracy, found.seats[0].luck, found.summary
    """
    from pyramidion.study.reviews.session import Session, match_of

    session = Session(match_of(game), seconds, effort, names, keep)
    while (piece := session.agenda.next()) is not None:
        session.do(piece)
        if progress is not None:
            progress(*session.agenda.progress)
    return session.review()
