"""How many puzzles there are, by theme and grade, for the page about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pyramidion.engine.registry import facts, games
from pyramidion.study.puzzles.puzzle import HIGHEST_GRADE, Puzzle, puzzles
from pyramidion.study.puzzles.themes import themes


def puzzle_counts() -> str:
    """The puzzles of every game, by theme and grade."""
    return "\n\n".join("\n".join(section(name)) for name in games() if puzzles(name))


def section(name: str) -> Iterator[str]:
    """The themes of a game, with the number of puzzles of each grade."""
    found = puzzles(name)
    proven = sum(puzzle.proven for puzzle in found)
    longer = sum(len(puzzle.steps) > 1 for puzzle in found)
    yield f"**{facts(name).title}**: {len(found)} puzzles, {proven} proven or counted, {longer} of more than one move."
    yield ""
    grades = range(1, HIGHEST_GRADE + 1)
    yield "| theme | " + " | ".join(f"grade {grade}" for grade in grades) + " | all |"
    yield "|---|" + "---|" * (HIGHEST_GRADE + 1)
    for theme in themes(name):
        own = [puzzle for puzzle in found if puzzle.theme == theme.name]
        if own:
            yield row(f"{theme.title}, `{theme.name}`", own)
    yield row("all", found)


def row(title: str, found: Sequence[Puzzle]) -> str:
    counts = Counter(puzzle.grade for puzzle in found)
    cells = [str(counts[grade] or "") for grade in range(1, HIGHEST_GRADE + 1)]
    return f"| {title} | {' | '.join(cells)} | {len(found)} |"
