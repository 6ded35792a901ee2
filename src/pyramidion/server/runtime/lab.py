"""Playtests on the page: one at a time, in a separate process, and the reports of those that are done."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import math
import os
import re
import secrets
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from pyramidion.engine import cache
from pyramidion.engine.files import make_folder, read_text
from pyramidion.server.problems import Problem, not_now, not_yours
from pyramidion.server.runtime.background import Background
from pyramidion.server.runtime.playtester import NAME, FinishedReport, Told, Wanted, settings_of
from pyramidion.server.runtime.pool import Spending

log = logging.getLogger("pyramidion.lab")
COMMAND = (sys.executable, "-m", "pyramidion.server.runtime.playtester")
MOST_REPORTS = 50
MOST_LINE = 1 << 24  # bytes that a playtest tells at once
HALF_LIFE = 1_800.0  # seconds after which half of the time somebody had the lab is forgotten
REPORT_ID = re.compile(r"[0-9a-f]{16}")
FAILED = "The playtest failed. The log of the server says why."
Status = Literal["running", "done", "failed"]


@dataclass
class Run:
    """A playtest under way, or the last one."""

    id: str
    key: str  # stops it
    wanted: Wanted
    address: str  # that started it
    status: Status = "running"
    told: Told = field(default_factory=Told)
    version: int = 0  # raised whenever there is something new to see
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds_left(self) -> int | None:
        """About how long it still takes."""
        if self.status != "running" or not self.told.done:
            return None
        pace = (time.monotonic() - self.began) / self.told.done
        return round(pace * (self.told.total - self.told.done))


def _check(wanted: Wanted) -> None:
    """BadInput if it cannot be played, or its report cannot be written."""
    settings_of(wanted).plans()
    make_folder(wanted.folder)


class Lab:
    """Runs playtests and keeps their reports in a folder; without one it is off. No address can use it all the time, or
    push out the reports of others."""

    def __init__(self, folder: str | None, most_seconds: float) -> None:
        self.folder = Path(folder) if folder else None
        self.most_seconds = most_seconds
        self.spending = Spending(HALF_LIFE)
        self.run: Run | None = None
        self._owners: dict[str, str] = {}  # the addresses that started playtests; not written down
        self._process: asyncio.subprocess.Process | None = None
        self._background = Background()

    @property
    def on(self) -> bool:
        return self.folder is not None

    def _home(self) -> Path:
        if self.folder is None:
            raise Problem(404, "not-found", "The lab is switched off on this server.")
        return self.folder

    async def start(self, game: str, player: str, games: int, compare: str, now: int, address: str) -> Run:
        """Begin a playtest; Problem if another one is running or it is somebody else's turn, BadInput if it cannot
        be."""
        folder, name = self._home(), secrets.token_hex(8)
        self._check_idle()
        self._check_turn(address)
        wanted = Wanted(name, game, player, games, compare, str(folder), now)
        await asyncio.to_thread(_check, wanted)
        self._check_idle()
        self.run = Run(name, secrets.token_urlsafe(16), wanted, address)
        self._owners[name] = address
        self._background.start(self._follow(self.run))
        return self.run

    def _check_idle(self) -> None:
        if self.run and self.run.status == "running":
            raise not_now("A playtest is already running. Watch it, or wait until it is done.")

    def _check_turn(self, address: str) -> None:
        """Refuse an address that has used the lab a lot lately."""
        used = self.spending.of(address)
        if used > self.most_seconds:
            wait = round(HALF_LIFE * math.log2(used / self.most_seconds)) + 1
            raise Problem(429, "too-many", f"You have used the lab a lot recently. Wait {wait} s.", retry_after=wait)

    async def _follow(self, run: Run) -> None:
        """Listen to the process until it ends."""
        try:
            await self._listen(run)
        except (OSError, ValueError, TypeError):
            log.exception("a playtest could not be followed")
        if not run.told.finished:
            run.status, run.told = "failed", Told(refusal=run.told.refusal or FAILED)
        else:
            run.status = "done"
        run.version += 1
        self.spending.add(run.address, time.monotonic() - run.began)
        await asyncio.to_thread(self._forget_old)

    async def _listen(self, run: Run) -> None:
        pipe, environment = asyncio.subprocess.PIPE, {**os.environ, "PYRAMIDION_CACHE": str(cache.cache_root())}
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, env=environment, limit=MOST_LINE
        )
        self._process = process
        try:
            await self._hear(run, process)
        finally:  # nobody listens any more, so it must not go on
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            self._process = None

    async def _hear(self, run: Run, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(ConnectionError):
            process.stdin.write(json.dumps(asdict(run.wanted)).encode() + b"\n")
            await process.stdin.drain()
        while line := await process.stdout.readline():
            run.told = Told(**json.loads(line))
            run.version += 1

    def stop(self, name: str, key: str) -> None:
        """End a playtest early and keep its results; only its owner may."""
        run = self.known(name)
        if not hmac.compare_digest(run.key.encode(), key.encode()):
            raise not_yours("Only the person who started a playtest can stop it.")
        if run.status == "running" and self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(b"stop\n")

    def known(self, name: str) -> Run:
        """The playtest with this id, if it is the one under way or the last one."""
        self._home()
        if self.run is None or self.run.id != name:
            raise Problem(404, "not-found", "There is no such playtest. Its report may be in the list.")
        return self.run

    def reports(self) -> list[FinishedReport]:
        """All finished reports, the latest first."""
        found = []
        for file in self._home().glob(f"*.{NAME}"):
            with contextlib.suppress(ValueError, TypeError):
                found.append(FinishedReport(**json.loads(read_text(file))))
        return sorted(found, key=lambda each: (-each.made, each.id))

    def report(self, name: str, form: Literal["html", "json"]) -> str:
        """A finished report as a page, or its numbers."""
        file = self._home() / f"{name}.{form}"
        if not REPORT_ID.fullmatch(name) or not file.exists():
            raise Problem(404, "not-found", "There is no such report. The oldest ones are deleted.")
        return read_text(file)

    def _forget_old(self) -> None:
        """Delete the oldest reports, first those of the address that has most."""
        kept = self.reports()
        while len(kept) > MOST_REPORTS:
            counts = Counter(map(self._owner, kept))
            oldest = max(reversed(kept), key=lambda about: counts[self._owner(about)])
            kept.remove(oldest)
            for file in self._home().glob(f"{oldest.id}.*"):
                file.unlink(missing_ok=True)
        self._owners = {about.id: self._owners[about.id] for about in kept if about.id in self._owners}

    def _owner(self, about: FinishedReport) -> str:
        """Whose a report is; those from before the server started have an owner each."""
        return self._owners.get(about.id, about.id)

    async def close(self) -> None:
        """End what runs."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._background.finish()
