"""Tests of refused answers and of reading answers: T40, R39, R13, R14, R15."""

from __future__ import annotations

import pytest

from games.rules.contract import Seat
from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.table import Destiny
from games.rules.errors import Illegal, NotAsked, RulesError, Unreadable
from games.rules.messages import plain
from games.rules.session import Session
from tests.rules.destined_to_fail.build import PLAIN, A, B, C, begin, dealt, say

SEAT_BY_SEAT = "unstable_power"
"""No trump suit, and the followers are asked one after the other."""
HANDS = ["sun-3 moon-1 hands-2 hands-2", "sun-1 hands-2 star-1 orb", "moon-2 moon-3 eyes-1"]


def led(trump: str = SEAT_BY_SEAT) -> Session[Destiny]:
    session = begin(HANDS, trump)
    say(session, (A, "sun-3"))
    return session


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("hands-2", "must_follow", "R14"),
        ("star 1", "must_follow", "R14"),
        ("sun-2", "not_in_hand", "R14"),
        ("sun-7", "not_in_hand", "R14"),
        ("Hands 4", "not_in_hand", "R14"),
        ("five eyes", "not_in_hand", "R14"),
    ],
)
def test_t40_a_card_that_may_not_be_played_is_refused_with_the_reason(text: str, code: str, rule: str) -> None:
    session = led()
    before = session.position
    with pytest.raises(Illegal) as refused:
        session.answer(B, text)
    assert (refused.value.code, refused.value.rule, session.position) == (code, rule, before)


def test_t40_cards_of_others_cards_played_and_cards_in_the_box_read_alike() -> None:
    session = led()
    texts = []
    for face, name in (("moon-2", "Moon 2"), ("sun-3", "Sun 3"), ("moon-7", "Moon 7")):
        with pytest.raises(Illegal) as refused:
            session.answer(B, face)
        texts.append(plain(refused.value.message).replace(name, "…"))
    assert texts == ["You do not hold …."] * 3


def test_t40_a_card_is_no_answer_to_a_gift() -> None:
    session = begin(["moon-1", "moon-2", "eyes-3"], PLAIN, leader=C)
    with pytest.raises(Illegal) as refused:
        session.answer(C, "moon-1")
    assert refused.value.code == "illegal"


@pytest.mark.parametrize("text", ["sun-8", "cup-2", "sun-", "what?"])
def test_t40_unknown_faces_are_refused(text: str) -> None:
    session = led()
    before = session.position
    with pytest.raises(RulesError):
        session.answer(B, text) if text != "sun-" else session.answer(C, text)
    assert session.position == before


def test_t40_gibberish_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        led().answer(B, "cup-2")


@pytest.mark.parametrize("lead", ["orb", "moon-1"])
@pytest.mark.parametrize(("text", "error"), [("hands 2 gladly", Unreadable), ("hands-2 or star", Illegal)])
def test_r14_no_duty_to_follow_is_named_where_there_is_none(lead: str, text: str, error: type[RulesError]) -> None:
    """B holds no Moon, and no suit follows an Orb: the card is legal, only the text around it is unreadable."""
    session = begin(["orb moon-1", "sun-1 hands-2 star-1", "moon-2 moon-3"], SEAT_BY_SEAT)
    say(session, (A, lead))
    with pytest.raises(error) as refused:
        session.answer(B, text)
    assert refused.value.code == error.code


def test_t40_the_wrong_seat_is_refused() -> None:
    session = led()
    for seat in (A, C):
        with pytest.raises(NotAsked):
            session.answer(seat, "moon-1")


def test_t40_the_wrong_phase_is_refused() -> None:
    session = begin(HANDS, SEAT_BY_SEAT)
    for text in ("seat-2", "keep-1", "sun-3 moon-1"):
        with pytest.raises(RulesError):
            session.answer(A, text)
    assert session.waiting_for == (A,)


@pytest.mark.parametrize("text", ["sun-1", "Sun 1", "play the SUN 1", "1", "1)", "#1", "sun", "sun1", "one of suns", "sun one, please"])
def test_a_card_may_be_written_in_many_ways(text: str) -> None:
    session = led()
    session.answer(B, text)
    assert session.table.plays == ["sun-3", "sun-1"]


@pytest.mark.parametrize("text", ["Hands of Fate 2", "2 of hands", "hands #2"])
def test_a_suit_may_be_called_by_its_full_name(text: str) -> None:
    assert begin(HANDS, SEAT_BY_SEAT).read(A, text) == "hands-2"


