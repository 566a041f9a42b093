"""Tests of guests of an invitation link: a seat for a name, limits without an address, deletion of their data."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Player, Rating, Seat
from games.services.absence import autopilot
from games.services.clocks.pace import per_move
from games.services.errors import Closed, Refused
from games.services.people import guests, relations
from games.services.people.sign_in_links import own_link, read_link
from games.services.ratings.rate import rate
from games.services.tables import challenges, leaving, lobby, rematches
from games.tournaments.models import Tournament
from games.tournaments.services import entering
from notifications.links import BadLink
from tests.games.conftest import DAY, NOON, person
from tests.games.moves import move

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: Player) -> Game:
    """An open table for three."""
    return lobby.create(alice, "destined_to_fail", 3, now=NOON, pace=per_move(86_400))


def sit(game: Game, name: str, *, slip: str = "", invitation: str = "") -> Player:
    """Take a seat by the link of the table, or by another one if given."""
    given = {"invitation": invitation or game.invitation, "slip": slip, "language": "de", "zone": "Europe/Vienna"}
    return guests.join_table(game, name, now=NOON, **given)


def people() -> list[str]:
    return list(Player.objects.filter(is_bot=False).order_by("pk").values_list("name", flat=True))


def test_a_name_is_enough_for_a_seat(table: Game) -> None:
    guest = sit(table, " Grace ")
    assert (guest.name, guest.name_chosen, guest.email, guest.language, guest.zone) == ("Grace", True, None, "de", "Europe/Vienna")
    assert guest.without_address
    assert not guest.has_usable_password()
    assert table.seats.get(player=guest).ready


def test_the_last_seat_starts_the_game(table: Game) -> None:
    for name in ("Grace", "Ida"):
        sit(table, name)
    table.refresh_from_db()
    assert table.status == Game.Status.ACTIVE


@pytest.mark.parametrize("name", ["", "x", "ALICE", "admin", "a/b"])
def test_a_name_that_is_bad_or_taken_leaves_nobody(table: Game, name: str) -> None:
    with pytest.raises(Refused):
        sit(table, name)
    assert people() == ["alice"]


def test_a_full_or_withdrawn_table_leaves_nobody(table: Game, alice: Player, bob: Player, carol: Player) -> None:
    for player in (bob, carol):
        lobby.take_seat(table, player, now=NOON)
    with pytest.raises(Closed):
        sit(table, "Grace")
    assert people() == ["alice", "bob", "carol"]


def test_another_word_than_the_invitation_seats_nobody(table: Game) -> None:
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    with pytest.raises(Refused):
        sit(table, "Grace", invitation="guessed")
    assert people() == ["alice"]


def test_a_form_that_is_sent_twice_seats_once(table: Game) -> None:
    first = sit(table, "Grace", slip="of the form")
    assert sit(table, "Grace", slip="of the form") == first
    with pytest.raises(Refused, match="name is taken"):
        sit(table, "Grace", slip="of somebody else")
    with pytest.raises(Refused, match="name is taken"):
        sit(table, "Grace")
    assert table.seats.exclude(player=None).count() == 2


def test_the_own_link_works_until_there_is_an_address(table: Game) -> None:
    guest = sit(table, "Grace")
    token = own_link(guest).split("/")[-2]
    assert [read_link(token), read_link(token)] == [guest, guest]
    Player.objects.filter(pk=guest.pk).update(email="grace@example.net")
    assert read_link(token) is None
    with pytest.raises(BadLink):
        read_link(token + "x")


def test_what_needs_an_address_is_refused_with_the_remedy(table: Game, alice: Player, bob: Player) -> None:
    guest = sit(table, "Grace")
    public = lobby.create(bob, "turn_of_fate", 2, now=NOON, pace=per_move(86_400), visibility=Game.Visibility.PUBLIC)
    cup = Tournament.objects.create(code="cup", title="Cup", rules="turn_of_fate", status=Tournament.Status.REGISTRATION)
    refused = []
    for what in (
        lambda: lobby.take_seat(public, guest, now=NOON),
        lambda: lobby.create(guest, "turn_of_fate", 2, now=NOON, pace=per_move(86_400)),
        lambda: entering.enter(cup.pk, guest, now=NOON),
    ):
        with pytest.raises(Refused) as caught:
            what()
        refused.append(caught.value.code)
    assert refused == ["no_address", "no_address", "no_proven_channel"]
    lobby.take_seat(public, guest, now=NOON, invitation=public.invitation)  # the link of another host is valid, too
    with pytest.raises(Refused, match="cannot challenge"):
        challenges.challenge(table, alice, guest, now=NOON)


def test_a_guest_is_no_substitute(alice: Player, bob: Player) -> None:
    other = lobby.create(alice, "destined_to_fail", 3, now=NOON, pace=per_move(86_400))
    guest = sit(other, "Grace")
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400))
    lobby.take_seat(game, bob, now=NOON)
    Seat.objects.filter(game=game, player=bob).update(state=Seat.State.AWAY)
    with pytest.raises(Refused) as caught:
        autopilot.take_over(game.pk, guest, game.seats.get(player=bob).index, now=NOON)
    assert caught.value.code == "no_address"


def test_a_guest_asks_for_a_rematch_and_invites_nobody_else(alice: Player) -> None:
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400), random_seats=False)
    guest = sit(game, "Grace")
    move(game)
    leaving.resign(game.pk, 0, source="form", now=NOON, player_id=alice.pk)
    game.refresh_from_db()
    again = rematches.create(game, guest, now=NOON)
    assert again.seats.filter(player=guest).exists()
    for what in (
        lambda: guests.invite(again, guest, "new@example.net", now=NOON),
        lambda: challenges.challenge(again, guest, alice, now=NOON),
    ):
        with pytest.raises(Refused, match="needs an email address"):
            what()
    assert rematches.create(game, alice, now=NOON) == again


def finished(alice: Player) -> tuple[Game, Player]:
    """A game of alice and a guest in which both have moved and alice has resigned."""
    game = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400), random_seats=False)
    guest = sit(game, "Grace")
    for _turn in range(2):
        move(game)
    leaving.resign(game.pk, 0, source="form", now=NOON, player_id=alice.pk)
    return game, guest


@pytest.mark.parametrize(("address", "rated"), [(None, 0), ("grace@example.net", 2)])
def test_a_game_rates_guests_once_they_have_an_address(alice: Player, address: str | None, rated: int) -> None:
    game, guest = finished(alice)
    Player.objects.filter(pk=guest.pk).update(email=address)
    rate(game.pk, NOON)
    assert Rating.objects.count() == rated


def test_abandoned_guests_are_forgotten_and_others_kept(alice: Player, table: Game) -> None:
    long_ago = NOON - guests.ABANDONED_AFTER - timedelta(days=1)
    _game, gone = finished(alice)
    names = {"waiting": sit(table, "Waiting")}
    names |= {name: Player.objects.create_user(None, name=name) for name in ("Looked", "Signed in", "New")}
    members = [alice, person("old")]
    Player.objects.exclude(name="New").update(joined_at=long_ago, last_login=long_ago)
    Player.objects.filter(name="Signed in").update(last_login=NOON - DAY)
    Seat.objects.filter(game=_game, index=0).update(player=names["Looked"], seen_at=NOON - DAY)
    assert guests.forget_abandoned(NOON) == 1
    gone.refresh_from_db()
    assert (gone.is_active, gone.name) == (False, f"former player {gone.pk}")
    assert Player.objects.filter(pk__in=[one.pk for one in (*names.values(), *members)], is_active=True).count() == 6
    assert guests.forget_abandoned(NOON) == 0


def test_who_keeps_apart_from_a_guest_is_not_met_again(alice: Player, table: Game) -> None:
    guest = sit(table, "Grace")
    relations.block(alice, guest, now=NOON)
    other = lobby.create(alice, "turn_of_fate", 2, now=NOON, pace=per_move(86_400))
    with pytest.raises(Refused, match="keep apart"):
        lobby.take_seat(other, guest, now=NOON, invitation=other.invitation)
