"""German and French: catalogues whose gaps fit, and a German person who reads German on the page and in the mail."""

from __future__ import annotations

import re
from gettext import GNUTranslations
from pathlib import Path
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
from tests.games.conftest import NOON
from tests.games.moves import move

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
GAP = re.compile(r"\{\w*\}|%\(\w+\)s|%%")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language: str) -> dict[Any, str]:
    """What is compiled for this site, by message id; plural forms by (id, number)."""
    path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.mo"
    with path.open("rb") as file:
        read: Any = GNUTranslations(file)
    texts: dict[Any, str] = read._catalog
    return texts


@every_language
def test_every_translation_has_the_gaps_of_its_original(language: str) -> None:
    texts = {key: text for key, text in catalogue(language).items() if key}
    assert len(texts) > 150
    wrong = {key: text for key, text in texts.items() if sorted(set(GAP.findall(key[0] if isinstance(key, tuple) else key))) != gaps(text)}
    assert wrong == {}


def gaps(text: str) -> list[str]:
    return sorted(set(GAP.findall(text)))


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [("de", "alice zieht 1 Schicksal.", "alice zieht 3 Schicksale."), ("fr", "alice pioche 1 Destin.", "alice pioche 3 Destins.")],
)
def test_sentence_of_the_rules_is_read_in_the_readers_language(language: str, one: str, three: str) -> None:
    reader = reader_for(["alice"], language)
    draws = [plural("{who} draws {count} Fate.", "{who} draws {count} Fates.", count, who=Who(0)) for count in (1, 3)]
    assert [reader.say(message) for message in draws] == [one, three]
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
        "Spielen Sie ein Schicksal auf einen Bürger",
        "Ihre Hand",
        "Was geschah",
        "Meine Spiele",
    )
    assert [text for text in wanted if text not in page] == []
    assert "Play a Fate on a Citizen" not in page


def test_german_gets_the_turn_mail_in_german(game: Game) -> None:
    move(game)
    seat, player = asked_person(game, "de")
    kind = next(kind for kind in KINDS if kind.name == "your_turn")
    payload = {"game": game.code, "seat": seat.index, "nth": seat.nth}
    with translation.override(player.language):  # as notifications.compose does for every letter
        mail = kind.compose(Message(kind="your_turn", recipient=player, payload=payload, thread=game.code), NOON)
    assert mail is not None
    wanted = ("Sie sind am Zug: Wende des Schicksals.", "Ihre Wahl", "Ihre Hand", "Wenn Sie bis dahin nichts tun", "Hier spielen:")
    assert [text for text in wanted if text not in mail.text] == []
