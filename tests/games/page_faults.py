"""Detects faults in the markup of a page, for tests that request many pages."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
MAY_STAY_OPEN = frozenset(["p", "li", "dt", "dd", "option", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup"])
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers", "list")


def page_faults(page: str) -> list[str]:
    """The faults as sentences: unmatched tags, duplicate or missing ids, no title, no or several h1, pictures without alt."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    faults = [*reader.faults, *(f"<{tag}> is never closed" for tag in reader.open if tag not in MAY_STAY_OPEN)]
    faults += [f"the id {name} stands there {times} times" for name, times in Counter(reader.ids).items() if times > 1]
    faults += [f"{where} means the id {name}, which is not there" for where, name in reader.means if name not in reader.ids]
    if not reader.title.strip():
        faults.append("it has no title")
    if reader.headings != 1:
        faults.append(f"it has {reader.headings} h1")
    return faults


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.means: list[tuple[str, str]] = []
        self.faults: list[str] = []
        self.title, self.headings = "", 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look_at(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look_at(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] != tag and self.open[-1] in MAY_STAY_OPEN:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"line {self.getpos()[0]}: </{tag}> closes nothing; open is <{self.open[-1] if self.open else ''}>")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["title"] and "svg" not in self.open:
            self.title += data

    def _look_at(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if len(facts) < len(attrs):
            self.faults.append(f"line {self.getpos()[0]}: <{tag}> has an attribute twice")
        self.headings += tag == "h1"
        self.ids += [facts["id"]] if "id" in facts else []
        self.means += [(f"{name} of <{tag}>", word) for name in REFERENCES for word in facts.get(name, "").split()]
        if facts.get("href", "").startswith("#") and len(facts["href"]) > 1:
            self.means.append((f"href of <{tag}>", facts["href"][1:]))
        if tag == "img" and "alt" not in facts:
            self.faults.append(f"line {self.getpos()[0]}: a picture without alt")
