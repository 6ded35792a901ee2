"""What a server may be told: where to listen, where to keep its data, and how much anybody may ask of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one address may do, and what all may do together."""

    body: int = 16_384  # bytes of a request
    record: int = 524_288  # bytes of a record to be verified
    message: int = 4_096  # bytes of a message on a socket
    tables: int = 120  # new tables an hour and address
    sockets: int = 64  # open at a time and address
    connects: int = 240  # new sockets a minute and address
    requests: int = 50  # a second and address, over some seconds
    writes: int = 20  # moves and other actions a second and address
    effort: float = 0.2  # seconds of the server's own processor time a second and address, over some seconds
    analyses: int = 30  # a minute and address
    lines: int = 120  # positions of studies that bots look at, a minute and address
    playtests: int = 20  # an hour and address
    lab_seconds: int = 900  # that one address may have had the lab lately
    reviews: int = 60  # an hour and address
    all_sockets: int = 5_000
    idle_hours: int = 24 * 7  # after which a table that never began is deleted
    kept_days: int = 3650  # after which a finished game is deleted


UNLIMITED = Limits(
    tables=10**9,
    sockets=10**6,
    requests=10**9,
    writes=10**9,
    effort=1e9,
    analyses=10**9,
    lines=10**9,
    playtests=10**9,
    lab_seconds=10**9,
    reviews=10**9,
    connects=10**9,
    all_sockets=10**6,
)


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    database: str
    host: str = "127.0.0.1"
    port: int | None = None  # None for the usual one, or any if that is taken
    bot_workers: int | None = None
    proxies: str = "127.0.0.1"  # whose word about the address of a caller is believed
    limits: Limits = Limits()
    lab: str | None = None  # the folder of reports; None: nobody can start playtests on the page
