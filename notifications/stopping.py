"""Graceful shutdown: a worker begins nothing new, and after a few seconds no longer waits for servers that do not answer."""

from __future__ import annotations

import threading

from notifications.channels.email import smtp

GRACE = 4.0
"""Seconds for conversations to end by themselves: whoever runs the worker has patience for ten."""

_asked = threading.Event()


def ask() -> None:
    """Have this process stop."""
    _asked.set()
    timer = threading.Timer(GRACE, smtp.cut_all)
    timer.daemon = True
    timer.start()


def asked() -> bool:
    """Whether this process has been told to stop."""
    return _asked.is_set()
