"""Mail going out and coming in, tried with the servers themselves; no mail is sent."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

from fateapp.checks import is_this_machine
from fateapp.ops.doctor.finding import Finding, fail, ok, skip, warn

SETTING = "Correct FATE_EMAIL_URL."
PATIENCE = 10.0


def relay() -> Iterator[Finding]:
    """The whole conversation with the relay up to the recipient: greeting, encryption, password, our sender; then taken back."""
    backend = get_connection()
    if not isinstance(backend, EmailBackend):
        yield skip("mail relay", "mails stay here (FATE_EMAIL_URL is not set)" if settings.FATE_MAILBOX else "mails do not go by SMTP")
        return
    backend.timeout = PATIENCE
    where, sender = f"{backend.host}:{backend.port}", parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    try:
        backend.open()
        line = backend.connection
        assert line is not None
        line.ehlo_or_helo_if_needed()
        for say in (line.mail, line.rcpt):
            code, said = say(sender)
            if code >= 400:
                yield fail("mail relay", f"{where} does not take mail from {sender}: {code} {said.decode(errors='replace')}", _policy(code))
                return
        line.rset()
    except (OSError, smtplib.SMTPException) as error:
        yield fail("mail relay", f"{where}: {error}", SETTING)
        return
    finally:
        backend.close()
    if backend.use_tls or backend.use_ssl or is_this_machine(backend.host):
        yield ok("mail relay", f"{where} takes mail from {sender}")
    else:
        yield warn("mail relay", f"{where} takes mail, but password and letters travel in the open", "Use smtp+tls:// in FATE_EMAIL_URL.")


def _policy(code: int) -> str:
    return "Wait, then ask again." if code < 500 else "Allow this sender at the relay, or correct FATE_EMAIL_FROM."


def send_test(address: str) -> Finding:
    """Send one real mail; whether it arrives, and where, is for its reader to see."""
    text = "This mail was sent by `manage.py doctor`. If it lies in a junk folder, look at the lines SPF, DKIM and DMARC of its report."
    try:
        EmailMessage(
            "A test of your fateapp", text, settings.DEFAULT_FROM_EMAIL, [address], headers={"Auto-Submitted": "auto-generated"}
        ).send()
    except (OSError, smtplib.SMTPException) as error:
        return fail("test mail", f"{address}: {error}", SETTING)
    return ok("test mail", f"handed over for {address}; look whether it arrives, and whether as junk")


def reception() -> Iterator[Finding]:
    """Does our own mail server greet at every address where it should listen?"""
    if not settings.FATE_MAILIN_LISTEN:
        yield skip("mail reception", "no mail server of ours (FATE_MAILIN_LISTEN is not set)")
    for address in settings.FATE_MAILIN_LISTEN:
        parts = urlsplit(address)
        try:
            with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=PATIENCE) as line:
                greeting = line.recv(512).decode(errors="replace").strip()
        except OSError as error:
            yield fail("mail reception", f"{address}: {error}", "Start mailin (systemctl start fateapp-mailin).")
            continue
        if greeting.startswith("220 "):
            yield ok("mail reception", f"{address} greets")
        else:
            yield fail("mail reception", f"{address} says {greeting!r}", "Another program listens there; change FATE_MAILIN_LISTEN.")
