"""Tests of the second printing: five cards that spare players in Convergence, The Wanderer's one card, four cards from five players on."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.errors import RulesError
from games.rules.fate_foretold import audit, turn
from games.rules.fate_foretold.advice import advise
from games.rules.fate_foretold.cards import DECKS
from games.rules.messages import plain
from games.rules.registry import game_in
from tests.rules.fate_foretold.build import Play, play

FIRST, SECOND = game_in("fate_foretold", 1), game_in("fate_foretold", 2)
ALIGNED = "virgo aegis harvest tower"
"""With the King's sigil five Body cards."""


def aimed(card: str, printing: int, **more: Any) -> Play:
    """Seat 1 has played a card while seat 0 is in Convergence."""
    return play(3, F0=ALIGNED, H1=card, active=1, N="leo", printing=printing, **more).say(card, seat=1)


@pytest.mark.parametrize(
    ("card", "before", "now"),
    [
        ("labyrinth", f"sun fool {ALIGNED}", "sun fool"),
        ("moon", f"sun fool {ALIGNED}", "sun fool"),
        ("dancer", f"dancer sun fool {ALIGNED}", "dancer sun fool"),
        ("calamity", "seat-1 seat-2 seat-3", "seat-2 seat-3"),
        ("strength", f"fool {ALIGNED}", "fool"),
    ],
)
def test_others_in_convergence_are_spared(card: str, before: str, now: str) -> None:
    spread: dict[str, Any] = {"F1": "sun", "F2": "fool" if card != "strength" else "fool hermit"}
    old, new = (set(aimed(card, printing, **spread).asked(1).split()) for printing in (1, 2))
    more = {"hermit"} if card == "strength" else set()
    assert old == set(before.split()) | more
    assert new == set(now.split()) | more


def test_one_who_is_named_all_the_same_is_said_to_be_in_convergence() -> None:
    game = aimed("labyrinth", 2, F1="sun", F2="fool")
    decision = game.session.decision(1)
    assert decision is not None
    why = SECOND.explain(game.session.view(1), decision, "tower")
    assert why is not None
    assert (plain(why.message), why.rule) == ("The Tower can't be chosen. Its player is in Convergence.", "R73")
    with pytest.raises(RulesError):
        game.session.answer(1, "tower")


def test_a_player_in_convergence_is_shown_barred_from_the_calamity() -> None:
    game = aimed("calamity", 2, F1="sun", F2="fool")
    decision = game.session.decision(1)
    assert decision is not None
    assert [(one.touches, plain(one.reason), one.rule) for one in decision.barred] == [
        (("field-0",), "This player is in Convergence.", "R73")
    ]
    why = SECOND.explain(game.session.view(1), decision, "seat-1")
    assert why is not None
    assert (plain(why.message), why.rule) == ("Seat 1 can't be chosen. This player is in Convergence.", "R73")
    before = aimed("calamity", 1, F1="sun", F2="fool").session.decision(1)
    assert before is not None
    assert before.barred == ()


@pytest.mark.parametrize("card", ["labyrinth", "moon", "dancer"])
def test_ones_own_field_is_open_in_ones_own_convergence(card: str) -> None:
    game = play(3, F0=ALIGNED, F1="sun", N=card, printing=2)
    assert game.happened("foretold")[0]["card"] == card
    assert set(game.asked().split()) - {card} == {*ALIGNED.split(), "sun"}


def test_strength_finds_nobody_where_all_opponents_are_in_convergence() -> None:
    game = play(2 + 1, F0=ALIGNED, H1="strength", active=1, N="leo", printing=2).say("strength", seat=1)
    assert game.happened("buried") == []
    assert game.t.active == 2


def test_the_wanderer_reveals_one_card_and_draws_two() -> None:
    for printing, revealed in ((1, ["sun", "moon"]), (2, ["sun"])):
        game = play(3, H0="wanderer", N="leo sun moon star fool", printing=printing).say("wanderer")
        assert game.happened("revealed")[0]["cards"] == revealed
        assert game.hand() == "leo sun moon"


@pytest.mark.parametrize(("printing", "wins"), [(1, True), (2, False)])
def test_the_wanderer_as_the_second_card_wins_in_the_first_printing_only(printing: int, wins: bool) -> None:
    last = len(play(3, H0="wanderer", N="leo sun").t.nest)
    lots = {"nest": [0, last, *range(1, last)]}
    game = play(3, H0="wanderer", N="leo sun", printing=printing, lots=lots).say("wanderer")
    assert (game.t.result is not None) == wins


def test_four_cards_make_a_convergence_from_five_players_on() -> None:
    assert [SECOND.settle_options(seats, {})["alignment_threshold"] for seats in SECOND.seats] == [5, 5, 4, 4]
    assert [FIRST.settle_options(seats, {})["alignment_threshold"] for seats in FIRST.seats] == [5, 5, 5, 5]
    assert SECOND.settle_options(6, {"alignment_threshold": 5})["alignment_threshold"] == 5


def test_tables_keep_their_printing_and_old_positions_say_nothing_of_it() -> None:
    assert SECOND.begin(3).position.table["printing"] == 2
    assert "printing" not in FIRST.begin(3).position.table
    assert FIRST.resume(FIRST.begin(3).position).table.printing == 1


def test_table_has_the_deck_of_its_printing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that a later printing adds neither comes into running games nor is missed there."""
    decks = {1: DECKS[1][:-1], 2: DECKS[2]}
    for module in (turn, audit):
        monkeypatch.setattr(module, "DECKS", decks)
    for rules, count in ((FIRST, 60), (SECOND, 61)):
        session = rules.begin(3)
        session.settle(lambda number, label, n, k: list(range(k)))
        t = session.table
        assert sum(map(len, (t.nest, *t.hands, *t.fields))) == count
        assert rules.audit(t) == []


def seen(printing: int, hand: str, **more: Any) -> str:
    """The adviser's play for seat 1."""
    game = play(3, H1=hand, active=1, N="leo", printing=printing, **more)
    decision = game.session.decision(1)
    assert decision is not None
    return advise(game.session.view(1), decision)


def test_the_adviser_does_not_count_on_striking_whom_a_card_spares() -> None:
    threatened = {"F0": ALIGNED, "sigils": "king ten queen"}
    assert seen(1, "strength huntress", **threatened) == "strength"
    assert seen(2, "strength huntress", **threatened) == "huntress"


def test_what_is_printed_on_the_table_is_what_the_version_says() -> None:
    for game, printing in ((SECOND, 2), (FIRST, 1)):
        view = game.resume(play(3, F0="strength", N="leo", printing=printing).session.position).view(None)
        texts = [plain(card.text) for zone in game.scene(view).zones for pile in zone.piles for card in pile.cards if card.id == "strength"]
        shown = [plain(card.text) for zone in game.gallery() for pile in zone.piles for card in pile.cards if card.id == "strength"]
        assert texts == shown
        assert ("Convergence" in texts[0]) == (printing == 2)
