#!/usr/bin/env python3
"""Measure how slow or numerous clients affect other clients: without a proxy, behind the shipped Caddyfile, and the shipped nginx.conf.

    .venv/bin/python deploy/drill/edge.py [--connections 1000] [--seconds 6] [--rounds 3] [--proxy alone caddy nginx] [--json FILE]

It uses its own stores and loopback only. A quarter of the slow connections sends headers byte by byte, a quarter bodies without a token, a
quarter bodies with one, a quarter requests of the stream process. Each round measures pages and moves of other clients without and with
them. Then it measures 4 and 64 clients that move continuously, and 1,100 streams of one token. docs/measurements/edge.md has the results.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Address = tuple[str, int]
METRICS = "drill"
EVERY = 2.0
"""Seconds between two bytes of a slow connection."""


# --- slow clients, in a process of their own ----------------------------------------------------------------------------
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
    words = ["--drip", json.dumps([web, stream, host, token, number])]
    process = subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


# --- ordinary clients ----------------------------------------------------------------------------------------------------
class Line:
    """A keep-alive connection; reopened when the server has closed it."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, raw: bytes) -> tuple[int, dict[str, str], float]:
        """Status, headers and seconds of one request."""
        begun = time.perf_counter()
        if self.streams is None:
            self.streams = await asyncio.open_connection(*self.address, limit=1 << 20)
        reader, writer = self.streams
        writer.write(raw)
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)).decode("latin-1")
        headers = dict(re.findall(r"^([A-Za-z-]+): *(.*?)\r$", head.lower(), re.MULTILINE))
        if "chunked" in headers.get("transfer-encoding", ""):
            while (size := int((await reader.readline()).split(b";")[0], 16)) or await reader.readline() is None:
                await reader.readexactly(size + 2)
        else:
            await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return int(head[9:12]), headers, time.perf_counter() - begun

    def close(self) -> None:
        """Close the connection."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


async def loop(address: Address, requests: Iterator[bytes], expected: int, seconds: float) -> tuple[list[float], list[float], int]:
    """Send requests for `seconds`; returns durations of expected responses and of refusals (503), and refusals without Retry-After."""
    line, good, refused, bare = Line(address), [], [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        status, headers, took = await line.ask(next(requests))
        if status == 503:
            refused.append(took)
            bare += "retry-after" not in headers
            await asyncio.sleep(float(headers.get("retry-after", 1)))
        elif status != expected:
            raise RuntimeError(f"{status} instead of {expected}")
        else:
            good.append(took)
    line.close()
    return good, refused, bare


def p95(values: list[float]) -> float:
    """The 95th percentile of `values` (seconds), in milliseconds."""
    return round(sorted(values)[int(len(values) * 0.95)] * 1000, 1)


async def others(place: Place, seconds: float) -> dict[str, Any]:
    """The latency of two clients that read pages and two that move."""
    pages = [loop(place.web, place.pages(), 200, seconds) for _ in range(2)]
    moves = [loop(place.web, place.moves(), 302, seconds) for _ in range(2)]
    found = await asyncio.gather(*pages, *moves)
    return {
        "page": [took for good, _, _ in found[:2] for took in good],
        "move": [took for good, _, _ in found[2:] for took in good],
        "refused": sum(len(refused) for _, refused, _ in found),
    }


async def crowd(place: Place, number: int, seconds: float) -> dict[str, Any]:
    """Measure `number` clients that move continuously."""
    found = await asyncio.gather(*(loop(place.web, place.moves(), 302, seconds) for _ in range(number)))
    good = [took for each, _, _ in found for took in each]
    refused = [took for _, each, _ in found for took in each]
    return {
        "clients": number, "moves": len(good), "p95_ms": p95(good), "refused": len(refused),
        "refusal_p95_ms": p95(refused) if refused else 0, "without_retry_after": sum(bare for _, _, bare in found),
    }  # fmt: skip


ANOTHER_ADDRESS = ("127.0.0.2", 0)
"""The local address of another client, because nginx limits the streams of one address."""
GONE = 16.0
"""Seconds until the server has noticed, also behind a proxy, that the previous measurement's streams have ended (keep-alive every 7 s)."""


