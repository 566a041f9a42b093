"""Tests of face-down hands and stacks, views and log lines (rulings 38 to 45, section 3.2 of the specification)."""

from __future__ import annotations

import random

import pytest

from games.rules.errors import Illegal
from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.cards import DECKS, SIGIL
from games.rules.messages import plain
from games.rules.playout import random_answer, random_draw
from games.rules.scene import Card
from tests.rules.fate_foretold.build import Play, play

DARK = "sacred_darkness"
HEARTS = "leo chariot devil fool sagittarius"


def named(game: Play, viewer: int | None) -> set[str]:
    """Every card that a viewer's scene names."""
    cards = [card for zone in GAME.scene(game.session.view(viewer)).zones for pile in zone.piles for card in pile.cards]
    return {card.id for card in cards if isinstance(card, Card) and card.face and card.id not in SIGIL}


def test_everybody_sees_fields_and_only_the_own_hand() -> None:
    game = play(3, F0="sun", F1="leo", H0="moon", H1="star", H2="fool", N="war")
    assert named(game, 0) == {"sun", "leo", "moon", "war"}
    assert named(game, 1) == {"sun", "leo", "star"}
    assert named(game, None) == {"sun", "leo"}


def test_hands_are_open_when_the_game_is_over() -> None:
    game = play(3, H0="sun", H1="star", H2="fool", N="war").say("!concede", seat=1).say("!concede", seat=2)
    assert named(game, None) == {"sun", "war"}


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        (play(3, F0="aquarius", N="war"), {"war"}),
        (play(3, H0="magician", N="war star fool leo sun").say("magician"), {"star", "fool", "leo", "sun"}),
        (play(3, H0="third_eye", H1="leo fool", H2="sun", N="war").say("third_eye", "seat-2"), {"leo", "fool"}),
    ],
    ids=["scry", "gain", "discard_of"],
)
def test_cards_looked_at_lie_before_whoever_is_asked_and_nobody_else(game: Play, seen: set[str]) -> None:
    for seat in range(3):
        zones = GAME.shown(game.session.view(seat), game.session.decision(seat)).zones
        aside = {card.id for zone in zones if zone.id == "aside" for pile in zone.piles for card in pile.cards}
        assert aside == (seen if seat == 0 else set())


def test_sd2_in_darkness_nobody_sees_a_hand() -> None:
    game = play(3, F1=DARK, H0="moon", H1="star", N="war")
    for viewer in (0, 1, 2, None):
        assert named(game, viewer) == {DARK}
    assert [pile.id for pile in GAME.scene(game.session.view(0)).zones[0].piles] == ["slot-1", "slot-2"]


def test_r40_playing_blind_plays_whatever_lies_there() -> None:
    game = play(3, F1=DARK, H0="moon hermit", N="war")
    assert game.asked() == "slot-1 slot-2 slot-3 draw"
    game.say("slot-2")
    assert game.field() == "hermit"
    assert game.happened("played") == [{"seat": 0, "card": "hermit"}]


def test_r40_naming_a_card_of_a_face_down_hand_is_refused() -> None:
    game = play(3, F1=DARK, H0="moon", N="war")
    for card in ("moon", "sun"):  # the refusal is the same whether the card is held or not
        with pytest.raises(Illegal, match="choose a place"):
            game.say(card)


def test_r41_darkness_keeps_the_order_and_new_cards_go_to_the_end() -> None:
    game = play(3, H0="moon sacred_darkness star", N="war").say(DARK)
    assert game.hand() == "moon star war"
    game = play(3, F1=DARK, H0="moon star", N="war").say("draw")
    assert game.hand() == "moon star war aries"


def test_draws_in_darkness_are_told_to_nobody() -> None:
    game = play(3, F1=DARK, H0="moon", N="war")
    assert game.own(0, "drawn") == []


def test_r42_hands_traded_in_darkness_stay_unseen() -> None:
    game = play(3, F1=DARK, H0="wheel_of_fortune moon", H1="star", H2="fool", N="war").say("slot-1", "left")
    assert [game.hand(seat).split()[0] for seat in range(3)] == ["fool", "moon", "star"]
    assert [game.own(seat, "hand_passed") for seat in range(3)] == [[], [], []]


def test_r43_a_stack_received_by_somebody_else_is_seen() -> None:
    game = play(3, F1=HEARTS, H0="wheel_of_fortune", H1="sun moon", H2="star", N="war").say("wheel_of_fortune", "left")
    assert game.own(2, "hand_passed") == [{"cards": ["sun", "moon"]}]
    assert game.own(1, "hand_passed") == []


