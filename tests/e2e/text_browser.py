"""A minimal text browser like lynx or w3m, over real HTTP: follows links by text, fills fields by label, presses buttons.

No scripts, no styles, no pictures. It raises an error if there is no such link, field or button.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener

PATIENCE = 30
"""The time limit of a response in seconds, for a busy machine."""
SILENT = ("script", "style", "svg", "title")


@dataclass
class Form:
    """A form: its address, its hidden values, the names of its fields by label, and the texts of its buttons."""

    action: str
    method: str
    sent: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    """Collects what a text browser shows of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.forms: list[Form] = []
        self._ids: dict[str, str] = {}
        self._labels: dict[str, str] = {}
        self._open: list[tuple[str, str, int]] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._silent += tag in SILENT
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
        elif tag in ("input", "textarea") and self.forms and "name" in given:
            self.forms[-1].sent[given["name"]] = given.get("value", "")
            self._ids[given.get("id", "")] = given["name"]
        if tag in ("a", "button", "label"):
            self._open.append((tag, given.get("href", given.get("for", "")), len(self.words)))

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT
        if self._open and self._open[-1][0] == tag:
            _tag, target, since = self._open.pop()
            words = " ".join("".join(self.words[since:]).split())
            if tag == "a":
                self.links.append((words, target))
            elif tag == "label":
                self._labels[target] = words
            elif self.forms:
                self.forms[-1].buttons.append(words)
        elif tag == "form":
            for target, words in self._labels.items():
                if (name := self._ids.get(target)) in self.forms[-1].sent:
                    self.forms[-1].fields[words] = str(name)

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)


class TextBrowser:
    """The browser of one person. `text` is the text of the page, `address` its URL, `status` its HTTP status."""

    def __init__(self) -> None:
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.address, self.status, self.text = "", 0, ""
        self._page = _Reader()

    def open(self, address: str, sent: Mapping[str, str] | None = None) -> None:
        """Request a page, or send a form."""
        data = None if sent is None else urlencode(sent).encode()
        try:
            answer = self._opener.open(urljoin(self.address, address), data, timeout=PATIENCE)
        except HTTPError as refusal:
            answer = refusal
        with answer:
            self.address, self.status = answer.url, answer.status
            kind, content = answer.headers.get_content_type(), answer.read().decode()
        self._page = _Reader()
        if kind == "text/html":
            self._page.feed(content)
            content = "".join(self._page.words)
        self.text = content

    def follow(self, words: str) -> None:
        """Follow the first link whose text begins with these words."""
        found = [target for said, target in self._page.links if said.startswith(words)]
        assert found, f"no link says {words!r} on {self.address}, only {[said for said, _target in self._page.links]}"
        self.open(found[0])

    def press(self, button: str, **filled: str) -> None:
        """Fill fields, named by their labels with underscores for spaces, and press the button with this text."""
        form = next((form for form in self._page.forms if button in form.buttons), None)
        assert form is not None, f"no button says {button!r} on {self.address}"
        sent = dict(form.sent)
        for label, value in filled.items():
            names = [name for words, name in form.fields.items() if words.startswith(label.replace("_", " "))]
            assert names, f"no field is called {label!r}, only {list(form.fields)}"
            sent[names[0]] = value
        assert form.method == "post"
        self.open(form.action, sent)
