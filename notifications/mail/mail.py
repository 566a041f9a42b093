"""A finished mail: the composed messages of a batch in one layout with footer, ready for any channel."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass

from notifications.mail.composed import Inline


@dataclass(frozen=True, slots=True)
class Mail:
    """What is sent, and what the recipient can read again later.

    `unsubscribe` is the RFC 8058 URL, or "" for kinds that cannot be switched off; `thread` groups mails; `link` is the page with the
    details.
    """

    subject: str
    text: str
    html: str
    attachments: tuple[Inline, ...]
    headers: Mapping[str, str]
    thread: str
    unsubscribe: str
    link: str = ""

    def html_with_pictures(self) -> str:
        """The HTML with its pictures as data URLs, for the development mailbox, which cannot resolve `cid:`."""
        page = self.html
        for picture in self.attachments:
            data = base64.b64encode(picture.content).decode("ascii")
            page = page.replace(f"cid:{picture.cid}", f"data:{picture.mimetype};base64,{data}")
        return page
