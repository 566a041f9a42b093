"""Wake-ups leave the work that asks for them behind: one thread of each process sends them, several of a kind as one.

A request has long been answered while a slow broker is still asked, and a busy server wakes its workers ten times a second
instead of at every move (docs/decisions/0069-wake-ups-gather.md).
"""

from __future__ import annotations

import atexit
import os
import threading
import time

from notifications import correlation_id, pubsub
from notifications.task_signals import DELIVER, wake

GATHER = 0.1
"""Seconds after a wake-up in which further ones are gathered. The first one after a quiet time leaves at once."""
GATHER_HINTS = 0.01


class SignalThread:
    """What is to be sent, and the thread that sends it. It begins with the first wake-up and ends with the process."""

    gather = GATHER

    def __init__(self) -> None:
        self._wanted: dict[str, str] = {}
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._thread: threading.Thread | None = None

    def soon(self, task: str) -> None:
        """Have a call of `task` published. Costs the caller nothing and never fails: a lost wake-up costs latency only."""
        with self._changed:
            self._wanted.setdefault(task, correlation_id.current())
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="waker", daemon=True)
                self._thread.start()
            self._changed.notify()

    def flush(self) -> None:
        """Send now what is wanted, and wait until all of it is sent."""
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
    """The same for notices to listeners, which a person waits for: gathered for a shorter time, and told all at once."""

    gather = GATHER_HINTS

    def _send(self, wanted: dict[str, str]) -> None:
        if wanted:
            pubsub.publish(wanted)


_signals, _notices = SignalThread(), NoticeThread()


def _start_anew() -> None:
    """A forked process has the memory of its parent, but not its threads."""
    global _signals, _notices
    _signals, _notices = SignalThread(), NoticeThread()


os.register_at_fork(after_in_child=_start_anew)


def soon(task: str) -> None:
    """Have a call of `task` published by this process's waker."""
    _signals.soon(task)


def hint(word: str) -> None:
    """Have whoever listens told that something has changed. Costs the caller nothing and never fails."""
    _notices.soon(word)


@atexit.register
def flush() -> None:
    """Send everything that is wanted before going on; a command that ends now must not take it along."""
    _notices.flush()
    _signals.flush()


def wake_worker() -> None:
    """Ask for a delivery round."""
    soon(DELIVER)
