"""Webhooks of a person, for pages and API: create, change, rotate, enable, delete, test, redeliver.

Every function takes the owner; webhooks of other people are treated as missing.
"""

import base64
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from notifications import kinds, outbox
from notifications.calls import guard
from notifications.channels.webhook import about as abouts
from notifications.lanes import circuits
from notifications.models import Message, Webhook

MOST = 10
TEST = "webhook_test"
TESTS_PER_DAY = 30
OVERLAP = timedelta(hours=24)
"""How long calls are signed with the old secret, too, after a new one was made."""


class BadWebhook(Exception):
    """This cannot be done with a webhook; the text says why and what can. `code` is for programs."""

    def __init__(self, reason: str, code: str) -> None:
        super().__init__(reason)
        self.code = code


class NoSuchWebhook(BadWebhook):
    """It does not exist, or belongs to another person."""

    def __init__(self) -> None:
        super().__init__(_("You have no such webhook."), "no_such_webhook")


def offered() -> list[kinds.Kind]:
    return [kind for kind in kinds.all_kinds() if kinds.PROGRAMS in kind.channels]


def create(owner: Any, url: str, wanted: Iterable[str] = (), *, about: str = "") -> tuple[Webhook, str]:
    """A new webhook and its secret, which is shown once. With `about`, the name of a thread its owner may follow, it receives every change
    there; otherwise the kinds `wanted`. Raises `BadWebhook`.
    """
    chosen = _valid_kinds(wanted, about)
    _check_address(url)
    if about and not abouts.may_follow(owner, about):
        raise BadWebhook(_("There is no such table, or you may not see it."), "no_such_thread")
    with transaction.atomic():
        existing = list(Webhook.objects.filter(owner=owner).select_for_update().values_list("url", "about"))
        if len(existing) >= MOST:
            raise BadWebhook(_("You have %(most)d webhooks already; please delete one first.") % {"most": MOST}, "too_many")
        if (url, about) in existing:
            raise BadWebhook(_("You have a webhook for this address already."), "known_already")
        secret = new_secret()
        return Webhook.objects.create(owner=owner, url=url, about=about, kinds=chosen, secret=secret), secret


def change(owner: Any, pk: int, *, url: str | None = None, wanted: Iterable[str] | None = None) -> Webhook:
    """Change what is given; returns the webhook as stored. Raises `BadWebhook`; nothing is changed then."""
    if url is not None:
        _check_address(url)
    with transaction.atomic():
        webhook = _own_webhook(owner, pk)
        if url is not None:
            webhook.url = url
            circuits.reset(webhook.channel)
        if wanted is not None:
            webhook.kinds = _valid_kinds(wanted, webhook.about)
        webhook.save(update_fields=["url", "kinds"])
    return webhook


def rotate(owner: Any, pk: int, *, now: datetime) -> str:
    """A new secret, shown once; the old one signs, too, for OVERLAP. Raises `NoSuchWebhook`."""
    with transaction.atomic():
        webhook = _own_webhook(owner, pk)
        webhook.old_secret, webhook.old_until, webhook.secret = webhook.secret, now + OVERLAP, new_secret()
        webhook.save(update_fields=["old_secret", "old_until", "secret"])
    return webhook.secret


def enable(owner: Any, pk: int) -> None:
    """Enable it again after it was disabled. Raises `NoSuchWebhook`."""
    with transaction.atomic():
        webhook = _own_webhook(owner, pk)
        webhook.disabled_at, webhook.disabled_why, webhook.failing_since = None, "", None
        webhook.save(update_fields=["disabled_at", "disabled_why", "failing_since"])
        circuits.reset(webhook.channel)


def test(owner: Any, pk: int, *, now: datetime) -> None:
    """Send a test message, at most TESTS_PER_DAY a day. Raises `BadWebhook`."""
    with transaction.atomic():
        webhook = _live_webhook(owner, pk)
        recent = Message.objects.filter(recipient=owner, kind=TEST, created_at__gt=now - timedelta(days=1))
        if recent.count() >= TESTS_PER_DAY:
            raise BadWebhook(_("You have sent enough tests today."), "too_many_tests")
        outbox.put(TEST, owner.pk, f"test:{now.isoformat()}", channel=webhook.channel, payload={"webhook": webhook.pk})
        circuits.allow_trial(webhook.channel)


def redeliver(owner: Any, pk: int, message: int) -> None:
    """Send one settled message to it again, under the same id. Raises `BadWebhook`."""
    with transaction.atomic():
        webhook = _live_webhook(owner, pk)
        if not outbox.send_again(Message.objects.filter(recipient=owner, channel=webhook.channel, pk=message)):
            raise BadWebhook(_("There is no such message, or it is on its way."), "no_such_message")
        circuits.allow_trial(webhook.channel)


def new_secret() -> str:
    """`whsec_` and 256 random bits."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def _own_webhook(owner: Any, pk: int) -> Webhook:
    webhook = Webhook.objects.select_for_update().filter(owner=owner, pk=pk).first()
    if webhook is None:
        raise NoSuchWebhook
    return webhook


def _live_webhook(owner: Any, pk: int) -> Webhook:
    webhook = _own_webhook(owner, pk)
    if webhook.disabled_at is not None:
        raise BadWebhook(_("This webhook is switched off; switch it on first."), "switched_off")
    return webhook


def _valid_kinds(wanted: Iterable[str], about: str) -> list[str]:
    chosen = sorted(set(wanted))
    known = {kind.name for kind in offered()}
    if about and chosen:
        raise BadWebhook(_("A webhook of one table is told of every change there; it takes no kinds."), "bad_kinds")
    if not about and (not chosen or not set(chosen) <= known):
        raise BadWebhook(_("Choose at least one of these kinds: %(kinds)s.") % {"kinds": ", ".join(sorted(known))}, "bad_kinds")
    return chosen


def _check_address(url: str) -> None:
    try:
        guard.check_submitted(url)
    except guard.Forbidden as error:
        raise BadWebhook(str(error), "bad_address") from error
