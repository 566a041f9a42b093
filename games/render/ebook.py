"""A chronicle as an e-book in one language; the page, the plain text and the EPUB file are made from it."""

import textwrap
from dataclasses import dataclass

WIDTH = 80


@dataclass(frozen=True, slots=True)
class Passage:
    """One event and the story that its player wrote; one of them may be empty."""

    text: str
    story: str = ""
    teller: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A chapter: a heading, passages, and a picture that closes it. `picture` is the SVG, `described` its description as text."""

    heading: str
    passages: tuple[Passage, ...] = ()
    picture: str = ""
    described: str = ""


@dataclass(frozen=True, slots=True)
class EBook:
    """The whole e-book. `identifier` is permanent (the code of the game), `language` is that of the text."""

    identifier: str
    language: str
    title: str
    subtitle: str
    pages: tuple[Page, ...]


def plain_text(ebook: EBook) -> str:
    """The e-book as plain text of 80 columns, with descriptions in place of pictures."""
    parts = [_heading(ebook.title, "="), *textwrap.wrap(ebook.subtitle, WIDTH)]
    for page in ebook.pages:
        parts += ["", "", _heading(page.heading, "-"), ""]
        for passage in page.passages:
            parts += _passage(passage)
        if page.described:
            parts += ["", page.described]
    return "\n".join(parts) + "\n"


def _heading(text: str, line: str) -> str:
    return f"{text}\n{line * min(len(text), WIDTH)}"


def _passage(passage: Passage) -> list[str]:
    lines = textwrap.wrap(passage.text, WIDTH, break_long_words=False, break_on_hyphens=False)
    told = f"“{passage.story}” ({passage.teller})" if passage.teller else passage.story
    if passage.story:
        lines += textwrap.wrap(told, WIDTH, initial_indent="    ", subsequent_indent="    ", break_long_words=False)
    return lines
