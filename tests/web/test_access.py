"""Home and an error can be used by everybody: checked by axe. Tables and lessons are checked where they are played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.web.accessibility import grave_findings
from tests.web.browsing import Visitor

Visit = Callable[..., Visitor]


def test_home_and_an_error_are_accessible(visit: Visit) -> None:
    """The themes differ in colours alone, the sizes in what is shown."""
    visitor, page = (found := visit()), found.page
    visitor.home()
    page.locator("button[data-way]").first.click()
    page.locator("summary").first.click()
    assert grave_findings(visitor) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert grave_findings(visitor) == []
    page.keyboard.press("Escape")
    page.locator("#theme").click()
    assert grave_findings(visitor, "color-contrast") == []
    page.goto(f"{visitor.address}/t/nosuchtable00")
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