def test_a_ranking_may_be_written_with_names_of_two_words() -> None:
    """In a ranking, spaces separate the cards: `Hands 2` is still one card."""
    hands = ["orb eyes-1 eyes-1 eyes-2 eyes-2 hands-1 hands-1", "orb eyes-3 eyes-3 moon-1 moon-2 moon-3 star-1"]
    session = dealt(
        "restricted_power", [*hands, "sun-2 sun-3 hands-2 hands-3 hands-3 star-2 star-3"], "orb hands-2 sun-1", tokens=[0, 1, 2]
    )
    assert session.read(A, "Hands 2, Sun 1") == "hands-2 sun-1"


def test_r39_two_copies_are_one_choice() -> None:
    session = begin(HANDS, SEAT_BY_SEAT)
    question = session.question(A)
    assert question is not None
    assert question.tokens == ["sun-3", "moon-1", "hands-2"]


def test_cards_that_cannot_be_played_are_barred_with_the_reason() -> None:
    decision = led().decision(B)
    assert decision is not None
    barred = {touched: plain(item.reason) for item in decision.barred for touched in item.touches}
    assert barred == {
        "hand:star-1": "You hold Sun: follow suit or play an Orb.",
        "hand:hands-2": "You hold Sun: follow suit or play an Orb.",
    }


def outcomes(session: Session[Destiny], seat: Seat) -> dict[str, str]:
    decision = session.decision(seat)
    assert decision is not None
    return {option.token: plain(option.outcome) if option.outcome else "" for option in decision.options}


def test_each_card_says_before_it_is_played_whether_it_takes_the_trick() -> None:
    session = led()
    assert outcomes(session, B) == {"sun-1": "This does not take the trick.", "orb": "This would take the trick as it stands."}


def test_a_lead_says_what_the_others_must_do_and_what_its_power_brings() -> None:
    follow = "The others must follow suit with {} if they can."
    assert outcomes(begin(["sun-3 hands-2 eyes-1 orb", "sun-1 hands-1", "moon-2 moon-3"], PLAIN), A) == {
        "sun-3": follow.format("Sun"),
        "hands-2": f"{follow.format('Hands of Fate')} If you take the trick with it, you gain 3 Glory.",
        "eyes-1": f"{follow.format('Eyes of Destiny')} If you take the trick with it, you give it to another player.",
        "orb": "Only another Orb beats this.",
    }


def test_the_last_to_play_is_told_what_is_certain() -> None:
    session = begin(["hands-2 moon-1", "hands-1 orb", "hands-1 hands-2 hands-3"], SEAT_BY_SEAT)
    say(session, (A, "hands-2"), (B, "hands-1"))
    assert outcomes(session, C) == {
        "hands-1": "This does not take the trick.",
        "hands-2": "This takes the trick. It brings you 2 Glory.",
        "hands-3": "This takes the trick. It brings you 2 Glory.",
    }


def test_a_trick_that_must_be_given_away_is_announced_unless_the_trump_card_lets_it_be_kept() -> None:
    for trump, more in ((SEAT_BY_SEAT, " You give it to another player."), ("solar_flare", "")):
        session = begin(["eyes-1 sun-2", "eyes-2 orb", "eyes-3"], trump)
        say(session, (A, "eyes-1"))
        assert outcomes(session, B)["eyes-2"] == f"This would take the trick as it stands.{more}"


def test_face_down_nothing_is_said_about_who_takes_the_trick() -> None:
    session = begin(["sun-3 moon-1", "star-1 eyes-2 hands-1", "moon-2 moon-3"], "absolute_chaos")
    say(session, (A, "sun-3"))
    assert outcomes(session, B) == {
        "star-1": "",
        "hands-1": "If you take the trick with it, you gain 2 Glory.",
        "eyes-2": "If you take the trick with it, you give it to another player.",
    }


def test_a_gift_is_given_by_seat_or_number() -> None:
    for text in ("seat-2", "2", "seat 2"):
        session = begin(["moon-1", "moon-2", "eyes-3"], PLAIN, leader=C)
        session.answer(C, text)
        assert session.table.leader == B


def test_every_card_of_the_gallery_has_its_text() -> None:
    zones = {zone.id: zone for zone in GAME.gallery()}
    trumps = [card for pile in zones["trumps"].piles for card in pile.cards]
    assert len({plain(card.text) for card in trumps if card.text}) == 16
    assert sum(len(zone.piles) for zone in zones.values()) == 16 + 35 + 1 + 3
