"""Tests of mails about absence: sent while true, dropped when not, and addressed to the people concerned."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.mails import absence, turn
from games.models import Game, Player, Seat
from games.services.absence import autopilot, deputies, nudges
from games.services.absence.ladder import Ladder
from games.services.clocks import pauses
from notifications.clock import database_now
from notifications.mail.composed import Composed
from notifications.models import Message
from tests.games.conftest import start
from tests.games.moves import asked, move

DAY = timedelta(days=1)
COMPOSE = {
    "nudge": turn.nudge,
    "autopilot": absence.autopilot,
    "seat_offer": absence.seat_offer,
    "seat_taken": absence.seat_taken,
    "deputy": absence.deputy,
    "pause": absence.pause,
}


@pytest.fixture
def table(alice: Player, bob: Player) -> Game:
    return start(alice, bob, visibility="public", now=database_now(), ladder=Ladder("bot", autopilot_after=1, keep=3))


def composed(kind: str) -> Composed | None:
    """The one message of this kind as it would be sent now."""
    message = Message.objects.get(kind=kind)
    return COMPOSE[kind](message, database_now())


def words(kind: str) -> str:
    mail = composed(kind)
    assert mail is not None
    assert mail.html is not None
    return mail.text


def test_nudge_is_dropped_once_the_move_is_made(table: Game) -> None:
    seat = asked(table)
    by = Seat.objects.select_related("player").get(game=table, index=1 - seat.index).player
    assert by is not None
    nudges.nudge(table.pk, by.pk, seat.index, now=database_now())
    mail = words("nudge")
    assert mail.startswith(f"{by.name} asks you to move in Turn of Fate.")
    assert "\n  1) " in mail, "whoever lives in the mailbox can answer this mail"
    move(table, now=database_now())
    assert composed("nudge") is None


def test_autopilot_is_told_with_a_way_back_until_the_person_is_back(table: Game, alice: Player) -> None:
    autopilot.hand_over(table.pk, alice.pk, now=database_now())
    assert f"/g/{table.code}/mine/time/" in words("autopilot")
    autopilot.come_back(table.pk, alice.pk, now=database_now())
    assert composed("autopilot") is None


def test_offered_seat_is_told_until_somebody_has_it(table: Game, alice: Player, carol: Player) -> None:
    Player.objects.filter(pk=carol.pk).update(volunteer=True)
    autopilot.hand_over(table.pk, alice.pk, now=database_now())
    assert table.invitation in words("seat_offer")
    assert "\nPace: 1 day per move.\n" in words("seat_offer")
    autopilot.take_over(table.pk, carol, Seat.objects.get(game=table, player=alice).index, now=database_now())
    assert composed("seat_offer") is None
    assert words("seat_taken").startswith("carol has taken over your seat in Turn of Fate.")


def test_deputy_is_asked_until_the_task_is_over(table: Game, alice: Player, carol: Player) -> None:
    deputies.appoint(table.pk, alice.pk, carol, 3, now=database_now())
    assert words("deputy").startswith("alice asks you to be their deputy in Turn of Fate.")
    deputies.dismiss(table, alice, now=database_now())
    assert composed("deputy") is None


def test_holder_hears_that_the_deputy_has_left(table: Game, alice: Player, carol: Player) -> None:
    """Until now the seat was without a deputy, and its holder was not told."""
    deputies.appoint(table.pk, alice.pk, carol, 3, now=database_now())
    Message.objects.filter(kind="deputy").delete()
    deputies.dismiss(table, carol, now=database_now())
    assert words("deputy").startswith("carol is no longer your deputy in Turn of Fate.")
    assert f"/g/{table.code}/mine/time/" in words("deputy")
    deputies.appoint(table.pk, alice.pk, carol, 3, now=database_now())
    Message.objects.filter(kind="deputy", recipient=carol).delete()
    assert composed("deputy") is None, "there is a deputy again"


def test_headline_is_the_subject(table: Game, alice: Player, bob: Player) -> None:
    pauses.propose(table.pk, alice.pk, 20, "Snow", now=database_now())
    mail = composed("pause")
    assert mail is not None
    assert mail.html is not None
    assert f"<h1>{mail.subject}</h1>" in mail.html


def test_pause_is_told_while_it_lasts(table: Game, alice: Player, bob: Player) -> None:
    pauses.propose(table.pk, alice.pk, 20, "Snow", now=database_now())
    assert "alice proposes a pause of 20 days.\nSnow\n" in words("pause")
    pauses.agree(table.pk, bob.pk, now=database_now())
    Message.objects.filter(kind="pause", payload__what="pause_proposed").delete()
    assert "All clocks are stopped until" in words("pause")
    pauses.resume(table.pk, bob.pk, now=database_now())
    Message.objects.filter(kind="pause", payload__what="resumed").delete()
    assert composed("pause") is None
