"""Tests of random games against a second implementation of the rules, and T39."""

from __future__ import annotations

import random

import pytest

from games.rules.contract import Event
from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.cards import deck
from games.rules.destined_to_fail.effects import best_place
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session
from tests.rules.destined_to_fail import oracle


class Witness:
    """Follows a game by its questions and public events alone, and checks each trick and each scoring."""

    def __init__(self, session: Session[Destiny]) -> None:
        self.session, self.plays, self.leader, self.trump = session, list[str](), -1, ""
        self.tricks = self.rounds = 0

    def asked(self, seat: int) -> None:
        """The offered cards are those that the oracle allows."""
        question, t = self.session.question(seat), self.session.table
        assert question is not None
        if question.kind in ("lead", "follow", "follow_hidden"):
            led = t.plays[0] if t.plays else None
            offered = {token.rpartition(":")[2] for token in question.tokens}
            assert offered == oracle.legal(t.hands[seat], led, t.effect)
            assert len(question.tokens) == len(offered) * (2 if t.effect == "echoes_of_the_future" and led is None else 1)

    def told(self, event: Event) -> None:
        """Collect the cards that are played; compare the takers of tricks and the Glory."""
        fact = event.public
        if event.kind == "round":
            self.trump, self.leader = fact["trump"], fact["seat"]
        elif event.kind == "led":
            self.plays, self.leader = [fact["card"]], fact["seat"]
        elif event.kind == "followed":
            assert fact["seat"] == (self.leader + len(self.plays)) % self.session.table.seats
            self.plays.append(fact["card"])
        elif event.kind == "taken":
            place = oracle.winner(self.plays, self.trump)
            assert (fact["seat"], fact["card"]) == ((self.leader + place) % self.session.table.seats, self.plays[place])
            self.tricks += 1
        elif event.kind == "prophecies":
            cursed = self.trump == "prophecy_curse"
            assert fact["gained"] == [oracle.round_glory(w, k, cursed=cursed) for w, k in zip(fact["won"], fact["tokens"], strict=True)]
            assert sum(fact["won"]) == 5
            assert sum(miss >= 3 for miss in fact["misses"]) <= 1
            self.rounds += 1


@pytest.mark.parametrize("seats", range(2, 8))
def test_t39_tricks_and_prophecies_agree_with_a_second_writing_of_the_rules(seats: int) -> None:
    tricks = rounds = 0
    for seed in range(12):
        rng = random.Random(seed)
        session = GAME.begin(seats, track=False)
        witness = Witness(session)
        while session.result is None:
            draw = session.wants_chance
            if draw is not None:
                entries = [session.answer_chance(random_draw(rng, draw.n, draw.k))]
            else:
                seat = rng.choice(session.unanswered)
                witness.asked(seat)
                question = session.question(seat)
                assert question is not None
                entries = session.answer(seat, random_answer(question, rng))
            for event in (event for entry in entries for event in entry.events):
                witness.told(event)
        tricks, rounds = tricks + witness.tricks, rounds + witness.rounds
    assert tricks >= 5 * rounds > 12 * 5 * 3


def test_every_set_of_four_cards_has_the_same_taker_in_both_writings() -> None:
    rng = random.Random(4)
    for trump in TRUMPS:
        for _ in range(400):
            plays = rng.sample(deck(4), 4)
            t = Destiny(4, {}, effect=trump)
            assert best_place(plays, t) == oracle.winner(plays, trump), (trump, plays)
