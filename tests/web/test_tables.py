"""Several browsers at one table, and what each of them gets to know."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, WebSocket, expect
from tests.server.serving import served
from tests.web.browsing import PATIENCE, Visitor, take_turns

Visit = Callable[..., Visitor]


def everything_received(visitor: Visitor) -> list[str]:
    """A list that grows with every byte that the browser gets."""
    received: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    visitor.page.on("websocket", listen)
    visitor.page.on(
        "response",
        lambda response: received.append(response.text()) if "/api/" in response.url and response.ok else None,
    )
    return received


def test_a_secret_reaches_neither_the_seeker_nor_a_spectator(visit: Visit) -> None:
    referee, seeker, spectator = visit(), visit(), visit()
    seen, watched = everything_received(seeker), everything_received(spectator)
    address = referee.start("topologic", opponent="friend", side="0")
    seeker.page.goto(address)
    seeker.page.get_by_role("button", name="Take this seat").click()
    spectator.page.goto(address)
    referee.wait_for_turn()
    referee.page.locator("#board #e4").click(force=True)
    referee.page.locator("#bubble button.main").click()
    for _ in range(8):
        seeker.turn()
    expect(spectator.page.locator("#moves .ply")).to_have_count(seeker.state()["ply"])
    for bytes_received in (seen, watched):
        assert len(bytes_received) > 8
        assert not any("secret:e4" in text for text in bytes_received)
        assert any("secret:?" in text for text in bytes_received)
        positions = [json.loads(text).get("position") for text in bytes_received if text.startswith("{")]
        assert all("e4" not in json.dumps((found or {}).get("secret", "")) for found in positions)


def test_three_people_and_a_bot(visit: Visit) -> None:
    host, second, third = visit(), visit(), visit()
    address = host.start("mid_challenge", "friend", 1, side="0", bots="1", **{"option-players": "4"})
    for guest in (second, third):
        guest.page.goto(address)
        guest.page.locator("#invite button.main").first.click()
        expect(guest.page.locator("#own")).to_contain_text("You", timeout=PATIENCE)
    take_turns([host, second, third], 2)
    assert host.state()["ply"] >= 8
    assert host.page.locator(".bar").count() >= 4


def test_a_page_goes_on_after_the_server_was_killed(chromium: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "tables.sqlite", tmp_path / "log") as server:
        visitor = Visitor(chromium, server.address)
        visitor.start("activator", level=1, side="0")
        visitor.turn()
        before = visitor.plies()
        server.kill()
        expect(visitor.page.locator("#banner")).to_be_visible(timeout=PATIENCE)
        server.start()
        expect(visitor.page.locator("#banner")).to_be_hidden(timeout=PATIENCE)
        assert visitor.plies() >= before
        while visitor.plies() == before:
            visitor.turn()
        visitor.context.close()
