"""Tests of the scene: house rules on the board, hints, marks, and the text of a mail."""

from __future__ import annotations

from typing import Any

from games.rules.destined_to_fail import GAME
from games.rules.destined_to_fail.chronicle import signed
from games.rules.destined_to_fail.table import Destiny
from games.rules.messages import Reader, plain
from games.rules.scene import Scene, Zone
from games.rules.session import Session
from tests.rules.destined_to_fail.build import PLAIN, A, B, C, begin, die, say

SEAT_BY_SEAT = "unstable_power"
"""No trump suit, and the followers are asked one after the other."""
NAMES = ("Ann", "Bob", "Cy")
HANDS = ["sun-3 moon-1", "sun-1 star-1 sun-2", "moon-2 orb moon-3"]


def seen(session: Session[Destiny], viewer: int | None) -> Scene:
    return GAME.scene(session.view(viewer))


def zone(scene: Scene, id_: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == id_)


def notes(scene: Scene) -> list[str]:
    return [plain(note, NAMES) for note in scene.notes]


def board(**options: Any) -> list[str]:
    return notes(seen(begin(HANDS, SEAT_BY_SEAT, **options), A))[2:]


def test_house_rules_stand_on_the_board() -> None:
    assert board() == []
    assert board(target_glory=10) == ["House rule: the game ends at 10 Glory."]
    assert board(round_limit=1) == ["House rule: the game ends after 1 round."]
    assert board(auto_forced=False) == ["House rule: forced cards are not played by themselves."]


def test_r1_a_duel_is_called_unofficial() -> None:
    session = begin(["sun-1 sun-2", "moon-1 moon-2"], SEAT_BY_SEAT)
    assert "A duel of two is unofficial." in notes(seen(session, None))


def test_leader_dealer_and_turn_are_named() -> None:
    session = begin(HANDS, SEAT_BY_SEAT)
    say(session, (A, "sun-3"))
    assert notes(seen(session, C))[:2] == ["Round 1, trick 1: Ann leads and is the dealer.", "To play: Bob."]
    assert Reader(NAMES, you=B).say(seen(session, B).notes[1]) == "To play: you."


def hint(trump: str) -> str:
    prophecy = zone(seen(begin(HANDS, trump), A), "prophecy")
    return plain(prophecy.notes[0]).removeprefix("The Glory that this round brings you: ")


def test_the_hint_follows_the_trump_card() -> None:
    tricks = ("with 0 tricks", "with 1 trick", "with 2 tricks", "with 3 tricks", "with 4 tricks", "with 5 tricks")
    for trump, glory in ((SEAT_BY_SEAT, "+1 +2 +1 0 +3 0"), ("prophecy_curse", "+1 0 +1 +2 −3 +2")):
        assert hint(trump) == ", ".join(map(" ".join, zip(tricks, glory.split(), strict=True))) + "."


def test_the_card_that_takes_the_trick_so_far_is_marked() -> None:
    session = begin(HANDS, SEAT_BY_SEAT)
    say(session, (A, "sun-3"), (B, "sun-1"))
    piles = zone(seen(session, None), "trick").piles
    assert [[plain(mark) for card in pile.cards for mark in card.marks] for pile in piles] == [["takes the trick so far"], []]


def test_the_last_trick_shows_which_card_took_it() -> None:
    session, reader = begin(["sun-1 moon-1", "sun-2 star-1", "sun-1 moon-3"], PLAIN), Reader(NAMES, you=A)
    say(session, (A, "sun-1"))
    piles = zone(seen(session, A), "trick").piles
    marks = {reader.say(pile.title): [plain(mark) for card in pile.cards for mark in card.marks] for pile in piles if pile.title}
    assert marks == {"You": [], "Bob": ["took the trick"], "Cy": []}


def test_a_hand_of_another_player_is_a_number_of_backs() -> None:
    hand = zone(seen(begin(HANDS, SEAT_BY_SEAT), A), "hand-2")
    assert [pile.count for pile in hand.piles] == [3, 0]
    assert [card.face for pile in hand.piles for card in pile.cards] == [False]


def test_r38_finished_tricks_of_this_and_earlier_rounds_stay_in_view() -> None:
    tricks = [{"leader": B, "cards": ["moon-1", "moon-2", "orb"], "taker": A, "winner": A, "declared": ""}] * 5
    hands = ["sun-1 sun-2", "moon-3 eyes-2", "star-1 star-2"]
    session = begin(hands, SEAT_BY_SEAT, phase="score", tricks=tricks, tricks_won=[5, 0, 0], trick_no=5)
    die(session, 0)
    table = session.view(None).table
    shown = {"leader": B, "cards": ["moon-1", "moon-2", "orb"], "taker": A, "winner": A}
    assert table["earlier"] == [{"effect": SEAT_BY_SEAT, "tricks": [shown] * 5}]
    assert table["last_round"]["rolls"] == [[B, 0]]


def test_what_the_last_round_brought_is_said_during_the_first_trick_of_the_next() -> None:
    tricks = [{"leader": B, "cards": ["moon-1", "moon-2", "orb"], "taker": A, "winner": A, "declared": ""}] * 5
    hands = ["sun-1 sun-2", "moon-3 eyes-2", "star-1 star-2"]
    session = begin(hands, SEAT_BY_SEAT, phase="score", tricks=tricks, tricks_won=[5, 0, 0], trick_no=5)
    before = seen(session, A)
    die(session, 0)
    session.settle(lambda _draw, _label, _n, k: list(range(k)))
    after, last = seen(session, A), session.view(A).table["last_round"]
    assert before.recap is None
    assert after.recap is not None
    gained = dict(enumerate(last["gained"]))
    assert plain(after.recap, NAMES) == f"Last round: {', '.join(f'{NAMES[seat]} {signed(gained[seat])}' for seat in (A, B, C))}."


def test_the_log_reads_as_sentences() -> None:
    session = begin(["eyes-1 sun-1", "eyes-3 sun-2", "eyes-2 sun-3"], "echoes_of_the_future")
    events = say(session, (A, "win:eyes-1"), (B, "seat-1"))
    reader = Reader(NAMES)
    assert [reader.say(GAME.tell(event.seen_by(None))) for event in events] == [
        "Trick 1: Ann foretells winning it and leads Eyes 1.",
        "Bob plays Eyes 3.",
        "Cy plays Eyes 2.",
        "Bob takes trick 1 with Eyes 3.",
        "Bob gives the trick to Ann.",
        "Ann foretold it rightly and gains 1 Glory (1).",
    ]
