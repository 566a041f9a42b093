"""One lane: claims what may be called, makes the calls side by side, writes down what came back.

Everything that touches the database happens in the thread that owns the lane; each call has a thread of its own that knows the
request and nothing else. So a hundred servers that hang cost a hundred sleeping threads, and no connection.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from queue import Empty, SimpleQueue

from django.db import InterfaceError, OperationalError, transaction

from notifications import correlation_id, delivery_results, faults
from notifications.calls import post as posting
from notifications.calls.guard import Forbidden
from notifications.calls.post import NoAnswer
from notifications.channels.base import Refused, Request, Result
from notifications.channels.registry import calling
from notifications.compose import compose
from notifications.fallback import queue_fallbacks
from notifications.lanes import circuits
from notifications.lanes.candidates import Candidate
from notifications.lanes.claim import claim
from notifications.lanes.rules import PROMPT, Rules
from notifications.letters import Letter
from notifications.mail import Mail
from notifications.models import Message

log = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError)
"""The database cannot be asked: nobody's fault, and to be tried again by whoever owns the lane."""

AT_ONCE = 10
"""So many calls are claimed and composed before the lane looks again at what has come back and who answers promptly."""

SILENT_AT_ONCE = 5

LATEST_START = 20.0
"""Seconds after the claim: a call that could not begin by then is handed back, so that it ends while its lease holds."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call under way: its letter as it was formatted, its endpoint, the request."""

    letter: Letter
    mail: Mail
    endpoint: Candidate
    request: Request


