"""Per-process page cache: a rendered page is reused until something that it shows changes."""

from collections.abc import Callable, Hashable
from functools import cached_property
from secrets import token_hex
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from games.pages.compressed_parts import CompressedParts
from games.queries.process_cache import BoundedCache, tables_read
from games.queries.tables.state_digest import COVERED

MOST = 512
"""The most pages cached by one process, about 20 KB each."""

HOLE = token_hex(32)
"""Placeholder in a cached page for the CSRF token of each response; a random value known only to this process."""

FRAME = ("pk", "name", "name_chosen", "is_staff", "zone", "mail_comes_back", "email")
"""The facts about the viewer that `templates/base.html` and its includes show."""


class KeptPage:
    """A cached page with placeholders, and its compressed parts, computed when it is sent for the second time."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def compressed(self) -> CompressedParts:
        """The compressed parts, computed once; each response adds its own token."""
        return CompressedParts(self.content, HOLE.encode())

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The response for this request; `fateapp.web.compression` calls `gzipped` if the browser accepts gzip."""
        token = get_token(request).encode()
        response: Any = HttpResponse(self.content.replace(HOLE.encode(), token))
        response.gzipped = lambda: self.compressed.filled(token, response.content)
        kept: HttpResponse = response
        return kept


pages: BoundedCache[KeptPage] = BoundedCache(MOST)


def page(request: HttpRequest, mark: Hashable | None, write: Callable[[], HttpResponse]) -> HttpResponse:
    """The response to a GET, from the cache or rendered now. `mark` must change with every row that the page shows; None: not cached.

    A page that reads a database table not covered by marks is not cached, nor is one that shows a one-time message.
    """
    if mark is None or request.method != "GET" or len(get_messages(request)):
        return write()
    key = (mark, *circumstances(request))
    kept = pages.get(key)
    if kept is not None:
        return kept.answer(request)
    response, covered = _with_holes(request, write)
    if response.status_code == 200 and covered:
        pages.put(key, KeptPage(response.content))
    response.content = response.content.replace(HOLE.encode(), get_token(request).encode())
    return response


def circumstances(request: HttpRequest) -> tuple[Hashable, ...]:
    """What a page depends on besides its rows: the viewer's facts in the frame, the full URL, language, theme."""
    user: Any = request.user
    viewer = tuple(getattr(user, name, None) for name in FRAME)
    return (*viewer, request.scheme, request.get_host(), request.get_full_path(), get_language(), request.COOKIES.get("theme"))


def form_token(request: HttpRequest) -> dict[str, str]:
    """Context processor: a cacheable page gets a placeholder instead of the CSRF token."""
    return {"csrf_token": HOLE} if getattr(request, "has_holes", False) else {}


def _with_holes(request: Any, write: Callable[[], HttpResponse]) -> tuple[HttpResponse, bool]:
    """The page with placeholders, and whether it has read only tables covered by marks."""
    request.has_holes = True
    try:
        with tables_read() as names:
            response = write()
    finally:
        request.has_holes = False
    return response, names <= COVERED
