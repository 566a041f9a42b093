"""Admission control: one bounded queue with lanes, in front of the request thread of a process.

Each request has a due time, and the earliest is served first (earliest deadline first): moves are due at once, requests of anonymous
clients half a second later, or less while few wait. So a move overtakes recent other requests, and still no request starves. A request
whose expected waiting time is too long is refused at once. The event loop puts requests in, the request thread takes them out; the
operations of a deque are atomic, so neither needs a lock.
"""

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
QUEUE_LIMITS = {"machine": 32, "move": 8, "file": 64, "page": 16, "list": 8, "stranger": 8}
"""The queue limit of each lane under overload: an accepted move is answered within nine times the duration of one request
(docs/decisions/0075-admission.md).
"""
DUE_SECONDS = {"machine": -10.0, "move": 0.0, "file": 0.05, "page": 0.1, "list": 0.25, "stranger": 0.5}
"""Seconds from arrival to the due time in each lane while `SHORTENED_BELOW` others wait; a fraction while fewer do. Together with
QUEUE_LIMITS it limits what a lane can take from others: eight anonymous requests each half second, sixteen a second.
"""
SHORTENED_BELOW = 8
"""Below this number of waiting requests the due times are shortened."""
BURST, BURST_SECONDS = 64, 0.35
"""The queue limit of a lane when the queue was empty shortly before, or when no request of a better lane has come lately: a short burst is
no overload, and nobody is delayed by many of one kind; but only as many as are expected to be answered within BURST_SECONDS.
"""
DELAYED = ("move", "page", "list")
"""Lanes whose requests would be delayed by a long queue of a later lane."""
SPREAD = 3
"""The range in seconds of the random part of Retry-After."""
SOON = 0.1
"""Seconds since the queue was empty after which the process counts as overloaded, and since the last request of a better lane."""
FIRST_GUESS = 0.005
"""The assumed duration of a request in seconds, until one of its lane was measured."""
WEIGHT = 0.1
"""The weight of the latest measurement in the moving average."""


@dataclass(slots=True)
class Lane:
    """Waiting requests of one priority."""

    most: int
    due: float
    waiting: deque[Request] = field(default_factory=deque)
    mean: float = FIRST_GUESS
    last_offer: float = -math.inf
    """When the last request of the lane was offered."""


class Admission:
    def __init__(self, most_seconds: float) -> None:
        self.most_seconds = most_seconds
        self.lanes = [Lane(QUEUE_LIMITS[name], DUE_SECONDS[name]) for name in LANES]
        self.last_empty = time.monotonic()
        """When the queue was empty last."""
        self._arrived: SimpleQueue[bool] = SimpleQueue()

    def offer(self, request: Request) -> float | None:
        """Queue the request; or return the seconds after which the client may try again."""
        lane, now = self.lanes[request.lane], time.monotonic()
        if not any(other.waiting for other in self.lanes):
            self.last_empty = now
        lane.last_offer = now
        seconds = self.expected(request.lane)
        burst = seconds < BURST_SECONDS and (now - self.last_empty < SOON or self._delays_nobody(request.lane, now))
        if len(lane.waiting) >= (BURST if burst else lane.most) or seconds > self.most_seconds:
            return math.ceil(seconds) + random.randint(1, SPREAD)
        lane.waiting.append(request)
        self._arrived.put(True)
        return None

    def _delays_nobody(self, number: int, now: float) -> bool:
        return number > LANE["move"] and all(now - self.lanes[LANE[name]].last_offer > SOON for name in DELAYED if LANE[name] < number)

    def expected(self, number: int) -> float:
        """The expected waiting time of one more request of this lane, by the average durations."""
        return sum(len(lane.waiting) * lane.mean for lane in self.lanes[: number + 1])

    def withdraw(self, request: Request) -> bool:
        """Remove the request of a client that has disconnected; whether it was still waiting."""
        try:
            self.lanes[request.lane].waiting.remove(request)
        except ValueError:
            return False
        return True

    def next(self) -> Request | None:
        """Wait for a request and take it; None when it was withdrawn meanwhile."""
        self._arrived.get()
        try:
            crowding = min(1.0, ((sum(len(lane.waiting) for lane in self.lanes) - 1) / SHORTENED_BELOW) ** 2)
            heads = [(lane.waiting[0].began + lane.due * crowding, lane) for lane in self.lanes if lane.waiting]
            return min(heads, key=itemgetter(0))[1].waiting.popleft()
        except (IndexError, ValueError):  # withdrawn right now
            return None

    def record_duration(self, number: int, seconds: float) -> None:
        lane = self.lanes[number]
        lane.mean += WEIGHT * (min(seconds, self.most_seconds) - lane.mean)
