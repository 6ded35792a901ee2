"""A playtest as one HTML file for a game designer: answers, pictures, tables, and how it was made.

It loads nothing: styles, the one script and all pictures are in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from pyramidion.draw.styles import stylesheet as board_styles
from pyramidion.engine.files import write_text
from pyramidion.engine.match import replay
from pyramidion.engine.records import Record
from pyramidion.engine.registry import load
from pyramidion.lab import maps, sheet
from pyramidion.lab.advice import advice
from pyramidion.lab.answers import answers
from pyramidion.lab.changes import sentence
from pyramidion.lab.document import head, player
from pyramidion.lab.film import Film, film
from pyramidion.lab.listings import Listing, differences, listings, measures
from pyramidion.lab.phrases import variety
from pyramidion.lab.pictures import Figure, boards, comparisons, figures
from pyramidion.lab.results import Playtest, SampleGame
from pyramidion.lab.sheet import percent

STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
SCRIPT = Path(__file__).with_name("report.js").read_text(encoding="utf-8")
GROUND = {False: "#ece6d9", True: "#1b1e23"}
ABOUT = """These are games between programs. People may play differently, so take the numbers as a first look, and the
intervals seriously: in 95 of 100 such playtests, the true value lies inside the interval."""
BEGIN = "The beginning. Use the buttons, or the left and right arrow keys."
BUTTONS = (("first", "Start"), ("back", "Back"), ("on", "Next"), ("last", "End"))


def write(found: Playtest, path: str | Path) -> None:
    """Write the report; a file that was there stays until the new one is complete."""
    write_text(path, html(found))


def html(found: Playtest) -> str:
    """The report as a page."""
    game = load(found.game)
    shot = _film(found.sample, found.opening) if found.sample else None
    parts = [
        head(f"{found.title}: playtest report", styles(), SCRIPT),
        _opening(found),
        _section("At a glance", "answers", (_answer(*each) for each in _answers(found))),
        _advice(found),
        _section("Pictures", "pictures", (_figure(each) for each in figures(found, game))),
        _section("On the board", "pictures", (_figure(each) for each in boards(found, game))),
        _sample(found, shot) if found.sample and shot else "",
        _rules(found),
        _section("All measures", "scroll card", [_measures(found)]),
        *(_section(each.title, "scroll card", [_table(each)]) for each in listings(found)),
        _made(found),
        "</main>",
        _script(found, shot) if shot else "",
        "</body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def fragment(found: Playtest) -> str:
    """What is known so far, as a part of a page that has the styles: answers, pictures, and what was compared."""
    game = load(found.game)
    parts = [
        _section("At a glance", "answers", (_answer(*each) for each in _answers(found))),
        _rules(found),
        _section("Pictures", "pictures", (_figure(each) for each in figures(found, game))),
        _section("On the board", "pictures", (_figure(each) for each in boards(found, game)[:1])),
    ]
    return "\n".join(parts)


def players_in_words(found: Playtest) -> str:
    """`level:4` as `bots of level 4`."""
    names = [f"bots of level {name[6:]}" if name.startswith("level:") else f"{name} players" for name in found.players]
    return " and ".join(dict.fromkeys(names))


def styles() -> str:
    """All styles: of the page, of charts and of boards, light and dark."""
    dark = f":root{{{sheet.variables(True)};--ground:{GROUND[True]}}}{maps.night('')}"
    light = f":root{{{sheet.variables(False)};--ground:{GROUND[False]}}}"
    boards_light = board_styles("light")
    night = f"@media screen and (prefers-color-scheme:dark){{{dark}}}"
    return "".join([light, STYLE, sheet.stylesheet(), boards_light, maps.STYLE, night])


def _opening(found: Playtest) -> str:
    options = ", ".join(f"{name}={value}" for name, value in found.options.items())
    default = load(found.game).spec == load(found.game).name
    rules = "the default rules" if default else f"these options: {escape(options)}"
    lines = [f"<h1>{escape(found.title)}</h1>"]
    lines.append(
        f'<p class="lead">A playtest of {found.games:,} games between {escape(players_in_words(found))}, with {rules}.'
        f" {variety(found)} {ABOUT}</p>"
    )
    if not found.complete:
        lines.append(f'<p class="warning">Not finished: {found.games:,} of {found.asked:,} games were played.</p>')
    lines += [f'<p class="warning">{escape(fault)}</p>' for fault in found.faults]
    return "\n".join(lines)


def _answers(found: Playtest) -> Iterator[tuple[str, str, str]]:
    for each in answers(found):
        yield each.question, each.short, each.text


def _answer(question: str, short: str, text: str) -> str:
    return (
        f'<article class="card"><h3>{escape(question)}</h3><p class="short">{escape(short)}</p>'
        f"<p>{escape(text)}</p></article>"
    )


def _advice(found: Playtest) -> str:
    remarks = "".join(f"<li>{escape(remark)}</li>" for remark in advice(found))
    return _section("For the author", "card", [f"<ul>{remarks}</ul>"]) if remarks else ""


def _section(title: str, classes: str, parts: Iterable[str]) -> str:
    inside = "\n".join(parts)
    if not inside:
        return ""
    reached = _reached(title) if classes.startswith("scroll") else ""
    return f'<section><h2>{escape(title)}</h2><div class="{classes}"{reached}>{inside}</div></section>'


def _reached(title: str) -> str:
    """Attributes of a part that scrolls by itself, so that the keyboard can scroll it."""
    return f' tabindex="0" role="region" aria-label="{escape(title)}"'


def _figure(each: Figure) -> str:
    return (
        f'<figure class="card"><h3>{escape(each.title)}</h3>{each.svg()}'
        f"<figcaption>{escape(each.caption)}</figcaption></figure>"
    )


def _film(sample: SampleGame, opening: int) -> Film:
    return film(replay(Record.from_data(sample.record)), opening=opening)


def _sample(found: Playtest, shot: Film) -> str:
    assert found.sample
    buttons = "".join(f'<button type="button" id="film-{name}">{word}</button>' for name, word in BUTTONS)
    last, first = len(shot.frames) - 1, shot.frames[0]
    return _section(
        "A game to step through",
        "film card",
        [
            f'<div id="film-stage">{shot.picture(0)}</div>',
            f"<div><p>Game {found.sample.number}: {escape(found.sample.why.rstrip('.'))}.</p>"
            f'<div class="steps" id="film-steps" hidden>{buttons}<input type="range" id="film-slider" min="0" '
            f'max="{last}" value="0" aria-label="Position in the game"></div>'
            f'<p>After <span id="film-number">{first.ply}</span> plies</p>'
            f'<p class="says" id="film-says" aria-live="polite">{escape(first.says or BEGIN)}</p>'
            f'<p id="film-odds">{escape(_odds(found, first.ply))}</p></div>',
        ],
    )


def _odds(found: Playtest, ply: int) -> str:
    """What the seats may expect at a position of the game to step through."""
    values = found.sample.values[ply] if found.sample and ply < len(found.sample.values) else None
    if values is None:
        return ""
    told = ", ".join(f"{name} {percent(value)}" for name, value in zip(found.seats, values, strict=True))
    return f"The bot expects: {told}."


def _script(found: Playtest, shot: Film) -> str:
    frames = [
        {"ply": frame.ply, "parts": frame.parts, "says": frame.says or BEGIN, "odds": _odds(found, frame.ply)}
        for frame in shot.frames
    ]
    return player(shot, frames, SCRIPT)


def _rules(found: Playtest) -> str:
    if found.comparison is None:
        return ""
    tried = [
        f"<li><b>{escape(variant.label)}</b> {escape(variant.says)} {escape(sentence(found, variant))}</li>"
        for variant in found.comparison.variants
    ]
    how = (
        f"<p>Each variant was played on the same seeds and seats as the defaults. {found.comparison.tests} differences "
        f"were looked at; a difference counts as clear if it is unlikely to be chance even so "
        f"({escape(found.comparison.correction)}'s correction, 5%).</p>"
    )
    opened = " open" if len(found.comparison.variants) == 1 else ""
    all_differences = "".join(
        f"<details{opened}><summary>{escape(variant.label)}: all numbers</summary>"
        f'<div class="scroll"{_reached(variant.label)}>{_table(differences(found, variant))}</div></details>'
        for variant in found.comparison.variants
    )
    pictures = "".join(map(_figure, comparisons(found)))
    parts = [f'{how}<ul>{"".join(tried)}</ul><div class="pictures">{pictures}</div>{all_differences}']
    return _section("Which rule matters", "", parts)


def _measures(found: Playtest) -> str:
    rows = []
    for topic, entries in measures(found):
        rows.append(f'<tr><th colspan="2" scope="colgroup">{escape(topic)}</th></tr>')
        rows += [
            f"<tr><td>{escape(title)}<small>{escape(meaning)}</small><small>{escape(formula)}</small></td>"
            f'<td class="number">{escape(value)}</td></tr>'
            for title, value, meaning, formula in entries
        ]
    head = '<thead><tr><th>measure</th><th class="number">value (95% interval)</th></tr></thead>'
    return f"<table>{head}<tbody>{''.join(rows)}</tbody></table>"


def _table(listing: Listing) -> str:
    def cell(tag: str, number: int, text: str) -> str:
        kind = ' class="number"' if number >= listing.numbers else ""
        return f"<{tag}{kind}>{escape(text)}</{tag}>"

    head = "".join(cell("th", number, text) for number, text in enumerate(listing.head))
    rows = ["".join(cell("td", number, text) for number, text in enumerate(row)) for row in listing.rows]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _made(found: Playtest) -> str:
    origin = found.origin
    facts = [
        f"Pyramidion {origin.version}, rules version {origin.rules}, code {origin.code}.",
        f"Seed {found.seed}; {found.opening} random choices at the start of each game."
        if found.opening
        else f"Seed {found.seed}.",
        f"{origin.valued_games:,} games were valued. {origin.values}" if origin.values else "",
        "The same command gives the same numbers on any machine.",
    ]
    told = "".join(f"<p>{escape(fact)}</p>" for fact in facts if fact)
    return _section("How it was made", "card", [f"<pre>{escape(origin.command)}</pre>{told}"])
