"""SMTP back end with a time limit per mail. Otherwise a server that replies slowly, but within the timeout of each reply, could block a
thread for minutes, and longer than the lease of its messages.
"""

from __future__ import annotations

import smtplib
import socket
import threading
import time
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

LONGEST = 30.0
"""Seconds for one mail, from the connection or the previous mail to the last reply. Some servers scan a mail for half of that."""

_open_connections: WeakSet[TimedSMTP] = WeakSet()
_lock = threading.Lock()


class TimedSMTP(smtplib.SMTP):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.deadline = time.monotonic() + LONGEST
        with _lock:
            _open_connections.add(self)
        super().__init__(*args, **kwargs)

    def getreply(self) -> tuple[int, bytes]:
        """The next reply. Raises SMTPServerDisconnected at the deadline."""
        self._set_timeout()
        return super().getreply()

    def send(self, s: Any) -> None:
        """Send a command. Raises SMTPServerDisconnected at the deadline."""
        self._set_timeout()
        super().send(s)

    def _set_timeout(self) -> None:
        if self.sock is None:
            return
        left = self.deadline - time.monotonic()
        if left <= 0:
            self.close()
            raise smtplib.SMTPServerDisconnected(f"one mail took the mail server longer than {LONGEST:.0f} s")
        self.sock.settimeout(min(left, self.timeout))

    def disconnect(self) -> None:
        """Close the connection from another thread; a pending read ends."""
        if (connected := self.sock) is not None:
            with suppress(OSError):  # it has ended by itself
                connected.shutdown(socket.SHUT_RDWR)


class TimedSMTPS(TimedSMTP, smtplib.SMTP_SSL):
    """The same over implicit TLS."""


class Backend(smtp.EmailBackend):
    """The value of EMAIL_BACKEND for SMTP."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return TimedSMTPS if self.use_ssl else TimedSMTP

    def _send(self, email_message: EmailMessage) -> bool:
        if isinstance(self.connection, TimedSMTP):
            self.connection.deadline = time.monotonic() + LONGEST
        return bool(super()._send(email_message))  # type: ignore[misc]


def disconnect_all() -> None:
    """Close all SMTP connections of this process; their mails are sent later under the same Message-ID."""
    with _lock:
        connections = list(_open_connections)
    for connection in connections:
        connection.disconnect()
