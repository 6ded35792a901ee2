"""What axe finds on a page that would keep somebody out."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from tests.web.browsing import Visitor

GRAVE = ("serious", "critical")


def grave_findings(visitor: Visitor, only: str = "") -> list[str]:
    """By all its rules, or by one."""
    options = {"runOnly": {"type": "rule", "values": [only]}} if only else {}
    found = Axe().run(visitor.page, options=options).response["violations"]
    return [
        f"{each['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
