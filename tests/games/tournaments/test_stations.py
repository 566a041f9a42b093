"""Tests from the announcement to the first round: admission, check-in, places, hour of the start."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError

from games.models import AuditEvent, Game, Player, Seat, Tenure
from games.services.errors import Closed, NotYours, Refused
from games.tournaments.models import Tournament
from games.tournaments.services import director as desk, entering, rounds
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person, start

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Status = Tournament.Status


def opened(director: Player, people: Sequence[Player] = (), **settings: object) -> Tournament:
    """A tournament open for registration; these people have entered in this order."""
    tournament = Tournament.objects.create(**{"title": "Cup", "rules": "turn_of_fate", "director": director, **settings})
    desk.open_registration(tournament.pk, director, "Now.", now=NOON)
    for number, player in enumerate(people):
        entering.enter(tournament.pk, player, now=NOON + number * timedelta(minutes=1))
    return tournament


def told(what: str) -> list[str]:
    """The names of the people who get this notice."""
    rows = Message.objects.filter(kind="tournament", payload__what=what).order_by("recipient__name")
    return list(rows.values_list("recipient__name", flat=True))


def test_entering_by_invitation_needs_one(carol: Player, alice: Player, bob: Player) -> None:
    """Bob is informed that he may enter; alice is refused."""
    tournament = opened(carol, invite_only=True)
    desk.invite(tournament.pk, [bob], carol, "A friend.", now=NOON)
    desk.invite(tournament.pk, [bob], carol, "Again.", now=NOON + HOUR)
    entering.enter(tournament.pk, bob, now=NOON)
    with pytest.raises(Refused) as refusal:
        entering.enter(tournament.pk, alice, now=NOON)
    assert (refusal.value.code, told("invited"), tournament.invited.count()) == ("not_invited", ["bob"], 1)


def test_entering_without_a_confirmed_address_is_refused(carol: Player, alice: Player) -> None:
    """Such a person cannot be informed of a turn; a former address does not count."""
    EmailAddress.objects.filter(user=alice).update(verified=False)
    EmailAddress.objects.create(user=alice, email="old@example.org", verified=True)
    with pytest.raises(Refused) as refusal:
        entering.enter(opened(carol).pk, alice, now=NOON)
    assert refusal.value.code == "no_proven_channel"


def left_behind(player: Player, other: Player, games: int) -> None:
    """This number of games that ended with a substitute in this person's place."""
    for _number in range(games):
        game = start(player, other)
        Tenure.objects.filter(seat__game=game, player=player).update(until=NOON, ended_by="forfeited")
        Seat.objects.filter(game=game, player=player).update(state=Seat.State.FORFEITED)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)


def test_entering_needs_the_announced_reliability(carol: Player, alice: Player, bob: Player) -> None:
    """Alice left three games of three; bob played them; a person without a record is admitted."""
    left_behind(alice, bob, 3)
    tournament = opened(carol, [bob, person("newcomer")], least_reliability=80)
    with pytest.raises(Refused) as refusal:
        entering.enter(tournament.pk, alice, now=NOON)
    assert (refusal.value.code, refusal.value.message.params["yours"]) == ("not_reliable", 0)


def test_check_in_at_the_announced_hour_then_the_start(carol: Player, alice: Player, bob: Player, dora: Player) -> None:
    """People are asked a day before; those who do not answer do not play, and bots are checked in."""
    sleepy = person("sleepy")
    tournament = opened(carol, [alice, sleepy, bob, dora], starts_at=NOON + 3 * DAY, check_in_hours=24)
    assert [rounds.advance(tournament.pk, NOON + 2 * DAY - HOUR), rounds.advance(tournament.pk, NOON + 2 * DAY)] == [False, True]
    assert told("check_in") == ["alice", "bob", "sleepy"]
    with pytest.raises(Closed):
        entering.enter(tournament.pk, person("late"), now=NOON + 2 * DAY)
    for player in (alice, bob, bob):
        entering.check_in(tournament.pk, player, now=NOON + 2 * DAY + HOUR)
    assert not rounds.advance(tournament.pk, NOON + 3 * DAY - HOUR)
    assert rounds.advance_all(NOON + 3 * DAY) == 1
    tournament.refresh_from_db()
    assert tournament.status == Status.RUNNING
    assert set(tournament.entries.filter(seed__isnull=False).values_list("player__name", flat=True)) == {"alice", "bob", dora.name}


