"""Mail: delivery of the outbox to a local SMTP server, compared with ready-made messages sent to the same server in a loop."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from time import perf_counter, process_time

from aiosmtpd.controller import Controller
from django.conf import settings

from notifications.clock import database_now
from notifications.delivery.deliver import deliver_due
from notifications.models import Message
from tests.bench.cells import Cell, Turn
from tests.ports import free_port

BARE_MAIL = "mail: bare SMTP loop, one connection"
BATCH = 100


class Sink:
    """An SMTP handler that accepts and discards every mail."""

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        """Accept the message."""
        return "250 taken"


@contextmanager
def sink() -> Iterator[int]:
    """Run the server on a free port and configure Django to use it."""
    port = free_port()
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    controller = Controller(Sink(), hostname="127.0.0.1", port=port)
    controller.start()
    try:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        yield port
    finally:
        controller.stop()


def cells(port: int) -> list[Cell]:
    """The bare loop, and the site's delivery: claim, compose, send, mark."""
    return [Cell(BARE_MAIL, lambda seconds: _bare(port, seconds)), Cell("mail: outbox delivered", _outbox, BARE_MAIL)]


def _bare(port: int, seconds: float) -> Turn:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Your turn", "fate@bench.example", "p@bench.example"
    message.set_content("It is your turn.\n" * 200)
    raw, count, begun = message.as_bytes(policy=policy.SMTP), 0, perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as line:
        while (spent := perf_counter() - begun) < seconds:
            line.sendmail("fate@bench.example", ["p@bench.example"], raw)
            count += 1
    return Turn(count / spent)


def _outbox(seconds: float) -> Turn:
    """The messages that other cells have left in the outbox, newest games first; the rate counts only mails that were sent."""
    sent, spent, cpu = 0, 0.0, 0.0
    while spent < seconds:
        now, begun, worked = database_now(), perf_counter(), process_time()
        done = deliver_due(now, BATCH)
        spent, cpu, sent = spent + perf_counter() - begun, cpu + process_time() - worked, sent + done.sent
        if not done.found:
            Message.objects.filter(state=Message.State.SENT).update(state=Message.State.QUEUED, sent_at=None, lease_until=None)
            if not Message.objects.filter(state=Message.State.QUEUED).exists():
                raise RuntimeError("The outbox is empty; measure moves first.")
    return Turn(sent / spent, cpu=cpu / max(sent, 1))
