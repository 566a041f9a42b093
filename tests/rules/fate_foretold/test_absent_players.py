"""Tests of the answers for an absent player (section 8.5), and of refusals."""

from __future__ import annotations

import random

import pytest

from games.rules.errors import Illegal, Unreadable
from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.absent import IDLE_TURNS
from games.rules.playout import random_answer, random_draw
from tests.rules.fate_foretold.build import Play, play


def fallback(game: Play, seat: int = 0) -> str:
    decision = game.session.decision(seat)
    assert decision is not None
    return GAME.fallback(game.t, decision)


ABSENT = [
    ("main", play(3, H0="sun", N="war"), "draw"),
    ("reveal", play(3, F0="virgo aegis harvest tower", H0="sun", N="war"), "nest"),
    ("extra", play(3, H0="chariot sun", N="war").say("chariot"), "pass"),
    ("player", play(3, H0="emperor", N="war").say("emperor"), "seat-2"),
    ("player who may be oneself", play(3, H0="lovers", N="war").say("lovers"), "seat-2"),
    ("first player to trade", play(3, H0="jester", H1="leo", N="war").say("jester"), "seat-2"),
    ("own card to lose", play(3, F0="virgo sun tower leo", H0="pestilence", F1="fool", N="war").say("pestilence"), "pestilence"),
    ("of equals the newest", play(3, F0="virgo sun devil tower forge", H0="hermit", N="war").say("hermit"), "hermit"),
    ("cards to keep", play(3, F0="sun virgo leo tower forge", H0="death", N="war").say("death"), "virgo tower forge"),
    ("foreign card", play(3, F1="sun leo", F2="virgo", H0="strength", N="war").say("strength"), "sun"),
    ("may bury", play(3, F0="sun", F1="leo", H0="transcended strength", N="war").say("transcended", "strength"), "none"),
    ("may discard", play(3, H0="transcended strength", N="war").say("transcended"), ""),
    ("suit", play(3, H0="oracle", N="war").say("oracle"), "heart"),
    ("direction", play(3, H0="wheel_of_fortune", N="war").say("wheel_of_fortune"), "left"),
    ("whisper", play(3, F0="whisperer", N="war"), "draw"),
    ("harvest", play(3, F0="harvest", N="forge"), "reveal"),
    ("scry", play(3, F0="aquarius", N="war"), "keep"),
    ("order", play(3, H0="architect", N="war sun moon star").say("architect"), "sun moon star"),
    ("discard face-down", play(3, F1="sacred_darkness", H0="sun moon star fool leo", N="war hermit").say("draw"), "slot-7 slot-6"),
]


@pytest.mark.parametrize(("what", "game", "answer"), ABSENT, ids=[case[0] for case in ABSENT])
def test_absent_player(what: str, game: Play, answer: str) -> None:
    assert fallback(game) == answer


def test_absent_player_loses_the_newest_of_the_least_useful_hand_cards() -> None:
    game = play(3, F0="virgo", H0="forge sun moon star strength", N="leo hermit").say("draw")
    assert fallback(game) == "hermit leo"


def test_a_table_of_absent_players_is_brought_to_an_end() -> None:
    game = play(3, H0="sun", N="war", turn=IDLE_TURNS + 1)
    assert fallback(game) == "sun"


def test_i11_i12_offers_are_accepted_and_absence_is_legal_everywhere() -> None:
    rng = random.Random(12)
    for seats in GAME.seats:
        session = GAME.begin(seats, track=False)
        while session.result is None:
            draw = session.wants_chance
            if draw is not None:
                session.answer_chance(random_draw(rng, draw.n, draw.k))
                continue
            seat = session.unanswered[0]
            decision, question = session.decision(seat), session.question(seat)
            assert decision is not None
            assert question is not None
            absent = GAME.fallback(session.table, decision)
            session.answer(seat, absent if rng.random() < 0.1 else random_answer(question, rng))


def test_card_that_is_not_in_the_hand_is_refused_with_a_reason() -> None:
    game = play(3, F1="virgo", H0="sun", N="war")
    with pytest.raises(Illegal, match="Virgo, the Maiden is not in your hand") as refused:
        game.say("virgo")
    assert (refused.value.code, refused.value.rule) == ("illegal_choice", "R7")
    with pytest.raises(Illegal, match="The Moon is not in your hand"):
        game.say("The Moon")
    assert game.kind() == "main"


def test_card_beside_taurus_is_refused_with_a_reason() -> None:
    game = play(3, F1="taurus leo sun fool", H0="strength", N="moon").say("strength")
    with pytest.raises(Illegal, match="constellation beside Taurus") as refused:
        game.say("leo")
    assert refused.value.rule == "R9"


def test_card_elsewhere_is_refused_with_a_reason() -> None:
    game = play(3, F0="hermit", F1="sun fool", H0="strength", N="moon").say("strength")
    with pytest.raises(Illegal, match="The Hermit is on a field"):
        game.say("hermit")
    with pytest.raises(Illegal, match="The Dancer is not among the cards"):
        game.say("dancer")
    with pytest.raises(Unreadable):
        game.say("gibberish")


def test_answers_are_read_generously() -> None:
    assert play(3, H0="sun star", N="war").say("Play the Sun").field() == "sun"
    assert play(3, H0="sun star", N="war").say("2").field().startswith("star")
