"""Pages are written once and kept, until something changes of what they show: most looks at a table find what was there before."""

from __future__ import annotations

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
"""Pages kept by one process, some 20 KB each."""

HOLE = token_hex(32)
"""Stands in a kept page where each answer has its own token against forged forms; nobody outside this process knows it."""

FRAME = ("pk", "name", "name_chosen", "is_staff", "zone", "mail_comes_back", "email")
"""What `templates/base.html` and what it includes say of whoever looks."""


class KeptPage:
    """A page with holes, and what is computed of it when it is sent for the second time."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def compressed(self) -> CompressedParts:
        """Made once; each answer adds its own token."""
        return CompressedParts(self.content, HOLE.encode())

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page for this request; `fateapp.compression` calls `gzipped` where the browser takes it."""
        token = get_token(request).encode()
        response: Any = HttpResponse(self.content.replace(HOLE.encode(), token))
        response.gzipped = lambda: self.compressed.filled(token, response.content)
        kept: HttpResponse = response
        return kept


pages: BoundedCache[KeptPage] = BoundedCache(MOST)


def page(request: HttpRequest, mark: Hashable | None, write: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to a GET, from the shelf or written now. `mark` must change with every row that the page shows; None: not kept.

    A page that reads a table the marks do not speak for is not kept, nor is one with a message that is shown once.
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
