"""Tests of the pages about time in both themes and at three widths, with all their parts."""

from __future__ import annotations

from datetime import timedelta

from games.models import Seat
from games.services.absence.ladder import Ladder
from games.services.clocks import pauses, personal_time
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.looks import faults
from tests.games import moves
from tests.games.conftest import person, start

DAY = timedelta(days=1)


def test_pages_about_time_have_no_fault(sign_in: SignIn) -> None:
    now = database_now()
    host, *others = [person(name, volunteer=True) for name in ("alice", "bob", "christopher-alexander")]
    game = start(host, *others, rules="council_of_kings", now=now - 2 * DAY, ladder=Ladder("bot", 2, 7), visibility="public")
    for _ in range(3):
        moves.move(game, now=now - DAY)
    away = next(player for player in others if not Seat.objects.get(game=game, player=player).pending)
    Seat.objects.filter(game=game, player=away).update(state="away", away_until=now + 7 * DAY)
    pauses.propose(game.pk, others[0].pk, 20, "Everybody is at the sea", now=now)
    for number in range(3):
        personal_time.declare(host.pk, now + (10 + 20 * number) * DAY, now + (15 + 20 * number) * DAY, now=now)
    page = sign_in(host)
    found = {}
    for address in (f"/g/{game.code}/time/", "/settings/time/", "/substitutes/", "/new/council_of_kings/"):
        answer = page.goto(address)
        assert answer is not None
        assert (address, answer.status) == (address, 200)
        found[address] = faults(page)
    assert found == {address: [] for address in found}
