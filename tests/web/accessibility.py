"""What would keep somebody out of a page: what axe finds, and pages that are wider than the window."""

from __future__ import annotations

import itertools

from axe_playwright_python.sync_playwright import Axe
from tests.web.browsing import Visitor, eventually

GRAVE = ("serious", "critical")

WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def grave_findings(visitor: Visitor, only: str = "") -> list[str]:
    """By all its rules, or by one."""
    rules = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
    options = {**rules, "resultTypes": ["violations"]}  # the others take time to describe
    found = Axe().run(visitor.page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]


def check_widths(visitor: Visitor) -> None:
    """At no size of the window and of its text is the page wider than the window."""
    usual = visitor.page.viewport_size
    for width, size in itertools.product((1280, 360, 320), ("200%", "100%")):
        visitor.page.set_viewport_size({"width": width, "height": 740})
        visitor.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        eventually(lambda: visitor.page.evaluate(WIDER) <= 0, f"{visitor.page.url} at {width} with text at {size}")
    assert usual is not None
    visitor.page.set_viewport_size(usual)
