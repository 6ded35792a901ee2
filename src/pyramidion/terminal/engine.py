"""Our players as an engine for other programs: requests on stdin, replies on stdout (docs/engines.md)."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import Any

from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.game import Game, checked_seat, checked_seed
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load
from pyramidion.players.analysis import Budget
from pyramidion.players.bots import Bot, Player, check_spec, player
from pyramidion.players.engines import PROTOCOL, USUAL_SECONDS
from pyramidion.players.levels import HIGHEST

USUAL = f"level:{HIGHEST}"
SHOWN_LINES = 5


class Server:
    """Answers requests. With a `spec` that player answers; without, the highest level within each request's budget."""

    def __init__(self, spec: str | None) -> None:
        check_spec(spec or USUAL)
        self._own = spec is not None
        self._spec = spec or USUAL
        self._game: Game | None = None
        self._player: Player | None = None

    def answer(self, line: str) -> dict[str, Any] | None:
        """The reply to a request, an error if it is invalid, None for quit."""
        request = dict[str, Any]()
        try:
            request = _object(line)
            if request.get("type") == "quit":
                return None
            return self._reply(request)
        except PyramidionError as error:
            reason = str(error)
        except Exception as error:  # the other program cannot read a traceback
            reason = f"{type(error).__name__}: {error}"
        asked = {"id": request["id"]} if "id" in request else {}
        return {"type": "error", **asked, "error": reason}

    def close(self) -> None:
        if self._player is not None:
            self._player.close()

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        kind = request.get("type")
        if kind == "hello":
            return self._hello(request)
        if kind == "game":
            return self._begin(request)
        if kind == "choose":
            return self._choose(request)
        raise BadInput(f"'{kind}' is not a request. Use hello, game, choose or quit.")

    def _hello(self, request: dict[str, Any]) -> dict[str, Any]:
        if request.get("protocol") != PROTOCOL:
            raise BadInput(f"This engine speaks {PROTOCOL}, not {request.get('protocol')!r}.")
        return {"type": "hello", "protocol": PROTOCOL, "name": f"pyramidion {self._spec}"}

    def _begin(self, request: dict[str, Any]) -> dict[str, Any]:
        name, options = request.get("game"), request.get("options", {})
        if not isinstance(name, str) or not isinstance(options, dict):
            raise BadInput("A game request needs a name in `game` and an object in `options`.")
        game = load(name, **options)
        if request.get("rules", game.facts.rules_version) != game.facts.rules_version:
            raise BadInput(f"This engine plays rules version {game.facts.rules_version} of {game.title}.")
        checked_seat(game, request.get("seat"))
        begun = player(game, self._spec, checked_seed(request.get("seed", 0)))
        self.close()
        self._game, self._player = game, begun
        return {"type": "ready"}

    def _choose(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._game is None or self._player is None:
            raise BadInput("Send a game request before you ask for a move.")
        view = self._game.position(request.get("position", ""))
        if view.mover is None or request.get("seat", view.mover) != view.mover:
            raise BadInput("That seat is not to move in this position.")
        budget = None if self._own else _budget(request.get("budget"))
        return {"type": "choice", "id": request.get("id"), **_thought(self._player, view, budget)}


def serve(spec: str | None, lines: Iterable[str]) -> Iterator[str]:
    """The reply to each line, until `quit` or the end of the input."""
    server = Server(spec)
    try:
        for line in filter(str.strip, lines):
            reply = server.answer(line)
            if reply is None:
                return
            yield json.dumps(reply)
    finally:
        server.close()


def _object(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The request is not JSON: {error}.") from error
    if not isinstance(request, dict):
        raise BadInput("A request must be a JSON object.")
    return request


def _budget(asked: object) -> Budget:
    """How long a request lets the player think."""
    known = {"seconds": USUAL_SECONDS} if asked is None else asked
    if not isinstance(known, dict):
        raise BadInput("A budget must be an object with `seconds` or `effort`.")
    seconds, effort = known.get("seconds"), known.get("effort")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float | None) or not math.isfinite(seconds or 0):
        raise BadInput("The `seconds` of a budget must be a number.")
    if isinstance(effort, bool) or not isinstance(effort, int | None):
        raise BadInput("The `effort` of a budget must be a whole number.")
    return Budget(effort, seconds)


def _thought(chosen: Player, view: Position, budget: Budget | None) -> dict[str, Any]:
    """A move, with the analysis if the player has one."""
    if not isinstance(chosen, Bot) or chosen.usual.blur or len(view.moves()) == 1:
        return {"move": str(chosen.choose(view))}
    (last,) = deque(chosen.analyse(view, budget=budget), maxlen=1)
    shown = replace(last, lines=last.lines[:SHOWN_LINES])
    return {"move": last.best.move, "analysis": asdict(shown)}
