"""Process received mails: claim, parse, verify the sender, then call the handler or hold the mail for confirmation.

The claim is a lease that is committed before the mail is processed. If a worker crashes, the lease expires, and the handler is called
again with the progress that it has stored, so that each mail has its effect once.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation

from notifications import correlation_id
from notifications.inbound import addresses, bounces, confirmation, handlers, loops, mail_loop, trust
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.handlers import Reply
from notifications.inbound.holding import hold
from notifications.inbound.reading import Reading, read
from notifications.local_time import zone_of
from notifications.models import InboundMail
from notifications.process import faults
from notifications.process.other_process import RETRY_AFTER, NotHere

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
MOST_ATTEMPTS = 5
BATCH = 100
FRESH = timedelta(days=5)
"""How long mail servers try to deliver a mail. An older signature on a mail that answers no question may be replayed by a third party."""
LATER = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
"""Delays between the attempts while the DNS does not answer. After the last one the mail is held and its owner is asked."""


def work_off(clock: Callable[[], datetime]) -> int:
    """Process up to BATCH received mails, oldest first, and return the number of mails that were claimed."""
    for count in range(BATCH):
        mail = _claim(clock())
        if mail is None:
            return count
        faults.hit("inbound.claimed")
        with correlation_id.during(correlation_id.fresh()):
            log.info("mail_claimed: mail %s", mail.pk)
            try:
                _handle(mail, clock())
            except NotHere as error:
                log.info("mail_deferred: mail %s (%s)", mail.pk, error)
                _put_back(mail, clock())
            except Exception:  # handlers may raise anything; the mail is retried when its lease expires
                log.exception("inbound_failed: mail %s", mail.pk)
    return BATCH


@transaction.atomic
def _claim(now: datetime) -> InboundMail | None:
    """Claim the oldest due mail with a lease. A mail with too many attempts is marked as failed; None if no mail is due."""
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


def _put_back(mail: InboundMail, now: datetime) -> None:
    """Release the claim without counting the attempt, because only another process can handle this mail."""
    mail.attempts, mail.lease_until = mail.attempts - 1, now + RETRY_AFTER
    mail.save(update_fields=["attempts", "lease_until"])


def _handle(mail: InboundMail, now: datetime) -> None:
    """Process a claimed mail by the purpose of its address. Automatic mails are ignored; unverified replies are held."""
    reading = read(bytes(mail.raw))
    if mail.address.purpose == bounces.PURPOSE:
        _settle(mail, InboundMail.State.DONE, bounces.take(mail, reading.mime, now))
        return
    if mail.address.purpose == mail_loop.PURPOSE:
        _settle(mail, InboundMail.State.DONE, mail_loop.take(mail, reading, _arrival(mail)))
        return
    home = mail.way == InboundMail.Way.MAILBOX
    why = "" if home or mail.confirmed else loops.automatic(reading, mail.sender)
    if why:
        _settle(mail, InboundMail.State.IGNORED, why)
    elif mail.address.purpose == confirmation.PURPOSE:  # only the owner has received this address
        _settle(mail, InboundMail.State.DONE, confirmation.take(mail, reading.lines, now))
    elif home or mail.confirmed or _believed(mail, reading, now):
        _hand_over(mail, reading.lines, now)


def _believed(mail: InboundMail, reading: Reading, now: datetime) -> bool:
    """Return whether the mail is verified as coming from the owner of the address. Any other mail is deferred or held."""
    found = trust.judge(reading, mail.address.person, _arrival(mail))
    log.info("mail_judged: mail %s %s: %s", mail.pk, found.verdict.value, found.why)
    if found.verdict is trust.Verdict.LATER and mail.attempts <= len(LATER):
        InboundMail.objects.filter(pk=mail.pk).update(lease_until=now + LATER[mail.attempts - 1], reason=found.why[:200])
    elif not found.is_believed:
        hold(mail, found.why, now)
    return found.is_believed


def _arrival(mail: InboundMail) -> Arrival:
    """Return the facts that verification needs. A mail to the public address is accepted up to `FRESH` after it was signed."""
    to = mail.session.get("to", "")
    public = bool(to) and mail.address.purpose == addresses.UNASKED
    asked_at = mail.received_at - FRESH if public else mail.address.created_at
    return Arrival(bytes(mail.raw), mail.way, mail.sender, to or addresses.written(mail.address), asked_at, mail.session, public=public)


def _hand_over(mail: InboundMail, lines: tuple[str, ...], now: datetime) -> None:
    """Call the handler in the owner's language and time zone, then mark the mail as done."""
    person = mail.address.person
    with translation.override(person.language), timezone.override(zone_of(person.zone)):
        handlers.get(mail.address.purpose)(Reply(mail, lines, mail.address.payload), now)
    faults.hit("inbound.acted")
    _settle(mail, InboundMail.State.DONE)
    faults.hit("inbound.marked")


def _settle(mail: InboundMail, state: str, reason: str = "") -> None:
    """Set the final state of a mail if it is still in process."""
    InboundMail.objects.filter(pk=mail.pk, state=InboundMail.State.RECEIVED).update(state=state, reason=reason, lease_until=None)
