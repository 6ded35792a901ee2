"""Logs as lines of JSON. They name tables by a short hash and never hold keys, moves or addresses."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
from typing import Any

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
NOT_TEXT = "Invalid UTF-8 sequence received from client"


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        more = {name: value for name, value in vars(record).items() if name not in PLAIN}
        if "table" in more:
            more["table"] = short(str(more["table"]))
        if record.exc_info:
            more["error"] = self.formatException(record.exc_info)
        return json.dumps(line | more, ensure_ascii=False, default=str)


def is_about_us(record: logging.LogRecord) -> bool:
    """Uvicorn takes a frame that is not UTF-8 for an error of the server; it only closes that socket."""
    return not record.getMessage().startswith(NOT_TEXT)


def short(table: str) -> str:
    """A name for a table that does not open it."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


def configure(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger("pyramidion")
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    root.propagate = False
    logging.getLogger().handlers[:] = [handler]  # whatever else complains, in the same form
    logging.captureWarnings(True)
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.handlers[:] = [handler]
    uvicorn.setLevel("WARNING")
    uvicorn.propagate = False
    logging.getLogger("uvicorn.error").addFilter(is_about_us)
    logging.getLogger("uvicorn.access").disabled = True
