"""Home and an error can be used by everybody: checked by axe. Tables and lessons are checked where they are played."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.accessibility import check_widths, grave_findings
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


def test_the_handbook_is_accessible_and_fits(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    for path in ("lab", "rules/telic", "search?q=dice"):
        page.emulate_media(color_scheme="light")
        page.goto(f"{visitor.address}/docs/{path}")
        assert grave_findings(visitor) == []
        check_widths(visitor)
        page.emulate_media(color_scheme="dark")
        assert grave_findings(visitor, "color-contrast") == []
