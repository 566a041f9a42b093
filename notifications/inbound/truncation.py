"""A long mail without what nobody reads: pictures, signatures, attachments and the rest of a very long text are cut off before it is kept.

Headers and the order of parts stay, so that what is read out of the slim mail is what would be read out of the whole one.
"""

from __future__ import annotations

from email.message import Message

from notifications.inbound import mime

KEPT = 1_000_000
"""Bytes of a mail that are kept. What is longer than that is slimmed."""

READ = mime.LONGEST_TEXT * 6
"""Bytes of one text that are looked at, in whatever encoding it comes (`mime.Part.text`)."""

READABLE = ("text/plain", "text/html", "message/delivery-status", "message/rfc822", "text/rfc822-headers")


def slim(raw: bytes) -> bytes:
    """The mail itself where it is short enough, else what can be read of it: at most `KEPT` bytes, in time that grows with its length."""
    return raw if len(raw) <= KEPT else _cut(mime.unix_lines(raw), 0)[:KEPT]


def _cut(raw: bytes, depth: int) -> bytes:
    """A mail, or a part of one, with the bodies of its unread leaves left out."""
    head, body = mime.split(raw)
    top = raw[: len(raw) - len(body)]
    boundary = mime.boundary_of(head)
    if boundary and depth < mime.DEEPEST:
        before, *pieces = mime.pieces(body, boundary)
        parts = [
            before[:READ],
            *(piece if piece.startswith(b"--") else _cut_piece(piece, depth + 1) for piece in pieces[: mime.MOST_PARTS]),
        ]
        return top + (b"\n--" + boundary).join(parts).removeprefix(b"\n")
    return top + (body[:READ] if _is_read(head) else b"")


def _cut_piece(piece: bytes, depth: int) -> bytes:
    """What stands between two boundaries: the rest of the boundary's line, then a part."""
    line, _end, part = piece.partition(b"\n")
    return line + b"\n" + _cut(part, depth)


def _is_read(head: Message) -> bool:
    part = mime.Part(head, b"")
    return part.kind in READABLE and not part.is_attachment
