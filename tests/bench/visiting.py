"""A visitor who follows the links and requests one page of every kind."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from django.urls import Resolver404, resolve

AGAIN = 6
"""Visits of each kind, each over a connection of its own, so that every web worker serves nearly all kinds."""
DEPTH = 3
LINK = re.compile(r'href="(/[^"#]*)')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def visit_everything(link: str, again: int = AGAIN) -> dict[str, str]:
    """Sign in by a one-time link and request one page of each kind that is linked; returns the paths by view name. Raises HTTPError
    when a page fails.
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
    """The name of the view for this path; empty for paths that must not be requested."""
    try:
        name = resolve(urlsplit(path).path).view_name
    except Resolver404:
        return ""
    return "" if "logout" in name else name


def _read(web: OpenerDirector, address: str, data: bytes | None = None) -> str:
    with web.open(address.replace("&amp;", "&"), data, timeout=30) as answer:
        text: str = answer.read().decode(errors="replace")
        return text
