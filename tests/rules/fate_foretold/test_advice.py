"""Tests of the adviser: it sees only its view, answers every kind of question, and makes the obvious choices."""

from __future__ import annotations

import random

from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.advice import ADVICE
from games.rules.fate_foretold.words import PROMPTS
from tests.rules.fate_foretold.build import Play, play


def advice(game: Play, seat: int = 0) -> str:
    decision = game.session.decision(seat)
    assert decision is not None
    return GAME.advise(game.session.view(seat), decision)


def test_every_kind_of_question_has_a_prompt_and_an_advice() -> None:
    assert set(ADVICE) == set(PROMPTS)


def test_the_fifth_card_of_the_suit_is_played() -> None:
    assert advice(play(3, F0="virgo aegis harvest", H0="sun tower fool", N="hermit")) == "tower"


def test_who_is_in_convergence_is_hit() -> None:
    game = play(3, F1="leo chariot devil fool sagittarius", H0="strength hermit", N="sun", F2="virgo")
    assert advice(game) == "strength"
    assert advice(game.say("strength")) in ("leo", "chariot", "devil", "fool", "sagittarius")


def test_calamity_names_a_protected_card_only_where_the_others_are_too_few() -> None:
    """Two cards must be named (R25), even if one of them is protected."""
    field = "virgo aegis star"
    game = play(3, F1=field, H0="calamity", N="sun", tokens={"aegis_token": "star"}).say("calamity", "seat-2")
    answer = advice(game).split()
    assert answer[0] == "aegis"
    assert len(set(answer)) == 2
    assert game.say(" ".join(answer)).field(1) == "virgo star"


def test_the_fourth_horse_is_not_played() -> None:
    assert advice(play(3, F0="death war pestilence", H0="famine", N="sun")) != "famine"


def test_no_card_of_the_own_suit_is_lost_while_there_is_another() -> None:
    game = play(3, F0="virgo aegis harvest fool devil", H0="tower", N="sun").say("tower")
    assert game.kind() == "limit_bury"
    assert advice(game) in ("fool", "devil")


def test_advice_does_not_depend_on_what_the_adviser_cannot_see() -> None:
    rng = random.Random(4)
    session = GAME.begin(3)
    session.settle(lambda number, label, n, k: rng.sample(range(n), k))
    for _ in range(60):
        if session.result is not None:
            break
        seat = session.unanswered[0]
        decision = session.decision(seat)
        assert decision is not None
        answer = GAME.advise(session.view(seat), decision)
        other = GAME.resume(GAME.redeal(session.position, seat, rng))
        same = other.decision(seat)
        assert same is not None
        assert GAME.advise(other.view(seat), same) == answer
        session.answer(seat, answer)
        session.settle(lambda number, label, n, k: rng.sample(range(n), k))
