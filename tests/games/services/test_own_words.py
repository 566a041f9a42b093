"""Tests of answers in the language of the player: read after English, stored in English."""

from __future__ import annotations

import random

import orjson
import pytest
from django.conf import settings
from django.test import Client

from games.models import Game, Move, Player
from games.render.reader import reader_for
from games.rules.contract import Decision, Position
from games.rules.errors import Ambiguous, Unreadable
from games.rules.messages import Message
from games.services.replies import What, act
from games.services.tables import answers
from tests.games.conftest import NOON
from tests.games.moves import asked, move

GERMAN = reader_for((), "de")


def decision_of(game: Game) -> Decision:
    game.refresh_from_db()
    session = game.book.resume(Position.from_json(orjson.loads(game.position)))
    found = session.decision(asked(game).index)
    assert found is not None
    return found


def label(decision: Decision, token: str, language: str) -> str:
    option = next(option for option in decision.options if option.token == token)
    return reader_for((), language).say(option.label)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_choice_is_found_by_its_own_label(game: Game, language: str) -> None:
    rng = random.Random(2)
    for _count in range(6):
        decision = decision_of(game)
        for option in decision.options:
            assert answers.read_localized(decision, label(decision, option.token, language), reader_for((), language)) == option.token
        move(game, rng=rng)


def test_english_comes_first_and_german_is_stored_as_ever(game: Game) -> None:
    seat, decision = asked(game), decision_of(game)
    token = decision.options[0].token
    typed = label(decision, token, "de").casefold()
    with pytest.raises(Unreadable):
        answers.answer(game.pk, seat.index, seat.nth, typed, source=Move.Source.FORM, now=NOON, player_id=seat.player_id)
    answers.answer(game.pk, seat.index, seat.nth, typed, source=Move.Source.FORM, now=NOON, player_id=seat.player_id, reader=GERMAN)
    line = Move.objects.get(game=game, seat=seat.index, nth=seat.nth)
    assert (line.text, line.said) == (token, typed)


def test_words_that_fit_several_choices_are_asked_back(game: Game) -> None:
    seat = asked(game)
    before = Move.objects.filter(game=game).count()
    with pytest.raises(Ambiguous):
        answers.answer(game.pk, seat.index, seat.nth, "auf", source=Move.Source.FORM, now=NOON, player_id=seat.player_id, reader=GERMAN)
    with pytest.raises(Unreadable):
        answers.answer(game.pk, seat.index, seat.nth, "zzz", source=Move.Source.FORM, now=NOON, player_id=seat.player_id, reader=GERMAN)
    assert Move.objects.filter(game=game).count() == before


def test_form_and_mail_read_german(client: Client, game: Game) -> None:
    Player.objects.update(language="de")
    for by_mail in (False, True):
        seat, decision = asked(game), decision_of(game)
        typed = label(decision, decision.options[-1].token, "de")
        assert seat.player is not None
        seat.player.refresh_from_db()
        if by_mail:
            heard = act([typed], code=game.code, player=seat.player, nth=seat.nth, source=Move.Source.MAIL, now=NOON, reader=GERMAN)
            assert [one.what for one in heard] == [What.PLAYED]
        else:
            client.force_login(seat.player)
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
            assert client.post(f"{game.get_absolute_url()}answer/", {"nth": seat.nth, "text": typed}).status_code == 302
        assert Move.objects.get(game=game, seat=seat.index, nth=seat.nth).text == decision.options[-1].token


def test_braces_of_a_label_are_no_gaps(game: Game) -> None:
    decision = decision_of(game)
    assert answers.read_localized(decision, "{who}", GERMAN) is None
    assert GERMAN.say(Message("{who}")) == "{who}"
