"""Admission control: a bounded queue for each priority, in front of the request thread of a process.

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

from fateapp.edge.counts import PRIORITIES
from fateapp.edge.request import Request

PRIORITY = {name: number for number, name in enumerate(PRIORITIES)}
QUEUE_LIMITS = {"machine": 32, "move": 8, "file": 64, "page": 16, "list": 8, "stranger": 8}
"""The limit of each queue under overload: an accepted move is answered within nine times the duration of one request
(docs/decisions/0075-admission.md).
"""
DUE_SECONDS = {"machine": -10.0, "move": 0.0, "file": 0.05, "page": 0.1, "list": 0.25, "stranger": 0.5}
"""Seconds from arrival to the due time for each priority while `SHORTENED_BELOW` others wait; a fraction while fewer do. Together with
QUEUE_LIMITS it limits what a queue can take from others: eight anonymous requests each half second, sixteen a second.
"""
SHORTENED_BELOW = 8
"""Below this number of waiting requests the due times are shortened."""
BURST, BURST_SECONDS = 64, 0.35
"""The limit of a queue when all were empty shortly before, or when no request of a higher priority has come lately: a short burst is
no overload, and nobody is delayed by many of one kind; but only as many as are expected to be answered within BURST_SECONDS.
"""
DELAYED = ("move", "page", "list")
"""The priorities whose requests would be delayed by a long queue of a lower one."""
SPREAD = 3
"""The range in seconds of the random part of Retry-After."""
SOON = 0.1
"""Seconds since all queues were empty after which the process counts as overloaded, and since the last request of a higher priority."""
FIRST_GUESS = 0.005
"""The assumed duration of a request in seconds, until one of its priority was measured."""
WEIGHT = 0.1
"""The weight of the latest measurement in the moving average."""


@dataclass(slots=True)
class Queue:
    """Waiting requests of one priority."""

    most: int
    due: float
    waiting: deque[Request] = field(default_factory=deque)
    mean: float = FIRST_GUESS
    last_offer: float = -math.inf
    """When the last request of this priority was offered."""


class Admission:
    def __init__(self, most_seconds: float) -> None:
        self.most_seconds = most_seconds
        self.queues = [Queue(QUEUE_LIMITS[name], DUE_SECONDS[name]) for name in PRIORITIES]
        self.last_empty = time.monotonic()
        """When no request was waiting last."""
        self._arrived: SimpleQueue[bool] = SimpleQueue()

    def offer(self, request: Request) -> float | None:
        """Queue the request; or return the seconds after which the client may try again."""
        queue, now = self.queues[request.priority], time.monotonic()
        if not any(other.waiting for other in self.queues):
            self.last_empty = now
        queue.last_offer = now
        seconds = self.expected(request.priority)
        burst = seconds < BURST_SECONDS and (now - self.last_empty < SOON or self._delays_nobody(request.priority, now))
        if len(queue.waiting) >= (BURST if burst else queue.most) or seconds > self.most_seconds:
            return math.ceil(seconds) + random.randint(1, SPREAD)
        queue.waiting.append(request)
        self._arrived.put(True)
        return None

    def _delays_nobody(self, priority: int, now: float) -> bool:
        return priority > PRIORITY["move"] and all(
            now - self.queues[PRIORITY[name]].last_offer > SOON for name in DELAYED if PRIORITY[name] < priority
        )

    def expected(self, priority: int) -> float:
        """The expected waiting time of one more request of this priority, by the average durations."""
        return sum(len(queue.waiting) * queue.mean for queue in self.queues[: priority + 1])

    def withdraw(self, request: Request) -> bool:
        """Remove the request of a client that has disconnected; whether it was still waiting."""
        try:
            self.queues[request.priority].waiting.remove(request)
        except ValueError:
            return False
        return True

    def next(self) -> Request | None:
        """Wait for a request and take it; None when it was withdrawn meanwhile."""
        self._arrived.get()
        try:
            crowding = min(1.0, ((sum(len(queue.waiting) for queue in self.queues) - 1) / SHORTENED_BELOW) ** 2)
            heads = [(queue.waiting[0].began + queue.due * crowding, queue) for queue in self.queues if queue.waiting]
            return min(heads, key=itemgetter(0))[1].waiting.popleft()
        except (IndexError, ValueError):  # withdrawn right now
            return None

    def record_duration(self, priority: int, seconds: float) -> None:
        queue = self.queues[priority]
        queue.mean += WEIGHT * (min(seconds, self.most_seconds) - queue.mean)
