"""Decorators for the pages of a signed-in person; such pages are not cached."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def own_page(view: View[P]) -> View[P]:
    """Decorator: GET and HEAD only."""
    return login_required(never_cache(require_safe(view)))


def own_form(view: View[P]) -> View[P]:
    """Decorator: GET and HEAD for the form, POST to submit it."""
    return login_required(never_cache(require_http_methods(["GET", "HEAD", "POST"])(view)))


def own_action(view: View[P]) -> View[P]:
    """Decorator: POST only."""
    return login_required(never_cache(require_POST(view)))
