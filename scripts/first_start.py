"""How a first start feels, timed from the outside: asks for every page again and again while the games are compiled.

    python scripts/first_start.py [--busy 4] [--start ./start]

It starts a server with an empty home and empty folders, so that everything is compiled anew, and prints the slowest
answers and the seconds until all games were compiled and all opponents ready, counted from the line with the address.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shlex
import subprocess
import tempfile
import time
from http.client import HTTPConnection

LONGEST = 600.0  # seconds
PAUSE = 0.1  # seconds between two questions, so that the questions are not the load
PAGES = ("/", "/api/games", "/api/tables")


def burn() -> None:
    while True:
        pass


def ask(address: str, method: str, path: str, body: object = None) -> tuple[float, bytes]:
    """The seconds until the whole answer was there, and the answer."""
    began = time.perf_counter()
    connection = HTTPConnection(address, timeout=120)
    data = None if body is None else json.dumps(body)
    connection.request(method, path, data, {"content-type": "application/json"})
    answer = connection.getresponse()
    found = answer.read()
    connection.close()
    assert answer.status < 400, (path, answer.status, found[:200])
    return time.perf_counter() - began, found


def pages_of(games: list[str]) -> list[str]:
    found = list(PAGES)
    for name in games:
        found += [f"/learn/{name}", f"/learn/{name}/1.svg", f"/art/{name}.svg", f"/api/lessons/{name}/1"]
    return found


def table_against_bot(address: str, game: str) -> tuple[float, list[str]]:
    """Set a table up against a bot and look at it; the slowest answer, and what its page asks for."""
    spent, data = ask(address, "POST", "/api/tables", {"game": game, "bots": {"1": 2}})
    table = json.loads(data)["id"]
    contribution = {"name": "", "contribution": "0" * 32}
    seated, _ = ask(address, "POST", f"/api/tables/{table}/seats/0", contribution)
    return max(spent, seated), [f"/t/{table}", f"/api/tables/{table}", f"/api/tables/{table}/picture.svg"]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--busy", type=int, default=0, help="busy processes beside the server")
    options.add_argument("--start", default="pyramidion", help="the command that starts the product")
    chosen = options.parse_args()
    crowd = [multiprocessing.Process(target=burn, daemon=True) for _ in range(chosen.busy)]
    for each in crowd:
        each.start()
    with tempfile.TemporaryDirectory() as home:
        environment = {name: text for name, text in os.environ.items() if not name.startswith(("PYRAMIDION", "XDG"))}
        environment["HOME"] = home
        command = [*shlex.split(chosen.start), "serve", "--port", "0", "--unlimited"]
        began = time.perf_counter()
        server = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3].removeprefix("http://")
            print(f"address printed after {time.perf_counter() - began:.1f} s")
            watch(address)
        finally:
            server.terminate()
            server.wait(60)
            for each in crowd:
                each.kill()


def watch(address: str) -> None:
    began = time.perf_counter()
    games = json.loads(ask(address, "GET", "/ready")[1])["games"]
    slowest: dict[str, float] = {}
    times: dict[str, float] = {}
    pages, fresh = pages_of(games), list(games)
    while time.perf_counter() - began < LONGEST and "opponents" not in times:
        if fresh:
            name = fresh.pop(0)
            slowest[f"new table of {name}"], more = table_against_bot(address, name)
            pages += more
        for path in pages:
            time.sleep(PAUSE)
            slowest[path] = max(slowest.get(path, 0.0), ask(address, "GET", path)[0])
        spent, data = ask(address, "GET", "/ready")
        slowest["/ready"] = max(slowest.get("/ready", 0.0), spent)
        ready = json.loads(data)
        for what in ("compiled", "opponents"):
            if len(ready[what]) == len(games):
                times.setdefault(what, time.perf_counter() - began)
    print("slowest answers:")
    for path, seconds in sorted(slowest.items(), key=lambda pair: -pair[1])[:8]:
        print(f"  {seconds:.3f} s  {path}")
    for what, seconds in times.items():
        print(f"all {what} after {seconds:.1f} s")


if __name__ == "__main__":
    main()
