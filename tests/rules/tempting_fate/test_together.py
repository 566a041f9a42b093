"""Tests of a match whose two games are played at the same time (R30)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.contract import Wait
from games.rules.errors import NotAsked
from games.rules.messages import plain
from games.rules.playout import play as play_out, random_draw
from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.board import Duel

ADA, BEN = 0, 1
OPTIONS = {"games": "together", "first_fate": "first"}


def begun(seed: int = 1) -> Session[Duel]:
    """Dealt: Ada is Fate in game 1, Ben in game 2."""
    rng = random.Random(seed)
    session = GAME.begin(2, OPTIONS)
    session.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
    return session


def act(session: Session[Duel], seat: int, *answers: str) -> None:
    for answer in answers:
        session.answer(seat, answer)


def table(session: Session[Duel], seat: int | None) -> Any:
    return session.view(seat).table


def test_r30_both_are_fate_at_once_in_games_of_their_own() -> None:
    session = begun()
    assert (session.wait, session.unanswered) == (Wait.OPEN, (ADA, BEN))
    assert [(table(session, seat)["game"], table(session, seat)["fate"]) for seat in (ADA, BEN, None)] == [(1, 0), (2, 1), (1, 0)]
    assert [table(session, seat)["beside"]["game"] for seat in (ADA, BEN, None)] == [2, 1, 2]
    decision = session.decision(BEN)
    assert decision is not None
    assert plain(decision.prompt).startswith("Game 2. You are Fate, round 1")


def test_r30_whoever_is_asked_in_both_games_answers_in_one_visit() -> None:
    session = begun()
    act(session, ADA, "deck>1", "deck>1", "deck>2")
    assert session.unanswered == (BEN,), "Ada is the querent of the other game, which has not begun"
    assert table(session, BEN)["game"] == 1
    act(session, BEN, "deck>2")
    assert table(session, BEN)["game"] == 2
    assert set(session.unanswered) == {ADA, BEN}
    act(session, BEN, "deck>3", "deck>3", "deck>4")
    assert session.unanswered == (ADA,)


def test_r30_unfinished_turn_is_nobodys_business_and_outlives_the_others_turn() -> None:
    session = begun()
    act(session, ADA, "deck>1", "deck>1")
    act(session, BEN, "deck>3", "deck>3", "deck>4")
    assert session.position.since == (), "Ben's turn has ended a step"
    assert table(session, ADA)["draft"] == ["deck>1", "deck>1"]
    assert table(session, BEN)["paths"] == [[]] * 5, "game 1, since game 2 waits for Ada"
    act(session, ADA, "deck>2")
    assert [len(path) for path in table(session, None)["paths"]] == [2, 1, 0, 0, 0]
    assert GAME.audit(session.table) == []


def test_r30_first_action_can_be_taken_back_while_no_turn_has_ended() -> None:
    session = begun()
    before = session.position
    act(session, ADA, "deck>1")
    assert session.can_undo == ADA
    assert GAME.resume(session.position).undone(ADA) == before


def test_r30_who_is_asked_in_neither_game_cannot_answer() -> None:
    session = begun()
    act(session, ADA, "deck>1", "deck>1", "deck>2")
    with pytest.raises(NotAsked):
        session.answer(ADA, "deck>1")


def test_r30_redeal_knows_nothing_of_a_turn_that_another_has_begun() -> None:
    """Ben has placed a card in a turn that is not finished; Ada's redeals must not favour that card in that place."""
    for quiet in (False, True):
        session = begun()
        if quiet:
            act(session, ADA, "deck>1", "deck>1", "deck>2")
        face = table(session, BEN)["hand"][0]
        act(session, BEN, f"{face}>1")
        if quiet:
            act(session, BEN, "deck>1", "deck>2")
            act(session, BEN, *[session.question(BEN).tokens[0]])  # type: ignore[union-attr]
        rng = random.Random(5)
        worlds = [GAME.resume(GAME.redeal(session.position, ADA, rng)) for _world in range(60)]
        hands = [table(world, BEN).get("beside", table(world, BEN)) for world in worlds]
        assert any(
            face not in (hand["hand"] if hand["fate"] == BEN else table(world, BEN)["hand"])
            for world, hand in zip(worlds, hands, strict=True)
        )
        assert {str(table(world, ADA)) for world in worlds} == {str(table(session, ADA))}


def test_r30_log_says_which_game() -> None:
    session = begun()
    entries = [entry for answer in ("deck>3", "deck>3", "deck>4") for entry in session.answer(BEN, answer)]
    lines = [plain(GAME.tell(event.seen_by(None)), ["Ada", "Ben"]) for entry in entries for event in entry.events]
    assert lines == ["Game 2: Round 1, Ben (Fate): 2 unseen cards on path 3, an unseen card on path 4."]


@pytest.mark.parametrize("seed", range(12))
def test_r30_match_has_both_games_whichever_ends_first(seed: int) -> None:
    playout = play_out(GAME, 2, random.Random(seed), {"games": "together"}, advised=(0, 1), track=True)
    session = GAME.begin(2, playout.options)
    for who, text in playout.answers:
        session.feed(who, text)
    games = table(session, None)["games"]
    assert sorted(game["game"] for game in games) == [1, 2]
    assert games[0]["fate"] == (games[1]["fate"] + 1) % 2
    assert session.result == playout.result
    assert all(GAME.readings.may_read(session.table, game["game"], 0, "discards", "three")["fate"] == game["fate"] for game in games)  # type: ignore[union-attr]
