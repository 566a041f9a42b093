"""Webhooks for inbound mail: one for raw mails, and those of mail providers, whose requests django-anymail checks and parses.

Only providers named in FATE_MAILIN_PROVIDERS have a URL. A mail is stored before the request is answered. A failure is answered with 5xx:
the provider sends the mail again, and a second copy is recognised by its Message-ID.
"""

import base64
import binascii
import logging
import secrets
from email import policy
from typing import Any

from anymail.signals import inbound
from django.conf import settings
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from notifications.broker.signal_thread import soon
from notifications.broker.task_signals import READ_MAIL
from notifications.inbound import store
from notifications.inbound.poll import keep_any
from notifications.links import absolute
from notifications.models import InboundMail

log = logging.getLogger(__name__)

SIGNED = {
    "mailersend": ("anymail.webhooks.mailersend.MailerSendInboundWebhookView", "inbound_secret"),
    "mailgun": ("anymail.webhooks.mailgun.MailgunInboundWebhookView", "webhook_signing_key"),
    "mandrill": ("anymail.webhooks.mandrill.MandrillCombinedWebhookView", "webhook_key"),
}
"""Providers that sign their requests: the view and the name of its option for the signing key."""

UNSIGNED = {
    "postmark": "anymail.webhooks.postmark.PostmarkInboundWebhookView",
    "sendgrid": "anymail.webhooks.sendgrid.SendGridInboundWebhookView",
}
"""Providers that authenticate with a password (HTTP basic) only."""

UNCHANGED = policy.SMTP.clone(refold_source="none", utf8=True)


@csrf_exempt
def receive(request: HttpRequest, provider: str) -> HttpResponse:
    """Store the posted mail. 404 for a provider that is not configured, 400 for a wrong signature or password.

    The view is imported at the first call, because most sites have no such provider.
    """
    key = settings.FATE_MAILIN_PROVIDERS.get(provider)
    options: dict[str, Any] = {"basic_auth": [settings.FATE_MAILIN_WEBHOOK_SECRET]} if settings.FATE_MAILIN_WEBHOOK_SECRET else {}
    if provider in SIGNED and key:
        view, option = SIGNED[provider]
        if provider == "mandrill":  # signs the URL as it is configured there
            options["webhook_url"] = absolute(reverse("notifications:provider_hook", args=[provider]))
        return import_string(view).as_view(**{option: key}, **options)(request)
    if provider in UNSIGNED and key is not None and options:
        # the view's warning overlooks a password that is passed as an option
        view_class: Any = type(provider, (import_string(UNSIGNED[provider]),), {"warn_if_no_basic_auth": False})
        return view_class.as_view(**options)(request)
    raise Http404("No such mail provider is configured here.")


@receiver(inbound)
def keep(sender: Any, event: Any, esp_name: str, **_more: Any) -> None:
    """Store one mail and signal a worker. A mail over `store.LARGEST` bytes is dropped: no reply is that long."""
    raw = event.message.as_bytes(policy=UNCHANGED)
    if len(raw) > store.LARGEST:
        log.warning("mail_too_long: %s bytes from %s", len(raw), esp_name)
    elif keep_any(raw, InboundMail.Way.WEBHOOK, recipient=event.message.envelope_recipient or ""):
        soon(READ_MAIL)


@csrf_exempt
@require_POST
def receive_raw(request: HttpRequest) -> HttpResponse:
    """Store a mail posted in raw form (RFC 5322): body `message/rfc822`, or the form field `body-mime`, `email` or `message`.

    Authenticated by HTTP Basic; 404 unless FATE_MAILIN_WEBHOOK_SECRET is set.
    """
    if not settings.FATE_MAILIN_WEBHOOK_SECRET:
        raise Http404
    if not _is_authorized(request.headers.get("Authorization", "")):
        return HttpResponse("This hook wants its own name and password.", status=401, headers={"WWW-Authenticate": "Basic"})
    raw = _raw(request)
    if not raw or len(raw) > store.LARGEST:
        return HttpResponse("A raw mail of at most ten million bytes is wanted.", status=413 if raw else 400)
    new = keep_any(raw, InboundMail.Way.WEBHOOK)
    if new:
        soon(READ_MAIL)
    return HttpResponse("kept" if new else "known, or not for us")


def _is_authorized(header: str) -> bool:
    try:
        credentials = base64.b64decode(header.removeprefix("Basic "), validate=True)
    except (binascii.Error, ValueError):
        return False
    return secrets.compare_digest(credentials, settings.FATE_MAILIN_WEBHOOK_SECRET.encode())


def _raw(request: HttpRequest) -> bytes:
    if request.content_type == "message/rfc822":
        return request.read(store.LARGEST + 1)
    named = (request.POST.get(name) for name in ("body-mime", "email", "message"))
    return next((text for text in named if text), "").encode("utf-8", "surrogateescape")
