"""One visitor who looks at a page of every kind, as the links lead."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from django.urls import Resolver404, resolve

AGAIN = 6
"""Visits of each kind, each over a connection of its own, so that every web worker has shown nearly all of them."""
DEPTH = 3
LINK = re.compile(r'href="(/[^"#]*)')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def visit_everything(link: str, again: int = AGAIN) -> dict[str, str]:
    """Sign in by a one-time link and look at one page of each kind that can be reached from there: the path by the name of the view.

    Raises HTTPError when one cannot be shown.
    """
    web = build_opener(HTTPCookieProcessor(CookieJar()))
    page = _read(web, link)
    token = TOKEN.search(page)
    page = _read(web, link, urlencode({"csrfmiddlewaretoken": token[1]}).encode()) if token else page
    parts, kinds, fresh = urlsplit(link), dict[str, str](), [page]
    for _ in range(DEPTH):
        new = {kind: path for text in fresh for path in LINK.findall(text) if (kind := _kind(path)) and kind not in kinds}
        kinds |= new
        fresh = [_read(web, f"{parts.scheme}://{parts.netloc}{path}") for path in new.values() for _time in range(again)]
    return kinds


def _kind(path: str) -> str:
    """The name of the view that serves it; empty for what is not to be visited."""
    try:
        name = resolve(urlsplit(path).path).view_name
    except Resolver404:
        return ""
    return "" if "logout" in name else name


def _read(web: OpenerDirector, address: str, data: bytes | None = None) -> str:
    with web.open(address.replace("&amp;", "&"), data, timeout=30) as answer:
        text: str = answer.read().decode(errors="replace")
        return text
