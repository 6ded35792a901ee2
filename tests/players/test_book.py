"""The book of proven positions: its format, the rules it holds for, and what it says against exact search alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.players.book import NO_MOVE, Book, Proven, book_file, book_of, checked_book, read_book, write_book
from pyramidion.players.solver import Solver
from pyramidion.players.verbs import pack

TYRANTS = pyr.load("traffic_tyrants")
MOST_BYTES = 1_000_000
LATE = 13  # gifts after which search alone checks an entry quickly


def key(position: Position) -> int:
    return int(TYRANTS.bind(pack)(position.row[0]))


def booked(game: Game) -> Book:
    book = book_of(game)
    assert book is not None
    return book


def met_in_games(book: Book, games: int) -> list[Position]:
    """Positions of the book that come up if one seat plays by it and the other one at random."""
    found: dict[int, Position] = {}
    for seed in range(games):
        chance, position = random.Random(seed), TYRANTS.start(seed=0)
        while position.outcome is None:
            if (proven := book.find(key(position))) is not None:
                found[key(position)] = position
            codes = [code for code in position.codes if is_kept(book, position, code)]
            move = proven.move if proven is not None and seed % 2 == position.mover else NO_MOVE
            position = position.play(move if move != NO_MOVE else chance.choice(codes or position.codes))
    return list(found.values())


def is_kept(book: Book, position: Position, code: int) -> bool:
    """Does a move lead to a drawn position of the book?"""
    after = book.find(key(position.play(code)))
    return after is not None and after.lead == 0


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    proven = {7: Proven(1, 2), 1 << 57: Proven(-1, NO_MOVE), 0: Proven(0, 0)}
    file = tmp_path / "book.bin"
    write_book(file, TYRANTS, proven)
    book = Book(read_book(file)[1])
    assert {known: book.find(known) for known in proven} == proven
    assert len(book) == 3 and book.find(8) is None and book.find(1 << 60) is None


def test_a_key_or_move_without_room_is_refused(tmp_path: Path) -> None:
    for known, proven in ((1 << 61, Proven(0, 0)), (1, Proven(0, 3))):
        with pytest.raises(pyr.BadInput, match="room"):
            write_book(tmp_path / "book.bin", TYRANTS, {known: proven})


def test_a_file_that_is_not_a_book_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "book.bin"
    for data in (b"", b"{}\nnothing", b"\x80\n"):
        file.write_bytes(data)
        with pytest.raises(pyr.BadInput, match="is not a book"):
            read_book(file)


def test_the_book_is_small_and_holds_for_these_rules_only() -> None:
    file = book_file(TYRANTS)
    about, entries = read_book(file)
    assert file.stat().st_size <= MOST_BYTES
    assert about["rules"] == TYRANTS.facts.rules_version and about["options"] == dict(TYRANTS.options)
    assert len(booked(TYRANTS)) == len(entries) > 20_000
    for options in ({"uturn": "no"}, {"lineup": "mirrored"}, {"path": "straight"}):
        other = pyr.load("traffic_tyrants", **options)
        assert book_of(other) is None
        with pytest.raises(pyr.BadInput, match="make_book"):
            checked_book(other)


def test_the_start_is_drawn_after_every_first_gift() -> None:
    solver = Solver(TYRANTS, memory=64, threads=1, book=booked(TYRANTS), most_positions=2_000_000)
    found = solver.solve(TYRANTS.start(seed=0))
    assert found.lead == 0 and found.best == ("G", "Y", "R")


def test_what_the_book_says_is_what_search_alone_finds() -> None:
    book = booked(TYRANTS)
    late = [position for position in met_in_games(book, 40) if position.fields.given >= LATE]
    solver = Solver(TYRANTS, memory=64, threads=1)
    for position in random.Random(1).sample(late, 4):
        proven = book.find(key(position))
        assert proven is not None and solver.value(position) == proven.lead
        if proven.move != NO_MOVE:
            assert solver.keeps(position.play(proven.move), position.seat, proven.lead)
