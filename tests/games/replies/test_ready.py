"""Tests of the question whether all players are present, asked at a table that took more than a day to fill and answered by mail."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Player
from games.services.clocks.pace import per_move
from games.services.tables import lobby
from notifications.clock import database_now
from notifications.models import Message
from tests.games.replies.mailing import newest, post, send, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("receiving")]


@pytest.fixture
def table(alice: Player, bob: Player) -> Game:
    """A table that waits for alice to confirm that she is present."""
    table = lobby.create(alice, "turn_of_fate", 2, now=database_now() - timedelta(days=2), pace=per_move(86_400))
    lobby.take_seat(table, bob, now=database_now())
    post()
    table.refresh_from_db()
    assert table.status == Game.Status.READY
    return table


@pytest.mark.parametrize("text", ["yes", "Ja, gerne!", "Oui"])
def test_yes_starts_the_game(table: Game, alice: Player, text: str) -> None:
    mail = newest(alice, "ready_check")
    assert "Reply to this mail with the single word yes." in words(mail.text)
    for _twice in range(2):
        send(alice, text, mail=mail)
    table.refresh_from_db()
    assert table.status == Game.Status.ACTIVE
    post()
    assert Message.objects.filter(recipient=alice, kind="game_started", state="sent").exists()


def test_what_is_no_yes_is_answered_with_the_remedy_and_starts_nothing(table: Game, alice: Player) -> None:
    for text, said in (("who is this?", "Reply to this mail with the single word yes."), ("no", "nothing has changed")):
        send(alice, text, mail=newest(alice, "ready_check"))
        post()
        assert said in words(newest(alice, "reply_answer").text)
    table.refresh_from_db()
    assert table.status == Game.Status.READY
