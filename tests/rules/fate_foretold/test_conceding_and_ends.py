"""Tests of conceding, talking at the table, and the ends of a game (scenarios 74, 82 to 86, rulings 49, 55, 56, 61, 65)."""

from __future__ import annotations

import pytest

from games.rules.contract import Wait
from games.rules.errors import NotAsked
from games.rules.fate_foretold import GAME
from tests.rules.fate_foretold.build import play


def test_t82_r65_conceding_out_of_turn_returns_the_cards_and_the_others_go_on() -> None:
    game = play(3, F1="leo virgo", H1="sun moon star", H0="fool", N="hermit")
    before = len(game.t.nest)
    game.say("!concede", seat=1)
    assert (game.hand(1), game.field(1), game.t.alive) == ("", "", [True, False, True])
    assert game.kind() == "main"
    game.say("draw")
    assert len(game.t.nest) == before + 5 - 2  # five came back; seat 0 and seat 2 drew one each
    assert game.happened("nest_shuffled") == [{}]
    assert game.t.active == 2
    assert GAME.audit(game.t) == []


def test_r56_the_nest_is_shuffled_before_anything_is_drawn() -> None:
    lots = {"nest": [7, 3, 1, 0, 2, 4, 5, 6]}
    game = play(3, H0="fool", H1="sun moon star", H2="leo", N="hermit devil war dancer tower emperor", rest=False, lots=lots)
    game.say("!concede", seat=1).say("draw")
    assert game.hand() == "fool hermit star"  # the eighth of devil war dancer tower emperor sun moon star


def test_r49_t82_lovers_with_a_conceded_beloved() -> None:
    game = play(3, F0="lovers", beloved=1, H0="sun", N="moon").say("!concede", seat=1)
    drawn = len(game.happened("drawn"))
    game.say("draw")
    assert [event["seat"] for event in game.happened("drawn")[drawn:]] == [0, 2]
    assert len(game.happened("mirrored")) == 1  # that of the Draw step, before


def test_t83_active_player_concedes_and_the_next_begins_without_an_end_step() -> None:
    game = play(3, F0="war", F1="leo fool", F2="aries", H0="strength sun", H1="moon star tower devil", N="hermit").say("strength")
    assert game.kind() == "bury"
    game.say("!concede")
    assert game.session.question(0) is None
    assert game.field(1) == "leo fool"
    assert game.t.active == 1
    assert game.happened("discarded") == []  # Aries waits for an End step


def test_t84_one_asked_player_concedes_during_a_simultaneous_effect() -> None:
    game = play(4, F0="sun leo moon", F1="virgo star fool tower", F2="hermit devil dancer musician", H0="death", N="war")
    game.say("death").say("star fool tower", seat=1)
    assert game.session.wait is Wait.SEALED
    game.say("!concede", seat=2)
    assert game.session.waiting_for == (0, 1)
    decision = game.session.decision(1)
    assert decision is not None
    assert decision.given == "star fool tower"  # a sealed answer stays given
    game.say("sun moon leo")
    assert game.field() == "sun leo moon"
    assert game.field(1) == "virgo star fool tower"
    assert game.field(2) == ""
    assert game.happened("buried") == [{"seat": 0, "card": "death"}]
    assert GAME.audit(game.t) == []


def test_conceding_the_last_open_answer_of_a_simultaneous_effect_closes_it() -> None:
    game = play(3, F0="sun leo", F1="virgo star", H0="pestilence", N="war").say("pestilence", "sun").say("!concede", seat=1)
    assert [event["card"] for event in game.happened("buried")] == ["sun"]
    assert game.t.active == 2


def test_active_player_concedes_during_their_own_simultaneous_effect() -> None:
    """The effect is cancelled with its controller; the turn is over."""
    game = play(3, F0="sun leo", F1="virgo star", F2="moon fool", H0="pestilence", N="war").say("pestilence").say("star", seat=1)
    game.say("!concede")
    assert game.happened("buried") == []
    assert game.t.active == 1
    assert game.kind(1) in ("main", "")


def test_active_player_concedes_while_another_players_ability_is_asked() -> None:
    game = play(3, F0="sun", F1="libra moon", H0="strength", N="war").say("strength", "libra")
    assert game.kind(1) == "may_bury"
    game.say("!concede")
    assert game.asked(1) == "moon none"
    game.say("moon", seat=1)
    assert game.field(1) == ""
    assert game.t.active == 1
    assert GAME.audit(game.t) == []


def test_player_with_an_open_ability_concedes() -> None:
    game = play(3, F0="sun", F1="libra moon", H0="strength", N="war").say("strength", "libra").say("!concede", seat=1)
    assert game.t.active == 2
    assert game.field() == "sun strength"


def test_victim_concedes_while_a_target_is_chosen() -> None:
    game = play(3, F1="leo fool", F2="moon star", H0="strength", N="war").say("strength").say("!concede", seat=1)
    assert game.asked() == "moon star"


def test_victim_concedes_and_only_one_choice_is_left() -> None:
    game = play(3, F1="leo fool", F2="moon", H0="strength", N="war").say("strength").say("!concede", seat=1)
    assert game.happened("buried") == [{"seat": 2, "card": "moon"}]