async def stream_storm(place: Place, number: int, seconds: float) -> dict[str, Any]:
    """Open `number` streams of one token at once, and measure the first line of another person's stream meanwhile."""
    opened: dict[int, int] = {}
    await asyncio.sleep(GONE)

    async def one(token: str) -> int:
        try:
            reader, writer = await asyncio.open_connection(*place.stream)
        except OSError:
            return 0
        raw = f"GET /api/v1/stream HTTP/1.1\r\nHost: {place.host}\r\nAuthorization: Bearer {token}\r\n\r\n"
        writer.write(raw.encode())
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), seconds)
            status = int(head[9:12])
            if status == 200:
                await asyncio.sleep(seconds)
                status = 200 if not reader.at_eof() else -1
        except (OSError, EOFError, TimeoutError):
            status = 0
        writer.close()
        return status

    storm = [asyncio.create_task(one(place.token)) for _ in range(number)]
    await asyncio.sleep(0)
    begun = time.perf_counter()
    other = await asyncio.wait_for(_first_line(place), seconds)
    took = time.perf_counter() - begun
    for status in await asyncio.gather(*storm):
        opened[status] = opened.get(status, 0) + 1
    return {"streams": number, "statuses": {str(status): count for status, count in sorted(opened.items())},
            "another_person": other, "another_person_ms": round(took * 1000)}  # fmt: skip


async def _first_line(place: Place) -> int:
    reader, writer = await asyncio.open_connection(*place.stream, local_addr=ANOTHER_ADDRESS)
    writer.write(f"GET /api/v1/stream HTTP/1.1\r\nHost: {place.host}\r\nAuthorization: Bearer {place.other_token}\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    await reader.readline()
    writer.close()
    return int(head[9:12])


# --- the site ------------------------------------------------------------------------------------------------------------
class Place:
    """A way to reach the site: addresses of web and stream process, host name, tokens, and factories of requests."""

    metrics: Address

    def __init__(self, web: Address, stream: Address, host: str, tokens: tuple[str, str], pages: Any, moves: Any) -> None:
        self.web, self.stream, self.host = web, stream, host
        self.token, self.other_token = tokens
        self.pages, self.moves = pages, moves


def settings(data_dir: Path) -> dict[str, str]:
    """The environment of the measured site."""
    return {
        "FATE_SECRET_KEY": "k" * 40,
        "FATE_DATA_DIR": str(data_dir),
        "FATE_LOG_LEVEL": "ERROR",
        "FATE_PROXY_COUNT": "1",
        "FATE_METRICS_TOKEN": METRICS,
    }


@contextmanager
def site(proxies: list[str], games: int) -> Iterator[dict[str, Place]]:
    """Run the site with its own stores behind each proxy; yields a `Place` by name of the proxy ("alone": without)."""
    sys.path.insert(0, str(ROOT))
    folder = Path(tempfile.mkdtemp(prefix="fate-edge-"))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "FATE_SECRET_KEY": "k" * 40, "FATE_DATA_DIR": str(folder)}
    import django

    django.setup()
    from games.rules.registry import all_games
    from games.services.people import api_tokens as tokens
    from notifications.clock import database_now
    from tests.bench import http, load, own_site, pages, population, stores

    with stores.stores() as place:
        http.FRESH, http.GROUPS = games, 40
        book = all_games()["turn_of_fate"]
        groups = [http._group(book, number) for number in range(http.GROUPS)]
        fresh = http._copies(groups)
        stores.vacuum()
        shown, reader = population.somebodys_games(book, "Reader")
        keys = [tokens.make(person, "drill", ["game:read"], now=database_now())[1] for person in (reader, *population.people(1, "Other"))]
        own = {"Cookie": pages.sign_in(reader)}
        common = settings(place.root)

        def all_moves() -> Iterator[bytes]:
            for number, group in fresh:
                yield load.post(f"/g/0{number}/answer/", group.cookie, group.form)

        with own_site.served(place.root / "site.log", workers=2, settings_=common) as it:
            supply = all_moves()
            page = load.get(shown.get_absolute_url(), own)
            backends = {"web": it.port, "stream": it.port + 1}
            found: dict[str, Place] = {}
            with contextmanager(_proxied)(proxies, backends, place.root) as ports:
                for name, (web, stream) in ports.items():
                    found[name] = Place(("127.0.0.1", web), ("127.0.0.1", stream), "localhost", (keys[0], keys[1]),
                                        lambda: cycle([page]), lambda: supply)  # fmt: skip
                    found[name].metrics = ("127.0.0.1", it.port)
                yield found
    shutil.rmtree(folder, ignore_errors=True)


