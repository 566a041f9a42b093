"""Well-known URLs: robots.txt, security.txt, change-password."""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

PRIVATE = (
    *("/g/", "/api/", "/admin/", "/accounts/", "/settings/", "/messages/", "/players/", "/next", "/new/", "/substitutes/", "/sign-in/"),
    *(
        "/guest/",
        "/leaderboards/",
        "/answer/",
        "/calendar/",
        "/oauth/",
        "/mail/",
        "/dev/",
        "/language/",
        "/healthz",
        "/readyz",
        "/metrics",
        "/.well-known/change-password",
    ),
)
"""Tables, people and what belongs to them, and what is not a page. Everything else may be crawled."""

GOOD_FOR = timedelta(days=180)
"""RFC 9116 recommends less than a year, so that outdated files expire."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """RFC 9309: public pages may be crawled, tables and private pages not."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """RFC 9116: the security contact. It expires in half a year, at midnight, and is canonical at https only."""
    ends = datetime.combine((timezone.now() + GOOD_FOR).date(), time(), tzinfo=timezone.get_default_timezone())
    lines = [
        f"Contact: {settings.FATE_SECURITY_CONTACT}",
        f"Expires: {ends:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: " + ", ".join(code for code, _name in settings.LANGUAGES),
    ]
    if settings.SITE_IS_SECURE:
        lines.append(f"Canonical: {settings.SITE_URL}/.well-known/security.txt")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def change_password(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect of password managers (W3C, A Well-Known URL for Changing Passwords)."""
    return HttpResponseRedirect(reverse("account_change_password"))