@dataclass(slots=True)
class Lane:
    """The calls of one medium in one process. `clock` says what time it is; only the owning thread may call the methods."""

    rules: Rules
    clock: Callable[[], datetime]
    tally: Counter[str] = field(default_factory=Counter)
    under_way: dict[int, Call] = field(default_factory=dict)
    _back: SimpleQueue[tuple[Call, Result]] = field(default_factory=SimpleQueue)
    _answered: deque[tuple[Call, Result]] = field(default_factory=deque)
    _silent: deque[tuple[Call, Result]] = field(default_factory=deque)

    def begin(self, room: int = AT_ONCE) -> int:
        """Claim and start up to `room` calls; returns the number of messages that were found due."""
        now, since = self.clock(), time.monotonic()
        claimed = claim(self.rules, now, used=len(self.under_way), room=min(room, AT_ONCE, self.rules.slots - len(self.under_way)))
        faults.hit("deliver.claimed")
        done = claimed.claim
        settled = Counter(superseded=done.superseded, held=done.held, bounced=done.bounced, dead=done.dead, unreachable=claimed.put_off)
        self.tally.update(settled)
        self.tally["fanned_out"] += done.fanned_out
        for letter in done.letters:
            with correlation_id.during(letter.request_id):
                self._start(letter, claimed.endpoints[letter.rows[0].pk], now, since)
        return settled.total() + len(done.letters)

    def _start(self, letter: Letter, endpoint: Candidate, now: datetime, since: float) -> None:
        try:
            call = self._composed(letter, endpoint, now)
            if call is not None and time.monotonic() - since > LATEST_START:
                self.tally["later"] += delivery_results.postponed(list(letter.rows), "", now)
            elif call is not None:
                threading.Thread(target=self._make, args=[call], name=letter.channel, daemon=True).start()
                self.under_way[endpoint.id] = call
        except AWAY:
            raise
        except Exception as error:  # a kind is foreign code; only this message pays for what it raises
            self._crashed(letter, error, now)

    def _composed(self, letter: Letter, endpoint: Candidate, now: datetime) -> Call | None:
        """The call, or None when its message is settled without one."""
        outcome = compose(letter, now)
        faults.hit("deliver.composed")
        self.tally["superseded"] += delivery_results.superseded(outcome.stale)
        for row, reason in outcome.crashed:
            self.tally.update(delivery_results.crashed([row], reason, now))
        if outcome.mail is None:
            return None
        channel = calling(self.rules.medium)
        mail = channel.format(letter, outcome.mail)
        try:
            return Call(letter, mail, endpoint, channel.request(letter, mail, now))
        except Refused as error:
            self._refused(list(letter.rows), mail, error, now)
            return None

    def _make(self, call: Call) -> None:
        """In a thread of its own: call, and hand over what came back."""
        began, request = time.monotonic(), call.request
        said: posting.Answer | NoAnswer | Forbidden
        try:
            said = posting.post(request.url, request.body, request.headers)
        except (NoAnswer, Forbidden) as error:
            said = error
        except Exception as error:
            log.exception("call_failed: message %s", call.endpoint.id)
            said = NoAnswer(f"The call failed: {type(error).__name__}")
        self._back.put((call, Result(said, int((time.monotonic() - began) * 1000))))

    def settle(self, seconds: float) -> None:
        """Write down what has come back, after waiting for the first of it up to so many seconds.

        Answers come first; of servers that said nothing, which often give up together, only some are written down each time.
        """
        self._collect(0 if self._answered or self._silent else seconds)
        while self._answered:
            self._note(*self._answered.popleft())
        for _number in range(min(SILENT_AT_ONCE, len(self._silent))):
            self._note(*self._silent.popleft())

    def _collect(self, seconds: float) -> None:
        """Sort what has come back."""
        try:
            came = self._back.get(timeout=seconds) if seconds > 0 else self._back.get_nowait()
            while True:
                (self._silent if came[1].no_response else self._answered).append(came)
                came = self._back.get_nowait()
        except Empty:
            return

    def _note(self, call: Call, result: Result) -> None:
        with correlation_id.during(call.letter.request_id):
            self._settle(call, result)

    def _settle(self, call: Call, result: Result) -> None:
        faults.hit("deliver.accepted")
        try:
            now = self.clock()
            with transaction.atomic():
                self._write_down(call, result, now)
        except AWAY:
            self._back.put((call, result))
            raise
        except Exception as error:  # as above
            self._crashed(call.letter, error, now)
        del self.under_way[call.endpoint.id]
        faults.hit("deliver.marked")

    def _write_down(self, call: Call, result: Result, now: datetime) -> None:
        channel, rows = calling(self.rules.medium), list(call.letter.rows)
        try:
            provider_id = channel.record(call.letter, result, now)
        except Refused as error:
            if channel.server_failed(result):
                circuits.failed(call.endpoint, self.rules, now, silent=result.no_response)
            self._refused(rows, call.mail, error, now)
        else:
            circuits.succeeded(call.endpoint, now, prompt=result.milliseconds <= PROMPT * 1000)
            self.tally["sent"] += delivery_results.sent(rows, call.mail, provider_id, now)
            log.info("message_sent: %s %s by %s", rows[0].kind, call.letter.message_id, call.letter.channel)

    def _refused(self, rows: list[Message], mail: Mail, error: Refused, now: datetime) -> None:
        """Write the refusal down; what will never arrive goes its next way in the same transaction."""
        with transaction.atomic(savepoint=False):
            settled = delivery_results.bounced(rows, str(error), mail) if error.permanent else delivery_results.later(rows, str(error), now)
            if settled.get("bounced") or settled.get("dead"):
                self.tally["fanned_out"] += queue_fallbacks(rows)
        self.tally.update(settled)

    def _crashed(self, letter: Letter, error: Exception, now: datetime) -> None:
        log.exception("message_failed: message %s", letter.rows[0].pk)
        self.tally.update(delivery_results.crashed(list(letter.rows), f"Sending failed: {type(error).__name__}", now))

    def leave(self, seconds: float) -> None:
        """Begin nothing more; wait so long for what is under way, and hand back the rest, to be called again under the same id."""
        end = time.monotonic() + seconds
        while self.under_way and (left := end - time.monotonic()) > 0:
            self.settle(left)
        for call in self.under_way.values():
            delivery_results.postponed(list(call.letter.rows), "", self.clock())
        self.under_way.clear()
