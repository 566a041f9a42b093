"""Tests of the signals after a commit of an answer: streams reload the table, bots that are asked play, mail is sent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from games.models import Game, Player
from games.services import task_signals
from tests.games.conftest import start
from tests.games.moves import asked, move

Capture = Callable[..., AbstractContextManager[object]]


@pytest.fixture
def signalled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records requested tasks and notified tables instead of using the broker."""
    found: list[str] = []
    monkeypatch.setattr(task_signals, "soon", found.append)
    monkeypatch.setattr(task_signals, "hint", found.append)
    monkeypatch.setattr(task_signals, "signal_delivery", lambda: found.append("mail"))
    return found


def test_answer_names_its_table_and_lets_mail_leave(game: Game, signalled: list[str], django_capture_on_commit_callbacks: Capture) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = asked(game).index
        while asked(game).index == first:
            move(game)
        assert signalled == [], "nothing is signalled before the commit"
    assert set(signalled) == {game.code, "mail"}


def test_answer_that_asks_a_bot_lets_it_play(
    alice: Player, dora: Player, signalled: list[str], django_capture_on_commit_callbacks: Capture
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = start(alice, dora)
    while not asked(game).is_bot:
        signalled.clear()
        with django_capture_on_commit_callbacks(execute=True):
            move(game)
    assert signalled[-2:] == [game.code, task_signals.PLAY_BOTS]
