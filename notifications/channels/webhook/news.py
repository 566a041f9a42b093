"""Kinds of message of webhooks: the test, and the mail about a disabled webhook."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from notifications.channels.webhook.health import OFF
from notifications.channels.webhook.service import TEST
from notifications.composed import Composed
from notifications.kinds import PEOPLE, Kind
from notifications.links import absolute
from notifications.models import Message, Webhook
from notifications.render import render_mail


def _test(message: Message, now: datetime) -> Composed:
    link = absolute(reverse("notifications:webhook", args=[message.payload["webhook"]]))
    return Composed(gettext("A test, as you asked"), gettext("A test, as you asked") + "\n", link=link)


def _switched_off(message: Message, now: datetime) -> Composed | None:
    """Which webhook and why; None when it is enabled again or deleted."""
    webhook = Webhook.objects.filter(pk=message.payload["webhook"]).exclude(disabled_at=None).first()
    if webhook is None:
        return None
    link = absolute(reverse("notifications:webhook", args=[webhook.pk]))
    context = {"name": message.recipient.name, "url": webhook.url, "why": webhook.why, "link": link}
    return render_mail("webhook_off", context, link=link)


KINDS = (
    Kind(TEST, _("Test of a webhook"), _test, channels=("webhook",), optional=False),
    Kind(OFF, _("A webhook was switched off"), _switched_off, channels=("email", PEOPLE), optional=False),
)
