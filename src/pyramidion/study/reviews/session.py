"""Reviews made here: piece by piece, kept as they come, so that an interrupted one goes on."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from pyramidion.engine.cache import cache_root
from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.files import append_text, make_folder, read_text
from pyramidion.engine.match import Match, replay
from pyramidion.engine.records import Record
from pyramidion.lab.plain import read
from pyramidion.study.reviews.agenda import Agenda, Piece, check_reviewable, played_at
from pyramidion.study.reviews.moments import review_of
from pyramidion.study.reviews.review import Review
from pyramidion.study.reviews.values import Valued, Valuer

KEPT = 200  # files of reviews
VERSION = 4  # of what is kept


class Session:
    """A review under way. `keep` names a file that holds what is done, and from which the review goes on."""

    def __init__(
        self,
        match: Match,
        seconds: float | None = None,
        effort: int | None = None,
        names: Sequence[str] = (),
        keep: str | Path | None = None,
    ) -> None:
        check_reviewable(match, seconds, effort)
        if names and len(names) != match.game.seats:
            raise BadInput(f"{match.game.title} has {match.game.seats} seats here: give {match.game.seats} names.")
        self.names = tuple(names or match.seats)
        self.agenda = Agenda(match, seconds, effort)
        self._keep = Path(keep) if keep else None
        self._valuer = Valuer(match.game)
        if self._keep is not None and self._keep.exists():
            self._take_up(read_text(self._keep))

    def _take_up(self, text: str) -> None:
        """Go on with what is kept; a last line that was cut off is left out."""
        for line in text.splitlines():
            with suppress(ValueError, KeyError, PyramidionError):
                data = json.loads(line)
                piece = Piece(data["ply"], data["effort"])
                self.agenda.add(piece, read(Valued, data["valued"]), data["seconds"])

    def do(self, piece: Piece) -> None:
        """Value a ply, and keep what came of it."""
        start, match = time.perf_counter(), self.agenda.match
        played, among = played_at(match, piece.ply), self.agenda.among(piece)
        valued = self._valuer.value(match.positions[piece.ply], played, piece.effort, among)
        seconds = time.perf_counter() - start
        self.agenda.add(piece, valued, seconds)
        if self._keep is not None:
            line = {"ply": piece.ply, "effort": piece.effort, "seconds": seconds, "valued": asdict(valued)}
            append_text(self._keep, json.dumps(line) + "\n")

    def review(self, complete: bool = True) -> Review:
        """What is known so far."""
        return review_of(self.agenda, self.names, complete)


def match_of(game: Record | Match) -> Match:
    """The match that a record describes, or the match itself."""
    if isinstance(game, Record):
        return replay(game)
    if not isinstance(game, Match):
        raise BadInput(f"Expected a Match or a Record, not {game!r}.")
    return game


def usual_file(record: Record) -> Path:
    """Where the pieces of a record's review are kept: in the cache, under its own name."""
    folder = cache_root() / "reviews"
    make_folder(folder)
    for old in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
        old.unlink(missing_ok=True)
    digest = hashlib.sha256(f"{VERSION} {record.to_json()}".encode()).hexdigest()
    return folder / f"{digest[:32]}.jsonl"
