"""Unsubscribing from a mail (RFC 8058): POST acts without cookie or CSRF token, anything else only shows the button.

Mail firewalls open every link they see; therefore opening this one must never change anything.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.links import UNSUBSCRIBE, BadLink
from notifications.pages.pages import title_of
from notifications.preference_changes import switch_off


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link switches off, or switch it off."""
    try:
        named = UNSUBSCRIBE.read(token)
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    done = request.method == "POST"
    if done:
        switch_off(named["player"], named["channel"], named["kinds"])
    return render(request, "notifications/unsubscribe.html", {"titles": [title_of(name) for name in named["kinds"]], "done": done})
