"""An arena in the terminal: a progress bar, then a table of results."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from pyramidion.arena.duels import different
from pyramidion.arena.ladder import Workload, arenas, check_replaceable, ladder_json, write_ladder
from pyramidion.arena.pairings import Schedule
from pyramidion.arena.standings import Standing, pairs
from pyramidion.arena.tournament import Arena
from pyramidion.engine.files import make_folder, write_text
from pyramidion.engine.game import Game
from pyramidion.terminal.interruption import ended_like_ctrl_c
from pyramidion.terminal.progress import Bar

SHOWN_FAULTS = 3


def measure(arena: Arena, json_file: str | None) -> bool:
    """Play, print the table and write the JSON file; False if interrupted."""
    _write_results(arena, json_file)
    complete = with_progress(arena, "")
    print(arena_text(arena), flush=True)
    _write_results(arena, json_file)
    if not complete:
        print(f"pyramidion: interrupted after {len(arena.games)} of {arena.bouts} games.", file=sys.stderr)
    return complete


def _write_results(arena: Arena, file: str | None) -> None:
    if file:
        write_text(file, json.dumps(arena.to_json(), indent=1) + "\n")


def with_progress(arena: Arena, label: str) -> bool:
    """Play the remaining games with a progress bar on stderr; False if interrupted."""
    with ended_like_ctrl_c(), Bar("games", arena.bouts, label, len(arena.games)) as bar, closing(arena.play()) as games:
        try:
            for done, _ in enumerate(games, len(arena.games) + 1):
                if arena.sprt:
                    bar.note(f"log-likelihood ratio {arena.sprt.ratio:+.2f}")
                bar.reach(done)
        except KeyboardInterrupt:
            return False
    return True


def measure_ladders(games: Sequence[Game], effort: Workload, save: str, output: str) -> bool:
    """Measure and write the ladder of each game; False if interrupted."""
    for folder in (save, output):
        make_folder(folder)
    for game in games:
        check_replaceable(output, game, effort)
    for game in games:
        measured = arenas(game, effort, save)
        for arena in measured:
            if not with_progress(arena, f"{game.name} {' - '.join(arena.schedule.players)}"):
                print(f"pyramidion: interrupted; the games so far are saved in {save}.", file=sys.stderr)
                return False
        ladder = ladder_json(game, effort, measured)
        print(f"{write_ladder(output, ladder)}:")
        print("\n".join(_step_line(step) for step in [*ladder["steps"], ladder["top"]]), flush=True)
    return True


def _step_line(step: dict[str, Any]) -> str:
    one, two = step["players"]
    low, high = step["interval"]
    won = "no decisive games" if step["decided_won"] is None else f"{step['decided_won']:.1%} of decisive games"
    return f"  {one} against {two}: {won} [{low:.1%}, {high:.1%}], {step['draws']} drawn of {step['games']}"


def arena_text(arena: Arena) -> str:
    """The table of results, with openings, pairings, tests and faults."""
    plan = arena.schedule
    variant = f" of {plan.game.spec}" if plan.game.spec != plan.game.name else ""
    head = f"{plan.game.title}, {len(arena.games)} of {_count(arena.bouts, 'game')}{variant}, seed {plan.seed}"
    lines = [head + _beginning(plan), "", *_table(arena.standings(), plan.game.seat_names), *_pair_lines(arena)]
    return "\n".join([*lines, *_test_lines(arena), *_fault_lines(arena)])


def _table(found: Sequence[Standing], seats: Sequence[str]) -> list[str]:
    rows = [["player", "Elo", "95% interval", "games", "score", *(f"as {seat}" for seat in seats), "s/move"]]
    for one in found:
        rating = one.rating
        elo = ["", ""] if rating is None else [f"{rating.elo:+.0f}", f"[{rating.low:+.0f}, {rating.high:+.0f}]"]
        pace = "" if one.pace is None else f"{one.pace:.4f}"
        shares = [_percent(one.score), *(_percent(share) for share in one.by_seat)]
        games = sum(one.games) // (len(seats) if len(found) == 1 else 1)  # a single player has all seats
        rows.append([one.player, *elo, str(games), *shares, pace])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]


def _pair_lines(arena: Arena) -> list[str]:
    lines = []
    for pair in pairs(arena.schedule.players, arena.games):
        (one, two), (low, high) = pair["players"], pair["interval"]
        if pair["decided_won"] is not None:
            lines.append(f"  {one} against {two}: {pair['decided_won']:.1%} [{low:.1%}, {high:.1%}]")
    counts = f"{_count(len(different(arena.games)), 'different game')}.{_cut_off(arena)}"
    found = "Wins in decisive games, with 95% intervals:" if lines else "No decisive games."
    alone = len(arena.schedule.players) == 1
    return ["", f"{counts} {'One player: nothing to rate.' if alone else found}", *lines]


def _beginning(plan: Schedule) -> str:
    even = "even " if plan.even else ""
    return f", after {even}openings of {_count(plan.opening, 'random ply', 'random plies')}" if plan.opening else ""


def _cut_off(arena: Arena) -> str:
    """How many games were stopped for length."""
    cut = sum(game.faulty is None and game.record["outcome"] is None for game in arena.games)
    return f" {_count(cut, 'game')} stopped for length and counted as drawn." if cut else ""


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _test_lines(arena: Arena) -> list[str]:
    test = arena.sprt
    if test is None:
        return []
    one, two = arena.schedule.players
    answers = {
        "elo1": f"{one} is {test.elo1:g} Elo or more above {two}, rather than {test.elo0:g}",
        "elo0": f"{one} is {test.elo0:g} Elo or less above {two}, rather than {test.elo1:g}",
        "": "undecided",
    }
    state = f"Sequential test after {test.pairings} pairings, log-likelihood ratio {test.ratio:+.2f}"
    return ["", f"{state}: {answers[test.decision]}."]


def _fault_lines(arena: Arena) -> list[str]:
    faults = arena.faults()
    if not faults:
        return []
    lines = ["", f"{_count(len(faults), 'game', 'games')} forfeited by a faulty player:"]
    lines += [f"  game {fault['game']}, {fault['player']}: {fault['reason']}" for fault in faults[:SHOWN_FAULTS]]
    return [*lines, *(["  ..."] if len(faults) > SHOWN_FAULTS else [])]


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"
