"""Tests of admission control under overload, with a simulated clock: the waiting times of moves do not depend on the machine."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from fateapp.edge import admission
from fateapp.edge.admission import PRIORITY, Admission
from fateapp.edge.request import Request

PROCESSES, SECONDS = 2, 8.0
NETWORK = 0.0005
"""Seconds from a response to the client's next move."""
AGAIN = 0.01
"""Seconds until an impatient client repeats a refused request."""


class Simulation:
    """Clients that move without pause, and strangers who load pages so; after a refusal each waits as long as Retry-After says.

    `impatient` clients do not wait for it.
    """

    def __init__(
        self, clients: int, service: float, monkeypatch: pytest.MonkeyPatch, *, strangers: int = 0, impatient: bool = False
    ) -> None:
        self.now, self.service, self.impatient = 0.0, service, impatient
        self.priorities = [PRIORITY["move"]] * clients + [PRIORITY["stranger"]] * strangers
        monkeypatch.setattr(admission, "time", SimpleNamespace(monotonic=lambda: self.now))
        random.seed(clients)  # Retry-After is randomised
        self.chance = random.Random(clients)
        self.queues = [Admission(5.0) for _ in range(PROCESSES)]
        self.busy = [False] * PROCESSES
        self.order = itertools.count()
        self.events: list[tuple[float, int, int, Request | None]] = [
            (0.0, next(self.order), client, None) for client in range(len(self.priorities))
        ]
        self.waits: dict[int, list[float]] = {PRIORITY["move"]: [], PRIORITY["stranger"]: []}
        self.refused = 0

    def p95(self, priority: str = "move") -> float:
        """The 95th percentile of seconds from the arrival of a request to its response."""
        while self.events[0][0] < SECONDS:
            self.now, _, client, answered = heapq.heappop(self.events)
            if answered is None:
                self._arrive(client)
            else:
                self._answered(client, answered)
        waits = sorted(self.waits[PRIORITY[priority]])
        return waits[int(len(waits) * 0.95)]

    def _arrive(self, client: int) -> None:
        request = cast(Request, SimpleNamespace(priority=self.priorities[client], began=self.now, client=client))
        seconds = self.queues[client % PROCESSES].offer(request)
        if seconds is not None:
            self.refused += 1
            self._at(AGAIN if self.impatient else seconds, client)
        elif not self.busy[client % PROCESSES]:
            self._serve(client % PROCESSES)

    def _serve(self, process: int) -> None:
        request = self.queues[process].next()
        assert request is not None
        self.busy[process] = True
        seconds = self.service * self.chance.gammavariate(4, 0.25)
        self.queues[process].record_duration(request.priority, seconds)
        self._at(seconds, vars(request)["client"], request)

    def _answered(self, client: int, request: Request) -> None:
        process = client % PROCESSES
        self.waits[request.priority].append(self.now - request.began)
        self.busy[process] = False
        self._at(NETWORK, client)
        if any(queue.waiting for queue in self.queues[process].queues):
            self._serve(process)

    def _at(self, seconds: float, client: int, answered: Request | None = None) -> None:
        heapq.heappush(self.events, (self.now + seconds, next(self.order), client, answered))


@pytest.fixture(autouse=True)
def _chance() -> Iterator[None]:
    state = random.getstate()
    yield
    random.setstate(state)


@pytest.mark.parametrize("service", [0.003, 0.005, 0.01, 0.02])
def test_sixty_four_people_who_move_without_pause_wait_less_than_five_times_as_long_as_four(
    service: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Simulation(4, service, monkeypatch)
    alone = few.p95()
    many = Simulation(64, service, monkeypatch)
    assert many.p95() < 5 * alone
    assert not few.refused
    assert many.refused
    assert len(many.waits[PRIORITY["move"]]) > 0.95 * len(few.waits[PRIORITY["move"]])  # refusals do not leave the processes idle


@pytest.mark.parametrize("service", [0.003, 0.005])
def test_sixty_four_strangers_who_delay_nobody_are_all_answered(service: float, monkeypatch: pytest.MonkeyPatch) -> None:
    connections = Simulation(0, service, monkeypatch, strangers=64, impatient=True)
    assert connections.p95("stranger") < 0.2
    assert connections.refused == 0


@pytest.mark.parametrize("service", [0.003, 0.005, 0.01, 0.02])
def test_moves_wait_less_than_twice_as_long_beside_sixty_four_strangers_who_ignore_refusals(
    service: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Simulation(2, service, monkeypatch).p95()
    beside = Simulation(2, service, monkeypatch, strangers=64, impatient=True)
    assert beside.p95() < 2 * alone + service  # the request that is being served is finished first
    assert beside.refused
