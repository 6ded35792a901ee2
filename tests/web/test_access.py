"""Pages that everybody can use: checked by axe, in both themes, at the size of a phone and of a desktop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.web.browsing import Visitor

Visit = Callable[..., Visitor]
GRAVE = ("serious", "critical")


def grave_findings(visitor: Visitor, only: str = "") -> list[str]:
    """What axe finds that would keep somebody out; of all its rules, or of one."""
    options = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
    found = Axe().run(visitor.page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("phone", [False, True])
def test_home_and_an_error_are_accessible(visit: Visit, phone: bool, dark: bool) -> None:
    visitor = visit(phone=phone, dark=dark)
    visitor.home()
    visitor.page.locator("button[data-way]").first.click()
    visitor.page.locator("summary").first.click()
    assert grave_findings(visitor) == []
    visitor.page.goto(f"{visitor.address}/t/nosuchtable00")
    assert grave_findings(visitor) == []
    visitor.errors.clear()  # the browser notes that the page was not found


@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)])
def test_the_handbook_is_accessible_and_fits(visit: Visit, phone: bool, dark: bool) -> None:
    visitor = visit(phone=phone, dark=dark)
    for path in ("commands", "rules/telic", "search?q=dice"):
        visitor.page.goto(f"{visitor.address}/docs/{path}")
        assert grave_findings(visitor) == []
        width = visitor.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], path


@pytest.mark.parametrize("dark", [False, True])
def test_a_table_of_every_game_is_accessible(visit: Visit, name: str, dark: bool) -> None:
    """The themes differ in colours alone."""
    visitor, only = visit(dark=dark), "color-contrast" if dark else ""
    visitor.start(name, level=1)
    for _ in range(3):
        visitor.turn()
    assert grave_findings(visitor, only) == []
    visitor.page.goto(f"{visitor.address}/learn/{name}")
    assert grave_findings(visitor, only) == []
