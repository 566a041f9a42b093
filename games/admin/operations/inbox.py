"""The inbox of staff: open matters, each with a link to the page where it is handled."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from games.queries.operations import inbox as queries
from notifications.clock import database_now

PARTS = {
    "stuck": "games.view_game",
    "late": "games.view_game",
    "unrated": "games.view_game",
    "dead": "notifications.view_message",
    "reports": "games.view_report",
}
"""The permission to see each part of the inbox."""


VISIBLE: dict[str, Callable[[Any, list[Any]], list[Any]]] = {}
"""Parts of which a user may see some rows only, with the function `(user, rows)` that filters them."""


def register(part: str, permission: str, waiting: Callable[[], list[Any]], visible: Callable[[Any, list[Any]], list[Any]]) -> None:
    """Register a part of another app: the rows of `waiting`, filtered by `visible(user, rows)`, for users with the permission.

    `templates/admin/_inbox.html` has its texts. Called once per process, from `AppConfig.ready`.
    """
    PARTS[part], VISIBLE[part] = permission, visible
    queries.register(part, waiting)


def of(request: HttpRequest) -> dict[str, Any]:
    """The parts of the inbox that the user may see, for the template."""
    found = queries.inbox(database_now())
    user: Any = request.user
    parts: dict[str, Any] = {
        part: found.registered.get(part) or getattr(found, part, []) for part, permission in PARTS.items() if user.has_perm(permission)
    }
    parts |= {part: choose(user, parts[part]) for part, choose in VISIBLE.items() if parts.get(part)}
    silent = found.silent if user.has_perm("games.view_game") else None
    return parts | {"silent": silent, "count": sum(map(len, parts.values())) + (silent is not None)}


def show(request: HttpRequest) -> HttpResponse:
    """The page of the inbox, for users who may see some part of it."""
    if not any(request.user.has_perm(permission) for permission in PARTS.values()):
        raise PermissionDenied
    context = {**admin.site.each_context(request), "title": _("Inbox"), "inbox": of(request)}
    return TemplateResponse(request, "admin/inbox.html", context)
