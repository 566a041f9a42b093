"""Tests of the audience of every kind of mail: who is informed of an event, in which order, and that nobody else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from notifications import kinds
from notifications.models import Message
from tests.games.mails import audience
from tests.games.mails.audience import House, furnish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("receiving", "same_house")]

Event = Callable[[House], object]
EVENTS: dict[Event, list[tuple[str, str]]] = {
    audience.table_fills: [("game_started", "second"), ("game_started", "third"), ("your_turn", "second")],
    audience.table_fills_late: [("ready_check", "second")],
    audience.table_is_withdrawn: [("cancelled", "third")],
    audience.host_invites: [("invitation", "stranger")],
    audience.invited_one_declines: [("invitation_news", "second")],
    audience.mover_writes_a_letter: [("letter", "second")],
    audience.mover_moves: [("your_turn", "second")],
    audience.deputised_mover_is_asked: [("your_turn", "mover"), ("your_turn", "deputy")],
    audience.time_runs_short: [("reminder", "mover")],
    audience.time_runs_short_for_the_deputy_too: [("reminder", "mover"), ("reminder", "deputy")],
    audience.opponent_nudges: [("nudge", "mover")],
    audience.opponent_nudges_a_deputised_seat: [("nudge", "mover"), ("nudge", "deputy")],
    audience.mover_goes_on_autopilot: [("autopilot", "mover"), ("seat_offer", "volunteer"), ("your_turn", "second")],
    audience.seat_is_taken_over: [("seat_taken", "mover")],
    audience.host_offers_the_seat: [("seat_offer", "stranger")],
    audience.appoint: [("deputy", "deputy")],
    audience.pause_is_proposed: [("pause", "second"), ("pause", "third")],
    audience.pause_begins: [("pause", "mover"), ("pause", "second")],
    audience.pause_ends_early: [("pause", "mover"), ("pause", "second")],
    audience.site_was_away: [("clocks_moved", "mover")],
    audience.game_ends: [("game_over", "second"), ("game_over", "third")],
    audience.reply_makes_no_sense: [("reply_answer", "mover")],
    audience.reply_is_not_proven: [("confirm_reply", "mover")],
    audience.mover_tries_the_mail: [("test", "mover")],
    audience.director_invites: [("tournament", "stranger")],
    audience.entrant_withdraws: [("tournament", "third")],
    audience.followed_table_changes: [("table_changed", "stranger")],
    audience.webhook_is_tried: [("webhook_test", "stranger")],
    audience.webhook_is_switched_off: [("webhook_test", "stranger"), ("webhook_off", "stranger")],
    audience.house_calls_the_game_off: [("cancelled", "mover"), ("cancelled", "second"), ("cancelled", "third")],
    audience.final_table_is_approved: [("tournament", "second"), ("tournament", "third")],
}
"""The kinds of mails of each event and their recipients, the person concerned first. All others get no mail."""


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_event_is_told_to_those_it_concerns_and_to_nobody_else(event: Event) -> None:
    house = furnish()
    event(house)
    parts = {player.pk: part for part, player in house.people.items()}
    written = list(Message.objects.order_by("pk"))
    assert [(message.kind, parts[message.recipient_id]) for message in written] == EVENTS[event]
    for message in written:
        kind = kinds.get(message.kind)
        assert kind is not None
        assert kind.compose(message, house.now) is not None, f"{message} says nothing at the moment it is written"


def test_every_kind_of_mail_has_its_audience() -> None:
    tried = {kind for news in EVENTS.values() for kind, _part in news}
    assert tried == set(kinds.names()), "A kind of mail without an event here: add what causes it to `audience`, and who hears of it."


@pytest.mark.parametrize("event", [event for event, news in EVENTS.items() if news[0][0] in ("your_turn", "reminder", "nudge", "deputy")])
def test_mail_about_a_seat_says_nothing_to_somebody_else_whoever_addressed_it(event: Event) -> None:
    house = furnish()
    event(house)
    for message in Message.objects.order_by("pk"):
        for part in ("third", "volunteer", "stranger"):
            message.recipient = house.people[part]
            kind = kinds.get(message.kind)
            assert kind is not None
            assert kind.compose(message, house.now) is None, f"{part} can read {message}"


def test_deputy_reads_whose_seat_it_is_and_the_holder_does_not() -> None:
    house = furnish()
    audience.time_runs_short_for_the_deputy_too(house)
    mine, deputys = (kinds.get("reminder").compose(message, house.now) for message in Message.objects.order_by("pk"))  # type: ignore[union-attr]
    assert mine is not None
    assert deputys is not None
    words = f"You are playing as the deputy of {house.people['mover'].name}"
    assert (words in mine.text, words in deputys.text) == (False, True)
    assert deputys.html is not None
    assert words in deputys.html
