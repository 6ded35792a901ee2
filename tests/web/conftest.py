"""One server and one browser for all tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser
from tests.server.serving import Server, served
from tests.web.browsing import Visitor, browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("web")
    with served(folder / "tables.sqlite", folder / "log", "--unlimited") as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; at the end none of their pages may have complained."""
    made: list[Visitor] = []

    def visitor(**wishes: bool) -> Visitor:
        made.append(Visitor(chromium, server.address, **wishes))
        return made[-1]

    yield visitor
    for each in made:
        each.context.close()
        assert not each.errors, each.errors
