"""Tests of the delay before a move is sent, during which it can be taken back: the page counts down and then shows the move."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from games.models import Move, Player
from games.services.clocks import sweep
from notifications.clock import database_now
from tests.e2e.conftest import SignIn
from tests.e2e.looks import violations
from tests.e2e.playing import close_sheet, open_choices
from tests.e2e.test_looks import seated, table_of


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_move_is_taken_back_made_again_and_sent(sign_in: SignIn, scripts: bool) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 6)
    Player.objects.filter(pk=asked.pk).update(grace=9)
    page, answers = sign_in(asked, scripts=scripts), Move.objects.filter(game=game).count()
    page.goto(game.get_absolute_url())
    open_choices(page).locator("input[type=radio]").first.check()
    close_sheet(page)
    play, taken = page.locator("#plate .play"), page.locator("#answer input[type=radio]:checked")
    play.click()
    expect(page.get_by_text("Your move is sent in")).to_be_visible()
    if scripts:
        assert violations(page) == []
    page.get_by_role("button", name="Undo move").click()
    expect(play).to_have_text("Play")
    expect(taken).to_have_count(1)
    play.click()
    expect(page.get_by_text("Your move is sent in")).to_be_visible()
    assert Move.objects.filter(game=game).count() == answers
    sweep.sweep(database_now() + timedelta(seconds=10))
    assert Move.objects.filter(game=game).count() > answers
    if not scripts:
        page.reload()
    expect(page.get_by_text("Your move is sent in")).to_have_count(0)
