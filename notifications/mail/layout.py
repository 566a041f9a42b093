"""Render composed messages into one mail: messages of one thread under one heading, one layout, one footer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from css_inline import CSSInliner
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import ngettext

from notifications import kinds
from notifications.inbound.quotes import OPENING
from notifications.links import UNSUBSCRIBE, absolute
from notifications.mail.composed import Composed, Inline
from notifications.mail.line_wrapping import fold
from notifications.mail.mail import Mail
from notifications.models import Message
from notifications.sanitise import body, one_line

MOST_PICTURES = 16_000
"""Bytes of pictures in one mail. A daily mail about several games has the picture of the first only; the others are linked."""
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_PICTURE = r'<img[^>]*"cid:{}"[^>]*>'


@dataclass(frozen=True, slots=True)
class Piece:
    """The messages of one thread: the main one, and the sentences the others add above and below it."""

    part: Composed
    rows: tuple[Message, ...]
    brief: tuple[str, ...] = ()
    details: tuple[str, ...] = ()

    @property
    def thread(self) -> str:
        """The thread, "" for a message without one."""
        return self.part.thread or self.rows[0].thread


def lay_out(rows: list[Message], parts: list[Composed], person: Any) -> Mail:
    """Combine the parts into one mail with one subject and one footer."""
    pieces = _pieces(rows, parts)
    first, alone = pieces[0], len(pieces) == 1
    subject = one_line(first.part.subject if alone else _common_subject([piece.part for piece in pieces]), 120)
    unsubscribe = _unsubscribe(rows, person)
    pages = [piece.part.html or "" for piece in pieces]
    pictures, pages = _within_bounds([picture for piece in pieces for picture in piece.part.attachments], pages)
    context = {
        "pieces": list(zip(pieces, pages, strict=True)),
        "subject": subject,
        "opening": OPENING,
        "preview": " ".join([*first.brief, first.part.preview]).strip() if alone else " · ".join(piece.part.subject for piece in pieces),
        "language": person.language,
        "unsubscribe": unsubscribe,
        "preferences": absolute(reverse("notifications:preferences")),
        "site": absolute("/"),
    }
    return Mail(
        subject=subject,
        text=text(context),
        html=page(context) if any(pages) else "",
        attachments=tuple(pictures),
        headers=_headers(pieces),
        thread=first.thread if len({piece.thread for piece in pieces}) == 1 else "digest",
        unsubscribe=unsubscribe,
        link=(first.part.link if alone else "") or absolute(reverse("notifications:messages")),
    )


def alone(subject: str, words: str, html: str, language: str) -> tuple[str, str]:
    """Text and HTML of a mail that is not in the outbox (a sign-in code), in the same layout."""
    pieces = [({"part": Composed(subject, words)}, html)]
    context = {"pieces": pieces, "subject": subject, "opening": OPENING, "preview": "", "language": language, "site": absolute("/")}
    return text(context), page(context)


def text(context: dict[str, Any]) -> str:
    """The plain text in its layout, wrapped."""
    return fold(_BLANK_LINES.sub("\n\n", body(render_to_string("emails/layout.txt", context))))


def page(context: dict[str, Any]) -> str:
    """The HTML in its layout, with inlined styles."""
    inlined = _inliner().inline(body(render_to_string("emails/layout.html", context)))
    return "\n".join(line.strip() for line in inlined.splitlines() if line.strip())


def _pieces(rows: Sequence[Message], parts: Sequence[Composed]) -> list[Piece]:
    """Group the parts by thread. Where one has more than a `brief`, the brief ones are merged into it."""
    threads: dict[object, list[tuple[Message, Composed]]] = {}
    for row, part in zip(rows, parts, strict=True):
        threads.setdefault(part.thread or row.thread or row.pk, []).append((row, part))
    pieces: list[Piece] = []
    for group in threads.values():
        separate = [pair for pair in group if not pair[1].brief] or group[-1:]
        merged = [pair for pair in group if pair not in separate]
        row, part = separate[-1]
        brief = tuple(sentence for _row, one in merged for sentence in one.brief)
        details = tuple(sentence for _row, one in merged for sentence in one.details)
        pieces += [Piece(one, (other,)) for other, one in separate[:-1]]
        pieces.append(Piece(part, (row, *(other for other, _one in merged)), brief, details))
    return pieces


def _headers(pieces: Sequence[Piece]) -> Mapping[str, str]:
    """The headers of the newest message of one thread, preferably one with a Reply-To; none for a mail about several threads."""
    if len({piece.thread or piece.rows[0].pk for piece in pieces}) > 1:
        return {}
    return next((piece.part.headers for piece in reversed(pieces) if "Reply-To" in piece.part.headers), pieces[-1].part.headers)


def _within_bounds(pictures: list[Inline], pages: list[str]) -> tuple[list[Inline], list[str]]:
    """The pictures that fit into MOST_PICTURES, each once, and the HTML without the others."""
    kept: dict[str, Inline] = {}
    used = 0
    for picture in pictures:
        if picture.cid not in kept and (not kept or used + len(picture.content) <= MOST_PICTURES):
            kept[picture.cid] = picture
            used += len(picture.content)
    for cid in {picture.cid for picture in pictures} - kept.keys():
        pages = [re.sub(_PICTURE.format(re.escape(cid)), "", one) for one in pages]
    return list(kept.values()), pages


def _common_subject(parts: list[Composed]) -> str:
    """The subject of a mail with several messages: the common one, or how many there are."""
    if len({part.subject for part in parts}) == 1:
        return parts[0].subject
    return ngettext("%(count)d piece of news", "%(count)d pieces of news", len(parts)) % {"count": len(parts)}


def _unsubscribe(rows: list[Message], person: Any) -> str:
    """The URL that switches off the kinds in this mail, or "" when none of them is optional."""
    optional = {kind.name for kind in kinds.optional()}
    wanted = sorted({row.kind for row in rows} & optional)
    if not wanted:
        return ""
    token = UNSUBSCRIBE.sign({"player": person.pk, "channel": rows[0].medium, "kinds": wanted})
    return absolute(reverse("notifications:unsubscribe", args=[token]))


@cache
def _inliner() -> CSSInliner:
    """It keeps the style element for its dark-mode rules and loads nothing from the network."""
    return CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
