"""What a playtest found, as a Markdown page with pictures beside it; and a table that leads to these pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyramidion.engine.registry import load
from pyramidion.lab.advice import advice
from pyramidion.lab.answers import answers
from pyramidion.lab.changes import sentence
from pyramidion.lab.listings import Listing, listings, measures
from pyramidion.lab.phrases import variety
from pyramidion.lab.pictures import Figure, boards, comparisons, figures
from pyramidion.lab.report import players_in_words
from pyramidion.lab.results import Playtest

NOTE = "<!-- Written by scripts/make_findings.py; do not edit. -->"
MOST_BOARDS = 2
ABOUT = """For the author and players of {title}: what {games:,} games between {players} show.{variety}
People may play differently. Intervals in brackets are 95% intervals. All numbers are in [{name}.json]({name}.json)."""


def findings_page(name: str, found: Playtest, notes: str = "", took: str = "") -> tuple[str, dict[str, str]]:
    """The page, and its pictures by the names of their files."""
    game = load(found.game)
    shown = figures(found, game)
    maps = boards(found, game, style=True)[:MOST_BOARDS]
    compared = list(comparisons(found))
    pictures = {f"{name}-{each.name}.svg": each.svg(style=True) for each in (*shown, *maps, *compared)}
    parts = [
        f"# {found.title}: findings\n",
        f"{NOTE}\n",
        ABOUT.format(
            title=found.title,
            games=found.games,
            players=players_in_words(found),
            name=name,
            variety=f" {variety(found)}".rstrip(),
        )
        + "\n",
        *_warnings(found),
        _answers(found),
        _advice(found),
        f"{notes.strip()}\n" if notes else "",
        "## Pictures\n",
        *(_picture(name, each) for each in shown),
        *(["## On the board\n"] if maps else []),
        *(_picture(name, each) for each in maps),
        *_rules(name, found, compared),
        *_measures(found),
        *(_table(each) for each in listings(found)),
        _made(found, took),
    ]
    return "\n".join(part for part in parts if part), pictures


def summary(found: Mapping[str, Playtest]) -> str:
    """A table with a line for each game: the short answers."""
    asked = dict.fromkeys(each.question for one in found.values() for each in answers(one))
    lines = [f"| game | {' | '.join(asked)} |", "|---" * (len(asked) + 1) + "|"]
    for name, one in found.items():
        told = {each.question: each.short for each in answers(one)}
        cells = " | ".join(told.get(question, "") for question in asked)
        lines.append(f"| [{one.title}]({name}.md) | {cells} |")
    return "\n".join([*lines, ""])


def _warnings(found: Playtest) -> Iterator[str]:
    if not found.complete:
        part = "games" if found.games < found.asked else "variants of the rules and steps of the skill trace"
        yield f"**Not all {part} have been played yet.**\n"


def _answers(found: Playtest) -> str:
    lines = ["## At a glance\n"]
    lines += [f"- {each.question} **{each.short}.** {each.text}" for each in answers(found)]
    return "\n".join([*lines, ""])


def _advice(found: Playtest) -> str:
    remarks = advice(found)
    return "\n".join(["## For the author\n", *(f"- {remark}" for remark in remarks), ""]) if remarks else ""


def _picture(name: str, each: Figure) -> str:
    return f"### {each.title}\n\n![{each.title}](pictures/{name}-{each.name}.svg)\n\n{each.caption}\n"


def _rules(name: str, found: Playtest, compared: list[Figure]) -> Iterator[str]:
    if found.comparison is None:
        return
    most = max(variant.games for variant in found.comparison.variants)
    yield (
        f"## Which rule matters\n\nEvery other value of each option was tried for up to {most:,} games, on the same "
        f"seeds and seats as the default. {found.comparison.tests} differences were looked at and corrected for that "
        f"({found.comparison.correction}).\n"
    )
    tried = [
        f"- `{variant.label}` ({', '.join(variant.rulings)}): {variant.says} {sentence(found, variant)}"
        for variant in found.comparison.variants
    ]
    yield "\n".join([*tried, ""])
    yield from (_picture(name, each) for each in compared)


def _measures(found: Playtest) -> Iterator[str]:
    lines = ["## All measures\n", "| measure | value | what it tells | how it is computed |", "|---|---|---|---|"]
    for topic, rows in measures(found):
        lines.append(f"| **{topic}** | | | |")
        lines += [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    yield "\n".join([*lines, ""])


def _table(listing: Listing) -> str:
    lines = [f"## {listing.title}\n", f"| {' | '.join(listing.head)} |"]
    marks = ["---" if number < listing.numbers else "---:" for number in range(len(listing.head))]
    lines.append("|" + "|".join(marks) + "|")
    lines += [f"| {' | '.join(map(_cell, row))} |" for row in listing.rows]
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _made(found: Playtest, took: str) -> str:
    origin = found.origin
    lines = ["## How it was made\n", f"    {origin.command}\n"]
    lines.append(f"Pyramidion {origin.version}, rules version {origin.rules}, code `{origin.code}`. {took}".strip())
    if origin.values:
        lines.append(f"{origin.valued_games:,} games were valued. {origin.values}")
    return "\n".join([*lines, ""])
