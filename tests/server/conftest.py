"""A server that all tests of a process share, and a database of PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.postgresql import postgres
from tests.server.serving import Server, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with served(folder / "tables.sqlite", folder / "log", "--unlimited") as found:
        yield found


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url
