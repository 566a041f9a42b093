"""The inbox: what waits for somebody of the house, each with the way to where it is settled."""

from __future__ import annotations

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
"""Which part of the inbox takes which permission to see."""


VISIBLE: dict[str, Callable[[Any, list[Any]], list[Any]]] = {}
"""Parts of which somebody may see some rows only, with the function that chooses them."""


def register(part: str, permission: str, waiting: Callable[[], list[Any]], visible: Callable[[Any, list[Any]], list[Any]]) -> None:
    """Show another app's rows too, to whoever has the permission, those that `visible(user, rows)` leaves.

    `templates/admin/_inbox.html` has the words.
    """
    PARTS[part], VISIBLE[part] = permission, visible
    queries.register(part, waiting)


def of(request: HttpRequest) -> dict[str, Any]:
    """The parts this person may see."""
    found = queries.inbox(database_now())
    user: Any = request.user
    parts: dict[str, Any] = {
        part: found.registered.get(part) or getattr(found, part, []) for part, permission in PARTS.items() if user.has_perm(permission)
    }
    parts |= {part: choose(user, parts[part]) for part, choose in VISIBLE.items() if parts.get(part)}
    silent = found.silent if user.has_perm("games.view_game") else None
    return parts | {"silent": silent, "count": sum(map(len, parts.values())) + (silent is not None)}


def show(request: HttpRequest) -> HttpResponse:
    """The inbox as a page of its own, for whoever may act on some part of it."""
    if not any(request.user.has_perm(permission) for permission in PARTS.values()):
        raise PermissionDenied
    context = {**admin.site.each_context(request), "title": _("Inbox"), "inbox": of(request)}
    return TemplateResponse(request, "admin/inbox.html", context)
