"""Graceful shutdown: a worker starts nothing new, and after GRACE seconds its SMTP connections are closed."""

import threading

from notifications.channels.email import smtp

GRACE = 4.0
"""Seconds for SMTP conversations to end; a supervisor waits ten before it kills the worker."""

_asked = threading.Event()


def ask() -> None:
    """Request this process to stop."""
    _asked.set()
    timer = threading.Timer(GRACE, smtp.disconnect_all)
    timer.daemon = True
    timer.start()


def asked() -> bool:
    """Whether this process was requested to stop."""
    return _asked.is_set()
