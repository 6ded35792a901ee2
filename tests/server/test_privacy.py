"""Two tables that differ only in what a seat may not know send that seat the same bytes.

Everything that is drawn at random is set here, except what is secret: the secret move of a game with hidden
moves, or the seed, and with it all dice that are still to come.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.inside import Inside, Socket, inside
from tests.server.serving import Server

import pyramidion as pyr
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import whole_weights
from pyramidion.engine.records import Record
from pyramidion.server.journal.fairness import Fairness, Seed, secret_commitment
from pyramidion.server.journal.keys import fingerprint, seat_key
from pyramidion.server.journal.table_match import TableMatch
from pyramidion.server.journal.verification import verify

TABLE = "Table00000000000"
KEYS = ("first-person-0123456789-abcdefghij", "second-person-0123456789-abcdefghi")
CONTRIBUTIONS = ("0123456789abcdef" * 2, "fedcba9876543210" * 2)
SEED = Seed(b"one seed of thirty-two bytes .  ", b"salt of sixteen.")
HIDDEN = [name for name in pyr.games() if pyr.facts(name).hidden]
# Round 1 of Topologic with three seekers, in four turns, and a secret of round 2.
ROUND_ONE = ["secret:b1", "1@a1", "2@a1", "3@a1", "done", "done", "1-b1", "2-b1", "3-b1"]
FEW_ROLLS = 2
HASHES = re.compile(rb'(?<=head":")[0-9a-f]{64}|(?<=(?:check|erver)\\":\\")[0-9a-f]{64}')  # also inside lines
CHORES = "pyramidion.server"  # what is not done for a table, but from time to time
Make = Callable[..., Inside]


@dataclass(frozen=True)
class Sent:
    """What a viewer was sent on one occasion."""

    occasion: str
    body: bytes


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Servers one after the other, each with a seed that the test knows."""
    opened: list[Any] = []

    def made(seed: Seed = SEED) -> Inside:
        monkeypatch.setattr(Seed, "fresh", classmethod(lambda cls: seed))
        monkeypatch.setattr("pyramidion.server.http.tables.new_table_id", lambda: TABLE)
        opened.append(inside(str(tmp_path / f"{len(opened)}.sqlite")))
        server: Inside = opened[-1].__enter__()
        return server

    yield made
    for server in opened:
        server.__exit__(None, None, None)


def post(server: Inside, what: str, form: Any, key: str) -> Any:
    answer = server.ask("POST", f"/api/tables/{TABLE}/{what}", form, key)
    assert answer.status in (200, 201), answer.body
    return answer.data


def sit(server: Inside, game: str, keys: Sequence[str] = KEYS, bots: dict[str, int] | None = None) -> None:
    answer = server.ask("POST", "/api/tables", {"game": game, "bots": bots or {}})
    assert answer.status == 201, answer.body
    for seat in range(pyr.load(game).seats):
        if str(seat) not in (bots or {}):
            post(server, f"seats/{seat}", {"contribution": CONTRIBUTIONS[seat]}, keys[seat])


def key_of(viewer: int | None) -> str:
    return "" if viewer is None else KEYS[viewer]


def do(server: Inside, step: str, keys: Sequence[str] = KEYS) -> None:
    """Make a move, or take one back with everybody's agreement."""
    state = server.ask("GET", f"/api/tables/{TABLE}").data
    if step == "undo":
        for seat in (1 - state["mover"], state["mover"]):
            post(server, "asks", {"what": "undo", "seat": seat}, keys[seat])
    else:
        post(server, "moves", {"move": step, "ply": state["ply"], "seat": state["mover"]}, keys[state["mover"]])


