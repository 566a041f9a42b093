"""Tests of a mail server that is slow at each step: there is one time limit for the whole SMTP conversation about a mail."""

from __future__ import annotations

import smtplib
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.mail import EmailMessage

from notifications.channels.email import smtp

STEP = 0.4


class Dawdler(socketserver.StreamRequestHandler):
    """An SMTP server that accepts everything, each command after a delay."""

    def handle(self) -> None:
        """One conversation."""
        self.wfile.write(b"220 slow\r\n")
        data = False
        while line := self.rfile.readline():
            if data and line != b".\r\n":
                continue
            time.sleep(STEP)
            word, data = line.strip().upper(), line.strip().upper() == b"DATA"
            self.wfile.write(b"354 go on\r\n" if word == b"DATA" else b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")


@contextmanager
def dawdling() -> Iterator[int]:
    """The port of the slow server."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dawdler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def backend(port: int) -> smtp.Backend:
    """The site's back end for that server."""
    return smtp.Backend(host="127.0.0.1", port=port, username="", password="", timeout=30)


def test_mail_that_takes_too_long_in_all_is_given_up_though_every_answer_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "LONGEST", 2.5 * STEP)
    with dawdling() as port:
        began = time.monotonic()
        with pytest.raises(smtplib.SMTPServerDisconnected):
            backend(port).send_messages([EmailMessage("s", "t", "a@example.org", ["b@example.org"])])
        assert time.monotonic() - began < 5 * STEP + 5


def test_each_mail_of_a_conversation_has_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "LONGEST", 8 * STEP)
    with dawdling() as port:
        line = backend(port)
        line.open()
        for _mail in range(3):
            assert line.send_messages([EmailMessage("s", "t", "a@example.org", ["b@example.org"])]) == 1
        line.close()


def test_conversation_that_is_cut_ends_at_once() -> None:
    with dawdling() as port:
        line = backend(port)
        line.open()
        threading.Timer(STEP / 2, smtp.disconnect_all).start()
        with pytest.raises(smtplib.SMTPServerDisconnected):
            line.send_messages([EmailMessage("s", "t", "a@example.org", ["b@example.org"])])