def test_r44_hands_are_visible_again_when_darkness_leaves() -> None:
    game = play(3, F1=DARK, H0="strength moon", N="war").say("slot-1")
    assert game.session.view(0).table["hand"] == ["moon", "war"]


def test_r38_gifts_and_cards_put_back_are_chosen_by_place() -> None:
    game = play(3, F1=DARK, H0="empress", N="moon star fool").say("slot-1")
    assert game.asked() == "slot-1 slot-2 slot-3"
    game.say("slot-3", "seat-2")
    assert game.hand(1).split()[0] == "fool"
    assert game.own(0, "given") == game.own(1, "given") == []
    game = play(3, F1=DARK, H0="dreamer", N="moon star fool").say("slot-1", "slot-1")
    assert game.hand(1) == "moon"
    assert game.own(0, "nested") == []


def test_r38_hand_limit_in_darkness_is_chosen_by_place() -> None:
    game = play(3, F1=DARK, H0="sun moon star fool hermit", N="war leo").say("draw")
    assert game.kind() == "limit_discard"
    game.say("slot-7 slot-1")
    assert game.bottom(2) == "leo sun"


def test_r39_a_random_card_may_come_from_a_stack() -> None:
    game = play(3, F1=HEARTS, H0="huntress", H1="sun moon", N="war", lots={"card": [1]}).say("huntress", "seat-2")
    assert game.hand() == "war moon"
    assert game.own(1, "taken_from_hand") == []
    assert game.own(0, "taken_from_hand") == [{"card": "moon"}]


def test_r45_the_log_names_nothing_that_a_hidden_hand_got_unseen() -> None:
    game = play(3, F1=DARK, H0="jester", H1="star", H2="fool", N="war").say("slot-1", "seat-1", "seat-2")
    assert [event.private for event in game.events if event.kind == "hand_passed"] == [{}, {}]


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_i7_swapping_two_unseen_cards_changes_nothing_for_a_viewer(viewer: int | None) -> None:
    rng, compared = random.Random(2), 0
    session = GAME.begin(3)
    while session.result is None and compared < 60:
        draw = session.wants_chance
        if draw is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(session.unanswered[0])
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
        t = session.table
        if t.ending is not None or session.questions == () or session.questions[0].kind != "main":
            continue
        compared += 1
        before, scene = session.view(viewer), GAME.scene(session.view(viewer))
        places = [t.nest, *(t.hands[seat] for seat in range(3) if seat != viewer or t.hidden(seat))]
        everywhere = [(cards, at) for cards in places for at in range(len(cards))]
        (here, i), (there, j) = rng.sample(everywhere, 2)
        here[i], there[j] = there[j], here[i]
        assert session.view(viewer) == before
        assert GAME.scene(session.view(viewer)) == scene
        here[i], there[j] = there[j], here[i]
    assert compared > 10


def test_gallery_shows_every_card_and_sigil_with_its_text() -> None:
    cards = [card for zone in GAME.gallery() for pile in zone.piles for card in pile.cards]
    assert [card.id for card in cards] == [*DECKS[GAME.printing], *SIGIL]
    assert all(card.text is not None for card in cards if card.id not in SIGIL)


def told(game: Play, viewer: int, kind: str) -> list[str]:
    """The log lines of a kind, as shown to a viewer now."""
    events = [event for event in game.events if event.kind == kind]
    seen = [{"kind": kind, **event.public, **GAME.recall(game.session.view(viewer), event.private.get(viewer, {}))} for event in events]
    return [plain(GAME.tell(event), ["Ada", "Ben", "Cleo"]) for event in seen]


def test_t60_sd2_the_log_forgets_the_own_hand_while_it_is_hidden() -> None:
    game = play(3, H0="sacred_darkness moon", H2="strength", N="war")
    assert told(game, 0, "drawn") == ["Ada draws 1 card: War, the Red Horse."]
    game.say("sacred_darkness")
    assert told(game, 0, "drawn")[0] == "Ada draws 1 card: a card."
    assert told(game, 1, "drawn")[0] == "Ada draws 1 card."
    game.say("draw", seat=1).say("slot-1", seat=2)
    assert told(game, 0, "drawn")[0] == "Ada draws 1 card: War, the Red Horse."


def test_the_log_of_a_player_in_convergence_names_only_what_lies_open() -> None:
    game = play(3, F0="virgo aegis harvest", H0="tower", H1="leo", N="sun forge").say("tower")
    assert told(game, 0, "drawn")[0] == "Ada draws 1 card: a card."
    game = play(3, F0="lovers", beloved=1, H0="huntress", H1="leo", N="sun").say("huntress", "seat-2")
    assert told(game, 1, "taken_from_hand") == ["Ada takes Leo, the Lion from the hand of Ben."]
