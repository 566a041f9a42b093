"""Working off what has arrived: claim, read, believe or hold, hand over. Each mail acts once, whoever dies in between.

The claim is committed before anything is done, so a killed worker leaves a lease that runs out; the handler is then called
again with what it had noted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation

from notifications import faults, outbox, trace
from notifications.inbound import bounces, handlers, loops, trust
from notifications.inbound.handlers import Reply
from notifications.inbound.reading import read
from notifications.links import Purpose
from notifications.models import InboundMail
from notifications.rhythm import zone_of

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
MOST_ATTEMPTS = 5
CONFIRM = Purpose("confirm-reply", timedelta(days=14))
"""Signs the id of a held mail; the page behind it shows what was understood and a button."""


def work_off(clock: Callable[[], datetime], limit: int = 100) -> int:
    """Handle up to `limit` received mails, oldest first; returns how many were taken up."""
    for count in range(limit):
        mail = _claim(clock())
        if mail is None:
            return count
        faults.hit("inbound.claimed")
        with trace.during(trace.fresh()):
            log.info("mail_taken_up: mail %s", mail.pk)
            try:
                _handle(mail, clock())
            except Exception:  # a handler or a strange mail may raise anything; the lease brings it back a few times
                log.exception("inbound_failed: mail %s", mail.pk)
    return limit


@transaction.atomic
def _claim(now: datetime) -> InboundMail | None:
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    due = InboundMail.objects.select_for_update(skip_locked=True, of=("self",)).select_related("address__person")
    mail = due.filter(free, state=InboundMail.State.RECEIVED).order_by("pk").first()
    if mail is None:
        return None
    if mail.attempts >= MOST_ATTEMPTS:
        _settle(mail, InboundMail.State.FAILED, "Reading it failed again and again.")
        return _claim(now)
    mail.attempts, mail.lease_until = mail.attempts + 1, now + LEASE
    mail.save(update_fields=["attempts", "lease_until"])
    return mail


def _handle(mail: InboundMail, now: datetime) -> None:
    reading = read(bytes(mail.raw))
    if mail.address.purpose == bounces.PURPOSE:
        _settle(mail, InboundMail.State.DONE, bounces.take(mail, reading.mime, now))
        return
    home = mail.way == InboundMail.Way.MAILBOX
    why = "" if home or mail.confirmed else loops.automatic(reading, mail.sender)
    if why:
        _settle(mail, InboundMail.State.IGNORED, why)
    elif home or mail.confirmed or trust.trusted(reading, mail.address.person):
        _hand_over(mail, reading.lines, now)
    else:
        _hold(mail)


def _hand_over(mail: InboundMail, lines: tuple[str, ...], now: datetime) -> None:
    person = mail.address.person
    with translation.override(person.language), timezone.override(zone_of(person.zone)):
        handlers.get(mail.address.purpose)(Reply(mail, lines, mail.address.payload), now)
    faults.hit("inbound.acted")
    _settle(mail, InboundMail.State.DONE)
    faults.hit("inbound.marked")


@transaction.atomic
def _hold(mail: InboundMail) -> None:
    """Ask the owner of the address, once per question, and nobody else: the sender may be anybody."""
    _settle(mail, InboundMail.State.HELD, "not verified")
    outbox.put("confirm_reply", mail.address.person_id, f"confirm:{mail.address_id}", payload={"mail": mail.pk})


def _settle(mail: InboundMail, state: str, reason: str = "") -> None:
    InboundMail.objects.filter(pk=mail.pk, state=InboundMail.State.RECEIVED).update(state=state, reason=reason, lease_until=None)


def confirm(mail_id: int) -> bool:
    """The owner says that a held mail is theirs; False when it was settled before."""
    held = InboundMail.objects.filter(pk=mail_id, state=InboundMail.State.HELD)
    return bool(held.update(state=InboundMail.State.RECEIVED, confirmed=True, attempts=0))
