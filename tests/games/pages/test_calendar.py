"""Tests of the private calendar feed: content, access, and that reading it changes nothing."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from games.models import CalendarLink, Game, Player, Seat
from games.queries.people import calendar as queries, data_export as archives
from games.services.absence import deputies
from games.services.clocks import downtime, pauses, personal_time
from games.services.people import calendars, erasure
from notifications.clock import database_now
from tests.games.conftest import DAY, start
from tests.games.moves import asked, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(alice: Player, bob: Player) -> Game:
    """A game that has just begun by the database's clock."""
    return start(alice, bob, now=database_now())


def mover_of(game: Game) -> Player:
    player = asked(game).player
    assert player is not None
    return player


def read(player: Player) -> list[Any]:
    """The events of the feed, parsed by an independent library."""
    answer = Client().get(f"/calendar/{calendars.make(player, now=database_now())}.ics")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return Calendar.from_ical(answer.content).walk("VEVENT")


def test_deadline_stands_in_the_calendar_of_who_is_asked_and_of_nobody_else(running: Game, alice: Player, bob: Player) -> None:
    seat, mover = asked(running), mover_of(running)
    (event,) = read(mover)
    assert event["UID"].startswith(f"turn-{running.code}-{seat.index}-{seat.nth}@")
    assert event["DTSTART"].dt == seat.due_at.replace(microsecond=0)  # type: ignore[union-attr]
    other = bob if mover == alice else alice
    assert event["SUMMARY"] == f"Time runs out: Turn of Fate with {other.name}"
    assert event["URL"].endswith(f"/g/{running.code}/")
    assert read(other) == []


def test_moved_deadline_is_the_same_event_with_a_higher_sequence(running: Game) -> None:
    seat, mover, now = asked(running), mover_of(running), database_now()
    uids, moments, sequences = set(), [], []

    def look() -> None:
        (event,) = read(mover)
        uids.add(str(event["UID"]))
        moments.append(event["DTSTART"].dt)
        sequences.append(int(event["SEQUENCE"]))

    look()
    pauses.give_time(running.pk, _opponent(running, mover).pk, seat.index, 2, now=now)
    look()
    downtime.record_round(now)
    downtime.record_round(now + timedelta(minutes=20))
    look()
    assert (len(uids), sequences) == (1, [0, 1, 2])
    assert moments == sorted(set(moments))
    while mover_of(running) == mover:
        move(running, now=now)
    assert read(mover) == []


def _opponent(game: Game, mover: Player) -> Player:
    other = game.seats.exclude(player=mover).select_related("player").get().player
    assert other is not None
    return other


def test_absence_of_whole_days_is_all_day_in_its_own_zone(alice: Player) -> None:
    zone, today = ZoneInfo("Pacific/Auckland"), database_now()
    first = datetime(today.year + 1, 1, 1, tzinfo=zone) if today.month > 6 else datetime(today.year, 12, 1, tzinfo=zone)
    Player.objects.filter(pk=alice.pk).update(zone="Pacific/Auckland")
    personal_time.declare(alice.pk, first.astimezone(UTC), (first + 5 * DAY).astimezone(UTC), now=today)
    alice.refresh_from_db()
    (event,) = read(alice)
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (date(first.year, first.month, 1), date(first.year, first.month, 6))
    again = read(alice)
    assert again[0]["UID"] == event["UID"]


def test_deputy_finds_the_deadline_of_the_seat_and_whose_it_is(running: Game, carol: Player) -> None:
    mover = mover_of(running)
    deputies.appoint(running.pk, mover.pk, carol, 3, now=database_now())
    (event,) = read(carol)
    assert f"You play for {mover.name}." in event["DESCRIPTION"]


def test_game_without_a_limit_stands_in_no_calendar(running: Game) -> None:
    Seat.objects.filter(game=running).update(due_at=None, remind_at=None)
    assert read(mover_of(running)) == []


def test_who_has_the_file_already_is_told_so_and_nothing_is_written(running: Game) -> None:
    mover = mover_of(running)
    path = f"/calendar/{calendars.make(mover, now=database_now())}.ics"
    link, browser = CalendarLink.objects.values().get(), Client()
    first = browser.get(path)
    for method in (browser.get, browser.head, browser.get):
        again = method(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert "private" in first["Cache-Control"]
    assert browser.post(path).status_code == 405
    assert CalendarLink.objects.values().get() == link
    assert not browser.cookies
    move(running, now=database_now())
    assert browser.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_address_is_shown_once_renewed_and_withdrawn_on_the_page(alice: Player, client: Client) -> None:
    client.force_login(alice)
    assert b".ics" not in client.get("/settings/time/").content

    def made() -> str:
        found = re.search(r"/calendar/[\w-]{43}\.ics", client.post("/settings/calendar/").content.decode())
        assert found is not None
        return found[0]

    old, new = made(), made()
    assert [Client().get(path).status_code for path in (old, new)] == [404, 200]
    page = client.get("/settings/time/").content.decode()
    assert new not in page
    assert "Link created:" in page
    assert not CalendarLink.objects.filter(digest__in=new.split("/")).exists()
    assert client.post("/settings/calendar/withdraw/").status_code == 302
    assert [Client().get(path).status_code for path in (new, "/calendar/x.ics")] == [404, 404]
    assert [client.get(f"/settings/calendar/{more}").status_code for more in ("", "withdraw/")] == [405, 405]
    assert Client().post("/settings/calendar/").status_code == 302  # to the sign-in page
    assert not CalendarLink.objects.exists()


def test_address_ends_with_the_account(alice: Player) -> None:
    path = f"/calendar/{calendars.make(alice, now=database_now())}.ics"
    assert b"calendar.json" in archives.archive(alice)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert Client().get(path).status_code == 404
    erasure.erase(alice, now=database_now())
    assert not CalendarLink.objects.exists()


@pytest.mark.parametrize("games", [1, 3])
def test_calendar_takes_two_queries_however_many_games(alice: Player, bob: Player, games: int, django_assert_num_queries: Any) -> None:
    now = database_now()
    for _game in range(games):
        start(alice, bob, now=now)
    Seat.objects.filter(player=alice).update(pending=True, due_at=now + DAY)
    with django_assert_num_queries(2):
        found = [deadline for deadline in queries.deadlines(alice, now) if deadline.others and deadline.game.code]
    assert len(found) == games
