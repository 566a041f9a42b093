"""MIME parser for untrusted mails that takes time linear in the length of the mail.

Python's own parser compares every line with every open boundary and has no limit on the nesting, so that crafted mails make it slow. Here
multiparts are split to a depth of `DEEPEST` at most, into at most `MOST_PARTS` parts.
"""

import binascii
import quopri
import re
from dataclasses import dataclass, field
from email.header import decode_header
from email.message import Message

DEEPEST = 6
MOST_PARTS = 40
LONGEST_HEAD = 65_536
LONGEST_TEXT = 120_000
"""Characters of one part that are read at most. The answer is in the first lines; long quotations may follow them."""

_CHARSETS = re.compile(
    r"utf_?(?:7|8|16|32)(?:_?(?:le|be|sig))?|us_?ascii|ascii|latin_?\w{1,4}|l[1-9]|iso_?8859_?\d{1,2}|iso_?ir_?\d{1,3}|iso_?2022_?\w{1,6}"
    r"|(?:windows|cp)_?\d{3,5}|koi8_?[rtu]|gb_?\w{1,6}|big5\w{0,6}|s(?:hift)?_?jis\w{0,6}|euc_?\w{2,3}|hz|johab|mac_?\w{2,12}|tis_?620|ansi_x3\w*"
    r"|ks_?c_?5601\w{0,6}"
)
"""Charsets that a mail may name. Other codecs of Python (punycode, unicode_escape, zip) are slow or do not decode text."""

_NO_ISOLATION = dict.fromkeys((0x2068, 0x2069))
_LATIN_1 = frozenset({"iso_8859_1", "iso8859_1", "latin_1", "latin1", "l1"})
_UTF_8 = frozenset({"utf_8", "utf8", "us_ascii", "ascii"})


@dataclass(slots=True)
class Part:
    """A leaf part of a mail: its headers and its body as it was transferred."""

    head: Message
    body: bytes

    @property
    def kind(self) -> str:
        """The content type, such as `text/plain`; parameters behind a blank instead of a semicolon are left out."""
        return self.head.get_content_type().split()[0]

    @property
    def is_attachment(self) -> bool:
        return str(self.head.get("Content-Disposition", "")).strip().lower().startswith("attachment")

    def text(self) -> str:
        """Return the decoded text; bytes that cannot be decoded become replacement characters. Isolating marks around names are removed."""
        whole = decode(_transferred(self.body, str(self.head.get("Content-Transfer-Encoding", ""))), _parameter(self.head, "charset"))
        return whole.translate(_NO_ISOLATION)

    def parameter(self, name: str) -> str:
        """Return a parameter of the Content-Type in lower case; "" if it is missing."""
        return _parameter(self.head, name).lower()


@dataclass(slots=True)
class Mime:
    """A parsed mail: its headers in order, and its leaf parts."""

    head: Message
    parts: list[Part] = field(default_factory=list)

    def all(self, name: str) -> list[str]:
        """Return the headers of that name from the top, unfolded and decoded; at most 20."""
        return [decoded(str(value)) for value in self.head.get_all(name, [])][:20]

    def one(self, name: str) -> str:
        """Return the first header of that name; "" if there is none."""
        return (self.all(name) or [""])[0]


def take_apart(raw: bytes) -> Mime:
    """Parse a mail into its headers and leaf parts. Never raises for the content of a mail."""
    head, body = split(unix_lines(raw))
    mail = Mime(head)
    _collect(head, body, mail.parts, 0)
    return mail


