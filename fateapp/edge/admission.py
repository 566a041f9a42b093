"""Who is served next, and who is not served at all: one bounded queue in lanes, for the request thread of one process.

Each request is due some time after it came, and who is due first is served first (earliest deadline first): moves are due at
once, strangers half a second later, or less while few wait. So a move overtakes whatever came lately, and still nobody waits
for ever. A request that would wait too long by what the requests before it are expected to take is refused at once. The event
loop puts requests in, the request thread takes them out; the operations of a deque are atomic, so neither waits for the other.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from dataclasses import dataclass, field
from operator import itemgetter
from queue import SimpleQueue

from fateapp.edge.counts import LANES
from fateapp.edge.request import Request

LANE = {name: number for number, name in enumerate(LANES)}
MOST = {"machine": 32, "move": 6, "file": 64, "page": 16, "list": 8, "stranger": 8}
"""How many may wait in each lane of a process while there is more to do than it can: a move that is accepted is answered within
seven times the time of one (docs/decisions/0075-admission.md)."""
DUE = {"machine": -10.0, "move": 0.0, "file": 0.05, "page": 0.1, "list": 0.25, "stranger": 0.5}
"""Seconds after its arrival when a request of a lane is due, while `CROWD` others wait; a share of them while fewer do. With the
bounds above it also limits what a lane can take from others: eight strangers each half second, sixteen requests a second."""
CROWD = 8
"""Two people who move are no reason to let a third wait a tenth of a second for a page."""
BURST, BURST_SECONDS = 64, 0.35
"""How many may wait in a lane otherwise: many at once are no overload, if the queue becomes empty soon after;
but only as many as are expected to be answered within so many seconds."""
SPREAD = 3
"""Seconds over which those who are refused are told to come back."""
SOON = 0.1
"""Seconds since the queue was empty, from which on there is too much to do."""
FIRST_GUESS = 0.005
"""Seconds a request takes, before the first of its lane has been measured."""
WEIGHT = 0.1
"""Of the newest measurement in the mean."""


@dataclass(slots=True)
class Lane:
    """Requests of one kind."""

    most: int
    due: float
    waiting: deque[Request] = field(default_factory=deque)
    mean: float = FIRST_GUESS


class Admission:
    """The queue of one process."""

    def __init__(self, most_seconds: float) -> None:
        self.most_seconds = most_seconds
        self.lanes = [Lane(MOST[name], DUE[name]) for name in LANES]
        self.calm = time.monotonic()
        """When the queue was empty last."""
        self._arrived: SimpleQueue[bool] = SimpleQueue()

    def offer(self, request: Request) -> float | None:
        """Let it wait for the request thread; or the seconds after which its client may try again."""
        lane, now = self.lanes[request.lane], time.monotonic()
        if not any(other.waiting for other in self.lanes):
            self.calm = now
        seconds = self.expected(request.lane)
        burst = now - self.calm < SOON and seconds < BURST_SECONDS
        if len(lane.waiting) >= (BURST if burst else lane.most) or seconds > self.most_seconds:
            return math.ceil(seconds) + random.randint(1, SPREAD)
        lane.waiting.append(request)
        self._arrived.put(True)
        return None

    def expected(self, number: int) -> float:
        """How long one more request of this lane would wait, by what those before it took lately."""
        return sum(len(lane.waiting) * lane.mean for lane in self.lanes[: number + 1])

    def withdraw(self, request: Request) -> bool:
        """Its client has hung up; whether it was still waiting."""
        try:
            self.lanes[request.lane].waiting.remove(request)
        except ValueError:
            return False
        return True

    def next(self) -> Request | None:
        """Wait for a request and take it; None when one was withdrawn meanwhile."""
        self._arrived.get()
        try:
            crowding = min(1.0, ((sum(len(lane.waiting) for lane in self.lanes) - 1) / CROWD) ** 2)
            heads = [(lane.waiting[0].began + lane.due * crowding, lane) for lane in self.lanes if lane.waiting]
            return min(heads, key=itemgetter(0))[1].waiting.popleft()
        except (IndexError, ValueError):  # withdrawn right now
            return None

    def took(self, number: int, seconds: float) -> None:
        """A request of this lane was answered."""
        lane = self.lanes[number]
        lane.mean += WEIGHT * (min(seconds, self.most_seconds) - lane.mean)
