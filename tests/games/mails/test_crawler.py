"""Tests with programs that open every link of a mail before the reader (mail scanners, previews): nothing may change."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from notifications.models import Message
from tests.games.mails import audience
from tests.games.mails.audience import House, furnish
from tests.games.mails.letters import outbox
from tests.games.mails.reading import check
from tests.games.replies.mailing import post

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("receiving", "same_house")]

LINK = re.compile(r"https?://[^/\s\"'<>]+(/[^\s\"'<>]*)")
MAILS = (
    (audience.table_fills, ("game_started", "your_turn")),
    (audience.table_fills_late, ("ready_check",)),
    (audience.table_is_withdrawn, ("cancelled",)),
    (audience.host_invites, ("invitation",)),
    (audience.mover_writes_a_letter, ("letter",)),
    (audience.deputised_mover_is_asked, ("your_turn",)),
    (audience.time_runs_short, ("reminder",)),
    (audience.opponent_nudges, ("nudge",)),
    (audience.mover_goes_on_autopilot, ("autopilot", "seat_offer")),
    (audience.seat_is_taken_over, ("seat_taken",)),
    (audience.appoint, ("deputy",)),
    (audience.pause_is_proposed, ("pause",)),
    (audience.site_was_away, ("clocks_moved",)),
    (audience.game_ends, ("game_over",)),
    (audience.reply_makes_no_sense, ("reply_answer",)),
    (audience.reply_is_not_proven, ("confirm_reply",)),
    (audience.mover_tries_the_mail, ("test",)),
    (audience.webhook_is_switched_off, ("webhook_off",)),
    (audience.director_invites, ("tournament",)),
    (audience.final_table_is_approved, ("tournament",)),
)


def rows() -> dict[str, tuple[int, str]]:
    """Every table of the database with the number and a fingerprint of its rows."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(
                f"SELECT count(*), coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM \"{model._meta.db_table}\" t"
            )
            found[model._meta.label] = cursor.fetchone()
    return found


@pytest.mark.parametrize(("event", "kinds"), MAILS, ids=[event.__name__ for event, _kinds in MAILS])
def test_mails_are_well_made_and_opening_every_link_three_times_changes_no_row(
    event: Callable[[House], object], kinds: tuple[str, ...]
) -> None:
    house = furnish()
    event(house)
    Message.objects.filter(state="queued").update(not_before=house.now)
    post()
    mails = list(Message.objects.filter(state="sent"))
    assert set(kinds) <= {mail.kind for mail in mails}
    for letter in outbox():
        check(letter.mail, letter.raw)
    links = sorted({link.replace("&amp;", "&") for mail in mails for link in LINK.findall(f"{mail.text} {mail.html}")})
    assert links
    before, browser = rows(), Client()
    for link in links:
        for _time in range(3):
            assert browser.get(link).status_code < 500
            assert browser.head(link).status_code < 500
    assert rows() == before
    assert "sessionid" not in browser.cookies
