"""Tests of the Fool: it removes a face-down card unseen and has little effect on a face-up card."""

from __future__ import annotations

import pytest

from games.rules.messages import plain
from games.rules.tempting_fate.tarot import FOOL
from games.rules.tempting_fate.zener import FACES
from tests.rules.tempting_fate.build import FATE, QUERENT, at, attacked, paths, play

FEW = "cross cross cross"


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("source", ["", "?"])
def test_t16_r10_face_down_card_goes_unseen_to_the_bottom(face: str, source: str) -> None:
    session = attacked(f"waves {face}{source}", FOOL, zener_deck=FEW)
    t = session.table
    assert (paths(session)[0], t.zener_deck, t.zener_discard) == ("waves", [*FEW.split(), face], [])
    assert t.tarot_discard == [FOOL]
    assert session.view(None).table["zener_deck"] == 4


@pytest.mark.parametrize(("card", "knows"), [("star", True), ("star?", False)])
def test_t16_r13_nobody_is_shown_it_and_fate_knows_only_her_hand_cards(card: str, knows: bool) -> None:
    session = at(f"circle {card}", "square square", phase="attack", querent_hand=FOOL, zener_deck=FEW)
    event = session.answer(QUERENT, f"{FOOL}>1")[0].events[0]
    for viewer in (None, QUERENT):
        assert "star" not in str(event.seen_by(viewer))
        assert "star" not in str(session.view(viewer).table)
        assert "Star" not in plain(session.game.tell(event.seen_by(viewer)))
    assert event.seen_by(FATE).get("face") == ("star" if knows else None)
    assert session.view(FATE).table.get("bottom") == ("star" if knows else None)
    assert ("Star" in plain(session.game.tell(event.seen_by(FATE)))) is knows


def test_r13_known_bottom_card_is_forgotten_with_the_last_card_of_the_deck() -> None:
    session = at(
        "waves waves star", "square square", phase="attack", querent_hand=f"{FOOL} cups-01", fate_hand="circle " * 5, zener_deck=""
    )
    play(session, f"{FOOL}>1")
    assert session.view(FATE).table["bottom"] == "star"
    play(session, "deck>1")
    assert "bottom" not in session.view(FATE).table
    assert session.view(FATE).table["paths"][0][-1]["face"] is None


def test_r10_removed_card_keeps_neither_history_nor_place() -> None:
    session = at("waves waves", "square square", phase="attack", querent_hand=f"{FOOL} cups-01", fate_hand="circle " * 5, zener_deck="")
    play(session, f"{FOOL}>1", "deck>1", "circle>1", "circle>1")
    assert paths(session)[0] == "waves waves? circle circle"


@pytest.mark.parametrize(
    ("face", "left"), [("circle!", "circle!"), ("circle!1", ""), ("cross!5", ""), ("star!9", "star!9"), ("square!3", "square!3")]
)
def test_r11_against_an_open_card_it_adds_nothing(face: str, left: str) -> None:
    session = attacked(f"waves {face}", FOOL)
    assert paths(session)[0] == f"waves {left}".strip()
    assert len(session.table.tarot_discard) == 1


def test_r12_drawn_blindly_it_does_the_same() -> None:
    session = at("waves star", phase="attack", tarot_deck=f"{FOOL} cups-01", zener_deck=FEW)
    told = play(session, "deck>1")
    assert paths(session)[0] == "waves"
    assert (told[0]["kind"], told[0]["blind"]) == ("fool", True)


def test_e6_it_can_remove_the_last_card_and_win() -> None:
    session = at("", "", "star", phase="attack", querent_hand=FOOL)
    play(session, f"{FOOL}>3")
    assert session.result is not None
    assert (session.result.winners, session.result.reason) == ((QUERENT,), "path_extinguished")


def test_t19_drawn_blindly_on_a_single_card_it_wins() -> None:
    session = at("star?", phase="attack", tarot_deck=f"{FOOL} cups-01")
    play(session, "deck>1")
    assert session.result is not None
    assert session.result.winners == (QUERENT,)


def test_fool_on_an_open_single_card_does_not_win() -> None:
    session = at("star!3", "square square", phase="attack", querent_hand=FOOL)
    play(session, f"{FOOL}>1")
    assert session.result is None
