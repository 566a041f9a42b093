"""Slow clients of deploy/drill/edge.py, in a process of their own: they send a request byte by byte and never finish it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle

Address = tuple[str, int]
EVERY = 2.0
"""Seconds between two bytes of a slow connection."""


async def drip(address: Address, begin: bytes, piece: bytes) -> None:
    """Send `begin`, then `piece` every `EVERY` seconds; reconnect and start again when the server closes the connection."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(*address)
            writer.write(begin)
            try:
                while not reader.at_eof():
                    writer.write(piece)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(65536), EVERY)
            finally:
                writer.close()
        await asyncio.sleep(0.2)


async def drip_all(web: Address, stream: Address, host: str, token: str, number: int) -> None:
    """Keep `number` slow connections of four kinds open until the process is killed. Prints a line when all have been started."""
    head = f"Host: {host}\r\n"
    kinds: list[tuple[Address, str, bytes]] = [
        (web, f"GET / HTTP/1.1\r\n{head}X-Slow: ", b"x"),
        (web, f"POST /accounts/login/ HTTP/1.1\r\n{head}Cookie: csrf={'a' * 32}\r\n"
              "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n", b"x"),
        (web, f"POST /api/v1/games HTTP/1.1\r\n{head}Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
              "Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        (stream, f"GET /api/v1/stream HTTP/1.1\r\n{head}Authorization: Bearer {token}\r\nX-Slow: ", b"x"),
    ]  # fmt: skip
    tasks = []
    for at, (address, begin, piece) in zip(range(number), cycle(kinds), strict=False):
        tasks.append(asyncio.create_task(drip(address, begin.encode(), piece)))
        if at % 50 == 49:
            await asyncio.sleep(0.05)
    print("all there", flush=True)
    await asyncio.gather(*tasks)


@contextmanager
def dripping(web: Address, stream: Address, host: str, token: str, number: int) -> Iterator[None]:
    """Run `drip_all` in a process of its own during the block."""
    target = json.dumps([web, stream, host, token, number])
    process = subprocess.Popen([sys.executable, __file__, target], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


if __name__ == "__main__":
    web, stream, host, token, number = json.loads(sys.argv[1])
    asyncio.run(drip_all((web[0], web[1]), (stream[0], stream[1]), host, token, number))
