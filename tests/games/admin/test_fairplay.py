"""Tests of fair play: stored data (hashes, for a month), detected signs, and access for staff only."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import Move, Player, Trace
from games.queries.operations.fair_play import signals
from games.render.reader import reader_for
from games.services.operations import roles
from games.services.people import fingerprints
from games.services.tables import leaving
from games.tasks import housekeeping
from notifications.clock import database_now
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import move, play_out

pytestmark = pytest.mark.django_db(transaction=True)
HOME = "2001:db8:1:2:aaaa:bbbb:cccc:dddd"


def said(*players: Player) -> list[str]:
    voice = reader_for((), "en")
    return [voice.say(signal.why) for signal in signals([player.pk for player in players], NOON + DAY)]


def given_away(*, giver: Player, taker: Player) -> None:
    game = start(giver, taker)
    move(game)
    leaving.resign(game.pk, 0, source=Move.Source.FORM, now=NOON, player_id=giver.pk)


def test_network_of_a_household_is_one_place() -> None:
    assert fingerprints.network("192.0.2.7") == "192.0.2.7"
    assert fingerprints.network(HOME) == fingerprints.network("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert fingerprints.network("::ffff:192.0.2.7") == "192.0.2.7"
    assert fingerprints.network("unix:") == ""


def test_nothing_that_was_hashed_is_stored(alice: Player, settings: Settings) -> None:
    fingerprints.record(alice.pk, address="192.0.2.7", device="browser-one", now=NOON)
    kept = list(Trace.objects.values_list("kind", "tag"))
    assert not any("192.0.2.7" in tag or "browser-one" in tag for _kind, tag in kept)
    settings.SECRET_KEY = "another key, which another site would have"
    assert fingerprints.tag("address", "192.0.2.7") not in [tag for _kind, tag in kept]


def test_playing_twice_from_one_place_is_one_trace_and_forgotten_after_a_month(alice: Player) -> None:
    now = database_now()
    for day in (40, 35):
        fingerprints.record(alice.pk, address="192.0.2.7", device="", now=now - day * DAY)
    assert [trace.seen_at for trace in Trace.objects.all()] == [now - 35 * DAY]
    fingerprints.record(alice.pk, address="192.0.2.8", device="", now=now - 29 * DAY)
    housekeeping()
    assert [trace.tag for trace in Trace.objects.all()] == [fingerprints.tag("address", "192.0.2.8")]


def test_same_place_is_noticed_only_for_people_who_share_a_table(alice: Player, bob: Player, carol: Player) -> None:
    for player in (alice, bob, carol):
        fingerprints.record(player.pk, address=HOME, device="", now=NOON)
    fingerprints.record(alice.pk, address="", device="tablet", now=NOON)
    fingerprints.record(bob.pk, address="", device="tablet", now=NOON)
    assert said(alice, bob, carol) == []
    start(alice, bob)
    assert said(alice) == [
        "alice and bob share tables and have played from the same network.",
        "alice and bob share tables and have played with the same browser.",
    ]


def test_games_given_away_to_one_person_are_noticed(alice: Player, bob: Player, carol: Player) -> None:
    play_out(start(alice, carol))
    for _game in range(2):
        given_away(giver=alice, taker=bob)
    assert said(alice) == []
    given_away(giver=alice, taker=bob)
    assert said(alice) == ["alice resigned early from 3 of 3 games with bob."]
    assert said(bob) == said(alice)
    assert said(carol) == []


def test_people_who_play_each_other_only_are_noticed(alice: Player, bob: Player, carol: Player) -> None:
    for number in range(6):
        play_out(start(alice, bob), seed=number)
    assert said(alice) == ["alice and bob met in 6 games, which is 100 % of what one of them has played."]
    for number in range(2):
        play_out(start(alice, carol), seed=number)
        play_out(start(bob, carol), seed=number)
    assert said(alice) == []


def test_old_games_are_not_held_against_anybody(alice: Player, bob: Player) -> None:
    for number in range(6):
        play_out(start(alice, bob), seed=number)
    assert signals([alice.pk], NOON + 91 * DAY) == []


def test_as_many_queries_for_three_people_as_for_one(
    alice: Player, bob: Player, carol: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_out(start(alice, bob))
    for _game in range(3):
        given_away(giver=alice, taker=bob)
        given_away(giver=bob, taker=carol)
        given_away(giver=carol, taker=alice)
    for people in ([alice.pk], [alice.pk, bob.pk, carol.pk]):
        with django_assert_num_queries(4):
            assert signals(people, NOON + DAY)


def test_a_move_by_form_leaves_a_trace_once_a_day(alice: Player, bob: Player, settings: Settings) -> None:
    game, client = start(alice, bob), Client()
    client.force_login(alice)
    client.get(f"/g/{game.code}/")
    assert not Trace.objects.exists()
    client.post(f"/g/{game.code}/say/", {"text": "Good luck."})
    assert set(Trace.objects.values_list("kind", flat=True)) == {"address", "device"}
    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 30 * 86_400)
    first = set(Trace.objects.values_list("kind", "tag", "seen_at"))
    client.post(f"/g/{game.code}/say/", {"text": "And have fun."})
    assert set(Trace.objects.values_list("kind", "tag", "seen_at")) == first
    Trace.objects.all().delete()
    settings.FATE_FINGERPRINTS = False
    other = Client()
    other.force_login(bob)
    other.post(f"/g/{game.code}/say/", {"text": "You too."})
    assert not Trace.objects.exists()
    assert "device" not in other.cookies


def test_only_directors_and_moderators_see_it(alice: Player, bob: Player, carol: Player) -> None:
    for _game in range(3):
        given_away(giver=alice, taker=bob)
    path = f"/admin/fairplay/player/{alice.pk}/"
    seen = {}
    for role in roles.ROLES:
        worker, client = person(role, is_staff=True), Client()
        roles.give(worker, role)
        client.force_login(worker)
        seen[role] = client.get(path).status_code
    assert seen == {"director": 200, "official": 403, "moderator": 200, "operator": 403}
    stranger = Client()
    stranger.force_login(carol)
    assert stranger.get(path, follow=True).status_code == 404