def looks(server: Inside, viewer: int | None, ply: int) -> Iterator[Sent]:
    """Everything that a viewer may ask for, and the answers to what it may not do."""
    key, at = key_of(viewer), f"/api/tables/{TABLE}"
    asked: list[tuple[str, str, Any, dict[str, Any]]] = [
        ("GET", "", None, {}),
        ("GET", "/record", None, {}),
        ("GET", "/picture.svg", None, {}),
        ("GET", "/picture.svg", None, {"view": "oblique", "theme": "dark"}),
        ("GET", "/picture.svg", None, {"ply": max(0, ply - 1)}),
        ("GET", "/picture.svg", None, {"ply": 10_000}),
        ("GET", "/headline", None, {}),
        *[("GET", f"/plies/{number}", None, {}) for number in range(max(0, ply - 1), ply + 1)],
        ("GET", "", None, {"seat": 1 if viewer == 0 else 0}),
        ("GET", "/record", None, {"seat": 1 if viewer == 0 else 0}),
        ("POST", "/analysis", {"level": 1}, {}),
        ("POST", "/asks", {"what": "undo", "agree": False}, {}),
        ("POST", "/moves", {"move": "secret:a1", "ply": 0}, {}),
        *[("POST", "/moves", {"move": text, "ply": ply}, {}) for text in ("secret:a1", "1@p16", "5-p16", "?", "=9")],
    ]
    for method, path, form, query in asked:
        answer = server.ask(method, at + path, form, key, **query)
        yield Sent(f"ply {ply}: {method} {path} {form} {query}", repr((answer.status, answer.headers)).encode())
        yield Sent(f"ply {ply}: {method} {path} {form} {query}", answer.body)


def news(socket: Socket) -> list[str]:
    """What a socket said, without who has come and gone: that is told when there is time for it."""
    heard = socket.heard()
    presence = [text for text in heard if text.startswith('{"type":"presence"')]
    assert all(set(json.loads(text)) == {"type", "seats", "spectators"} for text in presence)
    return [text for text in heard if text not in presence]


def watched(server: Inside, game: str, steps: Sequence[str], viewers: Sequence[int | None]) -> list[Sent]:
    """Everything viewers get to see of a table at which the steps are made."""
    at, found = f"/api/tables/{TABLE}/live", []
    sit(server, game)
    with ExitStack() as open_sockets:
        sockets = [
            open_sockets.enter_context(server.socket(at, key_of(viewer), picture=picture))
            for viewer in viewers
            for picture in ("plan", "none")
        ]
        for number, step in enumerate(steps):
            do(server, step)
            ply = server.ask("GET", f"/api/tables/{TABLE}").data["ply"]
            found += [Sent(f"step {number}: live", text.encode()) for socket in sockets for text in news(socket)]
            found += [sent for viewer in viewers for sent in looks(server, viewer, ply)]
    for viewer in viewers:
        for after in ("", 0, len(steps)):
            with server.socket(at, key_of(viewer), after=after, picture="oblique", theme="dark") as late:
                found += [Sent(f"after {after}", text.encode()) for text in news(late)]
    lines = [json.loads(line) for line in server.log.lines]
    found += [Sent("log", repr({**line, "at": 0, "ms": 0}).encode()) for line in lines if line["from"] != CHORES]
    return found


def without(sent: list[Sent], commitments: Sequence[str]) -> list[Sent]:
    """What was sent with the commitments struck out, so that one still sees which are equal; each was told. The hashes
    of the journal, which depend on all commitments before, are struck out too."""
    sent = [Sent(each.occasion, HASHES.sub(b"", each.body)) for each in sent]
    everything = b"".join(each.body for each in sent)
    for text in commitments:
        assert text.encode() in everything
    for text in commitments:
        struck_out = f"(commitment {commitments.index(text)})".encode()
        sent = [Sent(each.occasion, each.body.replace(text.encode(), struck_out)) for each in sent]
    return sent


def assert_same(one: list[Sent], other: list[Sent]) -> None:
    assert [each.occasion for each in one] == [each.occasion for each in other]
    for first, second in zip(one, other, strict=True):
        assert first.body == second.body, first.occasion


def rehearse(game: str, seed: Seed, steps: Sequence[str], contributions: Sequence[str] = CONTRIBUTIONS) -> TableMatch:
    """The same game without a server."""
    loaded = pyr.load(game)
    match = TableMatch(loaded, Fairness(TABLE, seed, tuple(contributions)), loaded.seat_names)
    for step in steps:
        match.play(step)
    return match


def some_moves(game: str, seed: Seed, most: int, before: Sequence[str] = ()) -> list[str]:
    """Moves of a game, rolls left out; the game stops after a few of those."""
    match, chance, found = rehearse(game, seed, before), random.Random(5), list(before)
    while len(found) < len(before) + most and match.outcome is None and len(rolls(match)) < FEW_ROLLS:
        found.append(str(chance.choice(match.position.moves())))
        match.play(found[-1])
    return found


