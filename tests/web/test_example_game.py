"""The example game of `examples/` plays in the browser as well as those that come with Pyramidion."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import expect
from tests.web.browsing import PATIENCE, Visitor

Visit = Callable[..., Visitor]
MOST_DISCS = 42


def drop(visitor: Visitor, file: str) -> None:
    """Click on the topmost square of a file; the disc falls from there."""
    visitor.click(f'#board [id="{file}6"]')


def test_connect_four_is_played_to_the_end_by_clicking_on_files(visit: Visit) -> None:
    visitor, chance = visit(), random.Random(2)
    visitor.start("connect_four", level=1, side="0")
    visitor.wait_for_turn()
    expect(visitor.page.locator("#status")).to_have_text("Drop a disc into any column.")
    expect(visitor.page.locator(".bar .swatch-yellow")).to_have_count(1)
    expect(visitor.page.locator("#choices button")).to_have_count(0)
    while not visitor.over:
        discs = visitor.plies()
        open_files = [file for file in "abcdefg" if not visitor.page.locator(f"#board #disc-{file}6").count()]
        drop(visitor, chance.choice(open_files))
        expect(visitor.page.locator(f"#moves [data-ply='{discs + 1}']")).to_be_attached(timeout=PATIENCE)
        expect(visitor.page.locator("#bubble")).to_be_hidden()
        visitor.wait_for_turn()
    assert 7 <= visitor.plies() <= MOST_DISCS
    expect(visitor.page.locator("#board [id^='disc-']")).to_have_count(visitor.plies())
    expect(visitor.page.locator("#result")).to_contain_text("(C")


def test_a_disc_falls_to_the_foot_of_its_file_and_is_told(visit: Visit) -> None:
    visitor = visit()
    visitor.start("connect_four", opponent="same")
    visitor.wait_for_turn()
    drop(visitor, "d")
    expect(visitor.page.locator("#board #disc-d1")).to_be_attached(timeout=PATIENCE)
    expect(visitor.page.locator("#happened")).to_contain_text("d1", timeout=PATIENCE)
    expect(visitor.page.locator("#status")).to_contain_text(
        "Red to move. Drop a disc into any column.", timeout=PATIENCE
    )
