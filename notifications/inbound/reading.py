"""Parse a raw mail: the writer's own lines, the sender address, and the headers."""

import re
from dataclasses import dataclass

from notifications.inbound.html import text_of
from notifications.inbound.mime import Mime, Part, take_apart
from notifications.inbound.quotes import own_lines

_ADDRESS = re.compile(r"[^\s<>,;:\"'()\[\]@\x00][^\s<>,;:\"()\[\]@\x00]{0,63}@[^\s<>,;:\"'()\[\]@\x00]{1,255}")
"""An address may contain an apostrophe (`conan.o'brien@example.org`), but not begin with one: Outlook names people `'anna@example.org'`."""

_ONE = re.compile(r"(?=.{3,2000}$)(?:[^<>]*<[^<>\s]+@[^<>\s]+>|[^<>\s()\",;:]+@[^<>\s()\",;:]+)\s*(?:\([^()]*\))?\s*")
"""A From header of the form `Name <address>` or `address`, optionally followed by a comment."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed mail: the writer's own lines, the address in From (lower case; "" unless there is exactly one), and the MIME structure."""

    lines: tuple[str, ...]
    sender: str
    mime: Mime


def read(raw: bytes) -> Reading:
    """Parse a mail. Never raises for the content of a mail; a mail without text has no lines."""
    mime = take_apart(raw)
    return Reading(tuple(own_lines(_words(mime))), _sender(mime), mime)


def _words(mime: Mime) -> str:
    """Return the first plain text part that is not blank, else the first such HTML part as text. Attachments are ignored."""
    shown = [part for part in mime.parts if not part.is_attachment]
    for part in shown:
        if part.kind == "text/plain" and (text := _plain(part)).strip():
            return text
    for part in shown:
        if part.kind == "text/html" and (text := text_of(part.text())).strip():
            return text
    return ""


def _plain(part: Part) -> str:
    text = part.text()
    return _unflowed(text, join="" if part.parameter("delsp") == "yes" else " ") if part.parameter("format") == "flowed" else text


def _unflowed(text: str, join: str) -> str:
    """Join the lines of format=flowed text (RFC 3676): a line that ends in a space continues in the next line of the same quote depth."""
    lines: list[str] = []
    pieces: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip("\r")
        quoted = line.startswith(">")
        line = line[1:] if line.startswith(" ") else line
        if pieces and quoted:
            lines.append("".join(pieces))
            pieces = []
        if line.endswith(" ") and not quoted and line != "-- ":
            pieces.append(line[:-1] + join)
        else:
            lines.append("".join([*pieces, line]))
            pieces = []
    return "\n".join([*lines, "".join(pieces)])


def _sender(mime: Mime) -> str:
    """Return the address in From. Return "" for two From headers, several addresses or a group: mail programs show them differently."""
    headers = [str(value) for value in mime.head.get_all("From", [])]
    if len(headers) != 1 or not _ONE.fullmatch(headers[0]):
        return ""
    found = set(addresses_in(headers[0]))
    return found.pop() if len(found) == 1 else ""


def addresses_in(header: str) -> list[str]:
    """Return everything in a header that looks like an address, in lower case, including text in quotation marks and comments."""
    return [address.lower() for address in _ADDRESS.findall(header[:2000])]
