"""Sends requested account mails: look up the address, check the limits, compose, send, record.

The decision (limits, code) is committed before the mail is sent, under one lock for all workers, so that several
processes cannot exceed a limit together. A mail that the mail server rejected is retried with a new code.
"""

import logging
import smtplib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from allauth.core.internal.cryptokit import generate_user_code
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.db.models import Count, Max, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.models import AccountMail, Game, Player
from games.render.words import isolated
from games.services.people import account_mails, guests
from games.services.people.account_mails import DAY, KNOWN, NOTICE, OTHERS, SHARE_OF_NETWORK, SHARE_OF_NOTICES, STRANGER, Allowance
from notifications.links import absolute
from notifications.local_time import zone_of
from notifications.mail import layout
from notifications.sanitise import one_line

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
MOST_TRIES = 5
BATCH = 500
FEW = 25
"""After this many requests the budget for strangers is read again."""
LIMITS_LOCK = 0x5167_4E01
"""The advisory lock under which limits are checked."""

CLAIM = """
WITH due AS MATERIALIZED (
    SELECT id FROM games_accountmail WHERE due_at <= %(now)s AND attempts < %(most)s
    ORDER BY lane = '', due_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
)
UPDATE games_accountmail SET due_at = %(lease)s, attempts = attempts + 1 FROM due WHERE games_accountmail.id = due.id
RETURNING games_accountmail.id
"""
"""Requests of browsers that have signed in before come first, so that a flood of others does not delay them."""

Purpose = AccountMail.Purpose


def send_due(clock: Callable[[], datetime]) -> int:
    """Process a batch of requests; returns their number."""
    now = clock()
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"lease": now + LEASE, "now": now, "limit": BATCH, "most": MOST_TRIES})
        ids = [pk for (pk,) in cursor.fetchall()]
    mails = list(AccountMail.objects.filter(pk__in=ids).order_by("id"))
    people = Player.objects.by_address({mail.address for mail in mails})
    for mail in _worth_trying(mails, people, now):
        if AccountMail.objects.filter(pk=mail.pk, due_at=mail.due_at).update(due_at=clock() + LEASE):
            _try(mail, people.get(mail.address), clock())
    return len(ids)


def _worth_trying(mails: list[AccountMail], people: dict[str, Player], now: datetime) -> Iterator[AccountMail]:
    """Reduce a flood with few queries: keep one request per browser, and none of strangers once their budget is used.

    The budget is read again before every few mails, because the mails before them may have used it up.
    """
    seen: set[tuple[str, str, str]] = set()
    for start in range(0, len(mails), FEW):
        yield from _kept(mails[start : start + FEW], people, seen, now)


def _kept(mails: list[AccountMail], people: dict[str, Player], seen: set[tuple[str, str, str]], now: datetime) -> list[AccountMail]:
    """Delete the duplicates among these requests and return the rest; `seen` holds the earlier ones and is extended."""
    used_up = _strangers_today(now).count() >= settings.FATE_STRANGER_MAILS
    kept: list[AccountMail] = []
    dropped: list[AccountMail] = []
    for mail in mails:
        same = (mail.purpose, mail.address, mail.lane)
        again = mail.purpose in (Purpose.SIGN_IN, Purpose.SIGN_UP) and same in seen  # the code of the first one is valid here as well
        hopeless = used_up and mail.sent_at is None and mail.purpose != Purpose.INVITE and is_stranger(people.get(mail.address))
        (dropped if again or hopeless else kept).append(mail)
        seen.add(same)
    if used_up and dropped:
        _say_used_up()
    if dropped:
        AccountMail.objects.filter(pk__in=[mail.pk for mail in dropped]).delete()
    return kept


def _try(mail: AccountMail, player: Player | None, now: datetime) -> None:
    try:
        _settle(mail, player, now)
    except Exception:  # templates and mail back ends may raise anything; only this mail fails
        log.exception("account_mail_failed: %s #%d, attempt %d", mail.purpose, mail.pk, mail.attempts)
        _later(mail, now)


def _settle(mail: AccountMail, player: Player | None, now: datetime) -> None:
    if mail.purpose == Purpose.INVITE:
        _invite(mail, player, now)
        return
    if player is not None and not player.is_active:
        mail.delete()  # banned or erased: no mail is sent
        return
    given: str = mail.payload.get("code", "")
    code = given or (generate_user_code() if player is not None or mail.purpose != Purpose.SIGN_IN else "")
    if not _decide(mail, player, "" if given else code, now):
        mail.delete()
        return
    try:
        _message(mail, player, code).send()
    except (OSError, smtplib.SMTPException) as error:
        log.warning("account_mail_failed: %s #%d, attempt %d: %s", mail.purpose, mail.pk, mail.attempts, error)
        _later(mail, now)
    else:
        AccountMail.objects.filter(pk=mail.pk).update(due_at=None)
        log.info("account_mail_sent: %s #%d", mail.purpose, mail.pk)


def _later(mail: AccountMail, now: datetime) -> None:
    """Retry with exponential back-off; give up when the code would arrive too late to be useful."""
    again = now + timedelta(seconds=15 * 2**mail.attempts) if mail.attempts < MOST_TRIES else None
    AccountMail.objects.filter(pk=mail.pk).update(due_at=again, digest="", good_until=None)


