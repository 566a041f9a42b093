"""Webhook for inbound mail in raw form (RFC 5322), as mail relays and providers post it.

Authenticated by HTTP Basic; 404 unless FATE_MAILIN_WEBHOOK_SECRET is set.
"""

import base64
import binascii
import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from notifications.inbound import store
from notifications.inbound.poll import keep_any
from notifications.models import InboundMail
from notifications.signal_thread import soon
from notifications.task_signals import READ_MAIL


@csrf_exempt
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    """Store the posted mail (body `message/rfc822`, or the form field `body-mime`, `email` or `message`)."""
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
