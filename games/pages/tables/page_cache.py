"""Pages are written once and kept, until something changes of what they show: most looks at a table find what was there before."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from secrets import token_hex
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from games.queries.process_cache import BoundedCache, tables_read
from games.queries.tables.state_digest import COVERED

MOST = 512
"""Pages kept by one process, some 20 KB each."""

HOLE = token_hex(32)
"""Stands in a kept page where each answer has its own token against forged forms; nobody outside this process knows it."""

FRAME = ("pk", "name", "name_chosen", "is_staff", "zone", "mail_comes_back", "email")
"""What `templates/base.html` and what it includes say of whoever looks."""

pages: BoundedCache[bytes] = BoundedCache(MOST)


def page(request: HttpRequest, mark: Hashable | None, write: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to a GET, from the shelf or written now. `mark` must change with every row that the page shows; None: not kept.

    A page that reads a table the marks do not speak for is not kept, nor is one with a message that is shown once.
    """
    if mark is None or request.method != "GET" or len(get_messages(request)):
        return write()
    key = (mark, *circumstances(request))
    content = pages.get(key)
    if content is None:
        response, covered = _with_holes(request, write)
        content = response.content
        if response.status_code != 200 or not covered:
            response.content = _filled(request, content)
            return response
        pages.put(key, content)
    return HttpResponse(_filled(request, content))


def _filled(request: HttpRequest, content: bytes) -> bytes:
    """The page with this answer's own token in its holes."""
    return content.replace(HOLE.encode(), get_token(request).encode())


def circumstances(request: HttpRequest) -> tuple[Hashable, ...]:
    """What a page depends on besides the rows it shows: what its frame says of who looks, the whole address, language, colours."""
    user: Any = request.user
    viewer = tuple(getattr(user, name, None) for name in FRAME)
    return (*viewer, request.build_absolute_uri(), get_language(), request.COOKIES.get("theme"))


def form_token(request: HttpRequest) -> dict[str, str]:
    """Context processor: a page that may be kept has a hole where its token will stand."""
    return {"csrf_token": HOLE} if getattr(request, "has_holes", False) else {}


def _with_holes(request: Any, write: Callable[[], HttpResponse]) -> tuple[HttpResponse, bool]:
    """The page as it may be kept, and whether it has read only what marks speak for."""
    request.has_holes = True
    try:
        with tables_read() as names:
            response = write()
    finally:
        request.has_holes = False
    return response, names <= COVERED
