"""Requests and messages that nobody in their right mind would send: the answers are as documented, and it goes on."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from tests.server.inside import Inside, inside
from tests.server.serving import PATIENCE, Server

import pyramidion as pyr
from pyramidion.client import Client
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.server.http.app import make_app
from pyramidion.server.http.routes import API
from pyramidion.server.settings import Settings

EXAMPLES = 2  # that fit the documentation, and as many that do not
TOO_LARGE = 413
OPERATIONS = [(method, path) for group in API.values() for method, path, *_ in group]
AT_A_TABLE = [(method, path) for method, path in OPERATIONS if "{table}" in path]
# Whether a move is legal is not in the document.
UNKNOWABLE = ["positive_data_acceptance"]
ANSWERS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]


def bounded(examples: int) -> settings:
    """The same examples every time."""
    quiet = list(HealthCheck)
    return settings(max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=quiet)


@pytest.fixture(scope="module")
def api() -> Any:
    """What the documentation says of each operation. Schemathesis is imported where it is used: it takes seconds."""
    from schemathesis import openapi

    return openapi.from_dict(make_app(Settings(database="")).openapi())


def checks(names: list[str]) -> list[Any]:
    from schemathesis.checks import CHECKS

    return list(CHECKS.get_by_names(names))


def try_out(operation: Any, call: Callable[[Any], None]) -> None:
    """Requests that fit the documentation, and requests that do not."""
    from schemathesis import GenerationMode

    for mode in GenerationMode:

        @bounded(EXAMPLES)
        @given(case=operation.as_strategy(generation_mode=mode))
        def run(case: Any) -> None:
            call(case)

        with suppress(Unsatisfiable):  # there may be nothing to get wrong
            run()


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_answers_are_as_documented(method: str, path: str, api: Any, server: Server) -> None:
    unknowable = checks(UNKNOWABLE)

    def call(case: Any) -> None:
        answer = case.call(base_url=server.address, timeout=PATIENCE)
        if answer.status_code != TOO_LARGE:  # a refusal, but of any request
            case.validate_response(answer, excluded_checks=unknowable)

    try_out(api[path][method], call)


@pytest.fixture(scope="module")
def seat(server: Server) -> tuple[str, Client]:
    """A table against a bot, and the person at it."""
    person = server.client()
    table = person.new_table("telic", bots={1: 1}, chat=True)["id"]
    person.take_seat(table, 0)
    return table, person


@pytest.mark.parametrize(("method", "path"), AT_A_TABLE)
def test_answers_at_a_table_are_as_documented(
    method: str, path: str, api: Any, server: Server, seat: tuple[str, Client]
) -> None:
    table, person = seat
    answers = checks(ANSWERS)

    def call(case: Any) -> None:
        case.path_parameters["table"] = table
        case.headers["Authorization"] = f"Bearer {person.key}"
        case.call_and_validate(base_url=server.address, checks=answers, timeout=PATIENCE)
        assert person.table(table)["you"] == 0

    try_out(api[path][method], call)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(str(tmp_path_factory.mktemp("fuzz") / "tables.sqlite")) as server:
        yield server


@pytest.fixture(scope="module")
def table(fuzzed: Inside) -> str:
    found: str = fuzzed.ask("POST", "/api/tables", {"game": "telic"}).data["id"]
    return found


MESSAGES = st.one_of(
    st.builds(lambda text: {"text": text}, st.text(max_size=40)),
    st.builds(lambda data: {"bytes": data}, st.binary(max_size=40)),
    st.sampled_from([{"text": "x" * 5_000}, {"bytes": b"x" * 5_000}, {"text": '{"type":"pong"}'}, {"text": ""}]),
)
WISHES = st.dictionaries(
    st.sampled_from(["after", "picture", "theme", "seat", "other"]),
    st.one_of(st.text(max_size=12), st.integers().map(str), st.sampled_from(["plan", "none", "dark", "0", "-1", "²"])),
)


@bounded(50)
@given(wishes=WISHES, messages=st.lists(MESSAGES, max_size=4))
def test_nonsense_on_a_socket_does_no_harm(
    fuzzed: Inside, table: str, wishes: dict[str, str], messages: list[dict[str, Any]]
) -> None:
    with fuzzed.socket(f"/api/tables/{table}/live", **wishes) as socket:
        for message in messages:
            socket.say(**message)
        socket.heard()
    with fuzzed.socket(f"/api/tables/{table}/live") as socket:
        assert json.loads(socket.heard()[0])["type"] == "table"
    assert not [line for line in fuzzed.log.lines if json.loads(line)["level"] == "error"]


@bounded(50)
@given(name=st.text(max_size=40), key=st.text(st.characters(max_codepoint=255), max_size=80))
def test_a_socket_of_no_table_is_refused(fuzzed: Inside, name: str, key: str) -> None:
    with fuzzed.socket(f"/api/tables/{name.replace('/', '')}/live", key) as socket:
        said = socket.heard()
        assert not said or json.loads(said[0])["type"] == "problem"


@bounded(50)
@given(headers=st.dictionaries(st.sampled_from(["origin", "content-length", "authorization", "cookie"]), st.binary()))
def test_nonsense_in_headers_is_refused(fuzzed: Inside, headers: dict[str, bytes]) -> None:
    for length in (b"", b"9" * 5_000):
        given_headers = {**headers, **({"content-length": length} if length else {})}
        answer = fuzzed.ask("POST", "/api/tables", {"game": "telic"}, headers=given_headers)
        assert answer.status in (201, 403, 413, 422)


@functools.cache
def start_of(name: str) -> Position:
    """Where the first seat to decide stands."""
    return Match(pyr.load(name), seed=0).position


@bounded(60)
@given(text=st.one_of(st.text(max_size=64), st.from_regex(r"[a-p1-9RS@=:²٣\-+ ]{1,12}", fullmatch=True)))
def test_nonsense_is_not_a_move(name: str, text: str) -> None:
    position = start_of(name)
    if text not in {str(move) for move in position.moves()}:
        with pytest.raises(IllegalMove):
            position.view(position.mover).check(text)
