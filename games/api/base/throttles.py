"""DRF throttle: the limit of requests per caller and minute, counted in Valkey for all processes, or locally while it does not respond.

A request waits for Valkey 0.2 s at most. After a failure, the process counts locally for 30 s before it tries Valkey again.
"""

import logging
import math
import time
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import redis
from django.conf import settings
from rest_framework.permissions import SAFE_METHODS
from rest_framework.throttling import BaseThrottle

from games.models import ApiToken
from games.requests import person
from games.services.people.fingerprints import network
from notifications.broker.valkey_connection import ShortExchanges

log = logging.getLogger(__name__)
WINDOW = 60
BACKOFF = 30.0


class LimitState(NamedTuple):
    """The state of a limit: of `quota` requests per minute, `remaining` are left for the next `seconds`."""

    name: str
    quota: int
    remaining: int
    seconds: int


def rate_limit_headers(request: Any) -> dict[str, str]:
    """The RateLimit headers of a request (IETF draft "RateLimit header fields for HTTP"); empty if it was not counted."""
    state: LimitState | None = getattr(request, "limits", None)
    if state is None:
        return {}
    return {
        "RateLimit-Policy": f'"{state.name}";q={state.quota};w={WINDOW}',
        "RateLimit": f'"{state.name}";r={state.remaining};t={state.seconds}',
    }


class Limits(BaseThrottle):
    """Reads and changes are counted separately for each token, person or, of strangers, IPv4 address or IPv6 network.

    A read counts `view.read_cost` times, a change `view.cost` times.
    """

    def __init__(self) -> None:
        self._wait = 1.0

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count the request; True if the limit of the present minute is not exceeded."""
        now = time.time()
        reading = request.method in SAFE_METHODS
        who, most = self._caller(request)
        cost = view.read_cost if reading else view.cost
        key = f"fate:api:{who}:{'r' if reading else 'w'}:{int(now // WINDOW)}"
        self._wait = WINDOW - now % WINDOW
        most = most if reading else most // 2
        used = counters().add(key, cost)
        request.limits = LimitState("read" if reading else "change", most, max(0, most - used), math.ceil(self._wait))
        return used <= most

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return self._wait

    def _caller(self, request: Any) -> tuple[str, int]:
        if isinstance(request.auth, ApiToken):
            return f"t{request.auth.pk}", settings.FATE_API_RATE
        player = person(request)
        if player is not None:
            return f"p{player.pk}", settings.FATE_API_RATE
        address = self.get_ident(request)
        return f"a{network(address) or address}"[:80], max(1, settings.FATE_API_RATE // 5)


class Counters:
    """Counters in Valkey that all processes share, with local counters while Valkey does not respond."""

    def __init__(self, url: str) -> None:
        self._store = ShortExchanges(url, 0.2)
        self._backoff_until = 0.0
        self._own: Counter[str] = Counter()

    def add(self, key: str, amount: int) -> int:
        if time.monotonic() >= self._backoff_until:
            try:
                return int(self._store.ask(("INCRBY", key, amount), ("EXPIRE", key, 2 * WINDOW))[0])
            except (redis.RedisError, OSError) as error:
                self._backoff_until = time.monotonic() + BACKOFF
                log.warning("api_limits_are_local: Valkey does not answer, this process counts alone for %.0f s (%s)", BACKOFF, error)
        if len(self._own) > 20_000:
            self._own.clear()
        self._own[key] += amount
        return self._own[key]


@cache
def counters_at(url: str) -> Counters:
    """The counters in the store at this URL: one connection per process."""
    return Counters(url)


def counters() -> Counters:
    return counters_at(settings.REDIS_URL)
