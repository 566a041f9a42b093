"""Mails to addresses: asked for by anybody, bounded so that nobody is flooded and nobody is locked out.

An address never waits without a way in: while further mails to it are refused, the code of the last one stays good until the next
may leave (`Allowance`). A code is good for whoever can read the address's mail, in whichever browser it was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.core.internal.cryptokit import normalize_user_code
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.models import AccountMail
from notifications import signal_thread

DAY = timedelta(days=1)
TASK = "games.tasks.send_account_mails"


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many mails one address gets: `burst` in a day at any time, and after that one in every `gap`."""

    burst: int
    gap: timedelta

    def allows(self, sent: int, newest: datetime | None, now: datetime) -> bool:
        """Whether another mail may leave, when `sent` have left within a day, the newest at that moment."""
        return sent < self.burst or newest is None or newest <= now - self.gap

    def good_for(self, sent: int) -> timedelta:
        """How long the code of the mail after `sent` others is good: a short time, or until the next mail may leave."""
        return CODE_LASTS if sent + 1 < self.burst else self.gap + CODE_LASTS


CODE_LASTS = timedelta(minutes=15)
KNOWN = Allowance(burst=5, gap=timedelta(hours=2))
"""An address with an account: at most 16 a day, and as many again for each browser that has signed in with it."""

STRANGER = Allowance(burst=2, gap=timedelta(hours=12))
"""An address without one: at most 4 a day."""

NOTICE = Allowance(burst=1, gap=DAY)
"""That there is no account, once a day."""

OTHERS = Allowance(burst=5, gap=DAY)
"""Whatever else goes to one address without a code of ours: invitations, confirmations of a new address."""

SHARE_OF_NOTICES = 2
"""Notices take at most the second part of the day's mails to strangers: codes for new accounts matter more."""

SHARE_OF_NETWORK = 10
"""One network takes at most the tenth part, so that it cannot use up everybody's."""


def ask(
    purpose: AccountMail.Purpose,
    address: str,
    *,
    lane: str = "",
    network: str = "",
    language: str,
    payload: Mapping[str, Any] | None = None,
) -> None:
    """Note that somebody wants a mail to an address. One statement, whatever is known of the address."""
    with transaction.atomic():
        AccountMail.objects.create(
            purpose=purpose, address=address.lower(), lane=lane, network=network, language=language, payload=dict(payload or {})
        )
        transaction.on_commit(lambda: signal_thread.soon(TASK))


def digest(address: str, code: str) -> list[str]:
    """The hashes under which a code may be kept: the first by today's secret key, further ones by the keys before."""
    text = f"{address.lower()}:{normalize_user_code(code)}"
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac("games.account-mail.code", text, secret=key, algorithm="sha256").hexdigest() for key in keys]


def use_code(address: str, code: str, *, now: datetime) -> bool:
    """Whether this code was sent to this address and is good; if so, it is used up. One statement."""
    sent = AccountMail.objects.filter(address=address.lower(), digest__in=digest(address, code), good_until__gt=now, used_at=None)
    return bool(sent.update(used_at=now, good_until=None))


def forget(now: datetime) -> None:
    """Delete what no limit counts any more."""
    AccountMail.objects.filter(created_at__lt=now - 2 * DAY).delete()
