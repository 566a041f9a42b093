"""Publish task signals from a background thread, one per process; several signals for the same task are sent as one.

So requests do not wait for a slow broker, and a busy server signals its workers at most ten times a second
(docs/decisions/0069-wake-ups-gather.md).
"""

from __future__ import annotations

import atexit
import os
import threading
import time

from notifications import correlation_id, pubsub
from notifications.task_signals import DELIVER, wake

GATHER = 0.1
"""Seconds after a signal in which further ones are collected. The first one after a pause is sent at once."""
GATHER_HINTS = 0.01


class SignalThread:
    """Signals to be sent, and the daemon thread that sends them; it starts with the first signal."""

    gather = GATHER

    def __init__(self) -> None:
        self._wanted: dict[str, str] = {}
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._thread: threading.Thread | None = None

    def soon(self, task: str) -> None:
        """Have a call of `task` published. Does not block and never fails: a lost signal costs latency only."""
        with self._changed:
            self._wanted.setdefault(task, correlation_id.current())
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="waker", daemon=True)
                self._thread.start()
            self._changed.notify()

    def flush(self) -> None:
        """Send all collected signals now and wait until they are sent."""
        with self._sending:
            with self._changed:
                wanted, self._wanted = self._wanted, {}
            self._send(wanted)

    def _send(self, wanted: dict[str, str]) -> None:
        for task, number in wanted.items():
            with correlation_id.during(number):
                wake(task)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted)
            self.flush()
            time.sleep(self.gather)


class NoticeThread(SignalThread):
    """The same for notices to open streams: collected for a shorter time, because people wait for them, and published together."""

    gather = GATHER_HINTS

    def _send(self, wanted: dict[str, str]) -> None:
        if wanted:
            pubsub.publish(wanted)


_signals, _notices = SignalThread(), NoticeThread()


def _start_anew() -> None:
    """Threads do not survive a fork: the child starts its own."""
    global _signals, _notices
    _signals, _notices = SignalThread(), NoticeThread()


os.register_at_fork(after_in_child=_start_anew)


def soon(task: str) -> None:
    """Have a call of `task` published by the thread of this process."""
    _signals.soon(task)


def hint(word: str) -> None:
    """Notify open streams that something has changed. Does not block and never fails."""
    _notices.soon(word)


@atexit.register
def flush() -> None:
    """Send everything that is collected, so that a command that ends now loses no signal."""
    _notices.flush()
    _signals.flush()


def wake_worker() -> None:
    """Signal the delivery of mails."""
    soon(DELIVER)
