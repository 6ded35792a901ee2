"""Which test process runs which file: the browser tests have processes of their own, beside all others.

Playwright keeps an event loop running in its process, and a browser is expensive to start; so the first processes take
all files of browser tests and nothing else.
"""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

BROWSERS = 2  # processes for browser tests; if there are no more than that, every process takes every file
BROWSER_TESTS = "tests/web/"


class Schedule(LoadFileScheduling):  # type: ignore[misc]
    """A file stays in one process; files of browser tests go to processes for them."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        scope = self._next_for(node)
        if scope is None:
            node.shutdown()
            return
        self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _next_for(self, node: WorkerController) -> str | None:
        number = int(node.gateway.id.removeprefix("gw"))
        if self.numnodes <= BROWSERS or number >= self.numnodes:  # or it takes the place of one that died
            return next(iter(self.workqueue), None)
        browsing = number < BROWSERS
        return next((scope for scope in self.workqueue if scope.startswith(BROWSER_TESTS) == browsing), None)
