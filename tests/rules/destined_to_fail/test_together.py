"""Tests of R47: all followers choose at once; after an Orb, or a trump on another led suit, those still to play choose again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.contract import CHANCE, Wait
from games.rules.destined_to_fail import GAME, OLDER
from games.rules.destined_to_fail.orders import offering
from games.rules.destined_to_fail.table import TOGETHER, Destiny
from games.rules.errors import Illegal, Unreadable
from games.rules.messages import plain
from games.rules.playout import play, random_answer, random_draw
from games.rules.session import Session
from tests.rules.destined_to_fail.build import A, B, C, D, begin, kinds, only, say, tokens
from tests.rules.destined_to_fail.test_oracle import Witness

HANDS = ("sun-1 eyes-1 moon-1 hands-1", "moon-2 sun-2 orb star-2", "moon-3 star-3 moon-4 star-1", "moon-4 star-4 sun-4 moon-2")
MOON_LED = (A, "moon-1")


def at_once(hands: tuple[str, ...] = HANDS, trump: str = "sunstrike", **more: Any) -> Session[Destiny]:
    """A table at which followers choose together; Sun is trump."""
    return begin(hands, trump, followers=TOGETHER, **more)


def prompt(session: Session[Destiny], seat: int) -> str:
    decision = session.decision(seat)
    assert decision is not None
    assert decision.rule == "R47"
    return plain(decision.prompt, ["Ada", "Ben", "Cleo", "Dan"])


def test_all_others_are_asked_in_secret_and_laid_out_clockwise() -> None:
    session = at_once()
    say(session, MOON_LED)
    assert (session.wait, session.waiting_for) == (Wait.SEALED, (B, C, D))
    assert tokens(session, B) == ["moon-2", "orb"]
    assert prompt(session, C) == "Trick 1: Ada led Moon 1. Choose a card; all others choose theirs now, too."
    assert say(session, (D, "moon-4"), (B, "moon-2")) == []
    assert session.view(A).table["plays"] == [[A, "moon-1"]]
    events = say(session, (C, "moon-3"))
    assert [(event.kind, event.public["seat"]) for event in events] == [("followed", B), ("followed", C), ("followed", D), ("taken", D)]
    assert session.table.chosen == []


def test_whoever_plays_after_an_orb_chooses_anew_at_once_again() -> None:
    session = at_once()
    events = say(session, MOON_LED, (B, "orb"), (C, "moon-3"), (D, "moon-4"))
    assert [event.public["card"] for event in events if event.kind == "followed"] == ["orb"]
    assert (session.wait, session.waiting_for) == (Wait.SEALED, (C, D))
    assert prompt(session, C) == "Trick 1: Orb was played. You had chosen Moon 3; which card do you choose now?"
    assert session.view(C).table["turn"] == [C, D]
    events = say(session, (D, "moon-4"), (C, "moon-4"))
    assert [event.public["card"] for event in events if event.kind == "followed"] == ["moon-4", "moon-4"]
    assert only(events, "taken")["seat"] == B


@pytest.mark.parametrize(
    ("led", "answers", "again"),
    [
        ("eyes-1", {B: "sun-2", C: "star-3", D: "star-4"}, (C, D)),
        ("eyes-1", {B: "moon-2", C: "star-3", D: "sun-4"}, ()),
        ("sun-1", {B: "sun-2", C: "star-3", D: "sun-4"}, ()),
        ("eyes-1", {B: "moon-2", C: "star-3", D: "star-4"}, ()),
    ],
    ids=["trump", "trump by the last", "trump was led", "nothing unforeseen"],
)
def test_trump_counts_where_another_suit_was_led_and_somebody_is_still_to_play(
    led: str, answers: dict[int, str], again: tuple[int]
) -> None:
    session = at_once(auto_forced=False)
    say(session, (A, led), *answers.items())
    assert (session.waiting_for if session.table.phase == "follow" else ()) == again


def test_trump_changes_nothing_where_an_orb_was_led() -> None:
    session = at_once(("orb eyes-1 hands-1", *HANDS[1:]))
    say(session, (A, "orb"), (B, "sun-2"), (C, "star-3"), (D, "star-4"))
    assert session.table.plays == []


def test_forced_card_is_filled_in_and_its_seat_listed_as_asked() -> None:
    session = at_once(("eyes-1 sun-1", "sun-2 orb", "eyes-2 sun-3", "star-1 star-2"))
    say(session, (A, "eyes-1"))
    assert (session.waiting_for, session.unanswered) == ((B, C, D), (B, D))
    say(session, (B, "orb"), (D, "star-1"))
    assert (session.waiting_for, session.unanswered) == ((C, D), (D,))


def test_what_was_chosen_stays_hidden_from_all_others() -> None:
    session = at_once()
    say(session, MOON_LED, (B, "orb"), (C, "moon-3"), (D, "moon-4"))
    seen = {viewer: session.view(viewer).table for viewer in (None, A, B, C, D)}
    assert {viewer: view.get("chosen") for viewer, view in seen.items()} == {None: None, A: None, B: None, C: "moon-3", D: "moon-4"}
    assert "You have chosen Moon 3 for this trick." in [plain(note) for note in GAME.scene(session.view(C)).notes]
    worlds = [GAME.resume(GAME.redeal(session.position, C, random.Random(seed))) for seed in range(60)]
    assert {plain_view(world, C) for world in worlds} == {plain_view(session, C)}
    assert {world.table.chosen[C] for world in worlds} == {"moon-3"}
    assert len({world.table.chosen[D] for world in worlds}) > 1
    assert all(GAME.audit(world.table) == [] or world.table.chosen[D] in world.table.hands[D] for world in worlds)


def plain_view(session: Session[Destiny], viewer: int) -> str:
    return f"{session.view(viewer).table} {session.decision(viewer)}"


def test_r46_what_was_chosen_is_played_for_who_does_not_choose_anew() -> None:
    session = at_once()
    say(session, MOON_LED)
    decision = session.decision(C)
    assert decision is not None
    assert GAME.fallback(session.table, decision) == "moon-3"
    say(session, (B, "orb"), (C, "moon-4"), (D, "moon-4"))
    again = session.decision(C)
    assert again is not None
    assert GAME.fallback(session.table, again) == "moon-4"


def test_following_suit_is_required_as_in_turn() -> None:
    session = at_once()
    say(session, MOON_LED)
    with pytest.raises(Illegal, match="Moon was led and you hold Moon") as refused:
        session.answer(B, "sun-2")
    assert refused.value.code == "must_follow"


def test_absolute_chaos_and_two_players_are_as_before() -> None:
    chaos = at_once(HANDS, "absolute_chaos")
    say(chaos, MOON_LED, (B, "orb"), (C, "moon-3"))
    assert kinds(say(chaos, (D, "moon-4")))[:3] == ["followed"] * 3
    duel = at_once(HANDS[:2])
    say(duel, MOON_LED)
    assert (duel.wait, duel.question(B).kind) == (Wait.ONE, "follow")  # type: ignore[union-attr]


@pytest.mark.parametrize("seats", range(3, 8))
def test_cards_that_are_laid_out_make_the_same_game_as_in_turn(seats: int) -> None:
    """A random game, checked by the second implementation; its cards are then played in turn, and every event is the same."""
    rng = random.Random(seats)
    session, in_turn = (GAME.begin(seats, {"followers": way, "auto_forced": False}) for way in (TOGETHER, "in_turn"))
    witness, anew = Witness(session), 0
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            numbers = random_draw(rng, draw.n, draw.k)
            events = session.answer_chance(numbers).events
            assert in_turn.answer_chance(numbers).events == events
        else:
            anew += session.table.anew
            seat = rng.choice(session.unanswered)
            witness.asked(seat)
            question = session.question(seat)
            assert question is not None
            chosen = question.rule == "R47"
            text = random_answer(question, rng)
            events = tuple(event for entry in session.answer(seat, text) for event in entry.events)
            laid = [(event.public["seat"], event.public["card"]) for event in events if event.kind == "followed"]
            again = [in_turn.answer(*answer) for answer in (laid if chosen else [(seat, text)])]
            assert [event for entries in again for entry in entries for event in entry.events] == list(events)
        for event in events:
            witness.told(event)
    assert in_turn.result == session.result
    assert anew > 2


def test_position_says_nothing_new_where_followers_play_in_turn() -> None:
    """The position has only the fields of version 1, so that the previous release can read it."""
    (first,) = OLDER
    for game in (GAME, first):
        session, rng = game.begin(4), random.Random(3)
        while session.table.phase != "follow":
            draw = session.wants_chance
            if draw is not None:
                session.feed(CHANCE, " ".join(map(str, random_draw(rng, draw.n, draw.k))))
            else:
                session.answer(session.unanswered[0], random_answer(session.questions[0], rng))
        table = session.position.to_json()["table"]
        assert not {"chosen", "anew"} & set(table)
        assert ("followers" in table["options"]) == (game is GAME)


def test_advised_games_end() -> None:
    for seats in (3, 5):
        assert play(GAME, seats, random.Random(seats), {"followers": TOGETHER}, advised=range(seats)).result is not None


# ---- orders ----------------------------------------------------------------------------------------------------------


def book(session: Session[Destiny], seat: int) -> Any:
    found = GAME.orders(session.view(seat))
    assert found is not None
    return found


def test_next_trick_can_be_ordered_while_this_one_is_chosen() -> None:
    session = at_once()
    say(session, MOON_LED, (C, "moon-3"))
    here = book(session, C)
    assert [(offer.opening, offer.slot) for offer in here.offers] == [("next", "plan:1:2"), ("trick", "plan:1:1"), ("plan", "plan:1")]
    order = here.read("next follow lowest")
    assert (order.slot, order.text) == ("plan:1:2", "trick of 2 follow lowest")
    assert plain(order.says[0]) == "For trick 2 of this round."
    kept = {order.slot: order.text}
    assert here.holds(order.slot)
    assert here.answer(session.decision(D), kept) is None, "it does not speak of this trick"
    say(session, (D, "moon-4"), (B, "moon-2"))
    assert session.table.trick_no == 2
    say(session, (D, "star-4"))
    there = book(session, C)
    assert there.holds(order.slot)
    assert there.kept(order.text) == order
    assert there.answer(session.decision(C), kept) == "star-1"


def test_order_for_this_trick_chooses_anew() -> None:
    session = at_once()
    say(session, MOON_LED, (B, "orb"), (C, "moon-4"), (D, "moon-4"))
    decision = session.decision(C)
    order = book(session, C).read("trick follow lowest")
    assert book(session, C).answer(decision, {order.slot: order.text}) == "moon-3"
    asks = book(session, C).read("trick follow lowest stop orb")
    assert book(session, C).answer(decision, {asks.slot: asks.text}) is None
    assert "Orb" in plain(book(session, C).asks(decision, {asks.slot: asks.text}))


def test_next_begins_no_order_in_the_last_trick_nor_where_others_play_in_turn() -> None:
    last = at_once(trick_no=5, tricks=[{"leader": A, "cards": [], "taker": A, "winner": A, "declared": ""}] * 4)
    in_turn = begin(HANDS, "sunstrike")
    for session in (last, in_turn):
        say(session, MOON_LED)
        assert offering.NEXT not in [offer.opening for offer in book(session, C).offers]
        with pytest.raises(Unreadable, match="begins no order"):
            book(session, C).read("next follow lowest")
