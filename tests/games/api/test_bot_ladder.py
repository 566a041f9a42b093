"""Tests of the bot ladder: who may take part, pairing, ratings kept apart from those of people, the ranking."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Block, BotLadderPlace, Game, Player, Rating, Seat
from games.queries.people import leaderboards
from games.queries.tables import lists
from games.services.absence import autopilot
from games.services.absence.ladder import Ladder
from games.services.people import profile
from games.services.ratings import rate
from games.services.tables import bot_ladder, store
from tests.games.api.conftest import Call
from tests.games.conftest import NOON, person, start
from tests.games.moves import play_out

LADDER = "bot-ladder/turn_of_fate"


def programs(*names: str) -> list[Player]:
    return [profile.change(person(name), now=NOON, by_program=True) for name in names]


def standing(*names: str, games: int = 1, rules: str = "turn_of_fate") -> list[Player]:
    found = programs(*names)
    for player in found:
        bot_ladder.join(player, rules, games, now=timezone.now())
    return found


def companies(rules: str = "turn_of_fate") -> list[set[str]]:
    games = Game.objects.filter(rules=rules, status="active", note=bot_ladder.NOTE).order_by("pk")
    return [set(Seat.objects.filter(game=game).values_list("player__name", flat=True)) for game in games]


@pytest.mark.django_db
def test_program_joins_plays_and_leaves(call: Call) -> None:
    ann, ben = programs("ann", "ben")
    assert call(ann).send("put", LADDER, {"games_at_once": 2}).json()["running"] == 0
    call(ben).send("put", LADDER, {})
    assert bot_ladder.seat_all(timezone.now()) == 2
    assert bot_ladder.seat_all(timezone.now()) == 0  # ann has reached her own limit
    assert companies() == [{"ann", "ben"}, {"ann", "ben"}]
    found = call(ann).get(LADDER).json()["items"]
    assert [(it["player"], it["games_at_once"], it["running"], it["rating"]) for it in found] == [
        ({"name": "ann", "bot": True}, 2, 2, None),
        ({"name": "ben", "bot": True}, 5, 2, None),
    ]
    assert call(ann).send("delete", LADDER).status_code == call(ann).send("delete", LADDER).status_code == 204
    assert [it["player"]["name"] for it in call(ben).get(LADDER).json()["items"]] == ["ben"]
    assert Game.objects.filter(status="active").count() == 2


def test_people_may_not_stand_in_it_and_games_have_to_exist(call: Call, alice: Player) -> None:
    assert call(alice).send("put", LADDER, {}).json()["code"] == "not_by_program"
    [ann] = programs("ann")
    assert call(ann).send("put", "bot-ladder/chess", {}).status_code == call(ann).get("leaderboards/chess").status_code == 404


@pytest.mark.django_db
def test_a_game_of_three_needs_three() -> None:
    standing("ann", "ben", rules="council_of_kings")
    assert bot_ladder.seat_all(timezone.now()) == 0
    standing("cleo", rules="council_of_kings")
    assert bot_ladder.seat_all(timezone.now()) == 1
    assert companies("council_of_kings") == [{"ann", "ben", "cleo"}]


@pytest.mark.django_db
def test_everybody_meets_everybody_before_anybody_twice() -> None:
    standing("ann", "ben", "cleo", "dora", games=3)
    assert bot_ladder.seat_all(timezone.now()) == 6
    assert sorted(map(sorted, companies())) == [
        ["ann", "ben"], ["ann", "cleo"], ["ann", "dora"], ["ben", "cleo"], ["ben", "dora"], ["cleo", "dora"],
    ]  # fmt: skip


@pytest.mark.django_db
def test_who_was_seated_last_waits_longest_for_the_next_game() -> None:
    now = timezone.now()
    ann, ben, cleo = standing("ann", "ben", "cleo")
    assert bot_ladder.seat("turn_of_fate", now) == 1
    assert dict(BotLadderPlace.objects.values_list("player", "seated_at")) == {ann.pk: now, ben.pk: now, cleo.pk: None}
    BotLadderPlace.objects.update(games_at_once=2)
    assert bot_ladder.seat("turn_of_fate", now + timedelta(minutes=1)) == 2
    assert companies()[1] in ({"cleo", "ann"}, {"cleo", "ben"})


@pytest.mark.django_db
def test_running_games_count_once_against_the_games_at_once() -> None:
    ann, ben = standing("ann", "ben")
    assert bot_ladder.seat_all(timezone.now()) == 1
    assert bot_ladder.seat_all(timezone.now()) == 0
    BotLadderPlace.objects.filter(player__in=(ann, ben)).update(games_at_once=3)
    assert bot_ladder.seat_all(timezone.now()) == 2
    assert companies() == [{"ann", "ben"}] * 3


@pytest.mark.django_db
def test_games_of_others_do_not_count_against_ones_own() -> None:
    standing("ann", "ben", "cleo", "dora")
    assert bot_ladder.seat_all(timezone.now()) == 2
    BotLadderPlace.objects.update(games_at_once=2)
    assert bot_ladder.seat_all(timezone.now()) == 2
    assert len({frozenset(company) for company in companies()}) == 4, "with somebody else, as nobody met them"


@pytest.mark.django_db
def test_nearest_in_strength_first_and_never_who_keeps_apart() -> None:
    ann, ben, cleo, _dora = standing("ann", "ben", "cleo", "dora")
    for player, mu in ((ann, 30.0), (ben, 10.0), (cleo, 28.0)):
        Rating.objects.create(player=player, rules="turn_of_fate", mu=mu, sigma=1.0, games=20)
    bot_ladder.seat_all(timezone.now())
    assert companies() == [{"ann", "cleo"}, {"ben", "dora"}]
    Game.objects.all().delete()
    Block.objects.create(owner=cleo, blocked=ann, since=timezone.now())
    bot_ladder.seat_all(timezone.now())
    assert {"ann", "cleo"} not in companies()


@pytest.mark.django_db
def test_who_loses_on_time_has_left() -> None:
    standing("ann", "ben")
    bot_ladder.seat_all(timezone.now())
    game, late = Game.objects.get(), Seat.objects.get(pending=True)
    with transaction.atomic():
        autopilot.end(store.lock_game(game.pk), late.index, Ladder(), now=timezone.now())
    assert not companies()
    assert BotLadderPlace.objects.exclude(player=late.player_id).count() == BotLadderPlace.objects.count() == 1


@pytest.mark.django_db
def test_queries_do_not_grow_with_those_who_stand_in_it(django_assert_num_queries: object) -> None:
    standing("ann", games=1)
    for more in ((), ("ben", "cleo")):
        standing(*more)
        with django_assert_num_queries(1):  # type: ignore[operator]
            leaderboards.ladder("turn_of_fate")
        with django_assert_num_queries(1):  # type: ignore[operator]
            leaderboards.leaders("turn_of_fate", programs=True)


def test_programs_are_rated_apart(call: Call, alice: Player, bob: Player) -> None:
    ann, ben = programs("ann", "ben")
    pairs = [(alice, ann), (ann, ben), (alice, bob)]
    for pair in pairs:
        play_out(start(*pair, now=timezone.now()), now=timezone.now())
    rate.rate_due(timezone.now())
    assert dict(Rating.objects.values_list("player__name", "games")) == {"ann": 1, "ben": 1, "alice": 1, "bob": 1}
    for bots, names in (("true", {"ann", "ben"}), ("false", {"alice", "bob"})):
        found = call(alice).get(f"leaderboards/turn_of_fate?bots={bots}").json()["items"]
        assert {it["player"]["name"] for it in found} == names
        assert [it["rating"] for it in found] == sorted((it["rating"] for it in found), reverse=True)


def test_nobody_changes_sides_while_playing_or_once_rated_as_a_program(call: Call, alice: Player, bob: Player) -> None:
    game = start(alice, bob, now=timezone.now())
    assert call(alice).send("patch", "me", {"by_program": True}).json()["code"] == "games_running"
    play_out(game, now=timezone.now())
    rate.rate_due(timezone.now())
    assert call(alice).send("patch", "me", {"by_program": True}).json()["bot"] is True
    assert call(alice).send("patch", "me", {"by_program": False}).json()["code"] == "rated_as_program"


@pytest.mark.django_db
def test_games_of_programs_alone_are_not_among_those_to_watch(bob: Player) -> None:
    standing("ann", "ben")
    bot_ladder.seat_all(timezone.now())
    assert lists.watched(bob).rows() == []
    with_somebody = start(bob, *Player.objects.filter(name="ann"), now=timezone.now())
    Game.objects.update(visibility="public")
    assert [row.game.pk for row in lists.watched(None).rows()] == [with_somebody.pk]
