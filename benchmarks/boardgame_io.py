"""boardgame.io with a game of one number, for comparison: installed by npm in a temporary folder, driven by sockets."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyramidion.engine.errors import Unavailable

VERSION = "0.50.2"
INSTALLING, MEASURING = 300, 3600  # seconds
Measure = Callable[[int, int], dict[str, Any]]  # of tables and moves

SERVER = """
const { Server } = require('boardgame.io/server');
const game = { name: 'sum', setup: () => ({ sum: 0 }), moves: { add: ({ G }, by) => { G.sum += by; } } };
const server = Server({ games: [game], origins: [/.*/] });
server.run({ port: 0, callback: () => {} }).then((running) => console.log(running.appServer.address().port));
"""

DRIVER = """
const { io } = require('socket.io-client');
const [port, tables, moves] = process.argv.slice(2).map(Number);
const at = `http://127.0.0.1:${port}`;

const sit = async (matchID) => {
  const socket = io(`${at}/sum`, { transports: ['websocket'] });
  const state = await new Promise((resolve) => {
    socket.on('sync', (_, info) => resolve(info.state));
    socket.on('connect', () => socket.emit('sync', matchID, '0', undefined, 2));
  });
  return { socket, matchID, state: state._stateID };
};

const latencies = [];
let left = moves;
const play = (table) => new Promise((resolve) => {
  let sent;
  const move = () => {
    if (left-- <= 0) { resolve(); return; }
    sent = performance.now();
    const payload = { type: 'add', args: [1], playerID: '0' };
    table.socket.emit('update', { type: 'MAKE_MOVE', payload }, table.state, table.matchID, '0');
  };
  table.socket.on('update', (_, state) => {
    table.state = state._stateID;
    latencies.push(performance.now() - sent);
    move();
  });
  move();
});

(async () => {
  const all = [];
  for (let i = 0; i < tables; i++) all.push(await sit(`${process.pid} ${i}`));
  const start = performance.now();
  await Promise.all(all.map(play));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const part = (share) => latencies[Math.floor(latencies.length * share)];
  console.log(JSON.stringify({
    moves: latencies.length, rate: latencies.length / seconds, median: part(0.5), slow: part(0.99),
  }));
  process.exit(0);
})();
"""


@contextmanager
def boardgame_io(folder: Path) -> Iterator[Measure]:
    """Its server; yields what measures moves. Unavailable says why it cannot be had."""
    home = _installed(folder / "boardgame.io")
    with subprocess.Popen(["node", "server.js"], cwd=home, stdout=subprocess.PIPE, text=True) as server:
        try:
            port = _port(server)
            yield lambda tables, moves: _driven(home, port, tables, moves)
        finally:
            server.terminate()


def _installed(home: Path) -> Path:
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise Unavailable("npm is missing.")
    home.mkdir()
    (home / "server.js").write_text(SERVER, encoding="utf-8")
    (home / "driver.js").write_text(DRIVER, encoding="utf-8")
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", f"boardgame.io@{VERSION}"]
    try:
        subprocess.run(command, cwd=home, check=True, capture_output=True, timeout=INSTALLING)
    except (subprocess.SubprocessError, OSError) as error:
        raise Unavailable(f"npm cannot install it: {error}.") from error
    return home


def _port(server: subprocess.Popen[str]) -> int:
    """The port that the server names among other things."""
    assert server.stdout is not None
    for line in server.stdout:
        if line.strip().isdecimal():
            return int(line)
    raise Unavailable("its server does not start.")


def _driven(home: Path, port: int, tables: int, moves: int) -> dict[str, Any]:
    command = ["node", "driver.js", str(port), str(tables), str(moves)]
    try:
        found = subprocess.run(command, cwd=home, check=True, capture_output=True, text=True, timeout=MEASURING)
    except subprocess.SubprocessError as error:
        raise Unavailable(f"its moves cannot be measured: {error}.") from error
    measured: dict[str, Any] = json.loads(found.stdout.splitlines()[-1])
    return measured