def test_start_with_too_few_at_the_hour_is_left_to_the_director(carol: Player, alice: Player, bob: Player) -> None:
    """The announced hour is cleared, the desk shows what happened, and there is no retry every minute."""
    tournament = opened(carol, [alice, bob], starts_at=NOON + 2 * DAY, check_in_hours=24)
    rounds.advance(tournament.pk, NOON + DAY)
    entering.check_in(tournament.pk, alice, now=NOON + DAY)
    assert [rounds.advance(tournament.pk, NOON + 2 * DAY), rounds.advance(tournament.pk, NOON + 2 * DAY)] == [True, False]
    tournament.refresh_from_db()
    assert (tournament.status, tournament.starts_at, Game.objects.count()) == (Status.REGISTRATION, None, 0)
    assert AuditEvent.objects.filter(action="start called off", by=None).count() == 1
    assert (told("called_off"), told("not_begun")) == (["alice", "bob"], ["carol"])
    desk.start(tournament.pk, carol, "Both said so by telephone.", now=NOON + 2 * DAY)
    assert Game.objects.count() == 1


def test_checking_in_is_for_those_who_entered_while_it_is_asked(carol: Player, alice: Player, bob: Player) -> None:
    """There is no check-in during registration, and none for strangers."""
    tournament = opened(carol, [alice])
    with pytest.raises(Closed):
        entering.check_in(tournament.pk, alice, now=NOON)
    desk.call_in(tournament.pk, carol, "Soon.", now=NOON)
    with pytest.raises(NotYours):
        entering.check_in(tournament.pk, bob, now=NOON)
    tournament.refresh_from_db()
    assert tournament.starts_at == NOON + timedelta(hours=48)


def test_withdrawal_gives_the_place_to_the_first_who_waits(carol: Player, alice: Player, bob: Player) -> None:
    """Bob moves up and is informed; eve still waits."""
    tournament = opened(carol, [alice, person("fay"), bob, person("eve")], cap=2)
    entering.withdraw(tournament.pk, alice, now=NOON + HOUR)
    assert told("place") == ["bob"]
    entering.enter(tournament.pk, alice, now=NOON + 2 * HOUR)
    desk.start(tournament.pk, carol, "Full.", now=NOON + DAY)
    assert set(tournament.entries.filter(seed__isnull=False).values_list("player__name", flat=True)) == {"fay", "bob"}


def test_league_goes_on_from_the_divisions_of_the_one_before(carol: Player) -> None:
    """The seeds follow the order after promotions; new people come last."""
    people = [person(f"p{number}") for number in range(6)]
    first = opened(carol, people, format="league", group_size=3)
    desk.start(first.pk, carol, "Now.", now=NOON)
    seeds = dict(first.entries.values_list("seed", "player__name"))
    newcomer = person("newcomer")
    second = opened(carol, [newcomer, *reversed(people)], format="league", group_size=3, follows=first)
    desk.start(second.pk, carol, "Again.", now=NOON)
    names = list(second.entries.order_by("seed").values_list("player__name", flat=True))
    order = first.formula.final_order(first.field())
    assert names == [*(seeds[seed] for seed in order), "newcomer"]
    assert order == [1, 2, 4, 3, 5, 6]


@pytest.mark.parametrize(
    ("wrong", "where"),
    [({"tie_breaks": ["luck"]}, "tie_breaks"), ({"format": "tables", "games_each": 2}, "games_each"), ({"by_date": True}, "round_days")],
)
def test_announcement_that_makes_no_sense_is_refused(wrong: dict[str, object], where: str) -> None:
    """Unknown tie-breaks, a match of a table, rounds by date without days."""
    with pytest.raises(ValidationError) as refusal:
        Tournament(title="Cup", rules="turn_of_fate", **wrong).clean()
    assert list(refusal.value.message_dict) == [where]
