"""Tests of a person's page, private notes, blocks and reports, and of what others can see of them."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Block, Game, Move, PersonalNote, Player, Report, Seat
from games.queries.people import data_export, profiles
from games.queries.tables import lists
from games.services.absence import autopilot
from games.services.absence.ladder import Ladder
from games.services.clocks.pace import per_move
from games.services.errors import Refused
from games.services.people import erasure, relations as verbs
from games.services.ratings import rate
from games.services.tables import invitations, lobby
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start
from tests.games.moves import move, play_out

pytestmark = pytest.mark.django_db(transaction=True)


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def rated(*players: Player, count: int) -> None:
    for number in range(count):
        at = NOON + number * DAY
        play_out(start(*players, now=at), now=at, seed=number)
    rate.rate_due(NOON)


def page(of: Player, by: Player) -> str:
    answer = browser(by).get(f"/players/{of.name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_page_shows_ratings_and_their_history(alice: Player, bob: Player, carol: Player) -> None:
    rated(alice, bob, count=2)
    assert "<polyline" not in page(alice, carol)  # all of one day
    later = NOON + 2 * DAY
    play_out(start(alice, bob, now=later), now=later, seed=2)
    rate.rate_due(later)
    text = page(alice, carol)
    assert f"Turn of Fate: {alice.ratings.get().shown} <abbr" in text
    assert "3 rated games" in text
    assert text.count("<polyline") == 1
    assert ">2 Mar 2026</text>" in text
    assert ">4 Mar 2026</text>" in text
    assert "Finishes 100 % of games" in text
    own = page(alice, alice)
    assert [words for words in ("My profile", "Edit profile") if words in own] == ["My profile", "Edit profile"]
    assert "Edit profile" not in text
    assert '<a href="/players/carol/">My profile</a>' in text
    assert "No rated games yet." in page(carol, alice)
    assert Client().get("/players/alice/").status_code == 302
    assert browser(carol).get("/players/nobody-at-all/").status_code == 404


@pytest.mark.parametrize("path", ["/players/a%00b/", "/api/v1/players/a%00b", "/api/v1/games?player=a%00b", "/api/v1/games?with=%7F"])
def test_a_name_that_no_database_can_store_is_nobody(alice: Player, path: str) -> None:
    assert browser(alice).get(path).status_code == 404


def test_a_form_with_a_nul_is_a_bad_request_and_changes_nothing(alice: Player, bob: Player) -> None:
    table = lobby.create(bob, "turn_of_fate", 2, now=NOON, pace=per_move(int(DAY.total_seconds())), visibility="public")
    assert browser(alice).post("/players/bob/note/", {"text": "a\x00b"}).status_code == 400
    assert browser(alice).post(f"/g/{table.code}/join/", {"word": "a\x00b"}).status_code == 400
    assert not PersonalNote.objects.exists()
    assert not table.seats.filter(player=alice).exists()


def test_page_takes_as_many_queries_for_three_games_as_for_one(
    alice: Player, bob: Player, carol: Player, django_assert_num_queries: object
) -> None:
    client = browser(carol)
    for count in (1, 3):
        rated(alice, bob, count=count)
        with django_assert_num_queries(10):  # type: ignore[operator]
            client.get("/players/alice/")


def test_a_note_is_read_by_its_owner_only(alice: Player, bob: Player, carol: Player) -> None:
    browser(alice).post("/players/bob/note/", {"text": "always takes the star"})
    assert "always takes the star" in page(bob, alice)
    assert "always takes the star" not in page(bob, carol)
    assert "always takes the star" not in page(bob, bob)
    browser(alice).post("/players/bob/note/", {"text": " "})
    assert not PersonalNote.objects.exists()
    with pytest.raises(Refused, match="at most 1000"):
        verbs.note(alice, bob, "x" * 1001)


def test_who_keeps_apart_does_not_meet(alice: Player, bob: Player, carol: Player) -> None:
    verbs.block(alice, bob, now=NOON)
    verbs.block(alice, bob, now=NOON)
    assert Block.objects.count() == 1
    mine = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400), visibility="public")
    his = lobby.create(bob, "turn_of_fate", 2, now=NOON, pace=per_move(86_400), visibility="public")
    assert [row.game for row in lists.free_seats(bob).rows()] == [his]
    assert [row.game for row in lists.free_seats(alice).rows()] == [mine]
    assert [row.game for row in lists.free_seats(carol).rows()] == [his, mine]
    for game, player in ((mine, bob), (his, alice)):
        with pytest.raises(Refused, match="keep apart"):
            lobby.take_seat(game, player, now=NOON)
    invitations.invite(mine, alice, [bob, carol])
    assert list(Message.objects.filter(kind="invitation").values_list("recipient", flat=True)) == [carol.pk]
    verbs.unblock(alice, bob)
    lobby.take_seat(mine, bob, now=NOON)
    assert Game.objects.get(pk=mine.pk).status == Game.Status.ACTIVE


def test_a_substitute_may_be_kept_apart_too(alice: Player, bob: Player, carol: Player) -> None:
    game = start(alice, bob, ladder=Ladder(autopilot_after=2))
    move(game)
    autopilot.hand_over(game.pk, alice.pk, now=NOON)
    verbs.block(bob, carol, now=NOON)
    with pytest.raises(Refused, match="keep apart"):
        autopilot.take_over(game.pk, carol, 0, now=NOON)


def test_blocking_is_between_people(alice: Player, dora: Player) -> None:
    for other in (alice, dora):
        with pytest.raises(Refused, match="Only other people"):
            verbs.block(alice, other, now=NOON)


def test_telling_the_house(alice: Player, bob: Player) -> None:
    client = browser(alice)
    client.post("/players/bob/report/", {"matter": "conduct", "text": "He called my Wyrm a worm."})
    assert Report.objects.get().about == bob
    again = client.post("/players/bob/report/", {"matter": "conduct", "text": "And he did it again."}, follow=True)
    assert "already" in again.content.decode()
    short = client.post("/players/bob/report/", {"matter": "play", "text": "No."}, follow=True)
    assert "describe what happened" in short.content.decode()
    assert Report.objects.count() == 1


def test_reports_have_a_limit_for_each_day(alice: Player) -> None:
    for number in range(verbs.MOST_REPORTS_A_DAY):
        verbs.report(alice, person(f"rude{number}"), "conduct", "Something long enough.", now=NOON)
    with pytest.raises(Refused, match="limit of reports"):
        verbs.report(alice, person("another"), "conduct", "Something long enough.", now=NOON)
    verbs.report(alice, person("tomorrow"), "conduct", "Something long enough.", now=NOON + DAY)


def test_reliability_counts_what_was_left_to_others(alice: Player, bob: Player, carol: Player) -> None:
    for number in range(2):
        play_out(start(alice, bob), seed=number)
    left = start(alice, bob, ladder=Ladder(autopilot_after=2))
    move(left)
    autopilot.hand_over(left.pk, alice.pk, now=NOON)
    autopilot.take_over(left.pk, carol, 0, now=NOON)
    found = profiles.reliability_of([alice.pk, bob.pk, carol.pk])
    assert (found[alice.pk].kept, found[alice.pk].left, found[alice.pk].percent) == (2, 1, 67)
    assert (found[bob.pk].kept, found[bob.pk].left, found[bob.pk].known) == (2, 0, False)
    assert (found[carol.pk].kept, found[carol.pk].percent) == (0, 100)


def test_answer_times_are_counted_from_the_previous_persons_move(alice: Player, bob: Player) -> None:
    at, waits = NOON, {alice.pk: timedelta(hours=1), bob.pk: timedelta(hours=5)}
    before: int | None = None
    for number in range(4):
        game = start(alice, bob, now=at)
        while (seat := Seat.objects.filter(game=game, pending=True).first()) is not None:
            at += waits[seat.player_id or 0] if seat.index != before else timedelta(minutes=1)
            before = seat.index
            move(game, now=at)
        assert Move.objects.filter(game=game).count() > 5, number
    for player in (alice, bob):
        times = profiles.answer_times(player)
        assert times is not None
        assert times.quarter == times.half == times.most == waits[player.pk]


def test_nothing_is_said_about_answer_times_before_there_are_enough(alice: Player, bob: Player) -> None:
    game = start(alice, bob)
    move(game)
    assert profiles.answer_times(alice) is None


def test_it_belongs_to_what_we_hold_and_is_forgotten(alice: Player, bob: Player) -> None:
    rated(alice, bob, count=1)
    verbs.note(alice, bob, "slow but fair")
    verbs.block(alice, bob, now=NOON)
    verbs.report(bob, alice, "other", "Something long enough.", now=NOON)
    with zipfile.ZipFile(io.BytesIO(data_export.archive(alice))) as packed:
        kept = json.loads(packed.read("people.json"))
        assert kept["notes"] == [{"about__name": "bob", "text": "slow but fair"}]
        assert kept["reports"] == []  # reports by others belong to their authors
        assert len(json.loads(packed.read("ratings.json"))) == 1
    erasure.erase(alice, now=NOON)
    assert [model.objects.count() for model in (PersonalNote, Block, Report)] == [0, 0, 0]
    assert browser(bob).get("/players/alice/").status_code == 404