def unix_lines(raw: bytes) -> bytes:
    """Convert all line ends to line feeds."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def boundary_of(head: Message) -> bytes:
    """Return the boundary between the parts of a multipart mail; b"" if it is not multipart."""
    return _parameter(head, "boundary").encode("latin-1", "replace") if head.get_content_maintype() == "multipart" else b""


def pieces(body: bytes, boundary: bytes) -> list[bytes]:
    """Split a body at its boundaries: the preamble, then the text after each boundary. The text after the last one begins with `--`."""
    return (b"\n" + body).split(b"\n--" + boundary, MOST_PARTS)


def _collect(head: Message, body: bytes, parts: list[Part], depth: int) -> None:
    """Append the leaf parts of a mail or part to `parts`, recursively up to `DEEPEST`."""
    boundary = boundary_of(head)
    if not boundary or depth >= DEEPEST:
        if head.get_content_maintype() != "multipart" and len(parts) < MOST_PARTS:
            parts.append(Part(head, body))
        return
    for piece in pieces(body, boundary)[1:]:
        if piece.startswith(b"--") or len(parts) >= MOST_PARTS:
            return
        _collect(*split(piece.partition(b"\n")[2]), parts, depth + 1)


def split(raw: bytes) -> tuple[Message, bytes]:
    """Split a mail into headers and body. A mail without a blank line consists of headers only."""
    if raw.startswith(b"\n"):
        return Message(), raw[1:]
    top, _blank, body = raw.partition(b"\n\n")
    head = Message()
    lines: list[str] = []
    for line in top[:LONGEST_HEAD].decode("utf-8", "replace").split("\n")[:400]:
        if line[:1] in (" ", "\t") and lines:
            if len(lines[-1]) < 4000:
                lines[-1] += " " + line.strip()
        else:
            lines.append(line[:4000])
    for line in lines:
        name, colon, value = line.partition(":")
        if colon and name.strip() and name.strip().isascii() and " " not in name.strip():
            head[name.strip()] = value.strip()
    return head, body


def _parameter(head: Message, name: str) -> str:
    """Return a parameter of the Content-Type, at most 200 characters; "" if it is missing or malformed."""
    try:
        value = head.get_param(name, "")
    except (ValueError, TypeError, LookupError):  # malformed RFC 2231 continuations
        return ""
    return str(value[2] if isinstance(value, tuple) else value or "")[:200]


def _transferred(body: bytes, encoding: str) -> bytes:
    """Decode the transfer encoding of a body; a malformed body is returned unchanged."""
    encoding = encoding.strip().lower()
    try:
        if encoding == "base64":
            data = body[: LONGEST_TEXT * 6].partition(b"=")[0]  # mailing lists append a footer behind the padding
            clean = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
            return binascii.a2b_base64(clean[: len(clean) // 4 * 4] + _padded(clean[len(clean) // 4 * 4 :]))
        if encoding == "quoted-printable":
            return quopri.decodestring(body[: LONGEST_TEXT * 6])
    except (binascii.Error, ValueError):
        return body
    return body


def _padded(rest: bytes) -> bytes:
    return rest + b"=" * (4 - len(rest)) if len(rest) > 1 else b""


def decode(content: bytes, charset: str) -> str:
    """Decode bytes by the charset that the mail names; by UTF-8 if it names none that is supported.

    As browsers do, ISO 8859-1 and ASCII are read as their superset: programs write Windows-1252 or UTF-8 under these names.
    """
    name = charset.strip().strip("'\"").lower().replace("-", "_").removeprefix("x_").removesuffix("_i")
    content, named = content[: LONGEST_TEXT * 4], "cp1252" if name in _LATIN_1 else name
    text = _by_name(content, named) if _CHARSETS.fullmatch(named) and named not in _UTF_8 else None
    return _storable((_utf_8(content) if text is None else text)[:LONGEST_TEXT])


def _by_name(content: bytes, name: str) -> str | None:
    """Decode bytes by a codec; None if Python has no such codec, or one that fails instead of replacing."""
    try:
        return content.decode(name, "replace")
    except (LookupError, UnicodeError, ValueError):
        return None


def _utf_8(content: bytes) -> str:
    """Decode UTF-8, or Windows-1252 if nothing but ASCII is valid in UTF-8."""
    text = content.decode("utf-8", "replace")
    if "\ufffd" in text and all(character.isascii() or character == "\ufffd" for character in text):
        return content.decode("cp1252", "replace")
    return text


def _storable(text: str) -> str:
    """Remove NUL and replace lone surrogates, which UTF-7 can encode: PostgreSQL cannot store either."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def decoded(value: str) -> str:
    """Decode the encoded words (RFC 2047) of a header."""
    try:
        pairs = decode_header(value[:2000])
    except (ValueError, binascii.Error):
        return value[:2000]
    return "".join(decode(text, charset or "") if isinstance(text, bytes) else text for text, charset in pairs)
