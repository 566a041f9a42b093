"""Outgoing and incoming mail, tested with the servers themselves; no mail is sent."""

import re
import smtplib
import socket
from collections.abc import Iterator
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend

from fateapp import running_instance
from fateapp.environment import is_this_machine
from fateapp.ops.doctor.finding import Finding, fail, ok, skip, warn

SETTING = "Correct FATE_EMAIL_URL."
PATIENCE = 10.0


def relay() -> Iterator[Finding]:
    """An SMTP session with the relay up to the recipient: greeting, TLS, password, sender; then reset."""
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
        refused = next(((code, said) for code, said in (say(sender) for say in (line.mail, line.rcpt)) if code >= 400), None)
        line.rset()
    except (OSError, smtplib.SMTPException) as error:
        yield fail("mail relay", f"{where}: {error}", SETTING)
        return
    finally:
        backend.close()
    remark = ""
    if refused:
        code, words = refused[0], refused[1].decode(errors="replace")
        if not of_the_recipient(code, words):
            yield refusal(f"{where} does not take mail from {sender}: {code} {words}", code)
            return
        remark = f" (it knows no mailbox {sender}, so replies to it are lost)"
    if backend.use_tls or backend.use_ssl or is_this_machine(backend.host):
        yield ok("mail relay", f"{where} takes mail from {sender}{remark}")
    else:
        yield warn("mail relay", f"{where} takes mail, but password and mails are sent unencrypted", "Use smtp+tls:// in FATE_EMAIL_URL.")


def of_the_recipient(code: int, said: str) -> bool:
    """Whether a refusal is about the mailbox and not about the sending site. The test uses the site's own sender as recipient, which need
    not exist.

    RFC 3463: X.1.1, X.1.2, X.1.3, X.1.6, X.1.10 and X.2.1 are about the recipient's address; without such a code the text decides.
    """
    if status := re.match(r"[45]\.[0-9]{1,3}\.[0-9]{1,3}\b", said):
        return status[0][1:] in (".1.1", ".1.2", ".1.3", ".1.6", ".1.10", ".2.1")
    return code in (550, 551, 553) and bool(
        re.search(r"(no such|unknown) (user|recipient|mailbox|local)|user unknown|mailbox not found", said, re.I)
    )


def refusal(said: str, code: int) -> Finding:
    """A temporary refusal (grey-listing, a full queue: the outbox retries), or a permanent one."""
    if code < 500:
        return warn("mail relay", said, "Wait a few minutes, then ask again; our own mails are tried again by themselves.")
    return fail("mail relay", said, "Allow this sender at the relay, or correct FATE_EMAIL_FROM.")


def send_test(address: str) -> Finding:
    """Send one real mail; its reader sees whether it arrives."""
    text = "This mail was sent by `manage.py doctor`. If it lies in a junk folder, look at the lines SPF, DKIM and DMARC of its report."
    try:
        EmailMessage(
            "A test of your fateapp", text, settings.DEFAULT_FROM_EMAIL, [address], headers={"Auto-Submitted": "auto-generated"}
        ).send()
    except (OSError, smtplib.SMTPException) as error:
        return fail("test mail", f"{address}: {error}", SETTING)
    return ok("test mail", f"handed over for {address}; look whether it arrives, and whether as junk")


def reception() -> Iterator[Finding]:
    """Whether our mail server responds at every address where it should listen."""
    addresses = listening()
    if not addresses:
        yield skip("mail reception", "no mail server of ours listens here (FATE_MAILIN_LISTEN is not set)")
    for address in addresses:
        yield greeted(address)


def listening() -> list[str]:
    """The addresses at which our mail server should listen."""
    up = running_instance.find(settings.DATA_DIR)
    return up.mailin_listen if up else list(settings.FATE_MAILIN_LISTEN)


def start(role: str) -> str:
    """The remedy for a role that does not run or does not answer."""
    if running_instance.find(settings.DATA_DIR):
        return f"See {settings.DATA_DIR / 'log' / f'{role}.log'}."
    return f"Start {'a worker' if role == 'worker' else role} (systemctl start fateapp-{role})."


def greeted(address: str) -> Finding:
    parts = urlsplit(address)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=PATIENCE) as line:
            greeting = line.recv(512).decode(errors="replace").strip()
    except OSError as error:
        return fail("mail reception", f"{address}: {error}", start("mailin"))
    if greeting.startswith("220 "):
        return ok("mail reception", f"{address} greets")
    return fail("mail reception", f"{address} says {greeting!r}", "Another program listens there; change FATE_MAILIN_LISTEN.")
