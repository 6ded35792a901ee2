"""Boards of squares as text."""

from pyramidion.draw.grid import grid


def test_files_stand_over_their_squares_and_ranks_before_theirs() -> None:
    assert grid([["x", "."], [".", "long"]], ["10", "9"], ["a", "b"]) == ("    a  b\n10  x  .\n 9  .  long\n    a  b")
