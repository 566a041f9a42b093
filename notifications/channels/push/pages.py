"""Web push on this device: the service worker, subscribing by script, throwing out by button."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from notifications.channels.push import keys, service

LARGEST = 5_000


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker under a name that never changes, because a browser asks for it there for years."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@cache
def _worker() -> bytes:
    path = finders.find("notifications/sw.js")
    if not isinstance(path, str):
        raise FileNotFoundError("notifications/static/notifications/sw.js is missing from this installation.")
    return Path(path).read_bytes()


@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Let this browser in: its subscription as the Push API writes it (`PushSubscription.toJSON()`)."""
    if not keys.available():
        raise Http404
    try:
        given = json.loads(request.body[:LARGEST])
        pair = given["keys"]
        service.subscribe(request.user, given["endpoint"], pair["p256dh"], pair["auth"], name=_name(request.headers.get("User-Agent", "")))
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"error": gettext("A subscription has an endpoint and the keys p256dh and auth.")}, status=400)
    except service.BadSubscription as error:
        return JsonResponse({"error": str(error)}, status=400)
    messages.success(request, gettext("Notifications are on for this device."))
    return HttpResponse(status=204)


@login_required
@require_POST
def unsubscribe(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw one of my devices out."""
    if not service.unsubscribe(request.user, pk):
        raise Http404
    messages.success(request, gettext("Notifications are off for that device."))
    return redirect("notifications:preferences")


def _name(agent: str) -> str:
    """`Firefox, Linux`: enough to tell one's devices apart, nothing to follow anybody by."""
    browser = next((name for mark, name in (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"),
                                            ("Safari/", "Safari")) if mark in agent), "")  # fmt: skip
    system = next((name for mark, name in (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
                                           ("Mac OS", "Mac"), ("Linux", "Linux")) if mark in agent), "")  # fmt: skip
    return ", ".join(part for part in (browser, system) if part)
