"""A chronicle as a `Book` in the reader's language, for page, plain text and EPUB."""

from collections.abc import Callable, Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.queries.history.chronicle import Chapter, Chronicle
from games.queries.history.log import LogLine
from games.render.document import Book, Page, Passage
from games.render.svg import scene_svg
from games.render.text import scene_text
from games.render.timestamps import dated
from games.render.words import clean, said
from games.rules.messages import Reader
from games.rules.scene import Scene

Draw = Callable[[Scene, Reader], str]


def bound(chronicle: Chronicle, reader: Reader, language: str, draw: Draw = scene_svg) -> Book:
    """The book in this reader's language and time zone, with its pictures as `draw` makes them."""
    game = chronicle.game
    title = _("Chronicle of %(game)s") % {"game": said(game.title, reader)}
    people = ", ".join(map(clean, chronicle.names))
    days = " – ".join(dict.fromkeys(_day(when) for when in (game.started_at, game.ended_at) if when is not None))
    pages = (
        Page(_("How it started"), (), draw(chronicle.opening, reader), scene_text(chronicle.opening, reader)),
        *_chapters(chronicle, reader, draw),
        *_letters(chronicle),
        _end(chronicle, reader),
        _proof(chronicle),
    )
    return Book(f"fateapp:{game.code}", language, title, f"{people}. {days}", pages)


def _day(when: datetime) -> str:
    return dated(timezone.localtime(when), _("j F Y"))


def _chapters(chronicle: Chronicle, reader: Reader, draw: Draw) -> Iterator[Page]:
    for number, chapter in enumerate(chronicle.chapters, start=1):
        yield _chapter(number, chapter, reader, draw)


def _chapter(number: int, chapter: Chapter, reader: Reader, draw: Draw) -> Page:
    passages = tuple(_passage(line, reader) for line in chapter.lines)
    heading = _("Chapter %(number)s") % {"number": number}
    return Page(heading, passages, draw(chapter.scene, reader), scene_text(chapter.scene, reader))


def _passage(line: LogLine, reader: Reader) -> Passage:
    text = " ".join(said(sentence, reader) for sentence in line.sentences)
    return Passage(text, clean(line.story), clean(reader.name(line.seat)) if line.story else "")


def _letters(chronicle: Chronicle) -> Iterator[Page]:
    """The private letters that both correspondents agreed to include."""
    if chronicle.letters:
        letters = [(clean(one.sender.name), clean(one.recipient.name), clean(one.text)) for one in chronicle.letters]
        heading = _("%(sender)s to %(recipient)s")
        told = tuple(Passage(heading % {"sender": sender, "recipient": recipient}, text, sender) for sender, recipient, text in letters)
        yield Page(_("Letters"), told)


def _end(chronicle: Chronicle, reader: Reader) -> Page:
    ranks = [
        Passage(f"{rank}. {clean(name)}" if score is None else f"{rank}. {clean(name)}: {score}") for rank, name, score in chronicle.ranking
    ]
    return Page(_("How it ended"), (Passage(said(chronicle.reason, reader)), *ranks))


def _proof(chronicle: Chronicle) -> Page:
    game = chronicle.game
    lines = [
        _("Every shuffle was fixed before the first move. This fingerprint was published at that time: %(it)s") % {"it": game.commitment},
        _("The secret behind it: %(it)s") % {"it": bytes(game.secret).hex()},
        _("The exported game (%(address)s) and the script docs/verify.py check every draw.")
        % {"address": f"{game.get_absolute_url()}game.json"},
    ]
    return Page(_("Proof of fair shuffles"), tuple(map(Passage, lines)))
