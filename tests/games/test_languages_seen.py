"""Tests that German and French users see no English text of the site: on pages, at the table of every game, in every mail."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.mails import KINDS
from games.models import Game, Player, Seat
from games.rules.registry import all_games
from notifications.models import Message
from tests.games.catalogues import LANGUAGES, left_in_english, words_of
from tests.games.conftest import NOON, person, start
from tests.games.moves import move

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("key", list(all_games()))

PAGES = (
    *(
        "/",
        "/lobby/",
        "/new/",
        "/rules/",
        "/learn/",
        *(f"/learn/{key}/" for key in all_games()),
        "/tournaments/",
        "/substitutes/",
        "/no-such-page/",
    ),
    *("/settings/", "/settings/time/", "/settings/tokens/", "/settings/tokens/new", "/messages/", "/messages/preferences/"),
    *("/accounts/email/", "/accounts/2fa/", "/accounts/sessions/", "/accounts/logout/"),
)
STRANGERS_PAGES = ("/", "/accounts/login/", "/accounts/signup/", "/accounts/login/code/")
MOVES = 12
LATER = NOON + timedelta(hours=3)


def browser(language: str, player: Player | None = None) -> Client:
    client = Client(headers={"accept-language": language})
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    if player is not None:
        client.force_login(player)
    return client


def english_at(client: Client, language: str, *paths: str) -> dict[str, list[str]]:
    """The texts left in English, by address."""
    found = {}
    for path in paths:
        answer = client.get(path)
        assert f'<html lang="{language}"' in answer.content.decode(), path
        found[path] = left_in_english(words_of(answer.content.decode()), language)
    return {path: left for path, left in found.items() if left}


def running(key: str, language: str, moves: int) -> tuple[Game, Player]:
    """A game after some moves, and a player of it with this language."""
    least = all_games()[key].seats[0]
    players = [person(f"seat{index}", language=language) for index in range(least)]
    game, rng = start(*players, rules=key), random.Random(3)
    for _count in range(moves):
        if not Seat.objects.filter(game=game, pending=True).exists():
            break
        move(game, rng=rng)
    game.refresh_from_db()
    return game, players[0]


@pytest.mark.django_db
@every_language
def test_pages_speak_the_readers_language(language: str) -> None:
    player = person("reader", language=language)
    start(player, person("other"))
    forms = [f"/new/{key}/" for key in all_games()] + ["/players/other/", "/new/?invite=other", "/new/turn_of_fate/?invite=other"]
    assert english_at(browser(language, player), language, *PAGES, *forms) == {}
    assert english_at(browser(language), language, *STRANGERS_PAGES) == {}


@pytest.mark.django_db
@every_language
@every_game
def test_tables_speak_the_readers_language(key: str, language: str) -> None:
    game, player = running(key, language, MOVES)
    path = game.get_absolute_url()
    asked = [] if game.is_over else [f"{path}resign/"]  # a finished game redirects to its table
    tables = [path, f"{path}time/", *asked, *([f"{path}at/{game.seq - 1}/"] if game.seq else [])]
    assert english_at(browser(language, player), language, *tables) == {}
    with translation.override(language):
        text = browser(language, player).get(f"{path}table.txt").content.decode()
    assert left_in_english(text, language) == []


@pytest.mark.django_db
@every_language
@every_game
def test_mails_speak_the_readers_language(key: str, language: str) -> None:
    game, _player = running(key, language, 3)
    composed = 0
    for seat in game.seats.select_related("player"):
        payload = {"game": game.code, "seat": seat.index, "nth": seat.nth, "by": seat.player_id, "what": "resumed", "told": ""}
        payload |= {"outage": 0, "tournament": "none"}
        for kind in KINDS:
            with translation.override(language):  # as notifications.mail.compose does for every mail
                mail = kind.compose(Message(kind=kind.name, recipient=seat.player, payload=payload, thread=game.code), LATER)
            if mail is None:
                continue
            composed += 1
            said = f"{mail.subject}\n{mail.text}\n{words_of(mail.html or '')}"
            assert (kind.name, left_in_english(" ".join(said.split()), language)) == (kind.name, [])
    assert composed >= len(KINDS) // 3
