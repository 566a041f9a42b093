"""Tests of redeals: Fates that the viewer has set aside stay where they are, in the deck or in the hand that has drawn them since."""

from __future__ import annotations

import random

from games.rules.playout import random_answer, random_draw
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.board import TurnOfFateTable


def place(t: TurnOfFateTable, card: str) -> tuple[str, int] | None:
    """The zone of a hidden card."""
    piles = {"deck": t.fate_deck, "0": t.hands[0], "1": t.hands[1]}
    return next(((name, pile.index(card)) for name, pile in piles.items() if card in pile), None)


def test_redeals_agree_with_what_each_seat_has_set_aside() -> None:
    compared = 0
    for seed in range(8):
        rng, session, told = random.Random(seed), GAME.begin(2), (set[str](), set[str]())
        while session.result is None:
            if (draw := session.wants_chance) is not None:
                entries = [session.answer_chance(random_draw(rng, draw.n, draw.k))]
            else:
                question = session.question(session.unanswered[0])
                assert question is not None
                entries = session.answer(question.seat, random_answer(question, rng))
            for event in (event for entry in entries for event in entry.events):
                for seat, cards in enumerate(told):
                    cards.update(event.private.get(seat, {}).get("bottomed", ()))
            if session.result is not None or session.wants_chance is not None or session.table.phase != "turn":
                continue
            for seat, cards in enumerate(told):
                other = GAME.resume(GAME.redeal(session.position, seat, rng)).table
                hidden = [card for card in sorted(cards) if place(session.table, card)]
                assert [place(other, card) for card in hidden] == [place(session.table, card) for card in hidden]
                compared += len(hidden)
    assert compared > 100
