"""Exact counts of continuations, from the tables in tests/perft."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyramidion as pyr

TABLES = Path(__file__).parent / "perft"


def lines() -> list[tuple[str, list[int]]]:
    found = []
    for path in sorted(TABLES.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                text, _, counts = line.partition(" = ")
                found.append((text, [int(count) for count in counts.split()]))
    return found


@pytest.mark.parametrize(("text", "counts"), lines(), ids=lambda value: value[:60] if isinstance(value, str) else "")
def test_perft(text: str, counts: list[int]) -> None:
    start = pyr.position(text) if " " in text else pyr.load(text).start(seed=0)
    assert [pyr.perft(start, plies) for plies in range(1, len(counts) + 1)] == counts


def test_every_game_has_a_table_with_all_its_options() -> None:
    for name in pyr.games():
        specs = {text for text, _ in lines() if " " not in text}
        assert name in specs
        for option in pyr.facts(name).options:
            assert all(f"{name}({option.name}={value})" in specs for value in list(option.values)[1:])


def test_counting_needs_a_sensible_number_of_plies() -> None:
    game = pyr.load(pyr.games()[0])
    assert pyr.perft(game, 0) == 1
    with pytest.raises(pyr.BadInput, match="0 plies or more"):
        pyr.perft(game, -1)


def test_a_game_that_is_over_has_no_continuation() -> None:
    over = pyr.position("connect_four ......./......./......./......./rrr..../yyyy... -0 7 C4:1-0")
    assert pyr.perft(over, 1) == 0 and pyr.perft(over, 3) == 0
