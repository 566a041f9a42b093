"""Tests of trials of standing orders: a new order is applied to the last questions of its seat and compared with the answers given."""

from __future__ import annotations

import orjson
import pytest
from django.test import Client

from games.models import Game, Player
from games.queries.orders.standing_orders import MOST_TRIALS, trials
from games.rules.contract import Position
from games.services.tables import answers
from tests.games.conftest import NOON, start
from tests.games.moves import asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: Player, bob: Player, carol: Player) -> Game:
    """Destined To Fail after a dozen answers of bots."""
    table = start(alice, bob, carol, rules="destined_to_fail")
    for _turn in range(12):
        seat = asked(table)
        table.refresh_from_db()
        session = table.book.resume(Position.from_json(orjson.loads(table.position)))
        decision = session.decision(seat.index)
        assert decision is not None
        text = table.book.advise(session.view(seat.index), decision)
        answers.answer(table.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id)
    table.refresh_from_db()
    return table


def test_each_trial_tells_what_was_answered_and_what_the_order_would_have_said(game: Game) -> None:
    seat = next(seat for seat in range(3) if trials(game, seat, {"plan:1": "plan follow lowest lead lowest"}))
    low, high = (trials(game, seat, {"plan:1": f"plan follow {end} lead {end}"}) for end in ("lowest", "highest"))
    assert 1 <= len(low) == len(high) <= MOST_TRIALS
    assert [trial.answered for trial in low] == [trial.answered for trial in high]
    assert any(one.ordered != other.ordered for one, other in zip(low, high, strict=True))
    assert all(trial.same == (trial.ordered == trial.answered) for trial in (*low, *high))


def test_order_that_speaks_of_nothing_asked_before_has_no_trials(game: Game) -> None:
    assert trials(game, 0, {"plan:1": "plan keep keep-1"}) == []


def test_owner_reads_the_trials_with_the_confirmation(game: Game, client: Client) -> None:
    seat = game.seats.select_related("player").get(
        index=next(seat for seat in range(3) if trials(game, seat, {"plan:1": "plan follow lowest"}))
    )
    assert seat.player is not None
    client.force_login(seat.player)
    page = client.post(f"{game.get_absolute_url()}order/", {"order": "plan follow lowest"}, follow=True).content.decode()
    assert "For your last decisions of this kind it would have played:" in page
