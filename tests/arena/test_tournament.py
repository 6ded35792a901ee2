"""Whole arenas, in real processes: saved, resumed, decided early, never taken down by a player."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from tests.arena.makers import simple

import pyramidion as pyr
from pyramidion.arena.bouts import play_bout
from pyramidion.arena.games_file import GamesFile, about
from pyramidion.arena.pairings import Schedule
from pyramidion.arena.sprt import Sprt
from pyramidion.arena.tournament import Arena

FOUR = pyr.load("connect_four")


def arena(players: str, games: int, save: Path | None = None, threads: int = 1, **more: Any) -> Arena:
    return Arena(Schedule(FOUR, tuple(players.split()), seed=1, opening=2), games, threads, save, maker=simple, **more)


def play(one: Arena) -> Arena:
    for _ in one.play():
        pass
    return one


def saved(file: Path) -> None:
    """Two games of an arena in a file."""
    schedule = arena("random left", 2).schedule
    games = GamesFile(file, schedule, about(schedule))
    for number in (0, 1):
        games.add(play_bout(schedule, number, simple))


def lines(file: Path) -> list[dict[str, Any]]:
    """What a file holds, times left out."""
    found = [json.loads(line) for line in file.read_text().splitlines()]
    for line in found[1:]:
        for key in ("seconds", "choices"):
            line.pop(key)
        for key in ("started", "ended"):
            line["record"].pop(key)
    return found


def test_everyone_meets_everyone_and_all_is_counted() -> None:
    found = play(arena("random left fails", 6, threads=2)).to_json()
    assert found["complete"] and found["games"] == 18 and isinstance(found["players"], list)
    players = {line["player"]: line for line in found["players"]}
    assert [line["games"] for line in players.values()] == [12, 12, 12]
    assert players["fails"]["score"] == 0 and players["fails"]["faults"] == 12
    assert players["random"]["rating"]["elo"] > players["fails"]["rating"]["high"]
    assert isinstance(found["faults"], list) and found["faults"][0]["reason"] == "ValueError: no idea"
    assert isinstance(found["different_games"], int) and found["different_games"] > 10 and json.dumps(found)


def test_an_arena_that_was_interrupted_goes_on_to_the_same_file(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    play(arena("random left", 12, whole, threads=1))
    first = arena("random left", 12, parts, threads=2)
    games = first.play()
    for _ in range(5):
        next(games)
    games.close()
    assert not first.complete and 6 <= len(parts.read_text().splitlines()) < 13
    with parts.open("a") as file:
        file.write('{"number": 7, "cut o')
    again = arena("random left", 12, parts)
    assert len(again.games) >= 5
    played = [game.number for game in again.play()]
    assert again.complete and len(played) == 12 - 5 and lines(parts) == lines(whole)
    assert [line["number"] for line in lines(parts)[1:]] == list(range(12))
    assert list(arena("random left", 12, parts).play()) == []


def test_more_games_of_the_same_arena_are_added_and_fewer_take_none_away(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    saved(file)
    assert len(play(arena("random left", 6, file)).games) == 6
    assert len(play(arena("random left", 2, file)).games) == 2
    assert len(lines(file)) == 7


def test_two_arenas_do_not_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = arena("random left", 2, file)
    with pytest.raises(pyr.BadInput, match="Another arena is writing"):
        arena("random left", 2, file)
    play(first)
    assert len(play(arena("random left", 4, file)).games) == 4


def test_games_of_another_arena_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    saved(file)
    before = file.read_text()
    with pytest.raises(pyr.BadInput, match=r'another arena: its players is \["random", "left"\]'):
        arena("left random", 2, file)
    with pytest.raises(pyr.BadInput, match="another arena: its seed is 1, not 2"):
        Arena(Schedule(FOUR, ("random", "left"), 2, 2), 2, save=file, maker=simple)
    file.write_text(before.replace('"code": "', '"code": "0'))
    with pytest.raises(pyr.BadInput, match="another arena: its code is"):
        arena("random left", 2, file)
    file.write_text("mine\n")
    with pytest.raises(pyr.BadInput, match="does not hold the games of an arena"):
        arena("random left", 2, file)
    assert file.read_text() == "mine\n"


@pytest.mark.parametrize("line", ["{}", "[]", "5", "{", '{"number": "x", "players": [], "results": []}'])
def test_a_line_that_is_not_a_game_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "games.jsonl"
    saved(file)
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(pyr.BadInput, match=r"games.jsonl, line 4: this is not a game of this arena"):
        arena("random left", 2, file)


def test_a_sequential_test_stops_early_and_at_the_same_place(tmp_path: Path) -> None:
    counted = []
    for threads in (1, 2):
        file = tmp_path / f"{threads}.jsonl"
        one = play(arena("left fails", 4000, file, threads, sprt=Sprt(0, 100)))
        assert one.complete and one.sprt and one.sprt.decision == "elo1" and len(one.games) < 40
        counted.append(lines(file))
        again = arena("left fails", 4000, file, threads, sprt=Sprt(0, 100))
        assert again.decided and list(again.play()) == []
    assert counted[0] == counted[1]


def test_a_sequential_test_counts_a_game_that_comes_again_only_once() -> None:
    """Two players without chance and without openings: two different games, however many are played."""
    schedule = Schedule(FOUR, ("left", "right"), seed=1, opening=0)
    one = play(Arena(schedule, 40, 1, sprt=Sprt(0, 100), maker=simple))
    assert len(one.games) == 40 and one.sprt and one.sprt.pairings == 1 and not one.decided


def test_a_sequential_test_is_between_two() -> None:
    with pytest.raises(pyr.BadInput, match="between two players"):
        arena("random left fails", 4, sprt=Sprt(0, 50))


def test_three_and_four_seats() -> None:
    for seats in (3, 4):
        game = pyr.load("mid_challenge", players=seats)
        one = play(Arena(Schedule(game, ("random", "left", "fails")), 1, 1, maker=simple))
        tables = 1 if seats == 3 else 3
        assert len(one.games) == seats * tables
        scores = {standing.player: standing for standing in one.standings()}
        assert sum(sum(standing.points) for standing in scores.values()) == pytest.approx(len(one.games))
        assert scores["fails"].score == 0 and len(scores["left"].by_seat) == seats
        assert one.standings()[-1].player == "fails"


def test_a_process_that_is_gone_is_reported() -> None:
    with pytest.raises(pyr.Unavailable, match="exited unexpectedly"):
        play(arena("random vanishes", 4))


def test_an_unknown_player_is_refused_before_any_game() -> None:
    with pytest.raises(pyr.BadInput, match="'walnut' is not a player"):
        Arena(Schedule(FOUR, ("random", "walnut")), 2)
    with pytest.raises(pyr.BadInput, match="number of threads"):
        arena("random left", 2, threads=0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"results": [None, 1.0]}, "impossible"),
        ({"results": ["0", "1"]}, "impossible"),
        ({"results": [9.0, -8.0]}, "impossible"),
        ({"results": [1.0, 1.0]}, "add up to 1"),
        ({"seconds": [math.nan, 0.0]}, "impossible"),
        ({"results": [1.0]}, "one result per seat"),
        ({"choices": []}, "one result per seat"),
        ({"faulty": 7}, "fault is impossible"),
        ({"fault": "\x1b[2J"}, "fault is impossible"),
        ({"record": None}, "A record is"),
        ({"record": {"game": "telic"}}, "A record is"),
    ],
)
def test_a_damaged_game_is_named(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    file = tmp_path / "games.jsonl"
    saved(file)
    head, first, second = file.read_text().splitlines()
    file.write_text("\n".join([head, first, json.dumps({**json.loads(second), **change}), ""]))
    with pytest.raises(pyr.BadInput, match=f"line 3: this is not a game of this arena .*{reason}"):
        arena("random left", 2, file)


@pytest.mark.parametrize("line", [0, 1])
def test_a_line_that_is_too_deep_to_read_is_named(tmp_path: Path, line: int) -> None:
    file = tmp_path / "games.jsonl"
    saved(file)
    lines = file.read_text().splitlines()
    lines[line] = "[" * 100_000
    file.write_text("\n".join([*lines, ""]))
    with pytest.raises(pyr.BadInput, match=r"games of an arena|not a game of this arena"):
        arena("random left", 2, file)


def test_the_games_of_an_arena_can_be_replayed(tmp_path: Path) -> None:
    saved(tmp_path / "games.jsonl")
    found = list(pyr.read_records(tmp_path / "games.jsonl"))
    assert [number for number, _ in found] == [2, 3]
    assert all(pyr.replay(record).outcome for _, record in found)
    (tmp_path / "games.jsonl").open("a").write('{"number": 9}\n')
    with pytest.raises(pyr.BadRecord, match="line 4: A record is"):
        list(pyr.read_records(tmp_path / "games.jsonl"))


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").touch()
    assert play(arena("random left", 2, tmp_path / "games.jsonl")).complete


def test_a_device_is_not_a_place_for_games() -> None:
    with pytest.raises(pyr.BadInput, match="not a regular file"):
        arena("random left", 2, save=Path(os.devnull))
