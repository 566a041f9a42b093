"""Tests of two directors who confirm at the same time: what was previewed is carried out, or nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone, translation

from games.models import Player
from games.services.errors import Closed, Refused, Stale
from games.services.operations import rehearsal
from games.tournaments.acts import registry
from games.tournaments.models import Round, Ruling, Tournament
from games.tournaments.services import director as desk
from tests.games.conftest import DAY, NOON, person
from tests.games.tournaments.test_rounds import end, people, running

pytestmark = pytest.mark.django_db(transaction=True)
RACES = 50
REASON = "At the same time."


def doing(tournament: Tournament, key: str, by: Player, **data: Any) -> tuple[Callable[[], Any], rehearsal.Witness]:
    """An action as the admin runs it, and the witness of its effects."""
    act = registry.BY_KEY[key]
    witness = act.witness(tournament)
    assert witness is not None
    return lambda: act.do(tournament.pk, by, REASON, now=NOON, **data), witness


def confirmed(done: list[bool], start: threading.Barrier, do: Callable[[], Any], witness: rehearsal.Witness, seen: str) -> None:
    """Confirm together with the other thread; stores whether the action was carried out."""
    start.wait(30)
    try:
        with translation.override("en"), timezone.override("UTC"):
            rehearsal.confirm(do, witness, seen)
        done.append(True)
    except (Stale, Closed, Refused):  # refused: the other director has set the same result
        done.append(False)
    finally:
        connection.close()


def race(acts: list[tuple[Callable[[], Any], rehearsal.Witness]]) -> list[bool]:
    """Preview all actions before any is confirmed, then confirm all at once; returns which succeeded."""
    with translation.override("en"), timezone.override("UTC"):  # as in the threads: times are part of the preview
        seen = [rehearsal.rehearse(do, witness).mark for do, witness in acts]
    done: list[bool] = []
    start = threading.Barrier(len(acts))
    threads = [threading.Thread(target=confirmed, args=(done, start, *act, mark)) for act, mark in zip(acts, seen, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return done


def ends_at() -> datetime:
    """The end of the round."""
    found = Round.objects.get().ends_at
    assert found is not None
    return found


def test_fifty_races_of_two_directors_have_fifty_effects_each_as_it_was_shown() -> None:
    """By turns, both extend the round or rule on one game, differently or alike."""
    olga, otto = person("olga"), person("otto")
    tournament = running(olga, people(4), round_days=7)
    row = tournament.rounds.get().pairings.order_by("number")[0]
    assert row.game is not None
    end(row.game, 1, 2)
    for number in range(RACES):
        before, rulings = ends_at(), Ruling.objects.count()
        if number % 2:
            done = race([doing(tournament, "extend", who, days=3) for who in (olga, otto)])
            assert ends_at() == before + 3 * DAY
        else:
            ranks = ([1, 2], [2, 1]) if number % 4 else ([1, 1], [1, 1])
            done = race(
                [doing(tournament, "correct", who, game=row.pk, outcome=given) for who, given in zip((olga, otto), ranks, strict=True)]
            )
            row.refresh_from_db()
            assert row.ruled is not None
            assert row.ruled["ranks"] in ranks
        assert (sorted(done), Ruling.objects.count()) == ([False, True], rulings + 1)


def test_result_that_arrives_between_look_and_confirmation_is_not_passed_over() -> None:
    """The director's preview showed that nobody has points yet."""
    olga = person("olga")
    tournament = running(olga, people(2), round_days=7)
    row = tournament.rounds.get().pairings.get()
    do, witness = doing(tournament, "withdraw", olga, who=tournament.entries.get(seed=1).player)
    seen = rehearsal.rehearse(do, witness).mark
    assert row.game is not None
    end(row.game, 1, 2)
    with pytest.raises(Stale):
        rehearsal.confirm(do, witness, seen)
    assert not tournament.entries.filter(withdrawn=True).exists()
    desk.cancel(tournament.pk, olga, "Over.", now=NOON)
