"""Tests of hidden information: cards from the hand, cards that no player has seen, hands, decks, and an unfinished turn."""

from __future__ import annotations

import random

import pytest

from games.rules.contract import Position, Seat
from games.rules.errors import RulesError
from games.rules.messages import plain
from games.rules.playout import play as play_out
from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.board import Duel
from games.rules.tempting_fate.plan import ACTIONS
from tests.rules.tempting_fate.build import FATE, QUERENT, at, play

EVERYBODY = (None, FATE, QUERENT)


def outermost(session: Session[Duel], viewer: Seat | None) -> dict[str, object]:
    card: dict[str, object] = session.view(viewer).table["paths"][0][-1]
    return card


def test_t8_r14_unseen_card_is_a_back_for_its_owner_too() -> None:
    session = at("waves waves", zener_deck="star star star star star")
    play(session, "deck>1", "circle>2", "cross>2")
    for viewer in EVERYBODY:
        assert outermost(session, viewer) == {"face": None, "up": False, "source": "deck", "tokens": 0}


def test_t9_r14_hand_card_is_seen_by_fate_alone() -> None:
    session = at("waves waves")
    play(session, "star>1", "circle>2", "cross>2")
    faces = [outermost(session, viewer)["face"] for viewer in EVERYBODY]
    assert faces == [None, "star", None]


def test_r15_source_of_every_card_is_public() -> None:
    session = at("waves waves?", "star?! circle")
    sources = [[card["source"] for card in path] for path in session.view(None).table["paths"][:2]]
    assert sources == [["hand", "deck"], ["deck", "hand"]]


def test_hands_are_seen_by_their_owners_only_and_sorted() -> None:
    session = at("waves waves", fate_hand="star circle waves", querent_hand="wands-02 coins-09 major-03")
    assert session.view(FATE).table["hand"] == ["circle", "waves", "star"]
    assert session.view(QUERENT).table["hand"] == ["coins-09", "major-03", "wands-02"]
    assert "hand" not in session.view(None).table


def test_decks_are_numbers_for_everybody() -> None:
    session = at("waves waves")
    for viewer in EVERYBODY:
        table = session.view(viewer).table
        assert (table["zener_deck"], table["tarot_deck"]) == (93, 73)


def test_unfinished_turn_is_seen_by_fate_alone() -> None:
    session = at("waves waves", "star!2")
    before = {viewer: session.view(viewer).table for viewer in (None, QUERENT)}
    told = play(session, "deck>1", "remove>2")
    assert told == []
    assert {viewer: session.view(viewer).table for viewer in (None, QUERENT)} == before
    own = session.view(FATE).table
    assert (len(own["paths"][0]), own["paths"][1][0]["tokens"], own["zener_deck"], own["actions_left"]) == (3, 1, 91, 1)


def test_log_names_faces_from_the_hand_to_fate_alone_and_unseen_ones_to_nobody() -> None:
    session = at("waves waves", "cross!1", zener_deck="square " * 6)
    play(session, "star>1", "deck>1")
    events = session.answer(FATE, "remove>2")[0].events
    placed, drawn = events
    names = ["Ann", "Bob"]
    public = "Round 3, Ann (Fate): a hand card on path 1, an unseen card on path 1, a token off path 2."
    assert plain(GAME.tell(placed.seen_by(QUERENT)), names) == public
    assert plain(GAME.tell(placed.seen_by(None)), names) == public
    own = "Round 3, Ann (Fate): Star from the hand on path 1, an unseen card on path 1, a token off path 2."
    assert plain(GAME.tell(placed.seen_by(FATE)), names) == own
    assert plain(GAME.tell(drawn.seen_by(QUERENT)), names) == "Ann draws 1 card."
    assert plain(GAME.tell(drawn.seen_by(FATE)), names) == "You draw: Square."


def test_choices_of_the_querent_say_nothing_of_face_down_cards() -> None:
    texts = []
    for face in ("circle", "star"):
        session = at(f"waves {face}", f"cross {face}?", phase="attack", querent_hand="cups-05 major-00 wands-01")
        decision = session.decision(QUERENT)
        assert decision is not None
        texts.append([(option.token, plain(option.label), plain(option.outcome)) for option in decision.options if option.outcome])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("text", ["star>1", "circle>1", "cups-07>1", "cups-05>4", "look at path 1", "7", "deck"])
def test_errors_are_the_same_whatever_lies_face_down(text: str) -> None:
    said = []
    for face in ("circle", "star"):
        session = at(f"waves {face}?", f"{face} waves", phase="attack", querent_hand="cups-05 cups-06")
        with pytest.raises(RulesError) as refused:
            session.answer(QUERENT, text)
        said.append((refused.value.code, str(refused.value)))
    assert said[0] == said[1]


