"""Finished games with everything that proves them: played at a table without a server, every action signed."""

from __future__ import annotations

import copy
import json
import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from pyramidion.client import SeatSecrets
from pyramidion.engine.records import Record
from pyramidion.server.journal import actions
from pyramidion.server.journal.actions import SignedMove
from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.entries import Change, Entry, Signature
from pyramidion.server.journal.fairness import Seed, compact, secret_commitment
from pyramidion.server.journal.proof import record, seal_text
from pyramidion.server.journal.signatures import Signer, action_text
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.journal.terms import Terms

SERVER = Signer(bytes(range(32)))
TABLE = "Table00000000000"
ROUND = ["secret:b1", "1@a1", "2@a1", "undo", "2@a1", "3@a1", "done", "1-b1", "2-b1", "3-b1"]
GAMES: dict[str, Sequence[str]] = {"telic": [""] * 30, "topologic(seekers=3)": ROUND}
Edit = Callable[[dict[str, Any]], object]


class Game:
    """A table with two people who sign what they do."""

    def __init__(self, game: str) -> None:
        self.table = Table.new(Terms(TABLE, game, {}, Timing(), Seed.fresh(), 1_000, server=SERVER.public, title="Cup"))
        self.seats = [SeatSecrets(), SeatSecrets()]
        for seat, (own, name) in enumerate(zip(self.seats, ("Ädä", ""), strict=True)):
            self.add(actions.sit(self.table, seat, name, f"holder {seat}", own.contribution, own.public))

    def add(self, change: Change | None) -> None:
        assert change is not None
        self.table.apply(Entry(self.table.number + 1, 5_000 + 700 * self.table.number, change))

    def signature(self, seat: int, *words: object) -> Signature:
        now = self.table
        return Signature(now.number, self.seats[seat].sign(action_text(now.id, seat, now.number, now.head, words)))

    def move(self, text: str) -> None:
        now = self.table
        assert now.mover is not None
        salt, link = secrets.token_hex(32), self.seats[now.mover].link(now.ply)
        signature = self.signature(now.mover, "move", now.ply, link, secret_commitment(salt, text))
        self.add(actions.move(now, now.mover, text, now.ply, None, SignedMove(link, salt, signature)))

    def undo(self) -> None:
        """The seat to move takes its last move back, with everybody's agreement where that is needed."""
        assert self.table.mover is not None
        for seat in (self.table.mover, 1 - self.table.mover):
            number = self.table.number
            self.add(actions.ask(self.table, seat, "undo", self.signature(seat, "ask", "undo")))
            if self.table.number > number and "undo" not in self.table.asks:
                return

    def end(self, close: Sequence[int] = (0, 1)) -> None:
        if self.table.status != OVER:
            self.add(actions.resign(self.table, 0, self.signature(0, "resign")))
        for seat in close:
            self.add(actions.close(self.table, seat, self.signature(seat, "close")))


def finished(game: str, close: Sequence[int] = (0, 1)) -> dict[str, Any]:
    """The record of a game, as the server gives it out."""
    played, chance = Game(game), random.Random(3)
    for step in GAMES[game]:
        if step == "undo":
            played.undo()
        else:
            assert played.table.position is not None
            played.move(step or str(chance.choice(played.table.position.moves())))
    played.end(close)
    data: dict[str, Any] = json.loads(record(played.table, None, SERVER).to_json())
    return data


def sealed_again(data: dict[str, Any], server: Signer = SERVER) -> dict[str, Any]:
    """What an operator can do who changes a record: seal it again."""
    data["proof"]["seal"] = server.sign(seal_text(Record.from_data(data)))
    return data


def line_edit(number: int, edit: Edit) -> Edit:
    """An edit of a line of the journal."""

    def edited(data: dict[str, Any]) -> None:
        lines = data["proof"]["journal"]
        entry = json.loads(lines[number])
        edit(entry)
        lines[number] = compact(entry)

    return edited


def random_edit(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy with one thing changed somewhere, also inside a line of the journal."""
    while True:
        changed = copy.deepcopy(data)
        if chance.random() < 0.4:
            number = chance.randrange(len(changed["proof"]["journal"]))
            line_edit(number, lambda entry: _change(entry, chance))(changed)
        else:
            _change(changed, chance)
        if changed != data:
            return changed


def _change(data: dict[str, Any], chance: random.Random) -> None:
    places = list(_places(data))
    holder, key = chance.choice(places)
    kind, old = chance.randrange(6), holder[key]
    if kind == 0 and isinstance(holder, dict):
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[f"{key}_"] = old
    elif kind == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(old))
    elif kind == 3 and isinstance(holder, list):
        del holder[key]
    else:
        holder[key] = _other(old, chance)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in some data, and what is in it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in pairs for place in [(value, key), *_places(inner)]]


def _other(old: Any, chance: random.Random) -> Any:
    """Something else of the same kind, or of another."""
    if isinstance(old, bool) or old is None or chance.random() < 0.1:
        others: list[Any] = [None, True, False, 0, "", [], {}]
        return chance.choice([each for each in others if each != old])
    if isinstance(old, int):
        return old + chance.choice([-1, 1, 1000])
    if isinstance(old, str):
        place = chance.randrange(len(old) + 1)
        return old[:place] + chance.choice("0f1aé") + old[place + chance.randrange(2) :] + "0" * (not old)
    return [] if isinstance(old, dict) else {}
