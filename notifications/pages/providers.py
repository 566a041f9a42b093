"""Where mail providers post the replies they receive for us, each in its own way and with its own signature: django-anymail reads them.

Only providers named in FATE_MAILIN_PROVIDERS have an address here. A mail is kept before its post is answered; a failure is a 5xx,
after which the provider posts it again, and the second copy is recognised by its Message-ID.
"""

from __future__ import annotations

import logging
from email import policy
from typing import Any

from anymail.signals import inbound
from anymail.webhooks.mailersend import MailerSendInboundWebhookView
from anymail.webhooks.mailgun import MailgunInboundWebhookView
from anymail.webhooks.mandrill import MandrillCombinedWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from anymail.webhooks.sendgrid import SendGridInboundWebhookView
from django.conf import settings
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from notifications.inbound import store
from notifications.inbound.poll import keep_any
from notifications.links import absolute
from notifications.models import InboundMail
from notifications.signal_thread import soon
from notifications.task_signals import READ_MAIL

log = logging.getLogger(__name__)

SIGNING: dict[str, tuple[Any, str]] = {
    "mailersend": (MailerSendInboundWebhookView, "inbound_secret"),
    "mailgun": (MailgunInboundWebhookView, "webhook_signing_key"),
    "mandrill": (MandrillCombinedWebhookView, "webhook_key"),
}
"""The view of django-anymail, and what it calls the signing key."""


class Postmark(PostmarkInboundWebhookView):
    """Never called without a password of its own, so it has nothing to warn of."""

    warn_if_no_basic_auth = False


class SendGrid(SendGridInboundWebhookView):
    """The same."""

    warn_if_no_basic_auth = False


UNSIGNED: dict[str, Any] = {"postmark": Postmark, "sendgrid": SendGrid}
AS_IT_CAME = policy.SMTP.clone(refold_source="none", utf8=True)


@csrf_exempt
def receive(request: HttpRequest, provider: str) -> HttpResponse:
    """Keep what the provider posts. 404 for one that is not configured, 400 for a signature or password that is not right."""
    key = settings.FATE_MAILIN_PROVIDERS.get(provider)
    options: dict[str, Any] = {"basic_auth": [settings.FATE_MAILIN_WEBHOOK_SECRET]} if settings.FATE_MAILIN_WEBHOOK_SECRET else {}
    if provider in SIGNING and key:
        view, name = SIGNING[provider]
        if provider == "mandrill":  # which signs its own idea of this address
            options["webhook_url"] = absolute(reverse("notifications:provider_hook", args=[provider]))
        return view.as_view(**{name: key}, **options)(request)
    if provider in UNSIGNED and key is not None and options:
        return UNSIGNED[provider].as_view(**options)(request)
    raise Http404("No such mail provider is configured here.")


@receiver(inbound)
def keep(sender: Any, event: Any, esp_name: str, **_more: Any) -> None:
    """Keep one mail and wake a worker. What is too long is let go: no reply is."""
    raw = event.message.as_bytes(policy=AS_IT_CAME)
    if len(raw) > store.LARGEST:
        log.warning("mail_too_long: %s bytes from %s", len(raw), esp_name)
    elif keep_any(raw, InboundMail.Way.WEBHOOK, recipient=event.message.envelope_recipient or ""):
        soon(READ_MAIL)