def rolls(match: TableMatch) -> list[tuple[int, list[int], list[int]]]:
    """The rolls so far: their plies, and the weights and codes of what could have come up."""
    return [
        (ply, whole_weights(position.chances()).tolist(), [int(move) for move in position.moves()])
        for ply, position in enumerate(match.positions[:-1])
        if position.mover == CHANCE
    ]


def fair_twin(match: TableMatch) -> Seed:
    """Another seed with which the rolls of a match come up as they did."""
    known = rolls(match)
    for number in range(1_000_000):
        seed = Seed(number.to_bytes(32, "big"), b"another salt ...")
        fairness = Fairness(TABLE, seed, CONTRIBUTIONS)
        if all(codes[fairness.roll(ply, weights)] == match.codes[ply] for ply, weights, codes in known):
            return seed
    raise AssertionError("no twin")


def digests(seed: Seed, plies: range) -> list[str]:
    """What the rolls of some plies come from."""
    fairness = Fairness(TABLE, seed, CONTRIBUTIONS)
    return [fairness._digest(f"roll {ply}", attempt).hex() for ply in plies for attempt in range(3)]


def test_dice_to_come_change_no_byte(name: str, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fairness, "setup_seed", lambda self: 7)
    steps = some_moves(name, SEED, 4)
    twin = fair_twin(rehearse(name, SEED, steps))
    one, other = (watched(make(seed), name, steps, (0, 1, None)) for seed in (SEED, twin))
    bound, bound_otherwise = ([seed.commitment, *commitments(seed, steps)] for seed in (SEED, twin))
    assert_same(without(one, bound), without(other, bound_otherwise))
    everything = b"".join(each.body for each in one)
    for text in (SEED.seed.hex(), SEED.salt.hex(), *digests(SEED, range(100))):
        assert text.encode() not in everything


def commitments(seed: Seed, steps: Sequence[str]) -> list[str]:
    """What the server says about hidden moves; the first move is in the journal's third entry."""
    fairness, number = Fairness(TABLE, seed, CONTRIBUTIONS), 2
    found = []
    for step in steps:
        number += 2 if step == "undo" else 1
        hidden = step.startswith("secret:")
        found += [secret_commitment(fairness.secret_salt(number), step)] if hidden else []
    return found


def hidden_twin(game: str, steps: Sequence[str], ply: int, contributions: Sequence[str] = CONTRIBUTIONS) -> str:
    """Another hidden move for a ply after which everybody else reads and is told the same."""
    match = rehearse(game, SEED, steps, contributions)
    news = [(match.shown(number, None), match.told(number)) for number in range(len(steps))]
    for move in match.positions[ply].moves():
        other = rehearse(game, SEED, [*steps[:ply], str(move), *steps[ply + 1 :]], contributions)
        same = [(other.shown(number, None), other.told(number)) for number in range(len(steps))] == news
        if str(move) != steps[ply] and same:
            return str(move)
    raise AssertionError("no twin")


def assert_hidden(sent: list[Sent], secret: str) -> None:
    """The hidden move is nowhere."""
    for each in sent:
        assert secret.encode() not in each.body, each.occasion


@pytest.mark.parametrize("game", [*HIDDEN, "topologic(seekers=3,path=free,field=random)"])
def test_a_secret_changes_no_byte(game: str, make: Make) -> None:
    secret = str(pyr.load(game).start(seed=0).moves()[25])
    steps = some_moves(game, SEED, 5, [secret])
    twin = [hidden_twin(game, steps, 0), *steps[1:]]
    one, other = (watched(make(), game, chosen, [1, None]) for chosen in (steps, twin))
    assert_same(without(one, commitments(SEED, steps)), without(other, commitments(SEED, twin)))
    assert_hidden(one, steps[0])
    assert_hidden(other, twin[0])


@pytest.mark.parametrize("viewer", [0, None])
def test_the_secret_of_the_second_round_changes_no_byte(viewer: int | None, make: Make) -> None:
    game = "topologic(seekers=3)"
    steps = some_moves(game, SEED, 4, [*ROUND_ONE, "secret:e3"])
    twin = [*ROUND_ONE, hidden_twin(game, steps, len(ROUND_ONE)), *steps[len(ROUND_ONE) + 1 :]]
    one, other = (watched(make(), game, chosen, [viewer]) for chosen in (steps, twin))
    assert_same(without(one, commitments(SEED, steps)), without(other, commitments(SEED, twin)))
    if viewer is None:
        assert_hidden(one, "secret:e3")
    assert any(b'"secret:b1"' in each.body for each in one)


