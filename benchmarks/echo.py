"""A WebSocket that says what it is told, on the same stack as the server: the limit of what the stack can do.

python -m benchmarks.echo
"""

from __future__ import annotations

import asyncio
import time

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect

from benchmarks.load import measured
from pyramidion.server.http.server import address, listen

MESSAGE = '{"move":"a1-b2","ply":17}'
AT_ONCE = 20  # sockets that are opened at a time


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


async def echoed(place: str, sockets: int, seconds: float) -> dict[str, float]:
    """Messages that came back a second, and the percentiles of how long they took."""
    latencies: list[float] = []
    gate, opened = asyncio.Semaphore(AT_ONCE), asyncio.Barrier(sockets)
    began = 0.0

    async def talk() -> None:
        nonlocal began
        async with gate:
            socket = await connect("ws" + place.removeprefix("http"), compression=None, ping_interval=None)
        await opened.wait()
        began = began or time.perf_counter()
        while (now := time.perf_counter()) < began + seconds:
            await socket.send(MESSAGE)
            await socket.recv()
            latencies.append(time.perf_counter() - now)
        await socket.close()

    await asyncio.gather(*(talk() for _ in range(sockets)))
    return measured(latencies, seconds)


def main() -> None:
    app = FastAPI()
    app.add_api_websocket_route("/", echo)
    listening = listen("127.0.0.1", 0)
    listening.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="websockets-sansio"))
    print(f"Echo is at {address(listening)}", flush=True)
    server.run(sockets=[listening])


if __name__ == "__main__":
    main()
