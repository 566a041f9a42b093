"""Convert the HTML of a mail to lines of text. Quotations become `>` lines; markup of mail programs around the old mail ends the text.

It scans once from left to right with `str.find`, so that the time is linear. No HTML library parses untrusted markup.
"""

import html
import re

CUT = "\x00cut"
"""Line that marks the place where the old mail begins according to the markup of the mail program."""

LONGEST_TAG = 4_000
MOST_TAGS = 20_000
SKIPPED = frozenset({"style", "script", "head", "title", "svg", "signature", "s", "strike", "del"})
"""Elements whose text is left out; that of the last three is struck through."""

BLOCKS = frozenset(
    "p div li tr h1 h2 h3 h4 h5 h6 table blockquote ul ol pre section article body dt dd center header footer".split()  # noqa: SIM905
)
CELLS = frozenset({"td", "th"})
PARAGRAPHS = frozenset(["p", "blockquote", "ul", "ol", "h1", "h2", "h3", "pre"])

_QUOTE_CLASSES = (
    *("gmail_attr", "gmail_quote_attribution", "moz-cite-prefix", "yahoo_quoted_begin"),
    *("moz-signature", "gmail_signature", "applesignature", "protonmail_signature_block", "io-ox-signature", "ms-outlook-mobile-signature"),
    *('id="signature"', 'id="x_signature"', 'data-marker="__sig_'),  # Outlook on the web; Zimbra
)
_CUTS = (
    *('name="quote"', 'id="zwchr"', "__divider__"),  # GMX and WEB.DE; Zimbra
    *('id="appendonsend"', 'id="divrplyfwdmsg"', "divrplyfwdmsg", 'id="stopspelling"', "mail-editor-reference-message-container"),
    *(
        "border-top:solid",
        "protonmail_quote",
        "zmail_extra",
        "isforwardcontent",
        "reply-intro",
        "yahoo_quoted",
        "ms-outlook-mobile-reference",
    ),
)
_NAME = re.compile(r"/?[a-z][a-z0-9]*", re.IGNORECASE)


class _Writer:
    """Collects the output line by line. `quoted` is the current depth of quotation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.text: list[str] = []
        self.quoted = 0

    def end_line(self, *, blank: bool = False) -> None:
        """Append the collected text as a line, and an empty line after it if `blank`."""
        line = " ".join("".join(self.text).split())
        self.text = []
        if line:
            self.lines.append(f"> {line}" if self.quoted else line)
        if blank and self.lines and self.lines[-1]:
            self.lines.append("")


def text_of(page: str) -> str:
    """Return the text of an HTML document; quoted lines begin with `> `, and `CUT` is the last line if the old mail was found."""
    out, place, tags = _Writer(), 0, 0
    quotes: list[str] = []
    lower = page.lower()
    while place < len(page) and tags < MOST_TAGS:
        start = page.find("<", place)
        if start < 0:
            start = len(page)
        out.text.append(html.unescape(page[place:start]).replace("\n", " ") if start > place else "")
        if start == len(page):
            break
        if page.startswith("<!--", start):
            end = page.find("-->", start + 4)
            place = end + 3 if end >= 0 else len(page)
            continue
        end = page.find(">", start)
        if end < 0 or end - start > LONGEST_TAG:
            place = start + 1
            tags += 1
            continue
        place, tags = end + 1, tags + 1
        name = _NAME.match(page, start + 1)
        if name is None:
            continue
        tag = name[0].lower()
        if tag in SKIPPED:
            place = _behind(lower, tag, place)
        elif _structure(out, quotes, tag, lower[start:end]):
            break
    out.end_line()
    return "\n".join(out.lines)


def _behind(lower: str, tag: str, place: int) -> int:
    """Return the place behind the end tag; the end of the document if there is none."""
    end = re.compile(rf"</{tag}(?![a-z0-9])[^>]{{0,100}}>").search(lower, place)
    return end.end() if end is not None else len(lower)


def _structure(out: _Writer, quotes: list[str], tag: str, whole: str) -> bool:
    """Apply a tag to the output lines and the stack of open quotations. Return True if the old mail begins at this tag.

    `tag` is the name with a leading `/` for an end tag, `whole` the whole tag in lower case.
    """
    name = tag.lstrip("/")
    if tag == "br":
        blank = not "".join(out.text).strip()
        out.end_line()
        if blank and out.lines and out.lines[-1]:
            out.lines.append("")
        return False
    if name in CELLS:
        out.text.append(" ")
    if name in BLOCKS or tag == "hr":
        out.end_line(blank=name in PARAGRAPHS and tag.startswith("/"))
    if not tag.startswith("/") and any(cut in whole for cut in _CUTS):
        out.lines.append(CUT)
        return True
    if tag == "blockquote" or (tag == "div" and any(name in whole for name in _QUOTE_CLASSES)):
        quotes.append(tag)
        out.quoted += 1
    elif tag == "div" and quotes and quotes[-1] != "blockquote":
        quotes.append("inner")
    elif tag in ("/blockquote", "/div") and quotes and (quotes[-1] == "blockquote") == (tag == "/blockquote"):
        out.quoted -= quotes.pop() != "inner"
    return False
