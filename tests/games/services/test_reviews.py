"""Tests of the review of a finished game: computed once, in resumable slices, with a value for each decision of a player."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Player, Review
from games.queries.history.review import own_decisions, summary
from games.rules.search.budget import Budget, counted
from games.services.errors import Closed, NotYours
from games.services.history import reviews
from tests.games.conftest import NOON
from tests.games.moves import play_out


@pytest.fixture
def finished(game: Game) -> Game:
    """A game of alice and bob with random moves."""
    play_out(game)
    game.refresh_from_db()
    return game


def test_review_is_of_a_finished_game_and_for_who_played(game: Game, alice: Player, carol: Player) -> None:
    with pytest.raises(Closed):
        reviews.ask(game, alice, now=NOON)
    play_out(game)
    game.refresh_from_db()
    with pytest.raises(NotYours):
        reviews.ask(game, carol, now=NOON)
    assert reviews.ask(game, alice, now=NOON) == reviews.ask(game, alice, now=NOON)
    assert Review.objects.count() == 1


def test_review_judges_every_decision_once_in_slices(finished: Game, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", 2.0)
    reviews.ask(finished, alice, now=NOON)
    slices = 0
    while reviews.waiting():
        assert reviews.work(own_decisions, counted(), seconds=0.3)
        slices += 1
    review = Review.objects.get()
    wanted = [(seq, seat, text) for seq, seat, text, _book, _at in own_decisions(finished)]
    assert [(row["seq"], row["seat"], row["given"]) for row in review.judged] == wanted
    assert slices > 1
    assert review.done
    assert all(0 <= row["value"] <= row["best_value"] <= 1 for row in review.judged)
    assert not reviews.work(own_decisions, counted())


def test_review_ends_when_its_time_is_spent(finished: Game, alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", 0.2)
    monkeypatch.setattr(reviews, "MOST_EACH", 0.2)
    reviews.ask(finished, alice, now=NOON)
    Review.objects.update(spent=0.19)
    assert reviews.work(own_decisions, counted(), seconds=0.1)
    assert Review.objects.get().done


def test_same_decision_is_judged_the_same_again(finished: Game) -> None:
    seq, seat, text, book, at = next(own_decisions(finished))
    first, second = (reviews.judge(book, at, seq, seat, text, Budget(1.0, counted(), 4)) for _again in range(2))
    assert first == second


def test_three_turning_points_are_told_in_the_order_of_the_game(finished: Game) -> None:
    decisions = list(own_decisions(finished))
    costs = dict(zip([row[0] for row in decisions], [0.5, 0.01, 0.1, 0.3, 0.2] + [0.0] * len(decisions), strict=False))
    judged = [
        {"seq": seq, "seat": seat, "given": text, "best": text, "value": 0.2, "best_value": 0.2 + costs[seq], "worlds": 9}
        for seq, seat, text, _book, _at in decisions
    ]
    review = Review(game=finished, judged=judged, done=True)
    found = summary(finished, review, ["alice", "bob"])
    assert [turn.seq for turn in found.turns] == [decisions[at][0] for at in (0, 3, 4)]
    assert all(turn.given and turn.best for turn in found.turns)
    assert sum(account.decisions for account in found.accounts) == len(decisions)


def test_page_asks_waits_and_tells(finished: Game, alice: Player, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", 0.3)
    client.force_login(alice)
    page = f"{finished.get_absolute_url()}review/"
    assert "Review this game" in client.get(page).content.decode()
    assert client.post(f"{page}ask/").status_code == 302
    waiting = client.get(page).content.decode()
    assert "reviewed so far" in waiting
    assert f'<div id="review" hx-get="{page}" hx-trigger="every 5s"' in waiting, "the page shows the result by itself"
    while reviews.waiting():
        reviews.work(own_decisions, counted())
    said = client.get(page).content.decode()
    assert 'id="review"' in said
    assert "hx-trigger" not in said
    assert "All decisions" in said
    assert "alice" in said
    assert page in client.get(finished.get_absolute_url()).content.decode()


def test_review_of_a_running_game_is_no_page(game: Game, alice: Player, client: Client) -> None:
    client.force_login(alice)
    assert client.get(f"{game.get_absolute_url()}review/").status_code == 404
    assert client.post(f"{game.get_absolute_url()}review/ask/").status_code == 409