def test_whether_a_secret_taken_back_was_chosen_again_changes_no_byte(make: Make) -> None:
    game = "topologic(seekers=3)"
    again, changed = ["secret:d3", "undo", "secret:d3"], ["secret:d3", "undo", "secret:g5"]
    one, other = (watched(make(), game, [*chosen, "1@a1"], [1, None]) for chosen in (again, changed))
    assert_same(without(one, commitments(SEED, again)), without(other, commitments(SEED, changed)))
    assert_hidden(one, "secret:d3")


def test_a_commitment_cannot_be_guessed_from_the_secrets_there_are(make: Make) -> None:
    server = make()
    sit(server, "topologic")
    do(server, "secret:e4")
    (told,) = server.ask("GET", f"/api/tables/{TABLE}").data["fairness"]["secrets"]
    assert set(told) == {"ply", "commitment"}
    known = (TABLE, SEED.commitment, *CONTRIBUTIONS, "", "0", "1", "3")
    for location in (f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 7)):
        for text in (location, f"secret:{location}"):
            for word in known:
                plain = [f"{word}{text}", f"{word}\n{text}", f"pyramidion secret\n{word}\n{text}"]
                assert told["commitment"] not in [hashlib.sha256(each.encode()).hexdigest() for each in plain]
            assert told["commitment"] != secret_commitment("", text)
            assert told["commitment"] != secret_commitment(SEED.commitment, text)


def test_a_secret_is_revealed_when_its_round_ends_and_fits_its_commitment(make: Make) -> None:
    server = make()
    sit(server, "topologic(seekers=3)")
    with server.socket(f"/api/tables/{TABLE}/live", KEYS[1], picture="none") as seeker:
        for step in ROUND_ONE:
            do(server, step)
        *hidden, last = [json.loads(text) for text in seeker.heard() if '"update"' in text]
    (bound,) = hidden[-1]["fairness"]["secrets"]
    assert set(bound) == {"ply", "commitment"}
    (shown,) = last["fairness"]["secrets"]
    assert (shown["move"], shown["commitment"]) == ("secret:b1", bound["commitment"])
    assert secret_commitment(shown["salt"], shown["move"]) == bound["commitment"]
    assert server.ask("GET", f"/api/tables/{TABLE}", key=KEYS[1]).data["history"][0]["text"] == "secret:b1"


def test_a_secret_is_shown_to_everybody_when_the_seeker_resigns(make: Make) -> None:
    server, at = make(), f"/api/tables/{TABLE}"
    sit(server, "topologic(seekers=3)")
    do(server, "secret:b1")
    star = b'id="secret-b1"'
    assert star not in server.ask("GET", f"{at}/picture.svg", key=KEYS[1]).body
    post(server, "resign", {}, KEYS[1])
    says = [server.ask("GET", at, key=key).data["outcome"]["says"] for key in (*KEYS, "")]
    words = r"The secret (was|is) \w+ \d, on b1\."
    assert says[0] == "South resigned."
    assert re.fullmatch(f"You resigned. {words}", says[1]) and re.fullmatch(f"South resigned. {words}", says[2])
    assert all(star in server.ask("GET", f"{at}/picture.svg", key=key).body for key in (*KEYS, ""))


def test_the_seed_is_revealed_at_the_end_only(name: str, make: Make) -> None:
    server = make()
    sit(server, name)
    for step in some_moves(name, SEED, 4):
        do(server, step)
    before = server.ask("GET", f"/api/tables/{TABLE}/record", key=KEYS[0]).body.decode()
    post(server, "resign", {}, KEYS[0])
    after = server.ask("GET", f"/api/tables/{TABLE}/record").body.decode()
    assert SEED.seed.hex() not in before and SEED.seed.hex() in after
    report = verify(Record.from_json(after))
    assert report.fair, report.problem


def test_a_bot_that_seeks_and_those_who_watch_it_do_not_know_the_secret(make: Make) -> None:
    game, most = "topologic(seekers=3)", 8
    one = bot_seeks(make(), game, "secret:d3", most)
    moves = [ply["text"] for ply in json.loads(one[-1])["history"]]
    twin = hidden_twin(game, ["secret:d3", *moves[1:6]], 0, (CONTRIBUTIONS[0], ""))
    other = bot_seeks(make(), game, twin, most)
    for entry, (first, second) in enumerate(zip(one[:6], other[:6], strict=True)):
        changed = [text.replace(each, "") for text, each in ((first, "secret:d3"), (second, twin))]
        assert struck(changed[0]) == struck(changed[1]), f"entry {entry}"


