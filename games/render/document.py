"""A book in one reader's words: what the page, the plain text and the EPUB of a chronicle are made from."""

import textwrap
from dataclasses import dataclass

WIDTH = 80


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing that happened, and what its player told with it; either may be empty, not both."""

    text: str
    story: str = ""
    teller: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A chapter: a heading, passages, and a picture that closes it. `picture` is the SVG, `described` the same in plain words."""

    heading: str
    passages: tuple[Passage, ...] = ()
    picture: str = ""
    described: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """The whole book. `identifier` names it for good (the game's code), `language` is what it is written in."""

    identifier: str
    language: str
    title: str
    subtitle: str
    pages: tuple[Page, ...]


def book_text(book: Book) -> str:
    """The book in plain text, 80 columns, pictures in words."""
    parts = [_heading(book.title, "="), *textwrap.wrap(book.subtitle, WIDTH)]
    for page in book.pages:
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
