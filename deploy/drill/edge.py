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
import re
import resource
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from edge_clients import loop, stream_storm
from edge_site import METRICS, Place, site
from edge_slow_clients import dripping


def p95(values: list[float]) -> float:
    """The 95th percentile of `values` (seconds), in milliseconds."""
    return round(sorted(values)[int(len(values) * 0.95)] * 1000, 1)


def middle(values: list[float]) -> float:
    """The median of `values` (seconds), in milliseconds."""
    return round(statistics.median(values) * 1000, 1)


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
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    found = {}
    with site(options.proxy, options.games) as ways:
        for name, place in ways.items():
            found[name] = asyncio.run(measured(place, options))
            print(json.dumps({name: found[name]}, indent=1), flush=True)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
