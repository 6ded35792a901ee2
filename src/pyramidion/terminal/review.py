"""`pyramidion review`: a finished game, and where it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.engine.errors import BadInput, BadRecord, PyramidionError
from pyramidion.engine.files import write_text
from pyramidion.engine.match import Match, replay
from pyramidion.engine.records import Record, read_records
from pyramidion.lab.outputs import check_outputs
from pyramidion.study.chances import percent, signed
from pyramidion.study.reviews.agenda import Agenda
from pyramidion.study.reviews.review import MARKS, Ply, Review
from pyramidion.study.reviews.session import Session, usual_file
from pyramidion.terminal.interruption import ended_like_ctrl_c
from pyramidion.terminal.progress import Bar
from pyramidion.terminal.replay import ending

BLOCKS = " ▁▂▃▄▅▆▇█"
WIDE = 72  # columns of the curve


@dataclass(frozen=True)
class Wanted:
    """Which game, how long to think, and what the players are called."""

    file: str
    game: int = 1
    seconds: float | None = None
    effort: int | None = None
    names: tuple[str, ...] = ()
    fresh: bool = False


def run(wanted: Wanted, moves: bool, json: str | None, html: str | None) -> bool:
    """Review a game of a file; False if it was interrupted. What is done is kept, and the next call goes on."""
    check_outputs(json, html)
    record = _record(wanted)
    try:
        match = replay(record)
    except PyramidionError as error:
        raise BadRecord(f"{wanted.file}, game {wanted.game}: {error}") from error
    keep = usual_file(record)
    if wanted.fresh:
        keep.unlink(missing_ok=True)
    session = Session(match, wanted.seconds, wanted.effort, wanted.names, keep)
    complete = _work(session)
    if session.agenda.effort:
        _write(session.review(complete), match, moves, json, html)
    return complete


def _record(wanted: Wanted) -> Record:
    count = 0
    for _, record in read_records(wanted.file):
        count += 1
        if count == wanted.game:
            return record
    raise BadInput(f"{wanted.file} has {count} game{'s' * (count != 1)}; there is no game {wanted.game}.")


def _work(session: Session) -> bool:
    """Do all pieces; False after Ctrl-C."""
    agenda = session.agenda
    try:
        with ended_like_ctrl_c(), Bar("plies", leave=False) as bar:
            while (piece := agenda.next()) is not None:
                session.do(piece)
                bar(_stage(agenda), *agenda.progress)
    except KeyboardInterrupt:
        print("Interrupted. What is done is kept: the same command goes on.")
        return False
    return True


def _stage(agenda: Agenda) -> str:
    return "Reviewing" if not agenda.effort else "Looking deeper"


def _write(review: Review, match: Match, moves: bool, json: str | None, html: str | None) -> None:
    print("\n".join(lines(review, match, moves)))
    if json:
        write_text(json, review.to_json() + "\n")
    if html:
        from pyramidion.study.reviews.page import page

        write_text(html, page(review, match))


def lines(review: Review, match: Match, moves: bool = False) -> Iterator[str]:
    """A review as text."""
    names = [seat.name for seat in review.seats]
    yield f"{review.title}: {' - '.join(names)}; {ending(match)}."
    yield ""
    for seat, name in enumerate(names[:1] if len(names) == 2 else names):
        yield f"Chance of {name}, from the start to the end:"
        yield f"  {curve([values[seat] for values in review.course])}"
    yield ""
    yield from review.summary
    yield ""
    yield from review.players
    if moves:
        yield ""
        yield from (row(review, ply) for ply in review.plies)
    if not review.complete:
        yield "This review is not complete."


def curve(values: list[float]) -> str:
    """A curve of blocks, as wide as a terminal at most."""
    count = min(WIDE, len(values))
    chosen = [values[round(place * (len(values) - 1) / max(1, count - 1))] for place in range(count)]
    return "".join(BLOCKS[max(1, min(8, 1 + int(8 * value)))] for value in chosen)


def row(review: Review, ply: Ply) -> str:
    """A ply in a line: its chance before, its move with its mark, and what it cost or was worth."""
    name = review.seats[ply.whose].name
    before = f"{ply.number:4} {name:12} {percent(ply.before[ply.whose]):>6}  {ply.move + MARKS.get(ply.mark, ''):14}"
    if ply.seat is None:
        return f"{before} luck {signed(ply.change)}"
    if ply.information:
        told = ply.information
        return f"{before} told {told.told:.1f} of {told.expected:.1f} bits expected, {told.best:.1f} at best"
    if ply.told < 1:
        return before.rstrip()
    return f"{before} cost {'at least ' * bool(ply.least)}{ply.told}%; better {ply.best}"
