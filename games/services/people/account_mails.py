"""Mails with codes and invitations to addresses. Anybody can request them, so they are rate limited by address and network.

A limit does not lock an address out: while no further mail may be sent to it, the code of the last one stays valid until the next may be
sent (`Allowance`). A code is valid in every browser.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.core.internal.cryptokit import normalize_user_code
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.models import AccountMail
from notifications.broker import signal_thread

DAY = timedelta(days=1)
TASK = "games.tasks.send_account_mails"


@dataclass(frozen=True, slots=True)
class Allowance:
    """A rate limit: `burst` mails to one address in a day, then one in every `gap`."""

    burst: int
    gap: timedelta

    def allows(self, sent: int, newest: datetime | None, now: datetime) -> bool:
        """Whether another mail may be sent, after `sent` mails within a day, the newest of them at the moment `newest`."""
        return sent < self.burst or newest is None or newest <= now - self.gap

    def good_for(self, sent: int) -> timedelta:
        """How long the code of the mail after `sent` others is valid: a short time, or until the next mail may be sent."""
        return CODE_LASTS if sent + 1 < self.burst else self.gap + CODE_LASTS


CODE_LASTS = timedelta(minutes=15)
KNOWN = Allowance(burst=5, gap=timedelta(hours=2))
"""For an address with an account: at most 16 a day, and as many for each browser that has signed in with it."""

STRANGER = Allowance(burst=2, gap=timedelta(hours=12))
"""For an address without an account: at most 4 a day."""

NOTICE = Allowance(burst=1, gap=DAY)
"""For the notice that there is no account."""

OTHERS = Allowance(burst=5, gap=DAY)
"""For mails without a sign-in code: invitations, confirmations of a new address."""

SHARE_OF_NOTICES = 2
"""Notices may use at most 1/2 of the day's mails to unknown addresses, so that codes for new accounts are still sent."""

SHARE_OF_NETWORK = 10
"""One network may use at most 1/10 of them."""


def ask(
    purpose: AccountMail.Purpose,
    address: str,
    *,
    browser: str = "",
    network: str = "",
    language: str,
    payload: Mapping[str, Any] | None = None,
) -> None:
    """Record a request for a mail to an address. One statement, whether or not the address is known."""
    with transaction.atomic():
        AccountMail.objects.create(
            purpose=purpose, address=address.lower(), lane=browser, network=network, language=language, payload=dict(payload or {})
        )
        transaction.on_commit(lambda: signal_thread.soon(TASK))


def digest(address: str, code: str) -> list[str]:
    """The digests under which a code may be stored: by the current secret key first, then by the previous ones."""
    text = f"{address.lower()}:{normalize_user_code(code)}"
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac("games.account-mail.code", text, secret=key, algorithm="sha256").hexdigest() for key in keys]


def use_code(address: str, code: str, *, now: datetime) -> bool:
    """Whether this code was sent to this address and is valid; it cannot be used again. One statement."""
    sent = AccountMail.objects.filter(address=address.lower(), digest__in=digest(address, code), good_until__gt=now, used_at=None)
    return bool(sent.update(used_at=now, good_until=None))


def forget(now: datetime) -> None:
    """Delete the requests that no rate limit counts any more."""
    AccountMail.objects.filter(created_at__lt=now - 2 * DAY).delete()
