"""The site as an installable web app: manifest, icons and the offline page."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from csp.decorators import csp_update
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

DAY = 86_400
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-512-maskable", 512, "maskable"))

OFFLINE_STYLE = (
    "body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f5efe3;color:#2b241e;"
    "font:1.1rem/1.45 Georgia,serif;text-align:center}"
    "main{max-width:24rem;padding:1.5rem}h1{line-height:1.1}"
    "a{display:inline-block;padding:.7rem 1.4rem;border-radius:8px;background:#7e2a23;color:#fff;font-weight:600;text-decoration:none}"
    "@media(prefers-color-scheme:dark){body{background:#171512;color:#efe7d8}a{background:#e9a48f;color:#171512}}"
)
"""Inline, because nothing else can be loaded offline; the page's Content-Security-Policy allows its hash."""
OFFLINE_STYLE_HASH = f"'sha256-{b64encode(sha256(OFFLINE_STYLE.encode()).digest()).decode()}'"


@require_safe
@cache_control(max_age=DAY, private=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """W3C Web Application Manifest in the language of the request."""
    content = {
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
        "shortcuts": [{"name": gettext("Next game"), "url": reverse("games:next")}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """For browsers that request it without reading the page."""
    return HttpResponseRedirect(static("img/favicon.ico"))


COUNT = (
    '<circle cx="16.5" cy="16.5" r="7.5" fill="#fff9f0"/><text x="16.5" y="20.6" text-anchor="middle" font-family="sans-serif" '
    'font-weight="700" font-size="11.5" fill="#7e2a23">{}</text></svg>'
)
MOST_COUNTED = 9


@require_safe
@cache_control(max_age=DAY, public=True)
def icon(request: HttpRequest, waiting: int) -> HttpResponse:
    """The icon of a browser tab with the number of games that wait for the viewer."""
    return HttpResponse(
        plain_icon().replace("</svg>", COUNT.format(waiting if waiting <= MOST_COUNTED else "9+")), content_type="image/svg+xml"
    )


@cache
def plain_icon() -> str:
    """The icon without a number, from the static files."""
    path = finders.find("img/fate.svg")
    if path is None:
        raise FileNotFoundError("games/static/img/fate.svg is missing from this installation.")
    return Path(path).read_text()


@require_safe
@cache_control(max_age=DAY, private=True)
@csp_update({"style-src": [OFFLINE_STYLE_HASH]})
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows without a connection; it loads nothing else."""
    return render(request, "offline.html", {"style": OFFLINE_STYLE})
