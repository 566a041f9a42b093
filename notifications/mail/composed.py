"""The composed text of one message, before a channel formats it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_CID = re.compile(r"[A-Za-z0-9-]{1,60}")


@dataclass(frozen=True, slots=True)
class Inline:
    """An inline picture of the HTML, referred to as `cid:<cid>` by an <img> whose alt text describes it.

    Raises ValueError for a cid that is not safe in a mail header.
    """

    cid: str
    mimetype: str
    content: bytes
    filename: str = "picture.png"

    def __post_init__(self) -> None:
        if not _CID.fullmatch(self.cid):
            raise ValueError(f"The picture id {self.cid!r} may only have letters, digits and hyphens (60 at most).")


@dataclass(frozen=True, slots=True)
class Composed:
    """One composed message in its recipient's language.

    `text` is complete by itself; `html` is a fragment without <html> and footer, which `layout` adds for all kinds, or None for a mail
    without HTML. `headers` are additional ones such as Reply-To. `thread` overrides the message's own thread when not empty. `link` is the
    page with the details, for channels that send a link only. `preview` is what a list of mails shows beside the subject.

    A message with a `brief` can be merged into another one of its thread: its sentences are then placed above that one's text, its
    `details` below.
    """

    subject: str
    text: str
    html: str | None = None
    attachments: tuple[Inline, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    thread: str = ""
    link: str = ""
    preview: str = ""
    brief: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
