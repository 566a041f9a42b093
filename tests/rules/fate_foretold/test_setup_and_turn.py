"""Tests of the set-up, the steps of a turn, and their rulings (scenarios 1 to 9, rulings 1 to 12, 52, 54, 63, 69)."""

from __future__ import annotations

import random

import pytest

from games.rules.errors import NotAsked
from games.rules.fate_foretold import GAME, board
from games.rules.fate_foretold.cards import DECKS, SIGIL
from games.rules.playout import random_draw
from tests.rules.fate_foretold.build import Play, play

DECK = DECKS[GAME.printing]


def dealt(seed: int, seats: int = 4) -> Play:
    """A freshly dealt game at its first question."""
    rng, session = random.Random(seed), GAME.begin(seats)
    session.settle(lambda number, label, n, k: random_draw(rng, n, k))
    game = play(seats)
    game.session = session
    return game


def test_t01_new_game_deals_three_each_and_draws_for_the_highest_sigil() -> None:
    for seed in range(20):
        t = dealt(seed).t
        assert t.active == max(range(4), key=lambda seat: SIGIL[t.sigils[seat]].rank)
        assert [len(t.hands[seat]) + len(t.fields[seat]) for seat in range(4)] == [4 if seat == t.active else 3 for seat in range(4)]
        assert len(t.nest) == len(DECK) - 13


def test_t02_same_draws_give_the_same_state() -> None:
    assert dealt(5).session.position == dealt(5).session.position


def test_t03_r04_angel_dealt_stays_in_the_hand() -> None:
    session = GAME.begin(3)
    angel_first = [DECK.index("angel"), *(n for n in range(len(DECK)) if DECK[n] != "angel")]
    session.settle(lambda number, label, n, k: list(range(k)) if label == "sigils" else angel_first)
    assert session.table.hands[0][0] == "angel"
    assert session.table.fields == [[], [], []]


def test_r01_sigils_are_not_among_the_cards() -> None:
    """The number of each card is tested against `cards.json` in `test_cards.py`."""
    assert len(DECK) == len(set(DECK))
    assert not set(SIGIL) & set(DECK)


def test_r02_sigils_are_dealt_at_random_and_the_unused_leave() -> None:
    session = GAME.begin(3)
    session.settle(lambda number, label, n, k: [5, 1, 2, 0, 3, 4] if label == "sigils" else list(range(k)))
    assert session.table.sigils == ["sigil_eight", "sigil_queen", "sigil_knight"]
    assert session.table.active == 1


def test_r04_cards_are_dealt_one_at_a_time() -> None:
    session = GAME.begin(3)
    session.settle(lambda number, label, n, k: list(range(k)))
    assert session.table.hands[1] == [DECK[1], DECK[4], DECK[7]]
    assert session.table.hands[0] == [DECK[0], DECK[3], DECK[6], DECK[9]]  # the King has drawn already


def test_t04_draw_instead_of_play_gives_two_cards() -> None:
    game = play(H0="sun", N="moon star fool").say("draw")
    assert game.hand() == "sun moon star"
    assert game.t.active == 1


def test_t05_r07_draw_from_an_empty_nest_gives_nothing_and_the_turn_goes_on() -> None:
    game = play(3, H0="sun tower", H1="moon", H2="star", rest=False).say("draw")
    assert game.hand() == "sun tower"
    assert game.t.active == 1


def test_t06_sixth_card_must_be_followed_by_a_burial() -> None:
    game = play(F0="virgo sun star moon fool", H0="emperor", N="leo").say("emperor", "seat-2")
    assert game.kind() == "limit_bury"
    assert len(game.asked().split()) == 5  # Virgo can't be buried
    game.say("sun")
    assert game.bottom() == "sun"
    assert game.field() == "virgo star moon fool emperor"


def test_t07_hand_of_seven_is_discarded_down_to_five() -> None:
    game = play(H0="sun moon star fool hermit", N="tower leo").say("draw")
    assert game.kind() == "limit_discard"
    with pytest.raises(Exception, match="Exactly 2"):
        game.say("sun")
    game.say("moon sun")
    assert game.bottom(2) == "moon sun"  # in the order named (R11)
    assert game.t.active == 1


def test_t08_musician_answers_a_burial_at_the_limit() -> None:
    game = play(F0="musician sun moon star fool", H0="hermit devil", N="leo").say("hermit")
    game.say("fool", "devil", "sun")
    assert game.kind() == "put"
    game.say("none")
    assert game.field() == "musician moon star hermit devil"
    assert game.t.active == 1


def test_t09_only_who_is_asked_answers() -> None:
    game = play()
    with pytest.raises(NotAsked) as refused:
        game.say("draw", seat=2)
    assert refused.value.code == "not_your_turn"
    assert game.t.active == 0


