"""Django's SMTP back end with a bound for the whole conversation about one mail: a server that answers slowly, but in time for
each single answer, would otherwise hold a thread for minutes, and longer than the lease of what is being sent.
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
"""Seconds for one mail, from the connection or the previous mail to the last answer. Some servers look at a mail for half of that."""

_running: WeakSet[Timed] = WeakSet()
_lock = threading.Lock()


class Timed(smtplib.SMTP):
    """A conversation that ends in time, whatever the server does."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.until = time.monotonic() + LONGEST
        with _lock:
            _running.add(self)
        super().__init__(*given, **more)

    def getreply(self) -> tuple[int, bytes]:
        """The next answer. Raises SMTPServerDisconnected when there is no time left for it."""
        self._hurry()
        return super().getreply()

    def send(self, s: Any) -> None:
        """Say something. Raises SMTPServerDisconnected when there is no time left for it."""
        self._hurry()
        super().send(s)

    def _hurry(self) -> None:
        if self.sock is None:
            return
        left = self.until - time.monotonic()
        if left <= 0:
            self.close()
            raise smtplib.SMTPServerDisconnected(f"one mail took the mail server longer than {LONGEST:.0f} s")
        self.sock.settimeout(min(left, self.timeout))

    def cut(self) -> None:
        """End it from another thread; who waits for an answer gets none."""
        if (line := self.sock) is not None:
            with suppress(OSError):  # it has ended by itself
                line.shutdown(socket.SHUT_RDWR)


class TimedTls(Timed, smtplib.SMTP_SSL):
    """The same, encrypted from the beginning."""


class Backend(smtp.EmailBackend):
    """What EMAIL_BACKEND names where mails leave by SMTP."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Which conversation it holds."""
        return TimedTls if self.use_ssl else Timed

    def _send(self, email_message: EmailMessage) -> bool:
        if isinstance(self.connection, Timed):
            self.connection.until = time.monotonic() + LONGEST
        return bool(super()._send(email_message))  # type: ignore[misc]


def cut_all() -> None:
    """End every conversation of this process; their mails are sent later, under the same Message-ID."""
    with _lock:
        running = list(_running)
    for conversation in running:
        conversation.cut()
