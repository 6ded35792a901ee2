"""Routes for what seats do at a table, answered without FastAPI's machinery, which would cost more than the action.

OpenAPI describes them as all others, from the signatures of their endpoints.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from pyramidion.server.http.forms import checked_id
from pyramidion.server.http.visitors import visitor_of
from pyramidion.server.problems import Problem, bad_request

JSON = b"application/json"


class ActionRoute(APIRoute):
    """A route whose endpoint takes the id of a table, a form and a visitor, and awaits nothing else of the request."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        super().__init__(path, endpoint, **more)
        types = inspect.get_annotations(endpoint, eval_str=True)
        self._form: TypeAdapter[Any] = TypeAdapter(types["form"])
        self._answer: TypeAdapter[Any] = TypeAdapter(types["return"])
        self._status = self.status_code or 200

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        table, who = checked_id(scope["path_params"]["table"]), visitor_of(HTTPConnection(scope))
        form = self._read(scope, await _body(receive))
        answer = self._answer.dump_json(await self.endpoint(table, form, who))
        headers = [(b"content-length", str(len(answer)).encode()), (b"content-type", JSON)]
        await send({"type": "http.response.start", "status": self._status, "headers": headers})
        await send({"type": "http.response.body", "body": answer})

    def _read(self, scope: Scope, body: bytes) -> Any:
        """The form that was sent; JSON says that it is, which no form of another site can."""
        kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
        if kind.partition(b";")[0].strip().lower() != JSON:
            raise bad_request("Send JSON, and say so with the header Content-Type: application/json.")
        try:
            return self._form.validate_json(body)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise RequestValidationError([{**first, "loc": ("body", *first["loc"])}]) from error


async def _body(receive: Receive) -> bytes:
    parts = []
    while (message := await receive())["type"] == "http.request":
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)
    raise Problem(400, "bad-request", "The connection was closed before the request was complete.")