def test_r08_order_at_the_end_is_abilities_then_field_then_hand() -> None:
    game = play(F0="aries sun moon star fool", H0="leo hermit tower", N="pisces virgo").say("leo")
    assert game.field().endswith("leo")  # six places with Leo: nothing to bury
    assert game.asked() == ""
    game = play(F0="aries sun moon star fool", H0="hermit tower gemini virgo", N="pisces").say("hermit")
    assert game.kind() == "discard"
    game.say("tower")
    assert game.kind() == "limit_bury"


def test_r08_hand_limit_is_enforced_once() -> None:
    """Pisces lets seat 1 draw after a mirrored discard, and The Lovers let seat 0 draw too: seat 0 then keeps six cards."""
    game = play(F1="lovers pisces", H0="sun moon star fool hermit", H1="leo", N="tower aries", beloved=0).say("draw")
    game.say("sun moon").say("leo aries", seat=1)
    assert [len(game.t.hands[0]), game.t.active] == [7, 1]  # six, and one more for the draw of seat 1's own turn


def test_r09_pisces_is_silent_at_the_hand_limit() -> None:
    game = play(F0="pisces", H0="sun moon star fool hermit", N="tower leo devil").say("draw", "sun moon")
    assert game.hand() == "star fool hermit tower leo"


def test_r09_taurus_does_not_hinder_the_field_limit() -> None:
    game = play(F0="taurus leo gemini moon fool star", F1="colossus", H0="emperor", N="sun").say("emperor", "seat-2")
    assert "taurus" in game.asked().split()


def test_r09_unburiable_cards_cannot_be_taken_for_the_limit() -> None:
    game = play(F0="virgo gemini moon fool star", H0="emperor", N="sun").say("emperor", "seat-2")
    assert "virgo" not in game.asked().split()


def test_r10_nothing_buriable_over_the_limit_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most three cards can be protected at once, so this test lowers the limit."""
    monkeypatch.setattr(board, "FIELD_LIMIT", 2)
    tokens = {"doppelganger_token": "virgo", "aegis_token": "sun"}
    game = play(F0="virgo doppelganger sun", F1="aegis", tokens=tokens, H0="moon", N="star").say("draw")
    assert game.field() == "virgo doppelganger sun"
    assert game.t.active == 1


def test_r12_discards_and_burials_are_public() -> None:
    game = play(F1="leo", H0="strength", N="tower").say("strength")
    assert game.happened("buried") == [{"seat": 1, "card": "leo"}]


def test_r52_emperor_twice_skips_one_play_step() -> None:
    game = play(3, active=1, skips=[False, True, False], H1="sun", N="moon")
    assert game.hand(1) == "sun moon"  # drew, did not play
    assert game.t.active == 2
    assert game.t.skips == [False, False, False]


def test_r52_emperor_skips_the_reveal_step_of_a_convergence_turn() -> None:
    game = play(3, F0="virgo aegis harvest tower", skips=[True, False, False], N="strength")
    assert game.t.active == 1
    assert game.top() == "aries"  # seat 1 drew Strength
    assert game.happened("skipped") == [{"seat": 0}]


@pytest.mark.parametrize(
    ("own", "other", "limit"), [("", "", 5), ("leo", "", 6), ("", "colossus", 4), ("leo", "colossus", 5), ("colossus", "", 5)]
)
def test_r54_t78_field_limits(own: str, other: str, limit: int) -> None:
    view = play(F0=own, F1=other).session.view(0)
    assert view.table["players"][0]["limit"] == limit


def test_r54_copies_count_for_the_field_limit() -> None:
    token = {"doppelganger_token": "leo"}
    assert play(F0="leo doppelganger", tokens=token).session.view(0).table["players"][0]["limit"] == 7
    token = {"doppelganger_token": "colossus"}
    view = play(F0="colossus", F1="doppelganger", tokens=token).session.view(0)
    assert [player["limit"] for player in view.table["players"]] == [4, 4, 4, 4]


def test_r63_round_grows_when_the_turn_comes_to_the_first_player() -> None:
    game = play(3, active=1).say("draw", seat=1).say("draw", seat=2)
    assert (game.t.round, game.t.turn) == (1, 3)
    game.say("draw")
    assert (game.t.round, game.t.turn, game.t.active) == (2, 4, 1)


def test_r63_round_grows_over_the_place_of_a_first_player_who_conceded() -> None:
    game = play(4, active=1).say("!concede", seat=1)
    assert (game.t.active, game.t.round) == (2, 1)
    game.say("draw", seat=2).say("draw", seat=3).say("draw", seat=0)
    assert (game.t.active, game.t.round) == (2, 2)


def test_r69_hand_limit_holds_after_a_convergence_turn_from_the_bottom_of_the_stack() -> None:
    game = play(3, F0="virgo aegis harvest tower", H0="sun moon star fool hermit devil", N="leo gemini").say("nest")
    assert game.hand() == "moon star fool hermit devil"
    assert game.bottom() == "sun"