def test_cards_that_were_never_turned_stay_closed_after_the_end() -> None:
    session = at("circle", "star? star", phase="attack", querent_hand="cups-02")
    play(session, "cups-02>1")
    assert session.result is not None
    assert [card["face"] for card in session.view(QUERENT).table["paths"][1]] == [None, None]
    assert [card["face"] for card in session.view(FATE).table["paths"][1]] == [None, "star"]
    assert "hand" not in session.view(None).table


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_t32_redeal_really_varies_everything_hidden_and_nothing_else(viewer: Seat | None) -> None:
    session = at("waves star? star", "cross!1", "square? circle", zener_discard="circle")
    here = session.position
    seen: dict[str, set[str]] = {}
    for seed in range(30):
        there = GAME.redeal(here, viewer, random.Random(seed))
        assert GAME.resume(there).view(viewer) == GAME.resume(here).view(viewer)
        hidden = {name: str(there.table[name]) for name in ("zener_deck", "tarot_deck", "fate_hand", "querent_hand")}
        hidden |= {"unseen": there.table["paths"][0][1]["face"], "placed": there.table["paths"][0][2]["face"]}
        for name, value in hidden.items():
            seen.setdefault(name, set()).add(value)
    fixed = {None: set(), FATE: {"fate_hand", "placed"}, QUERENT: {"querent_hand"}}[viewer]
    assert {name for name, values in seen.items() if len(values) == 1} == fixed


@pytest.mark.parametrize("seed", range(12))
def test_unseen_symbol_is_named_nowhere_before_it_is_turned(seed: int) -> None:
    """Only Fate's deck has stars: until one is turned up, no view or event of the querent or a spectator contains the word."""
    session = at("circle circle", "cross cross", fate_hand="circle cross waves square waves", zener_deck="star " * 40)
    rng, shown = random.Random(seed), ""
    while session.result is None and not _star_turned(session):
        assert "star" not in shown
        seat = session.waiting_for[0]
        decision = session.decision(seat)
        assert decision is not None
        entries = session.answer(seat, rng.choice([token for token in decision.tokens if not token.startswith("star")]))
        views = [session.view(viewer).table for viewer in (None, QUERENT)]
        told = [event.seen_by(viewer) for entry in entries for event in entry.events for viewer in (None, QUERENT)]
        shown = str(views) + str(told)
        assert "star" not in str(session.view(FATE).table["paths"]) or _star_turned(session)


def _star_turned(session: Session[Duel]) -> bool:
    t = session.table
    return "star" in t.zener_discard or any(card["face"] == "star" and card["up"] for path in t.paths for card in path)


def test_undo_never_reaches_behind_something_that_became_known() -> None:
    record = play_out(GAME, 2, random.Random(3), {"mode": "single"}, log=True)
    session = GAME.begin(2, {"mode": "single"})
    for seat, text in record.answers:
        session.feed(seat, text)
        if session.can_undo is not None:
            assert 0 < len(session.table.draft) < ACTIONS


def test_redeal_leaves_the_bottom_card_that_fate_knows() -> None:
    session = at("waves star", "cross cross", phase="attack", querent_hand="major-00 cups-01")
    play(session, "major-00>1")
    bottoms = {
        viewer: {GAME.redeal(session.position, viewer, random.Random(seed)).table["zener_deck"][-1] for seed in range(30)}
        for viewer in (FATE, QUERENT)
    }
    assert bottoms[FATE] == {"star"}
    assert len(bottoms[QUERENT]) > 1


def with_a_known_last_card(face: str) -> Session[Duel]:
    """Fate's deck is one card that Fate knows, because the Fool sent it there. She has laid it on path 1 unseen; another unseen card
    is on path 3.
    """
    unseen = "star?" if face == "circle" else "circle?"
    session = at("waves", "cross?", f"waves {unseen}", fate_hand="circle cross waves square star", zener_deck=face)
    session.table.returned = "hand"
    session = Session(GAME, session.table)
    play(session, "deck>1", "circle>2", "cross>2")
    return session


def test_redeal_leaves_the_known_card_from_the_bottom_of_the_deck_where_it_was_laid() -> None:
    session = with_a_known_last_card("star")
    stored = session.position.to_json()
    assert (stored["memory"], "laid" in stored["table"]) == ({"laid": [0, 1]}, False)
    for viewer, faces in ((FATE, {"star"}), (QUERENT, {"star", "circle", "cross", "waves", "square"})):
        worlds = [GAME.redeal(session.position, viewer, random.Random(seed)) for seed in range(60)]
        assert {GAME.resume(world).table.paths[0][1]["face"] for world in worlds} <= faces
        assert len({str(GAME.resume(world).table.paths) for world in worlds}) > 1 or viewer == FATE


def test_known_card_from_the_bottom_is_forgotten_when_it_is_gone() -> None:
    session = with_a_known_last_card("circle")
    play(session, "cups-02>1")
    assert session.table.laid == []


def test_older_releases_overlook_what_a_stored_position_remembers() -> None:
    stored = with_a_known_last_card("star").position.to_json()
    del stored["memory"]
    assert Duel.load(Position.from_json(stored).table).laid == []