def test_holder_concedes_while_their_hand_is_looked_at() -> None:
    game = play(3, H1="leo fool", H2="sun", H0="third_eye", N="war").say("third_eye", "seat-2").say("!concede", seat=1)
    assert game.happened("discarded") == []
    assert game.t.active == 2


def test_r56_looking_at_the_nest_goes_on_with_the_same_cards() -> None:
    game = play(3, H1="leo", H2="sun", H0="architect", N="war moon star fool").say("architect").say("!concede", seat=1)
    assert game.asked() == "moon star fool"
    game.say("fool star moon")
    assert game.hand() == "war fool"
    assert GAME.audit(game.t) == []


def test_conceders_tokens_and_protections_end() -> None:
    game = play(3, F1="aegis", F2="star", H0="sun", N="war", tokens={"aegis_token": "star"}, shields=[{"owner": 1, "source": "hierophant"}])
    game.say("!concede", seat=1)
    assert (game.t.tokens, game.t.shields) == ({}, [])


def test_alignment_follows_a_concession_when_the_open_question_is_answered() -> None:
    game = play(3, F0="gemini magician labyrinth", F1="scorpio", H0="sun", N="war").say("!concede", seat=1)
    game.say("draw")
    assert game.t.aligned[0] == ["mind"]


def test_conceding_twice_changes_nothing() -> None:
    game = play(4, H0="sun", N="war").say("!concede", seat=1).say("!concede", seat=1)
    assert len(game.happened("conceded")) == 1


def test_t85_r55_the_last_player_wins() -> None:
    game = play(3, H0="sun", N="war").say("!concede", seat=1).say("!concede", seat=2)
    result = game.session.result
    assert result is not None
    assert (result.winners, result.reason, result.ranks) == ((0,), "last_standing", (1, 2, 2))


def test_t86_nothing_is_accepted_after_the_end() -> None:
    game = play(3, H0="sun", N="war").say("!concede", seat=1).say("!concede", seat=2)
    with pytest.raises(NotAsked) as refused:
        game.say("draw")
    assert refused.value.code == "game_over"


def test_t74_whi1_speaking_since_the_last_turn_silences_the_whisperer() -> None:
    game = play(3, F0="whisperer", spoke=[True, False, False], H0="sun", N="leo")
    assert game.kind() == "main"


def test_t74_speaking_while_the_offer_is_open_withdraws_it() -> None:
    game = play(3, F0="whisperer", H0="sun", N="leo")
    assert game.kind() == "whisper"
    game.say("!talk")
    assert (game.kind(), game.hand()) == ("main", "sun leo")
    assert game.happened("spoke") == [{"seat": 0}]


def test_r61_silence_is_counted_from_the_end_of_the_own_turn() -> None:
    game = play(3, F1="whisperer", H0="sun", H1="moon", H2="star", N="leo").say("!talk", seat=1).say("draw")
    assert game.kind(1) == "main"
    game.say("!talk", seat=1).say("draw", seat=1)
    assert game.t.spoke == [False, False, False]
    game.say("draw", seat=2).say("draw")
    assert game.kind(1) == "whisper"


def test_r61_without_table_talk_silence_is_always_kept() -> None:
    game = play(3, F0="whisperer", H0="sun", N="leo", table_talk=False).say("!talk")
    assert game.kind() == "whisper"
    assert game.t.spoke == [False, False, False]


def test_talk_by_somebody_else_leaves_a_sealed_wait_as_it_was() -> None:
    game = play(3, F0="sun leo", F1="virgo star", H0="pestilence", N="war").say("pestilence", "sun").say("!talk", seat=2)
    decision = game.session.decision(0)
    assert decision is not None
    assert decision.given == "sun"
    assert game.t.spoke == [False, False, True]


@pytest.mark.parametrize(
    ("fields", "winner"),
    [
        ({"F0": "virgo", "F1": "leo sun"}, 1),  # two of Body against three of Heart
        ({"F0": "virgo", "F1": "leo"}, 0),  # two each: the King is the higher sigil
        ({"F0": "gemini", "F1": "leo sun"}, 1),  # three each, but Gemini is one card
    ],
)
def test_round_limit_ends_with_the_highest_alignment(fields: dict[str, str], winner: int) -> None:
    game = play(3, H0="moon", H1="star", H2="fool", N="war", round_limit=5, round=5, **fields)
    game.say("draw").say("draw", seat=1).say("draw", seat=2)
    result = game.session.result
    assert result is not None
    assert (result.winners, result.reason) == ((winner,), "round_limit")


def test_position_with_a_concession_in_mid_turn_can_be_stored_and_resumed() -> None:
    game = play(4, F0="sun leo moon", F1="virgo star fool tower", F2="hermit devil dancer musician", H0="death", N="war")
    game.say("death").say("star fool tower", seat=1).say("!concede", seat=2)
    again = GAME.resume(game.session.position)
    assert again.position == game.session.position
    assert again.waiting_for == (0, 1)