def _proxied(names: list[str], backends: dict[str, int], folder: Path) -> Iterator[dict[str, tuple[int, int]]]:
    from tests.ports import free_port

    found, started = {}, []
    try:
        for name in names:
            if name == "alone":
                found[name] = backends["web"], backends["stream"]
                continue
            port = free_port()
            words = PROXIES[name](port, backends, folder / name)
            started.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            found[name] = port, port
        time.sleep(1.5 if started else 0)
        yield found
    finally:
        for process in started:
            process.terminate()
            process.wait()


def caddy(port: int, backends: dict[str, int], folder: Path) -> list[str]:
    """Write the shipped Caddyfile, changed to loopback without TLS; returns the command of Caddy."""
    folder.mkdir()
    text = (ROOT / "deploy/proxy/Caddyfile").read_text().replace("web:8000", f"127.0.0.1:{backends['web']}")
    text = text.replace("stream:8001", f"127.0.0.1:{backends['stream']}").replace("{$FATE_SITE_URL}", f"http://:{port}")
    text = text.replace("{\n\tservers", "{\n\tadmin off\n\tauto_https off\n\tservers", 1)
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(port: int, backends: dict[str, int], folder: Path) -> list[str]:
    """Write the shipped nginx.conf, changed to loopback without TLS and 4096 connections per process; returns the command of nginx."""
    folder.mkdir()
    text = (ROOT / "deploy/proxy/nginx.conf").read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"    (listen \[::\]|ssl_).*\n", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};").replace("server_name fate.example", "server_name localhost")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{backends['web']}").replace("127.0.0.1:8001", f"127.0.0.1:{backends['stream']}")
    text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    temp = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    events = "worker_processes 2; daemon off; worker_rlimit_nofile 8192; events { worker_connections 4096; }"
    (folder / "nginx.conf").write_text(
        f"{events} pid {folder}/pid; error_log {folder}/error.log; http {{ access_log off; {temp}\n{text}\n}}"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


PROXIES: dict[str, Callable[[int, dict[str, int], Path], list[str]]] = {"caddy": caddy, "nginx": nginx}


async def measured(place: Place, options: argparse.Namespace) -> dict[str, Any]:
    """Take all measurements of one `Place`; returns them as JSON data."""
    without: dict[str, list[float]] = {"page": [], "move": []}
    with_them: dict[str, list[float]] = {"page": [], "move": []}
    refused = 0
    await others(place, 1)
    for _ in range(options.rounds):
        for into, number in ((without, 0), (with_them, options.connections)):
            with dripping(place.web, place.stream, place.host, place.token, number):
                found = await others(place, options.seconds)
            for kind in into:
                into[kind] += found[kind]
            refused += found["refused"]
    rows: dict[str, Any] = {"dripping": {
        kind: {"without_ms": p95(without[kind]), "with_ms": p95(with_them[kind]), "median_without_ms": middle(without[kind]),
               "median_with_ms": middle(with_them[kind]), "ratio": round(p95(with_them[kind]) / p95(without[kind]), 2)}
        for kind in without
    } | {"refused": refused}}  # fmt: skip
    rows["metrics"] = await counted(place)
    rows["crowd"] = [await crowd(place, number, options.crowd_seconds or options.seconds * 2) for number in (4, 64)]
    rows["streams"] = await stream_storm(place, options.streams, 6)
    return rows


async def counted(place: Place) -> list[str]:
    """The lines of the server's metrics about requests and connections that are not 0."""
    reader, writer = await asyncio.open_connection(*place.metrics)
    writer.write(f"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {METRICS}\r\nConnection: close\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return [line for line in text.splitlines() if re.match(r"fate_(requests|connections)(?!.* 0\.0$)(?!.*created)", line)]


def middle(values: list[float]) -> float:
    """The median of `values` (seconds), in milliseconds."""
    return round(statistics.median(values) * 1000, 1)


def main() -> None:
    """Parse the options, measure, print the results as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=1100)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--crowd-seconds", type=float, help="for clients that move continuously (default: twice --seconds)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--proxy", nargs="+", choices=("alone", "caddy", "nginx"), default=["alone", "caddy", "nginx"])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--drip", help=argparse.SUPPRESS)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    if options.drip:
        web, stream, host, token, number = json.loads(options.drip)
        asyncio.run(drip_all((web[0], web[1]), (stream[0], stream[1]), host, token, number))
        return
    found = {}
    with site(options.proxy, options.games) as ways:
        for name, place in ways.items():
            found[name] = asyncio.run(measured(place, options))
            print(json.dumps({name: found[name]}, indent=1), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
