"""Parse Authentication-Results headers (RFC 8601) and select those that this site's own mail server has written.

A header that breaks the grammar is ignored as a whole. Parsing on after an error could take values that the sender chooses (the envelope
sender, reasons, the identity of a signature) for results.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from notifications.inbound.mime import Mime

LONGEST = 3900
"""Longest header in characters that is parsed. `mime` cuts headers at 4,000 characters, and a cut header must not be parsed."""
DEEPEST = 20

_PIECE = re.compile(r'(?P<plain>[^"();\\]+)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<sign>[(;])', re.DOTALL)
_IN_COMMENT = re.compile(r"(?:[^()\\]|\\.)+|[()]", re.DOTALL)
_FORBIDDEN = re.compile("[\x00-\x08\x0a-\x1f\x7f\ue000\ue001]")
_KEPT = re.compile("\ue000(\\d+)\ue001")
_SERVER = re.compile("[ \t]*([^ \t=/]+)(?:[ \t]+(\\d+))?[ \t]*")
_METHOD = re.compile(r"[ \t]*([a-z][a-z0-9-]*)[ \t]*(?:/[ \t]*(\d+)[ \t]*)?=[ \t]*([a-z][a-z0-9-]*)(?![^ \t])", re.IGNORECASE)
_PROPERTY = re.compile(r"[ \t]+([a-z][a-z0-9_-]*(?:[ \t]*\.[ \t]*[a-z0-9_.-]+)?)[ \t]*=[ \t]*([^ \t]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one method (`dkim`, `spf`, `dmarc`), in lower case, with its properties (`header.from`, `smtp.mailfrom`)."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...] = ()

    def value(self, name: str) -> str:
        """Return the first property of that name; "" if there is none."""
        return next((value for known, value in self.properties if known == name), "")

    def domain(self, name: str) -> str:
        """Return the domain of a property whose value is a domain or an address."""
        return self.value(name).rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Header:
    """One parsed header: the name of the server that wrote it (authserv-id, lower case), and its results."""

    server: str
    results: tuple[Result, ...]


def parse(text: str) -> Header | None:
    """Parse the unfolded value of a header; None if it breaks the grammar, is too long, or has a version other than 1."""
    if len(text) >= LONGEST or _FORBIDDEN.search(text):
        return None
    strings: list[str] = []
    clauses = _clauses(text, strings)
    if clauses is None:
        return None
    server = _SERVER.fullmatch(clauses[0])
    if server is None or (server[2] or "1") != "1":
        return None
    said = [clause for clause in clauses[1:] if clause.strip(" \t")]
    if [clause.strip(" \t").lower() for clause in said] == ["none"]:
        said = []
    results = [_result(clause, strings) for clause in said]
    known = tuple(result for result in results if result is not None)
    return Header(_value(server[1], strings), known) if len(known) == len(results) else None


def _clauses(text: str, strings: list[str]) -> list[str] | None:
    """Split at semicolons and remove comments. Quoted strings are moved to `strings` and replaced by references to them.

    Return None for an unclosed comment or quoted string.
    """
    clauses, place = [""], 0
    while place < len(text):
        found = _PIECE.match(text, place)
        if found is None:
            return None
        place = found.end()
        if found["plain"]:
            clauses[-1] += found["plain"]
        elif found["quoted"]:
            strings.append(re.sub(r"\\(.)", r"\1", found["quoted"][1:-1], flags=re.DOTALL))
            clauses[-1] += f"\ue000{len(strings) - 1}\ue001"
        elif found["sign"] == ";":
            clauses.append("")
        else:
            place = _behind_comment(text, place)
            clauses[-1] += " "
            if not place:
                return None
    return clauses


def _behind_comment(text: str, place: int) -> int:
    """Return the place after the comment that was opened before `place`; 0 if it is not closed or nested too deeply."""
    depth = 1
    while depth:
        found = _IN_COMMENT.match(text, place)
        if found is None or depth > DEEPEST:
            return 0
        place = found.end()
        depth += {"(": 1, ")": -1}.get(found[0], 0)
    return place


def _result(clause: str, strings: list[str]) -> Result | None:
    """Parse `method[/version]=result name=value …`; None unless this covers every character of the clause."""
    begin = _METHOD.match(clause)
    if begin is None:
        return None
    properties, place = [], begin.end()
    while clause[place:].strip(" \t"):
        found = _PROPERTY.match(clause, place)
        if found is None:
            return None
        name = re.sub("[ \t]", "", found[1]).lower()
        properties.append((name, _value(found[2], strings)))
        place = found.end()
    method = begin[1] if (begin[2] or "1") == "1" else f"{begin[1]}/{begin[2]}"
    return Result(method.lower(), begin[3].lower(), tuple(properties))


def _value(text: str, strings: list[str]) -> str:
    return _KEPT.sub(lambda found: strings[int(found[1])], text).lower()


WRITERS = frozenset(
    {"received", "from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references"}
    | {"mime-version", "content-type", "dkim-signature"}
)
"""Headers that end the block which this site's mail server puts on top: its own Received, and headers that only authors write."""


def ours(mime: Mime, server: str) -> list[Result] | None:
    """Return all results of this site's own mail server, named `server`; None if it wrote none that can be parsed.

    Only headers with its name above every Received header count. Only that server can write there, because it puts its Received header
    on top of what it receives. Headers with its name further down may be forged by the sender: not every filter removes such headers.
    """
    found: list[Result] = []
    seen = False
    for header in _leading(mime):
        if header is None:
            return None
        if header.server != server.lower():
            break
        found += header.results
        seen = True
    return found if seen else None


def _leading(mime: Mime) -> Iterator[Header | None]:
    """Yield the Authentication-Results headers above the first header of `WRITERS`; None for one that cannot be parsed."""
    for name, value in mime.head.items():
        if name.lower() in WRITERS:
            return
        if name.lower() == "authentication-results":
            yield parse(str(value))
