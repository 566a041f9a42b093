"""Publish task signals from a background thread, one per process; several signals for the same task are sent as one.

So requests do not wait for a slow broker, and a busy server signals its workers at most ten times a second
(docs/decisions/0069-wake-ups-gather.md).
"""

import atexit
import os
import threading
import time

from notifications import correlation_id
from notifications.broker import pubsub
from notifications.broker.task_signals import DELIVER, publish

INTERVAL = 0.1
"""Seconds in which further signals are collected after one was sent. The first one after a pause is sent at once."""
NOTICE_INTERVAL = 0.004
"""The same for notices to open streams. With 0.01 a program that moves as soon as it has seen a move waited 4 ms more for each."""


class SignalThread:
    """Pending signals, and the daemon thread that sends them; it starts with the first signal."""

    interval = INTERVAL

    def __init__(self) -> None:
        self._pending: dict[str, str] = {}
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._thread: threading.Thread | None = None

    def soon(self, task: str) -> None:
        """Have a call of `task` published. Does not block and raises nothing: a lost signal costs latency only."""
        with self._changed:
            self._pending.setdefault(task, correlation_id.current())
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="task-signals", daemon=True)
                self._thread.start()
            self._changed.notify()

    def flush(self) -> None:
        """Send all pending signals now and wait until they are sent."""
        with self._sending:
            with self._changed:
                pending, self._pending = self._pending, {}
            self._send(pending)

    def _send(self, pending: dict[str, str]) -> None:
        for task, request_id in pending.items():
            with correlation_id.during(request_id):
                publish(task)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._pending)
            self.flush()
            time.sleep(self.interval)


class NoticeThread(SignalThread):
    """The same for notices to open streams, with a shorter interval, all in one publication."""

    interval = NOTICE_INTERVAL

    def _send(self, pending: dict[str, str]) -> None:
        if pending:
            pubsub.publish(pending)


_signals, _notices = SignalThread(), NoticeThread()


def _reset_after_fork() -> None:
    """Threads do not survive a fork: the child starts its own."""
    global _signals, _notices
    _signals, _notices = SignalThread(), NoticeThread()


os.register_at_fork(after_in_child=_reset_after_fork)


def soon(task: str) -> None:
    """Have a call of `task` published by the thread of this process."""
    _signals.soon(task)


def hint(name: str) -> None:
    """Notify open streams that something has changed. Does not block and raises nothing."""
    _notices.soon(name)


@atexit.register
def flush() -> None:
    """Send everything pending before the process ends, so that commands lose no signal."""
    _notices.flush()
    _signals.flush()


def signal_delivery() -> None:
    soon(DELIVER)
