"""The life of a table, step by step in any order, against a model that knows nothing of journals."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.server.inside import Answer, Inside

KEYS = ("first-person-0123456789-abcdefghij", "second-person-0123456789-abcdefghi")
SEATS = st.sampled_from([0, 1])
ASKS = st.sampled_from(["undo", "draw", "pause"])


class Model:
    """A table as two people would keep it in mind."""

    def __init__(self) -> None:
        self.seated: set[int] = set()
        self.plies: list[tuple[int | None, str]] = []  # who made them, nobody for a roll, and what they are
        self.asks: dict[str, list[int]] = {}
        self.paused = False
        self.over = False
        self.count = 0  # of things that happened

    @property
    def status(self) -> str:
        return "over" if self.over else "playing" if len(self.seated) == 2 else "open"

    def undo_to(self, seat: int) -> int | None:
        """Where an undo of a seat leads: to its last move, if no roll came after it."""
        for ply in reversed(range(len(self.plies))):
            who = self.plies[ply][0]
            if who == seat:
                return ply
            if who is None:
                break
        return None

    def may_ask(self, seat: int, what: str) -> bool:
        asker = self.asks.get(what, [seat])[0]
        impossible = (what == "undo" and self.undo_to(asker) is None) or (what == "pause" and self.paused)
        return self.status == "playing" and not impossible

    def ask(self, seat: int, what: str, mover: int | None) -> None:
        """Ask or agree; a move of a turn that is not finished is taken back without asking."""
        asker = self.asks.get(what, [seat])[0]
        own = what == "undo" and mover == seat and self.undo_to(seat) == len(self.plies) - 1
        if asker == seat and what in self.asks and not own:
            return
        self.count += 1
        if what not in self.asks and not own:
            self.asks[what] = [seat]
        elif what == "undo":
            del self.plies[self.undo_to(asker) :]
            self.asks = {}
        elif what == "pause":
            self.paused = True
            del self.asks[what]
        else:
            self.end()

    def end(self) -> None:
        self.over, self.asks = True, {}


class TableLife(RuleBasedStateMachine):
    """Everything that seats, sockets and a house that is restarted can do."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.server = self.opened()
        self.model = Model()
        self.last_move: dict[str, Any] = {}
        self.rematch = ""

    def opened(self) -> Inside:
        server = Inside(str(Path(self.folder.name) / "tables.sqlite"))
        server.open()
        return server

    def teardown(self) -> None:
        self.server.close()
        self.folder.cleanup()

    @initialize(
        game=st.sampled_from(["telic", "connect_four", "activator"]), begun=st.sampled_from([True, True, False])
    )
    def found(self, game: str, begun: bool) -> None:
        self.id = self.server.ask("POST", "/api/tables", {"game": game}).data["id"]
        for seat in (0, 1) if begun else ():
            self.take_seat(seat)

    def post(self, what: str, form: dict[str, Any], seat: int, allowed: bool = True) -> Answer:
        answer = self.server.ask("POST", f"/api/tables/{self.id}/{what}", form, KEYS[seat])
        assert (answer.status in (200, 201)) == allowed, answer.body
        return answer

    def look(self, seat: int | None = None) -> Any:
        key = "" if seat is None else KEYS[seat]
        return self.server.ask("GET", f"/api/tables/{self.id}", key=key).data

    def is_playing(self) -> bool:
        return self.model.status == "playing"

    @rule(seat=SEATS)
    def take_seat(self, seat: int) -> None:
        self.post(f"seats/{seat}", {"contribution": "0" * 32}, seat)
        self.model.count += seat not in self.model.seated
        self.model.seated.add(seat)
        self.take_in_rolls()

    @rule(seat=SEATS)
    def take_a_seat_that_is_taken(self, seat: int) -> None:
        if seat in self.model.seated:
            self.post(f"seats/{seat}", {"contribution": "1" * 32}, 1 - seat, allowed=False)

    def take_in_rolls(self) -> None:
        """What chance added is for the server to say; nothing else may have been."""
        history = [(ply["seat"], ply["text"]) for ply in self.look()["history"]]
        fresh = history[len(self.model.plies) :]
        assert all(seat is None for seat, _ in fresh)
        self.model.plies += fresh

    @precondition(is_playing)
    @rule(data=st.data(), again=st.booleans())
    def move(self, data: st.DataObject, again: bool) -> None:
        mover = self.look()["mover"]
        if self.model.paused:
            assert self.look(mover)["moves"] == []
            self.post("moves", {"move": "a", "ply": len(self.model.plies)}, mover, allowed=False)
            return
        text = data.draw(st.sampled_from(self.look(mover)["moves"]))
        self.last_move = {"move": text, "ply": len(self.model.plies), "request": f"r{self.model.count}", "seat": mover}
        self.post("moves", self.last_move, mover)
        self.model.plies.append((mover, text))
        self.model.asks = {}
        self.model.count += 1
        self.take_in_rolls()
        if self.look()["outcome"]:
            self.model.end()
        if again:
            self.repeat_a_move()

    @precondition(lambda self: self.last_move)
    @rule()
    def repeat_a_move(self) -> None:
        """A request that was answered already adds nothing, whatever has happened since."""
        self.post("moves", self.last_move, self.last_move["seat"])

    @precondition(is_playing)
    @rule(seat=SEATS, text=st.sampled_from(["?", "z9-z8", "=9", ""]), ply=st.integers(0, 3))
    def make_a_move_that_is_none(self, seat: int, text: str, ply: int) -> None:
        self.post("moves", {"move": text, "ply": ply}, seat, allowed=False)

    @precondition(is_playing)
    @rule()
    def move_out_of_turn(self) -> None:
        state = self.look()
        other = 1 - state["mover"]
        assert self.look(other)["moves"] == []
        self.post("moves", {"move": "roll", "ply": state["ply"]}, other, allowed=False)

    @rule(seat=SEATS, what=ASKS)
    def ask(self, seat: int, what: str) -> None:
        allowed = seat in self.model.seated and self.model.may_ask(seat, what)
        mover = self.look(None)["mover"]
        self.post("asks", {"what": what}, seat, allowed)
        if allowed:
            self.model.ask(seat, what, mover)

    @rule(seat=SEATS, what=ASKS)
    def decline(self, seat: int, what: str) -> None:
        allowed = seat in self.model.seated and self.is_playing()
        self.post("asks", {"what": what, "agree": False}, seat, allowed)
        self.model.count += self.model.asks.pop(what, None) is not None

    @precondition(is_playing)
    @rule(seat=SEATS)
    def resume(self, seat: int) -> None:
        self.post("resume", {}, seat)
        self.model.count += self.model.paused
        self.model.paused = False

    @precondition(lambda self: self.is_playing() and len(self.model.plies) > 5)
    @rule(seat=SEATS)
    def resign(self, seat: int) -> None:
        self.post("resign", {}, seat)
        self.model.count += 1
        self.model.end()
        results = self.look()["outcome"]["results"]
        assert results[seat] == "0" and results[1 - seat] == "1"

    @precondition(lambda self: self.model.seated)
    @rule(data=st.data())
    def ask_for_a_rematch(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(sorted(self.model.seated)))
        answer = self.post("rematch", {}, seat, allowed=self.model.over)
        if self.model.over:
            self.model.count += not self.rematch
            self.rematch = self.rematch or answer.data["table"]
            assert answer.data["table"] == self.rematch
            assert self.server.ask("GET", f"/api/tables/{self.rematch}").data["before"] == self.id

    @rule(data=st.data(), seat=st.sampled_from([0, 1, None]))
    def reconnect(self, data: st.DataObject, seat: int | None) -> None:
        """Whoever comes back hears exactly what was missed."""
        after = data.draw(st.integers(0, self.model.count))
        key = "" if seat is None else KEYS[seat]
        with self.server.socket(f"/api/tables/{self.id}/live", key, after=after, picture="none") as socket:
            told = [json.loads(text) for text in socket.heard()]
        updates = [message for message in told if message["type"] == "update"]
        assert [message["number"] for message in updates] == list(range(after + 1, self.model.count + 1))
        if updates:
            assert updates[-1]["ply"] == len(self.model.plies) and updates[-1]["status"] == self.model.status

    @rule()
    def restart(self) -> None:
        self.server.close()
        self.server = self.opened()

    @invariant()
    def everybody_sees_what_the_model_knows(self) -> None:
        if not hasattr(self, "id"):
            return
        for seat in (0, 1, None):
            state = self.look(seat)
            assert state["you"] == (seat if seat in self.model.seated else None)
            assert state["status"] == self.model.status
            assert [(ply["seat"], ply["text"]) for ply in state["history"]] == self.model.plies
            assert state["ply"] == len(self.model.plies)
            assert state["asks"] == self.model.asks
            assert state["paused"] == self.model.paused
            assert state["number"] == self.model.count
            can_undo = seat is not None and self.is_playing() and self.model.undo_to(seat) is not None
            assert state["can_undo"] == can_undo
            assert state["rematch"] == (self.rematch or None)


TestTableLife = TableLife.TestCase
TestTableLife.settings = settings(
    max_examples=4, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
