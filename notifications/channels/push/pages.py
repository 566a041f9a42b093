"""Web push on this device: the service worker, subscribing (by script) and removing devices."""

import json
from functools import cache
from pathlib import Path

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from notifications.channels.push import keys, service
from notifications.channels.push.channel import CHANNEL
from notifications.pages.own_pages import own_action

LARGEST = 5_000


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, under a URL that never changes, because browsers check it for updates there."""
    return HttpResponse(_service_worker_file(), content_type="text/javascript; charset=utf-8")


@cache
def _service_worker_file() -> bytes:
    path = finders.find("notifications/sw.js")
    if not isinstance(path, str):
        raise FileNotFoundError("notifications/static/notifications/sw.js is missing from this installation.")
    return Path(path).read_bytes()


@own_action
def subscribe(request: HttpRequest) -> HttpResponse:
    """Subscribe this browser; the body is `PushSubscription.toJSON()` of the Push API."""
    if not keys.available():
        raise Http404
    try:
        subscription = json.loads(request.body[:LARGEST])
        pair = subscription["keys"]
        service.subscribe(
            request.user, subscription["endpoint"], pair["p256dh"], pair["auth"], name=_device_name(request.headers.get("User-Agent", ""))
        )
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"error": gettext("A subscription has an endpoint and the keys p256dh and auth.")}, status=400)
    except service.BadSubscription as error:
        return JsonResponse({"error": str(error)}, status=400)
    messages.success(request, gettext("Notifications are on for this device."))
    return HttpResponse(status=204)


@own_action
def unsubscribe(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove one of my devices."""
    if not CHANNEL.remove(request.user, pk):
        raise Http404
    messages.success(request, gettext("Notifications are off for that device."))
    return redirect("notifications:preferences")


def _device_name(agent: str) -> str:
    """`Firefox, Linux`: enough to tell one's devices apart, without identifying a person."""
    browser = next((name for mark, name in (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"),
                                            ("Safari/", "Safari")) if mark in agent), "")  # fmt: skip
    system = next((name for mark, name in (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
                                           ("Mac OS", "Mac"), ("Linux", "Linux")) if mark in agent), "")  # fmt: skip
    return ", ".join(part for part in (browser, system) if part)
