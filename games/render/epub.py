"""An e-book as an EPUB 3 file (W3C Recommendation EPUB 3.3), written with the standard library; equal e-books give equal bytes.

The container (OCF 3.3, section 4): `mimetype` first and stored, `META-INF/container.xml` naming the package document, everything
else deflated. Every text is escaped here; characters that XML 1.0 cannot hold (section 2.2) are left out.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from xml.sax.saxutils import escape, quoteattr

from games.render.ebook import EBook, Page, Passage
from games.render.sheets import credit

MIMETYPE = "application/epub+zip"
CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""
STYLE = """body { font-family: serif; line-height: 1.5; }
h1, h2 { text-align: left; }
.story { font-style: italic; margin: 0.3em 0 0.8em 1.5em; }
figure { margin: 1em 0; text-align: center; }
svg { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; font-size: 0.8em; }
code { overflow-wrap: anywhere; }
"""
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ALWAYS = (1980, 1, 1, 0, 0, 0)


def epub(ebook: EBook, modified: datetime) -> bytes:
    """The file. `modified` is the modification date in the package document: the end of the game."""
    files = {"META-INF/container.xml": CONTAINER, "OEBPS/package.opf": _package(ebook, modified), "OEBPS/nav.xhtml": _nav(ebook)}
    files["OEBPS/style.css"] = STYLE
    files["OEBPS/title.xhtml"] = _document(ebook, ebook.title, f"<h1>{_text(ebook.title)}</h1><p>{_text(ebook.subtitle)}</p>")
    for number, page in enumerate(ebook.pages, start=1):
        files[f"OEBPS/{_name(number)}"] = _document(ebook, page.heading, "".join(_chapter(page)))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype", ALWAYS), MIMETYPE, zipfile.ZIP_STORED)
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, ALWAYS), text.encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _text(text: str) -> str:
    return escape(NOT_XML.sub("", text))


def _name(number: int) -> str:
    return f"chapter-{number}.xhtml"


def _document(ebook: EBook, title: str, body: str) -> str:
    language = quoteattr(ebook.language)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang={language} xml:lang={language}>'
        f'<head><title>{_text(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>{body}</body></html>\n'
    )


def _chapter(page: Page) -> Iterator[str]:
    yield f"<section><h2>{_text(page.heading)}</h2>"
    for passage in page.passages:
        yield _passage(passage)
    if page.picture:
        yield f"<figure>{NOT_XML.sub('', page.picture)}</figure>"
    elif page.described:
        yield f"<pre>{_text(page.described)}</pre>"
    yield "</section>"


def _passage(passage: Passage) -> str:
    teller = f" ({_text(passage.teller)})" if passage.teller else ""
    story = f'<p class="story">“{_text(passage.story)}”{teller}</p>' if passage.story else ""
    return (f"<p>{_text(passage.text)}</p>" if passage.text else "") + story


def _nav(ebook: EBook) -> str:
    entries = "".join(f'<li><a href="{_name(number)}">{_text(page.heading)}</a></li>' for number, page in enumerate(ebook.pages, start=1))
    return _document(ebook, ebook.title, f'<nav epub:type="toc" id="toc"><h1>{_text(ebook.title)}</h1><ol>{entries}</ol></nav>')


def _package(ebook: EBook, modified: datetime) -> str:
    ids = [("title", "title.xhtml", "")]
    ids += [(f"chapter-{number}", _name(number), ' properties="svg"' if page.picture else "") for number, page in enumerate(ebook.pages, 1)]
    items = "".join(f'<item id="{key}" href="{href}" media-type="application/xhtml+xml"{more}/>' for key, href, more in ids)
    spine = "".join(f'<itemref idref="{key}"/>' for key, _href, _more in ids)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">{_text(ebook.identifier)}</dc:identifier><dc:title>{_text(ebook.title)}</dc:title>'
        f"<dc:language>{_text(ebook.language)}</dc:language><dc:rights>{_text(credit())}</dc:rights>"
        f'<meta property="dcterms:modified">{modified:%Y-%m-%dT%H:%M:%SZ}</meta></metadata>'
        '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f'<item id="style" href="style.css" media-type="text/css"/>{items}</manifest><spine>{spine}</spine></package>\n'
    )
