"""Tests of the querent's turn: the effect of an attack on a card, with and without tokens and immunity."""

from __future__ import annotations

import itertools

import pytest

from games.rules.errors import Illegal, NotAsked
from games.rules.messages import plain
from games.rules.tempting_fate.querent import resolve_attack
from games.rules.tempting_fate.tarot import FOOL, POINTS, TAROT
from games.rules.tempting_fate.zener import FACES, IMMUNE, VALUE
from tests.rules.tempting_fate.build import FATE, QUERENT, at, attacked, duel, paths, play


def test_e1_too_weak_attack_turns_the_card_and_lays_tokens() -> None:
    session = attacked("waves circle star", "wands-14")
    assert paths(session)[0] == "waves circle star!4"
    assert session.view(None).table["need"][0] == 4 + 3


def test_e2_immune_star_survives_any_trump_and_falls_to_the_next_card() -> None:
    session = attacked("waves circle star!4", "major-01")
    assert paths(session)[0] == "waves circle star!5"
    session = attacked("waves circle star!5", "cups-01")
    assert paths(session)[0] == "waves circle"
    assert session.table.zener_discard == ["star"]


def test_e3_immune_circle_takes_five_tokens_and_then_falls() -> None:
    assert paths(attacked("waves circle", "coins-10"))[0] == "waves circle!5"
    assert paths(attacked("waves circle!5", "cups-11"))[0] == "waves"


def test_e4_trump_of_the_same_value_does_not_extinguish() -> None:
    assert paths(attacked("waves cross", "major-07"))[0] == "waves cross!2"
    assert paths(attacked("waves cross", "major-03"))[0] == "waves"


def test_e5_fool_finishes_a_full_card_but_not_a_star() -> None:
    assert paths(attacked("waves waves!4", FOOL))[0] == "waves"
    assert paths(attacked("waves star!5", FOOL))[0] == "waves star!5"


def test_t10_empty_path_cannot_be_attacked() -> None:
    session = at("waves waves", phase="attack")
    with pytest.raises(Illegal) as refused:
        session.answer(QUERENT, "cups-02>3")
    assert (refused.value.code, refused.value.rule) == ("path_empty", "R1")


def test_t11_card_that_is_not_held_cannot_be_used_and_reads_like_any_other() -> None:
    session = at("waves waves", phase="attack", querent_hand="coins-01 cups-02")
    errors = []
    for card in ("coins-02", "major-21", "swords-14"):
        with pytest.raises(Illegal) as refused:
            session.answer(QUERENT, f"{card}>1")
        errors.append((refused.value.code, plain(refused.value.message)))
    assert errors == [("not_in_hand", "You do not hold that card.")] * 3


def test_t12_kill_grows_both_discards_and_the_querent_draws() -> None:
    session = at("waves waves", phase="attack", querent_hand="coins-03 cups-02", tarot_deck="wands-01 wands-02 wands-03 wands-04")
    play(session, "coins-03>1")
    t = session.table
    assert (paths(session)[0], t.zener_discard, t.tarot_discard) == ("waves", ["waves"], ["coins-03"])
    assert (t.querent_hand, t.tarot_deck) == (["cups-02", "wands-01", "wands-02", "wands-03", "wands-04"], [])


def test_t13_failed_attack_shows_the_card_to_everybody_and_spends_the_tarot_card_only() -> None:
    session = attacked("waves square", "cups-02")
    for viewer in (None, FATE, QUERENT):
        assert session.view(viewer).table["paths"][0][-1] == {"face": "square", "up": True, "source": "hand", "tokens": 2}
    assert (session.table.tarot_discard, session.table.zener_discard) == (["cups-02"], [])


@pytest.mark.parametrize("face", FACES)
def test_t15_attack_follows_the_formula_for_every_card_and_token_count(face: str) -> None:
    for code, tokens in itertools.product(TAROT, range(11)):
        t = duel(f"waves {face}!{tokens or ''}", phase="attack", querent_hand=code)
        resolve_attack(t, code, 0)
        total = tokens + POINTS[code]
        killed = code not in IMMUNE[face] and total >= VALUE[face]
        assert [card["tokens"] for card in t.paths[0]] == ([0] if killed else [0, total]), (code, tokens)
        assert t.zener_discard == ([face] if killed else [])


def test_r2_only_the_outermost_card_is_attacked() -> None:
    session = attacked("circle star", "swords-05")
    assert paths(session)[0] == "circle"
    assert session.table.zener_discard == ["star"]


def test_r7_overloaded_card_falls_to_the_next_attack_it_is_not_immune_to() -> None:
    assert paths(attacked("circle waves!3", "cups-14"))[0] == "circle waves!7"
    assert paths(attacked("circle waves!7", "wands-01"))[0] == "circle"


def test_r8_tokens_have_no_limit() -> None:
    assert paths(attacked("circle circle!9", "coins-05"))[0] == "circle circle!14"


def test_r9_tokens_do_not_make_a_trump_immune() -> None:
    """One token and a trump of one reach the cross's two points; its own points count, so the cross falls."""
    assert paths(attacked("circle cross!1", "major-06"))[0] == "circle"
    assert paths(attacked("circle cross!1", "major-02"))[0] == "circle cross!3"


def test_blind_attack_uses_the_top_card_of_the_deck() -> None:
    session = at("waves star", phase="attack", querent_hand="coins-01 cups-01 wands-01 swords-01 cups-06", tarot_deck="major-04 major-20")
    told = play(session, "deck>1")
    assert paths(session)[0] == "waves star!4"
    assert (told[0]["card"], told[0]["blind"]) == ("major-04", True)
    assert (len(session.table.querent_hand), session.table.tarot_deck) == (5, ["major-20"])


def test_empty_deck_offers_no_blind_attack() -> None:
    session = at("waves star", phase="attack", querent_hand="coins-01 cups-01", tarot_deck="")
    decision = session.decision(QUERENT)
    assert decision is not None
    assert decision.tokens == ("coins-01>1", "cups-01>1")
    with pytest.raises(Illegal) as refused:
        session.answer(QUERENT, "deck>1")
    assert refused.value.code == "deck_empty"


def test_only_possible_attack_is_made_by_itself_and_the_log_says_so() -> None:
    session = at("waves star", zener_deck="", fate_hand="circle circle circle", querent_hand="cups-02", tarot_deck="")
    told = play(session, "circle>1", "circle>1", "circle>1")
    attack = next(event for event in told if event["kind"] == "attack")
    assert (attack["forced"], attack["card"], attack["path"]) == (True, "cups-02", 1)
    assert plain(session.game.tell(attack), ["Ann", "Bob"]) == (
        "Bob attacks path 1 with Two of Cups, the only possible attack: Circle is extinguished."
    )


def test_t36_wrong_player_and_finished_game_are_refused() -> None:
    session = at("waves waves", phase="attack", querent_hand="coins-03 cups-02")
    with pytest.raises(NotAsked):
        session.answer(FATE, "coins-03>1")
    finished = at("circle", phase="attack", querent_hand="cups-03")
    play(finished, "cups-03>1")
    with pytest.raises(NotAsked) as refused:
        finished.answer(QUERENT, "deck>1")
    assert refused.value.code == "game_over"
