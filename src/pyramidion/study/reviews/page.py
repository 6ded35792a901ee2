"""A review as one HTML file: the graph, the moments, the board to step through, and every move.

It loads nothing: styles, the one script and all pictures are in the file.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from pyramidion.engine.match import Match
from pyramidion.lab.document import head, player
from pyramidion.lab.film import Film, film
from pyramidion.lab.report import styles as report_styles
from pyramidion.study.chances import percent, signed, signed_share
from pyramidion.study.reviews.graph import STYLE as GRAPH_STYLE
from pyramidion.study.reviews.graph import graph
from pyramidion.study.reviews.review import MARKS, Ply, Review, Seat
from pyramidion.study.reviews.sentences import about, ply_says

SCRIPT = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
BUTTONS = (("first", "Start"), ("back", "Back"), ("on", "Next"), ("last", "End"))
BEGIN = "The beginning. Click the graph, or use the left and right arrow keys."
MOST_BYTES = 1_500_000  # of the pictures
STYLE = """
.moments{list-style:none;padding:0;display:grid;gap:.5rem}
.moments button{width:100%;text-align:left;font:inherit;line-height:1.4}
tr[aria-current]{background:var(--sunk);outline:2px solid var(--accent)}
td button{font:inherit;padding:.1rem .4rem}
"""


def page(review: Review, match: Match) -> str:
    """The whole page."""
    shot = film(match, MOST_BYTES)
    parts = [
        head(f"{review.title}: review", f"{report_styles()}{GRAPH_STYLE}{STYLE}", SCRIPT),
        f"<h1>{escape(review.title)}: {escape(' - '.join(seat.name for seat in review.seats))}</h1>",
        "" if review.complete else '<p class="warning">This review is not complete yet. Load the page again later.</p>',
        f'<section><h2>Chance to win</h2><div class="card">{graph(review, match.game)}</div></section>',
        _moments(review),
        _board(review, match, shot),
        _table("Players", _players(review, match.game.facts.chance)),
        _table("All moves", _moves(review)),
        "</main>",
        _script(review, match, shot),
        "</body></html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _table(title: str, table: str) -> str:
    reached = f'tabindex="0" role="region" aria-label="{title}"'
    return f'<section><h2>{title}</h2><div class="scroll card" {reached}>{table}</div></section>'


def _moments(review: Review) -> str:
    """The moments that mattered; each leads to its place, a choice to the board before it."""
    says = {moment.says: moment.ply + (moment.kind not in ("choice", "turn")) for moment in review.moments}
    rows = [
        f'<li><button type="button" data-ply="{says[text]}">{escape(text)}</button></li>'
        if text in says
        else f"<li>{escape(text)}</li>"
        for text in review.summary
    ]
    listed = f'<ul class="moments">{"".join(rows)}</ul>'
    return f'<section><h2>Moments that mattered</h2><div class="card">{listed}</div></section>'


def _board(review: Review, match: Match, shot: Film) -> str:
    buttons = "".join(f'<button type="button" id="film-{name}">{word}</button>' for name, word in BUTTONS)
    return (
        f'<section><h2>The game</h2><div class="film card"><div id="film-stage">{shot.picture(0)}</div>'
        f'<div><div class="steps" id="film-steps" hidden>{buttons}</div>'
        f'<p class="says" id="film-says" aria-live="polite">{escape(BEGIN)}</p>'
        f'<p id="film-value">{escape(_value(review, match, 0))}</p></div></div></section>'
    )


def _value(review: Review, match: Match, ply: int) -> str:
    """The position after a number of plies, and what the last one did."""
    names = [seat.name for seat in review.seats]
    stands = ", ".join(f"{name} {percent(value)}" for name, value in zip(names, review.stands(ply), strict=True))
    return f"{stands}. {ply_says(match, review.plies[ply - 1], names) if ply else ''}".strip()


def _players(review: Review, dice: bool) -> str:
    heads = ["player", "accuracy", "choices", "a choice cost", *(["own rolls", "all rolls"] if dice else [])]
    rows = [_player(seat, dice) for seat in review.seats]
    if any(seat.bits is not None for seat in review.seats):
        heads = ["player", "how informative, compared with the best found", "luck of the answers, in bits"]
        rows = [[seat.name, *_bits(seat)] for seat in review.seats]
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _player(seat: Seat, dice: bool) -> list[str]:
    about = "" if seat.settled else "about "
    accuracy = "" if seat.accuracy is None or not seat.judged else f"{about}{percent(seat.accuracy)}"
    mean = f"{100 * seat.mean_cost:.1f}%" if seat.settled and seat.accuracy is not None else ""
    luck = [signed_share(seat.own_luck), signed_share(seat.luck)] if dice else []
    return [seat.name, accuracy, str(seat.choices), mean, *luck]


def _bits(seat: Seat) -> list[str]:
    if seat.bits is None or seat.bits_luck is None:
        return ["", ""]
    return [percent(seat.bits), f"{seat.bits_luck:+.1f}".replace("-", "\N{MINUS SIGN}")]


def _moves(review: Review) -> str:
    rows = "".join(_move(review, ply) for ply in review.plies)
    head = "<th>move</th><th>player</th><th></th><th>chance before</th><th>cost or luck</th><th>better</th>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _move(review: Review, ply: Ply) -> str:
    costly = ply.told > 0
    changed = signed(ply.change) if ply.seat is None else f"{'≥ ' * bool(ply.least)}{ply.told}%" if costly else ""
    found = ply.information
    if found:
        left = f"{found.left} of {found.possible} left"
        changed = f"{left}, on average {about(found.mean_left)}, at best {about(found.best_left)}"
    better = ply.best if costly else " ".join(found.better) if found else ""
    move = f'<button type="button" data-ply="{ply.ply + 1}">{escape(ply.move)}</button> {MARKS.get(ply.mark, "")}'
    cells = [str(ply.number), escape(review.seats[ply.whose].name), move, percent(ply.before[ply.whose])]
    inside = "".join(f"<td>{cell}</td>" for cell in [*cells, changed, escape(better)])
    return f'<tr data-ply="{ply.ply + 1}">{inside}</tr>'


def _script(review: Review, match: Match, shot: Film) -> str:
    frames = [
        {"ply": each.ply, "parts": each.parts, "says": each.says or BEGIN, "value": _value(review, match, each.ply)}
        for each in shot.frames
    ]
    return player(shot, frames, SCRIPT)
