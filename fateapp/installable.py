"""What makes the site a thing one can install: manifest, the icon under the name browsers guess, a page for times without a connection."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

DAY = 86_400
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-512-maskable", 512, "maskable"))


@require_safe
@cache_control(max_age=DAY, private=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """W3C, Web Application Manifest, in the language of who asks."""
    told = {
        "name": "Fate",
        "short_name": "Fate",
        "description": gettext("Card games of fate, at your own pace."),
        "lang": get_language() or "en",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5efe3",
        "theme_color": "#7e2a23",
        "icons": [
            {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use} for name, size, use in ICONS
        ],
        "shortcuts": [{"name": gettext("My next game"), "url": reverse("games:next")}],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Where browsers look that do not read the page."""
    return HttpResponseRedirect(static("img/favicon.ico"))


@require_safe
@cache_control(max_age=DAY, private=True)
def offline(request: HttpRequest) -> HttpResponse:
    """What the service worker shows while there is no connection: a page that needs nothing else."""
    return render(request, "offline.html")
