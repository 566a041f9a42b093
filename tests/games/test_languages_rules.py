"""Tests that every text of the five games is in the catalogues, card by card and event by event; no word has two meanings."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import django
import pytest
from django.utils import dates, formats, translation
from django.utils.functional import Promise

from games.render.text import decision_text, scene_text
from games.rules.contract import Entry, Event
from games.rules.game import Game as Rules
from games.rules.lesson import Lesson
from games.rules.messages import Message, Reader, english_plural, sense
from games.rules.playout import random_answer, random_draw
from games.rules.registry import all_games
from games.rules.scene import Scene
from games.rules.session import Session
from tests.games.catalogues import LANGUAGES, compiled, entries
from tests.games.conftest import NOON

OURS = [book for book in all_games().values() if book.__module__.startswith("games.rules.") and book.key != "lone_star"]
ANSWERS = 120


class Listener:
    """A reader that translates nothing and records every text that is looked up."""

    def __init__(self) -> None:
        self.heard: set[str] = set()
        self.reader = Reader([f"seat{index}" for index in range(8)], self.one, self.many)

    def one(self, text: str) -> str:
        self.heard.add(text)
        return text

    def many(self, one: str, many: str, count: int) -> str:
        self.heard.add(one)
        return english_plural(one, many, count)


def told(book: Rules[Any], events: Iterable[Event], seats: int) -> Iterator[Message]:
    for event in events:
        yield from (book.tell(event.seen_by(viewer)) for viewer in (None, *range(seats)))


def steps(session: Session[Any], rng: random.Random) -> Iterator[Entry]:
    """Play random legal moves; yields the lines of the log."""
    for _count in range(ANSWERS):
        yield from session.settle(lambda _draws, _label, n, k: random_draw(rng, n, k))
        if session.result is not None:
            return
        question = session.question(session.unanswered[0])
        assert question is not None
        yield from session.answer(question.seat, random_answer(question, rng))


def lesson_texts(lesson: Lesson) -> Iterator[Message]:
    """The texts of a guided first game."""
    yield from (lesson.intro, lesson.outro)
    for step in lesson.steps:
        yield from (step.say, step.wrong, *step.because.values())


def listen(book: Rules[Any], seed: int) -> set[str]:
    """The texts looked up while a game is set up, played, shown to everybody and read in the log."""
    listener, rng = Listener(), random.Random(seed)
    say, seats = listener.reader.say, book.seats[-1]
    for option in book.options:
        for text in (option.title, option.help, *(label for _word, label in option.choices)):
            say(text or book.title)
    scene_text(Scene(book.gallery()), listener.reader)
    for text in lesson_texts(book.lesson) if book.lesson is not None else ():
        say(text)
    session = book.begin(seats)
    for count, entry in enumerate([Entry(0, "", session.opening()), *steps(session, rng)]):
        for sentence in told(book, entry.events, seats):
            say(sentence)
        if count % 4 == 0:
            scene_text(book.scene(session.view(None)), listener.reader)
        for seat in session.unanswered if count % 4 == 0 else ():
            scene_text(book.scene(session.view(seat)), listener.reader)
            if (decision := session.decision(seat)) is not None:
                decision_text(decision, listener.reader)
    return listener.heard


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", OURS, ids=lambda book: book.key)
def test_every_text_of_a_game_is_in_the_catalogue(book: Rules[Any], language: str) -> None:
    known = {entry.key for entry in entries(language)}
    heard = listen(book, 1) | listen(book, 2)
    assert len(heard) > 5  # the number of texts in the game that `newgame` writes
    assert sorted(heard - known) == []


def date_words() -> set[str]:
    """The English names of months and weekdays that Django translates."""
    tables = (dates.WEEKDAYS, dates.WEEKDAYS_ABBR, dates.MONTHS, dates.MONTHS_3)
    names = [name for table in tables for name in table.values()]
    with translation.override("en"):
        return {str(name) for name in names if isinstance(name, Promise)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_words_leave_the_calendar_alone(language: str) -> None:
    """The site's catalogues take precedence over Django's: a verb "may" would be translated as the month of May."""
    path = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.mo"
    with path.open("rb") as file:
        theirs: Any = GNUTranslations(file)
    ours = compiled(language)
    shared = date_words() & set(ours)
    assert {word: ours[word].casefold() for word in shared} == {word: theirs.gettext(word).casefold() for word in shared}


@pytest.mark.parametrize(("language", "weekday", "suit"), [("de", "So", "Sonne"), ("fr", "dim", "Soleil")])
def test_sunday_is_no_suit(language: str, weekday: str, suit: str) -> None:
    texts = translation.trans_real.translation(language)
    sunday = NOON.replace(day=8)
    with translation.override(language):
        assert formats.date_format(sunday, "D").rstrip(".") == weekday
    assert Reader((), texts.gettext, texts.ngettext).say(sense("suit", "Sun")) == suit
    assert Reader().say(sense("suit", "Sun")) == "Sun"
