"""A browser without JavaScript for drills: opens pages, submits forms, keeps cookies. Standard library only."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener


@dataclass
class Form:
    """A form with the values a browser would send unchanged."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


class Forms(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._select = ""
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record forms and their fields."""
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "form":
            self.found.append(Form(given.get("action", ""), given.get("method", "get").lower()))
            self._open = True
        elif self._open and tag == "input" and name and given.get("type") not in ("submit", "checkbox", "radio"):
            self.found[-1].fields[name] = given.get("value", "")
        elif self._open and tag == "input" and given.get("type") in ("checkbox", "radio") and name:
            self._choose(name, given)
        elif self._open and tag == "textarea":
            self.found[-1].fields[name] = ""
        elif self._open and tag == "select":
            self._select = name
        elif self._open and tag == "option" and ("selected" in given or self._select not in self.found[-1].fields):
            self.found[-1].fields[self._select] = given.get("value", "")

    def _choose(self, name: str, given: dict[str, str]) -> None:
        """The checked value; of radio buttons without one, the first."""
        if "checked" in given or (given["type"] == "radio" and name not in self.found[-1].fields):
            self.found[-1].fields[name] = given.get("value", "on")

    def handle_endtag(self, tag: str) -> None:
        """Close the form at its end tag."""
        self._open = self._open and tag != "form"


class Visitor:
    """A browser session at one site: cookies, present address and page."""

    def __init__(self, site: str) -> None:
        self.site, self.address, self.page = site, site, ""
        context = ssl.create_default_context()
        self._web = build_opener(HTTPCookieProcessor(CookieJar()), HTTPSHandler(context=context))

    def open(self, path: str, data: dict[str, str] | None = None) -> str:
        """Open a page. Raises urllib's HTTPError."""
        where = urljoin(self.address, path)
        body = None if data is None else urlencode(data).encode()
        with self._web.open(Request(where, body, {"Referer": self.address}), timeout=60) as answer:
            self.address, self.page = answer.url, answer.read().decode()
        return self.page

    def submit(self, action: str, **fields: str) -> str:
        """Submit the form whose action matches, with these fields changed. Raises `LookupError`: there is none."""
        forms = Forms()
        forms.feed(self.page)
        for form in forms.found:
            if form.method == "post" and re.search(action, form.action or self.address):
                return self.open(form.action or self.address, form.fields | fields)
        raise LookupError(f"{self.address} has no form for {action}; it has {[form.action for form in forms.found]}.")