@transaction.atomic
def _decide(mail: AccountMail, player: Player | None, code: str, now: datetime) -> bool:
    """Whether this mail may be sent. If so, it counts against the limits and its code is valid from now on."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LIMITS_LOCK])
    mail.stranger = is_stranger(player)
    allowance = _allowance(mail, code)
    sent, newest = _sent_to(mail, bool(code), now)
    if mail.sent_at is None and not (allowance.allows(sent, newest, now) and (not mail.stranger or _budget_allows(mail, allowance, now))):
        return False
    mail.sent_at = mail.sent_at or now
    if code:
        mail.digest = account_mails.digest(mail.address, code)[0]
        mail.good_until = now + allowance.good_for(sent)
    mail.save(update_fields=["stranger", "sent_at", "digest", "good_until"])
    return True


def _allowance(mail: AccountMail, code: str) -> Allowance:
    if code:
        return STRANGER if mail.stranger else KNOWN
    return NOTICE if mail.purpose == Purpose.SIGN_IN else OTHERS


def _sent_to(mail: AccountMail, with_code: bool, now: datetime) -> tuple[int, datetime | None]:
    """How many mails of this sort the address got within a day, and the time of the newest. A mail whose code was used does not count."""
    others = AccountMail.objects.filter(address=mail.address, sent_at__gt=now - DAY).exclude(pk=mail.pk)
    if with_code:
        others = others.filter(lane=mail.lane, used_at=None).exclude(digest="")
    else:
        others = others.filter(digest="", **({"purpose": mail.purpose} if mail.purpose == Purpose.SIGN_IN else {}))
    found = others.aggregate(count=Count("id"), newest=Max("sent_at"))
    return found["count"], found["newest"]


def _budget_allows(mail: AccountMail, allowance: Allowance, now: datetime) -> bool:
    """Whether the daily budgets of mails to strangers allow one more: in total, for notices, and per network."""
    budget: int = settings.FATE_STRANGER_MAILS
    today = _strangers_today(now)
    if today.count() >= budget:
        _say_used_up()
        return False
    if allowance is NOTICE and today.filter(purpose=Purpose.SIGN_IN).count() >= budget // SHARE_OF_NOTICES:
        return False
    share = max(budget // SHARE_OF_NETWORK, 1)
    return not mail.network or today.filter(network=mail.network).count() < share


def _strangers_today(now: datetime) -> QuerySet[AccountMail]:
    return AccountMail.objects.filter(stranger=True, sent_at__gt=now - DAY)


def _say_used_up() -> None:
    """Log that the budget is used up, at most once an hour."""
    if cache.add("stranger_mails_used_up", True, timeout=3600):
        log.warning(
            "stranger_mails_used_up: %d mails (FATE_STRANGER_MAILS) went to unknown addresses in a day", settings.FATE_STRANGER_MAILS
        )


def is_stranger(player: Player | None) -> bool:
    """Whether the address has no player, or one who was invited but has neither signed in nor taken a seat."""
    return player is None or (not player.name_chosen and player.last_login is None and not player.tenures.exists())


def _invite(mail: AccountMail, player: Player | None, now: datetime) -> None:
    """Put the invitation into the outbox; an unknown address gets a guest account."""
    game = Game.objects.filter(code=mail.payload["game"], status=Game.Status.OPEN).first()
    by = Player.objects.filter(pk=mail.payload["by"], is_active=True).first()
    if game is not None and by is not None and (player is None or player.is_active) and _decide(mail, player, "", now):
        guests.deliver(game, by, mail.address, language=mail.language)
    AccountMail.objects.filter(pk=mail.pk).update(due_at=None)


def _message(mail: AccountMail, player: Player | None, code: str) -> EmailMultiAlternatives:
    language, zone = (player.language, player.zone) if player else (mail.language, "UTC")
    context: dict[str, Any] = {
        "email": isolated(mail.address),
        "code": code,
        "until": mail.good_until,
        "known": player is not None,
        "signup_url": absolute(reverse("account_signup")),
    }
    template = f"account/email/{_template(mail, player)}"
    with translation.override(language), timezone.override(zone_of(zone)):
        subject = one_line(render_to_string(f"{template}_subject.txt", context).strip(), 120)
        words = render_to_string(f"{template}_message.txt", context).strip() + "\n"
        html = render_to_string("emails/account.html", {"subject": subject, "code": code, "paragraphs": words.strip().split("\n\n")})
        text, page = layout.alone(subject, words, html, language)
    headers = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
    message = EmailMultiAlternatives(subject, text, settings.DEFAULT_FROM_EMAIL, [mail.address], headers=headers)
    message.attach_alternative(page, "text/html")
    return message


def _template(mail: AccountMail, player: Player | None) -> str:
    if mail.purpose == Purpose.CONFIRM:
        return "new_address"
    if player is not None:
        return "login_code"
    return "sign_up_code" if mail.purpose == Purpose.SIGN_UP else "unknown_account"
