"""Tests of the error codes of §4 and of typed answers: T20, T21, T36."""

from __future__ import annotations

import pytest

from games.rules.errors import Ambiguous, Illegal, NotAsked, RulesError, Unreadable
from games.rules.session import Session
from games.rules.turn_of_fate.board import TurnOfFateTable
from tests.rules.turn_of_fate.build import at_turn, move


def table(hand0: str = "end ace_knots ace_moons market") -> Session[TurnOfFateTable]:
    return at_turn(
        0, c0="sailor", c1="penitent>mountain", agora="lunatic", temple0="merchant>ace_leaves", temple1="savage>cave", hand0=hand0,
        hand1="castle", fates="cave", citizens="author",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("castle>sailor", "fate_not_in_hand", "R24"),
        ("castle", "fate_not_in_hand", "R24"),
        ("forest on sailor", "fate_not_in_hand", "R24"),
        ("market>merchant", "citizen_not_in_play", "R24"),
        ("market>savage", "citizen_not_in_play", "R24"),
        ("market>author", "citizen_not_in_play", "R24"),
        ("market>lunatic", "no_shared_suit", "R22"),
        ("market>lunatic+ace_knots", "no_shared_suit", "R15"),
        ("end>penitent", "ace_required", "R13"),
        ("the end on the penitent", "ace_required", "R13"),
        ("end pen", "ace_required", "R13"),
        ("end>sailor+ace_knots", "ace_not_allowed", "R14"),
        ("market>sailor+ace_moons", "ace_not_allowed", "R14"),
        ("end>penitent+market", "not_an_ace", "R15"),
        ("end>penitent+ace_waves", "fate_not_in_hand", "R15"),
        ("ace_knots>sailor", "no_shared_suit", "R22"),
    ],
)
def test_t20_t21_t36_each_mistake_has_its_code_and_changes_nothing(text: str, code: str, rule: str) -> None:
    session = table()
    before = session.position
    with pytest.raises(Illegal) as caught:
        move(session, text)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert session.position == before


def test_t20_wild_request_without_an_ace_in_hand_asks_for_one() -> None:
    with pytest.raises(Illegal) as caught:
        move(table("end market"), "end>penitent")
    assert caught.value.code == "ace_required"


def test_a_paid_ace_is_never_read_into_a_text_that_plays_it() -> None:
    """One Ace, one wild play: "ace_knots>penitent" must not become "end>penitent+ace_knots"."""
    session = at_turn(0, c0="sailor", c1="penitent", hand0="end ace_knots", hand1="castle")
    with pytest.raises(Illegal) as caught:
        move(session, "ace_knots>penitent")
    assert caught.value.code == "no_shared_suit"


def test_t36_not_your_turn() -> None:
    with pytest.raises(NotAsked) as caught:
        table().answer(1, "castle>penitent")
    assert caught.value.code == "not_your_turn"


def test_t36_finished_game() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle", null_passes=1)
    move(session, "pass")
    for seat in (0, 1):
        with pytest.raises(NotAsked) as caught:
            session.answer(seat, "pass")
        assert caught.value.code == "game_over"


def test_a_hidden_card_and_a_foreign_card_read_alike() -> None:
    """The Castle is in the rival's hand, the Cave in the deck, the Battle in no zone: the errors are the same."""
    texts = set()
    for card, name in (("castle", "The Castle"), ("cave", "The Cave"), ("battle", "The Battle")):
        with pytest.raises(Illegal) as caught:
            move(table(), f"{card}>sailor")
        texts.add(str(caught.value).replace(name, "it"))
    assert texts == {"You do not hold it."}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("market on the sailor", "market>sailor"),
        ("Mark Sai", "market>sailor"),
        ("market", "market>sailor"),
        ("MARKET>SAILOR", "market>sailor"),
        ("play the end on sailor", "end>sailor"),
        ("end on penitent for the ace of knots", "end>penitent+ace_knots"),
        ("End>Penitent+Ace_Moons", "end>penitent+ace_moons"),
        ("ace of moons on lunatic", "ace_moons>lunatic"),
        ("pay the ace of knots, the end on the penitent", "end>penitent+ace_knots"),
        ("discard ace of moons and play the end on lunatic, please", "end>lunatic+ace_moons"),
        ("on the sailor: the market", "market>sailor"),
        ("the lunatic gets the ace of moons", "ace_moons>lunatic"),
        ("on lunatic: ace moons", "ace_moons>lunatic"),
        ("Pass", "pass"),
        ("1", "end>sailor"),
    ],
)
def test_texts_that_people_type(text: str, answer: str) -> None:
    assert table().answer(0, text)[0].text == answer


def test_an_ace_alone_is_not_read_as_the_price_of_a_crown() -> None:
    session = at_turn(0, c0="sailor", c1="penitent", hand0="end ace_knots", hand1="castle")
    with pytest.raises(Illegal) as caught:
        move(session, "ace of knots")
    assert caught.value.code == "no_shared_suit"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hello", Unreadable),
        ("", Unreadable),
        ("end", Ambiguous),
        ("ace", Ambiguous),
        ("99", Illegal),
        ("sailor", Ambiguous),
        ("lunatic ace", Ambiguous),
        ("sailor lunatic", Illegal),
    ],
)
def test_other_texts_are_refused_by_kind(text: str, error: type[RulesError]) -> None:
    with pytest.raises(error):
        move(table(), text)
