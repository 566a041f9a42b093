"""Tests of the mail grammar in the page's text box and in the API's `text`: the same effects, the same refusals with the choices."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Move, Player, Seat, Talk
from games.services.people import api_tokens
from games.services.replies import is_one_answer
from tests.games.moves import asked
from tests.games.replies.mailing import facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat(game: Game) -> Seat:
    """The seat that is asked."""
    return asked(game)


def by_page(seat: Seat, text: str, **more: str) -> Any:
    browser = Client()
    browser.force_login(_player(seat))
    nth = Seat.objects.get(pk=seat.pk).nth
    return browser.post(f"/g/{seat.game.code}/answer/", {"nth": nth, "text": text, **more}, follow=True)


def by_program(seat: Seat, text: str, **more: str) -> Any:
    _token, key = api_tokens.make(_player(seat), "test", ["game:play", "game:read"], now=timezone.now())
    nth = Seat.objects.get(pk=seat.pk).nth
    headers = {"Authorization": f"Bearer {key}"}
    return Client().post(f"/api/v1/games/{seat.game.code}/moves", {"nth": nth, "text": text, **more}, "application/json", headers=headers)


def _player(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


ways = pytest.mark.parametrize("way", [by_page, by_program])


@pytest.mark.parametrize("text", ["2", "cave on savage", "", "\n"])
def test_one_answer(text: str) -> None:
    assert is_one_answer(text)


@pytest.mark.parametrize("text", ["2 -- told", '1 "told"', "1\n1", "undo", "say hi", "say", "?", "resign."])
def test_more_than_one_answer(text: str) -> None:
    assert not is_one_answer(text)


@ways
def test_answer_with_its_story_on_one_line(seat: Seat, way: Any) -> None:
    assert way(seat, "1 -- The moon was full.").status_code == 200
    move = Move.objects.filter(game=seat.game, seat=seat.index, nth=seat.nth).get()
    assert (move.story, move.player) == ("The moon was full.", seat.player)


@ways
def test_story_of_its_own_field_goes_with_the_first_answer(seat: Seat, way: Any) -> None:
    assert way(seat, "note keep the Ace\n1", story="By the field.").status_code == 200
    assert Move.objects.get(game=seat.game, nth=seat.nth, seat=seat.index).story == "By the field."
    seat.refresh_from_db()
    assert seat.notes == "keep the Ace"


@ways
def test_words_for_the_table_change_no_clock_and_no_log(seat: Seat, way: Any) -> None:
    before = facts(seat.game)
    assert way(seat, "say good evening").status_code == 200
    assert Talk.objects.get(game=seat.game).text == "good evening"
    assert facts(seat.game) == before


@ways
def test_refused_line_says_why_and_nothing_has_changed(seat: Seat, way: Any) -> None:
    before = facts(seat.game)
    answer = way(seat, "xyzzy -- with a story")
    assert answer.status_code == 422
    assert "xyzzy" in answer.content.decode()
    assert facts(seat.game) == before


def test_page_keeps_what_was_typed_and_shows_the_choices(seat: Seat) -> None:
    page = by_page(seat, "xyzzy -- with a story").content.decode()
    assert "xyzzy -- with a story</textarea>" in page
    assert 'name="choice"' in page


def test_page_asks_before_it_resigns(seat: Seat) -> None:
    before = facts(seat.game)
    assert by_page(seat, "resign").redirect_chain == [(f"/g/{seat.game.code}/resign/", 302)]
    assert facts(seat.game) == before


def test_program_hears_what_became_of_each_line(seat: Seat) -> None:
    heard = by_program(seat, "note remember\n1\nxyzzy").json()
    assert [one["what"] for one in heard["heard"]] in (["noted", "played", "refused"], ["noted", "played", "left"])
    assert heard["heard"][1]["line"] == "1"
    seat.game.refresh_from_db()
    assert heard["seq"] == seat.game.seq


def test_pause_by_program_under_a_key(seat: Seat) -> None:
    _token, key = api_tokens.make(_player(seat), "test", ["game:play"], now=timezone.now())
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "once"}
    for _time in range(2):
        answer = Client().post(
            f"/api/v1/games/{seat.game.code}/moves", {"nth": seat.nth, "text": "pause 20 snow"}, "application/json", headers=headers
        )
        assert (answer.status_code, answer.json()["heard"][0]["what"]) == (200, "proposed")
    seat.game.refresh_from_db()
    assert seat.game.proposal is not None
