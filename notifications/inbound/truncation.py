"""Shorten long mails before they are stored: drop pictures, signatures, attachments and the rest of very long texts.

Headers and the order of parts stay the same, so that parsing the shortened mail gives the same result as parsing the whole one.
"""

from email.message import Message

from notifications.inbound import mime

KEPT = 1_000_000
"""Largest size of a stored mail in bytes. Longer mails are shortened."""

READ = mime.LONGEST_TEXT * 6
"""Bytes of one text part that `mime.Part.text` reads at most, in any transfer encoding."""

READABLE = ("text/plain", "text/html", "message/delivery-status", "message/rfc822", "text/rfc822-headers")


def slim(raw: bytes) -> bytes:
    """Return the mail unchanged if it has at most `KEPT` bytes, else its readable parts, cut to `KEPT` bytes. Takes linear time."""
    return raw if len(raw) <= KEPT else _cut(mime.unix_lines(raw), 0)[:KEPT]


def _cut(raw: bytes, depth: int) -> bytes:
    """Return a mail, or a part of one, without the bodies of leaf parts that are not read."""
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
    """Shorten the text between two boundaries: the rest of the boundary's line, then a part."""
    line, _end, part = piece.partition(b"\n")
    return line + b"\n" + _cut(part, depth)


def _is_read(head: Message) -> bool:
    part = mime.Part(head, b"")
    return part.kind in READABLE and not part.is_attachment
