"""Unsubscribe from a mail (RFC 8058): POST works without cookie or CSRF token; GET shows the button.

Mail scanners open every link, so GET must not change anything.
"""

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
        target = UNSUBSCRIBE.read(token)
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    done = request.method == "POST"
    if done:
        switch_off(target["player"], target["channel"], target["kinds"])
    return render(request, "notifications/unsubscribe.html", {"titles": [title_of(name) for name in target["kinds"]], "done": done})