def struck(text: str) -> Any:
    """A message without commitments to hidden moves, and hashes that depend on them."""
    data = json.loads(text)
    data.get("fairness", {}).pop("secrets", None)
    line = json.loads(data.pop("line"))
    del data["head"], line["check"]
    return data, {name: value for name, value in line.items() if name != "commitment"}


def bot_seeks(server: Inside, game: str, secret: str, most: int) -> list[str]:
    """What a spectator is told while a bot seeks; at the end the whole table."""
    sit(server, game, bots={"1": 2})
    with server.socket(f"/api/tables/{TABLE}/live") as spectator:
        do(server, secret)
        heard = [text for text in spectator.heard() if '"update"' in text]
        while len(heard) < most:
            server.run(asyncio.sleep(0.05))
            heard += [text for text in spectator.heard() if '"update"' in text]
    assert secret not in "".join(heard[:6])
    return [*heard[:most], server.ask("GET", f"/api/tables/{TABLE}").body.decode()]


def test_a_hint_for_the_seeker_does_not_know_the_secret(make: Make) -> None:
    """Somebody who plays both sides alone may ask for hints."""
    game = "topologic(seekers=3)"
    steps = some_moves(game, SEED, 3, ["secret:d3"])
    twin = [hidden_twin(game, steps, 0), *steps[1:]]
    assert asked_for_hints(make(), game, steps) == asked_for_hints(make(), game, twin)


def asked_for_hints(server: Inside, game: str, steps: Sequence[str]) -> list[bytes]:
    alone, found = (KEYS[0], KEYS[0]), []
    sit(server, game, alone)
    for step in steps:
        do(server, step, alone)
        answer = server.ask("POST", f"/api/tables/{TABLE}/analysis", {"level": 1, "seat": 1}, KEYS[0])
        assert answer.status == 200, answer.body
        found.append(answer.body)
    return found


def test_what_seats_may_do_tells_spectators_nothing(make: Make) -> None:
    server = make()
    sit(server, "topologic(seekers=3)")
    do(server, "secret:d3")
    referee, seeker, spectator = (
        server.ask("GET", f"/api/tables/{TABLE}", key=key).data for key in (KEYS[0], KEYS[1], "")
    )
    assert (referee["can_undo"], seeker["can_undo"], spectator["can_undo"]) == (True, False, False)
    assert spectator["moves"] == referee["moves"] == [] and len(seeker["moves"]) == 28
    assert referee["position"]["fields"]["secret"] == [23, -1]
    assert seeker["position"] == spectator["position"]
    assert seeker["position"]["fields"]["secret"] == [-2, -1]


def test_no_key_and_no_table_is_in_the_log(server: Server) -> None:
    one, other = server.client(), server.client()
    table = one.new_table("topologic(seekers=3)")["id"]
    seats = [one.take_seat(table, 0, "Ada"), other.take_seat(table, 1, "Ben")]
    with other.live(table) as messages:
        next(messages)
        one.move(table, "secret:d3")
        other.move(table, "1@a1")
        for path in (f"/api/tables/{table}/nonsense", f"/api/{one.key}?key={one.key}", f"/{seats[0]['key']}"):
            with pytest.raises(pyr.PyramidionError):
                one._get(path)
    log = server.log.read_text()
    assert '"status": 404' in log
    keys = [one.key or "", other.key or "", *(seat["key"] for seat in seats)]
    for text in (*keys, *map(fingerprint, keys), seat_key(keys[0], table, 0), table, "secret:", "Ada", "127.0.0.1"):
        assert text and text not in log


def test_a_database_that_fails_does_not_tell_what_was_to_be_written(make: Make) -> None:
    server = make()
    sit(server, "topologic(seekers=3)")
    with server.app.state.services.store.engine.begin() as connection:
        full = "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        connection.execute(sa.text(full))
    with pytest.raises(sa.exc.IntegrityError) as failed:
        do(server, "secret:d3")
    said = str(failed.value) + "".join(server.log.lines)
    assert "the disk is full" in said
    assert "secret:d3" not in said and TABLE not in said
    assert server.ask("GET", f"/api/tables/{TABLE}").data["ply"] == 0
