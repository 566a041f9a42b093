"""Measures the time from the commit of a message to its call, with and without hanging servers.

Run by `python -m tests.notifications.lanes.drill [hanging]`, with one process of calls as the site runs it. Phases alternate, so that
both see the same machine. In each phase with hanging servers the process has no history of them, and each gets several messages at
once. Five others get one message a second.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

SECRET = "a key for a measurement, long enough"
OTHERS, SERVERS_EACH, CYCLES = 5, 4, 3


def main() -> None:
    """Measure on temporary stores and print the result."""
    os.environ |= {"FATE_SECRET_KEY": SECRET, "FATE_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    from tests.games.services.time.ground import own_stores

    with own_stores(), TemporaryDirectory() as folder:
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else 100, Path(folder))


def measure(count: int, folder: Path) -> None:
    """Both kinds of phase, alternating."""
    from games.models import Player
    from tests.notifications.calling import calling, eventually
    from tests.notifications.hanging import Hanging
    from tests.notifications.lanes.crowd import Crowd, forgotten, p95, webhooks_at
    from tests.notifications.receiver import Receiver

    people = [Player.objects.create_user(f"p{n}@example.org", None, name=f"p{n}") for n in range(OTHERS + -(-count // SERVERS_EACH))]
    crowd, found = Crowd(), {"without": list[float](), "with": list[float]()}
    with Receiver() as receiver, Hanging(count) as hanging, calling(folder / "log"):
        others = webhooks_at([receiver.url(f"/{n}x") for n in range(OTHERS)], people[:OTHERS])
        slow = webhooks_at(hanging.urls, people[OTHERS:])
        crowd.trickle(others, receiver, 2, 0.5)
        for _cycle in range(CYCLES):
            found["without"] += crowd.trickle(others, receiver, 15, 1.0)
            before = hanging.accepted
            for _message in range(4):
                crowd.send(slow)
            eventually(lambda before=before: hanging.accepted > before, "the first of them is called")  # type: ignore[misc]
            found["with"] += crowd.trickle(others, receiver, 15, 1.0)
            print(f"hanging servers called in this phase: {hanging.accepted - before}", flush=True)
            forgotten(slow)
            for name, seconds in found.items():
                print(f"{name}: {len(seconds)} calls, median {median(seconds) * 1000:.0f} ms, p95 {p95(seconds) * 1000:.0f} ms")
            print(f"ratio of p95 so far: {p95(found['with']) / p95(found['without']):.2f}", flush=True)


if __name__ == "__main__":
    main()
