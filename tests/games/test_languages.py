"""Tests of German and French: placeholders of translations match, and a German player gets German pages and mails."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.mails import KINDS
from games.models import Game, Player, Seat
from games.render.reader import reader_for
from games.rules.messages import Who, msg, plural
from notifications.models import Message
from tests.games.catalogues import CATALOGUES, compiled, entries, forms, gaps
from tests.games.conftest import NOON
from tests.games.moves import move

every_catalogue = pytest.mark.parametrize("language", CATALOGUES)


@every_catalogue
def test_every_translation_has_the_gaps_of_its_original(language: str) -> None:
    """A plural form may fill a placeholder that the English singular spells out: "for an Orb", "for {count} Orbs"."""
    wrong = [
        (entry.text, text)
        for entry in entries(language)
        for text in entry.translated
        if text and not gaps(entry.text) <= gaps(text) <= gaps(entry.text) | gaps(entry.many)
    ]
    assert wrong == []


@every_catalogue
def test_what_is_said_to_its_reader_is_so_in_every_language(language: str) -> None:
    """Texts to the acting player have two forms for the same placeholder; the first has no other one, so no name can pass for a form."""
    spoken = [(entry.text, text) for entry in entries(language) for text in entry.translated if forms(entry.text)]
    assert spoken or language == "en"
    assert [pair for pair in spoken if set(forms(pair[0])) != set(forms(pair[1]))] == []
    wrong = [
        text
        for pair in spoken
        for text in pair
        for gap, both in forms(text).items()
        if len(both) != 2 or gaps(both[0]) - {f"{{{gap}}}"} or gaps(both[1])
    ]
    assert wrong == []


@every_catalogue
def test_every_text_is_translated(language: str) -> None:
    assert [entry.text for entry in entries(language) if not all(entry.translated)] == []


def test_french_punctuation_does_not_begin_a_line() -> None:
    """Before it stands a space at which no line is broken; only what is to be typed has a common one."""
    typed = ("histoire : ",)
    breaks = re.compile(r"\S [:;?!»](?=\W|$)|« ")
    texts = [text for entry in entries("fr") for text in entry.translated if not any(words in text for words in typed)]
    assert [text for text in texts if breaks.search(text)] == []


@every_catalogue
def test_no_translation_is_a_guess(language: str) -> None:
    assert [entry.text for entry in entries(language) if entry.fuzzy] == []


@every_catalogue
def test_site_reads_what_the_catalogue_says(language: str) -> None:
    """The compiled file matches its source."""
    said: dict[Any, str] = {}
    for entry in entries(language):
        if all(entry.translated):
            said |= {(entry.key, n): text for n, text in enumerate(entry.translated)} if entry.many else {entry.key: entry.translated[0]}
    assert {key: text for key, text in compiled(language).items() if key} == said


@pytest.mark.parametrize(
    ("language", "one", "three", "you"),
    [
        ("de", "alice zieht 1 Schicksal.", "alice zieht 3 Schicksale.", "Du ziehst 3 Schicksale."),
        ("fr", "alice pioche 1 Destin.", "alice pioche 3 Destins.", "Vous piochez 3 Destins."),
    ],
)
def test_sentence_of_the_rules_is_read_in_the_readers_language(language: str, one: str, three: str, you: str) -> None:
    reader = reader_for(["alice"], language)
    draws = [
        plural("{who:{who} draws|You draw} {count} Fate.", "{who:{who} draws|You draw} {count} Fates.", count, who=Who(0))
        for count in (1, 3)
    ]
    assert [reader.say(message) for message in draws] == [one, three]
    assert reader_for(["alice"], language, 0).say(draws[1]) == you
    assert reader.say(msg("A text that nobody has translated.")) == "A text that nobody has translated."


def asked_person(game: Game, language: str) -> tuple[Seat, Player]:
    seat = Seat.objects.select_related("player").get(game=game, pending=True)
    assert seat.player is not None
    Player.objects.filter(pk=seat.player.pk).update(language=language)
    seat.player.refresh_from_db()
    return seat, seat.player


def test_german_reads_the_table_in_german(client: Client, game: Game) -> None:
    move(game)
    _seat, player = asked_person(game, "de")
    client.force_login(player)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    page = client.get(game.get_absolute_url()).content.decode()
    wanted = (
        '<html lang="de"',
        "Wende des Schicksals",
        "Spiel ein Schicksal auf einen Bürger",
        "Deine Hand",
        "Was geschah",
        "Meine Partien",
    )
    assert [text for text in wanted if text not in page] == []
    assert "Play a Fate on a Citizen" not in page


def test_german_gets_the_turn_mail_in_german(game: Game) -> None:
    move(game)
    seat, player = asked_person(game, "de")
    kind = next(kind for kind in KINDS if kind.name == "your_turn")
    payload = {"game": game.code, "seat": seat.index, "nth": seat.nth}
    with translation.override(player.language):  # as notifications.mail.compose does for every mail
        mail = kind.compose(Message(kind="your_turn", recipient=player, payload=payload, thread=game.code), NOON)
    assert mail is not None
    wanted = ("Du bist am Zug: Wende des Schicksals mit ", "Deine Hand", "Wenn du bis dahin nichts tust", "Hier spielen:")
    assert [text for text in wanted if text not in mail.text] == []
