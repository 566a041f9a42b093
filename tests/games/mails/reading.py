"""Checks that every mail must pass, whatever its content."""

from __future__ import annotations

import re
from email.message import EmailMessage

from notifications.mail.line_wrapping import WIDTH

LARGEST = 34_300
"""35 KB as stored by the recipient's mail server, with the headers that two mail servers add."""
LARGEST_OF_A_DAY = 60_000
"""Mail programs cut off mails longer than about 100 KB; three whole turns, one of them with its picture, take half of that."""
LINK = re.compile(r"https?://\S+|\S+@\S+")
PREVIEW = re.compile(r'<div style="display:\s*none[^>]*>(.*?)</div>', re.DOTALL)


def text_of(letter: EmailMessage) -> str:
    """The plain text part."""
    return _content(letter, "plain")


def page_of(letter: EmailMessage) -> str:
    """The HTML part."""
    return _content(letter, "html")


def pictures_of(letter: EmailMessage) -> dict[str, bytes]:
    """The embedded pictures by content id."""
    found: dict[str, bytes] = {}
    for part in letter.walk():
        if part.get_content_maintype() == "image":
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            found[str(part["Content-ID"]).strip("<>")] = content
    return found


def check(letter: EmailMessage, raw: bytes, most: int = LARGEST) -> None:
    """Check size, columns, first character and preview; no fixed width, no remote content, and an alt text for each picture."""
    name, text, page = str(letter["Subject"]), text_of(letter), page_of(letter)
    assert len(raw) <= most, name
    wide = [line for line in text.split("\n") if len(line) > WIDTH and not LINK.fullmatch(line.strip())]
    assert wide == [], name
    assert text.startswith("⁂ "), name
    assert "\n\n\n" not in text, name
    assert (preview := PREVIEW.search(page)) is not None, name
    assert preview[1].startswith("⁂"), name
    assert "<pre" not in page, name
    assert "monospace" not in page, name
    assert not re.search(r"""src="(?!cid:)""", page), name
    assert all(re.search(rf'cid:{cid}"[^>]*alt="[^"]{{20,}}"|alt="[^"]{{20,}}"[^>]*cid:{cid}"', page) for cid in pictures_of(letter)), name
    assert "prefers-color-scheme" in page, name


def _content(letter: EmailMessage, subtype: str) -> str:
    part = letter.get_body((subtype,))
    return str(part.get_content()) if part is not None else ""
