"""One lane: claim due calls, make them concurrently, record the results.

All database work happens in the lane's own thread; each call has a thread without a database connection. So a hundred servers that do not
respond cost a hundred sleeping threads, and no connection.
"""

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from queue import Empty, SimpleQueue

from django.db import InterfaceError, OperationalError, transaction

from notifications import correlation_id
from notifications.calls import post as http_post
from notifications.calls.guard import Forbidden
from notifications.calls.post import NoResponse
from notifications.channels.base import Refused, Request, Result
from notifications.channels.registry import calling
from notifications.delivery import results, undelivered
from notifications.delivery.batches import Batch
from notifications.lanes import circuits
from notifications.lanes.candidates import Candidate
from notifications.lanes.claim import claim
from notifications.lanes.rules import PROMPT, Rules
from notifications.mail.compose import compose
from notifications.mail.mail import Mail
from notifications.process import faults

log = logging.getLogger(__name__)

DATABASE_ERRORS = (OperationalError, InterfaceError)
"""The database is unavailable; the owner of the lane tries again."""

CALLS_AT_ONCE = 10
"""Calls that are claimed and composed before the lane reads results again."""

TIMEOUTS_AT_ONCE = 5

LATEST_START = 20.0
"""Seconds after the claim: a call that cannot start by then is returned, so that it ends while its lease is valid."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call in flight: its formatted batch, its endpoint, the request."""

    batch: Batch
    mail: Mail
    endpoint: Candidate
    request: Request


@dataclass(slots=True)
class Lane:
    """The calls of one channel in one process. `clock` returns the current time; the methods may only be called from one thread."""

    rules: Rules
    clock: Callable[[], datetime]
    tally: Counter[str] = field(default_factory=Counter)
    in_flight: dict[int, Call] = field(default_factory=dict)
    _results: SimpleQueue[tuple[Call, Result]] = field(default_factory=SimpleQueue)
    _responses: deque[tuple[Call, Result]] = field(default_factory=deque)
    _timeouts: deque[tuple[Call, Result]] = field(default_factory=deque)

    def begin(self, room: int = CALLS_AT_ONCE) -> int:
        """Claim and start up to `room` calls; returns the number of messages that were due."""
        now, claimed_at = self.clock(), time.monotonic()
        claimed = claim(self.rules, now, used=len(self.in_flight), room=min(room, CALLS_AT_ONCE, self.rules.slots - len(self.in_flight)))
        faults.hit("deliver.claimed")
        done = claimed.claim
        settled = Counter(superseded=done.superseded, held=done.held, bounced=done.bounced, dead=done.dead, unreachable=claimed.postponed)
        self.tally.update(settled)
        self.tally["fanned_out"] += done.fanned_out
        for batch in done.batches:
            with correlation_id.during(batch.request_id):
                self._start(batch, claimed.endpoints[batch.rows[0].pk], now, claimed_at)
        return settled.total() + len(done.batches)

    def _start(self, batch: Batch, endpoint: Candidate, now: datetime, claimed_at: float) -> None:
        try:
            call = self._compose_call(batch, endpoint, now)
            if call is not None and time.monotonic() - claimed_at > LATEST_START:
                self.tally["later"] += results.postponed(list(batch.rows), "", now)
            elif call is not None:
                threading.Thread(target=self._send, args=[call], name=batch.channel, daemon=True).start()
                self.in_flight[endpoint.id] = call
        except DATABASE_ERRORS:
            raise
        except Exception as error:  # a kind is code of another app; its errors affect this message only
            self.tally.update(undelivered.failed(batch, error, now))

    def _compose_call(self, batch: Batch, endpoint: Candidate, now: datetime) -> Call | None:
        """The call, or None when its message is settled without one."""
        outcome = compose(batch, now)
        faults.hit("deliver.composed")
        self.tally.update(undelivered.without_text(outcome, now))
        if outcome.mail is None:
            return None
        channel = calling(self.rules.medium)
        mail = channel.format(batch, outcome.mail)
        try:
            return Call(batch, mail, endpoint, channel.request(batch, mail, now))
        except Refused as error:
            self.tally.update(undelivered.refused(batch, list(batch.rows), mail, error, now))
            return None

    def _send(self, call: Call) -> None:
        """In a thread of its own: make the call and queue the result."""
        started, request = time.monotonic(), call.request
        response: http_post.Response | NoResponse | Forbidden
        try:
            response = http_post.post(request.url, request.body, request.headers)
        except (NoResponse, Forbidden) as error:
            response = error
        except Exception as error:
            log.exception("call_failed: message %s", call.endpoint.id)
            response = NoResponse(f"The call failed: {type(error).__name__}")
        self._results.put((call, Result(response, int((time.monotonic() - started) * 1000))))

    def settle(self, seconds: float) -> None:
        """Record the results, after waiting up to `seconds` for the first one.

        Responses come first; of the calls without a response, which often time out together, TIMEOUTS_AT_ONCE are recorded each time.
        """
        self._collect(0 if self._responses or self._timeouts else seconds)
        while self._responses:
            self._record(*self._responses.popleft())
        for _number in range(min(TIMEOUTS_AT_ONCE, len(self._timeouts))):
            self._record(*self._timeouts.popleft())

    def _collect(self, seconds: float) -> None:
        """Sort new results into responses and timeouts."""
        try:
            received = self._results.get(timeout=seconds) if seconds > 0 else self._results.get_nowait()
            while True:
                (self._timeouts if received[1].no_response else self._responses).append(received)
                received = self._results.get_nowait()
        except Empty:
            return

    def _record(self, call: Call, result: Result) -> None:
        with correlation_id.during(call.batch.request_id):
            self._settle(call, result)

    def _settle(self, call: Call, result: Result) -> None:
        faults.hit("deliver.accepted")
        try:
            now = self.clock()
            with transaction.atomic():
                self._store_result(call, result, now)
        except DATABASE_ERRORS:
            self._results.put((call, result))
            raise
        except Exception as error:  # as above
            self.tally.update(undelivered.failed(call.batch, error, now))
        del self.in_flight[call.endpoint.id]
        faults.hit("deliver.marked")

    def _store_result(self, call: Call, result: Result, now: datetime) -> None:
        channel, rows = calling(self.rules.medium), list(call.batch.rows)
        try:
            provider_id = channel.record(call.batch, result, now)
        except Refused as error:
            if channel.server_failed(result):
                circuits.failed(call.endpoint, self.rules, now, silent=result.no_response)
            self.tally.update(undelivered.refused(call.batch, rows, call.mail, error, now))
        else:
            circuits.succeeded(call.endpoint, now, prompt=result.milliseconds <= PROMPT * 1000)
            self.tally["sent"] += results.sent(rows, call.mail, provider_id, now)
            log.info("message_sent: %s %s by %s", rows[0].kind, call.batch.message_id, call.batch.channel)

    def stop(self, seconds: float) -> None:
        """Wait up to `seconds` for the calls in flight and return the others to the queue; they are repeated under the same id."""
        end = time.monotonic() + seconds
        while self.in_flight and (left := end - time.monotonic()) > 0:
            self.settle(left)
        for call in self.in_flight.values():
            results.postponed(list(call.batch.rows), "", self.clock())
        self.in_flight.clear()
