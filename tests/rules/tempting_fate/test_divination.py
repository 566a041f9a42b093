"""Tests of readings after a game (section 8): kinds, layouts, meanings; the same request gives the same reading."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.chance import Chance
from games.rules.errors import Illegal
from games.rules.messages import plain
from games.rules.tempting_fate import divination
from games.rules.tempting_fate.board import Duel
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import ZENER
from tests.rules.tempting_fate.build import FATE, QUERENT, at, duel, play

NAMES = ["Ann", "Bob"]
CHANCE = Chance(bytes(64), game="reading-test", rules="tempting_fate/1", seats=2).draw


def upright(_number: int, _label: str, n: int, k: int) -> list[int]:
    """No shuffle, and no card is reversed."""
    return list(range(k)) if n != 2 or k != 1 else [0]


def turned(_number: int, _label: str, n: int, k: int) -> list[int]:
    """No shuffle, and every tarot card is reversed."""
    return list(range(k)) if n != 2 or k != 1 else [1]


def over(**left: Any) -> Duel:
    """A finished single game: the querent removed the last card of path 1 with the first card of the hand."""
    more = {"querent_hand": "wands-05 cups-02 swords-03 coins-04", "fate_hand": "star circle waves", **left}
    session = at("circle", "cross cross", phase="attack", **more)
    play(session, f"{session.table.querent_hand[0]}>1")
    assert session.result is not None
    return session.table


def lines(table: Duel, seat: int, kind: str, layout: str = "three", chance: Any = upright) -> list[str]:
    reading = divination.describe(divination.draw_reading(table, 1, seat, kind, layout, chance))
    return [plain(line.text, NAMES) for line in reading.lines]


def test_t37_reading_before_the_end_is_refused() -> None:
    with pytest.raises(Illegal) as refused:
        divination.draw_reading(duel("circle circle"), 1, FATE, "deck", "three", upright)
    assert refused.value.code == "not_over"


def test_t37_same_request_gives_the_same_reading() -> None:
    table = over()
    first = divination.draw_reading(table, 1, QUERENT, "deck", "cross", CHANCE)
    assert divination.draw_reading(table, 1, QUERENT, "deck", "cross", CHANCE) == first
    assert len(first["cards"]) == 10
    assert 0 < sum(first["reversed"]) < 10


def test_streams_differ_by_game_seat_and_kind() -> None:
    labels = []

    def listen(_number: int, label: str, n: int, k: int) -> list[int]:
        labels.append(label)
        return list(range(n))[:k]

    table = over()
    table.finished.append(table.finished[0])
    for game in (1, 2):
        for seat in (FATE, QUERENT):
            for kind in divination.KINDS:
                divination.draw_reading(table, game, seat, kind, "three", listen)
    assert list(dict.fromkeys(labels)) == [f"reading/{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) if f"reading/{n}" in labels]
    assert len(set(labels)) >= 11


def test_querents_hand_is_read_as_tarot() -> None:
    assert lines(over(), QUERENT, "hand") == [
        "What was: Four of Coins — rest, hold in work and means",
        "What is: Two of Cups — balance, pairing in feeling",
        "What comes: Three of Swords — first results in thought and conflict",
    ]


def test_fates_hand_is_read_with_the_words_of_the_symbols() -> None:
    assert lines(over(), FATE, "hand", chance=turned) == [
        "What was: Circle — wholeness",
        "What is: Star — guidance",
        "What comes: Waves — change",
    ]


def test_short_hand_is_filled_from_the_top_of_the_own_deck() -> None:
    table = over(
        querent_hand="wands-05 cups-02", tarot_deck="major-16 major-21 coins-01", fate_hand="star", zener_deck="waves cross circle"
    )
    assert [line.split(" — ")[0] for line in lines(table, QUERENT, "hand")] == [
        "What was: Two of Cups",
        "What is: The Tower",
        "What comes: The World",
    ]
    assert [line.split(" — ")[0] for line in lines(table, FATE, "hand")] == ["What was: Star", "What is: Waves", "What comes: Cross"]


def test_too_few_cards_make_fewer_positions() -> None:
    table = over(querent_hand="wands-05", tarot_deck="", fate_hand="", zener_deck="cross")
    assert lines(table, QUERENT, "hand") == []
    assert lines(table, FATE, "hand") == ["What was: Cross — a meeting"]
    assert lines(table, QUERENT, "discards") == ["What was: Five of Wands — trouble, loss in drive and making"]


def test_discards_reading_has_what_was_spent() -> None:
    table = over(tarot_discard="major-13 cups-14 swords-12")
    assert lines(table, FATE, "discards", chance=turned) == [
        "What was: Death, reversed — clinging to what is over",
        "What is: King of Cups, reversed — mastery in the world in feeling, blocked or turned inward",
        "What comes: Knight of Swords, reversed — a quest, haste in thought and conflict, blocked or turned inward",
    ]


@pytest.mark.parametrize(("layout", "count", "last"), [("three", 3, "What comes"), ("paths", 5, "Outcome"), ("cross", 10, "Close")])
def test_deck_reading_follows_the_order_of_the_deck(layout: str, count: int, last: str) -> None:
    table = over()
    facts = divination.draw_reading(table, 1, FATE, "deck", layout, CHANCE)
    assert facts["cards"] == table.tarot_deck[:count]
    reading = divination.describe(facts)
    assert plain(reading.lines[-1].position) == last


def test_short_deck_is_continued_with_the_discard() -> None:
    table = over(tarot_deck="cups-01 cups-03", tarot_discard="major-13 cups-14 swords-12")
    facts = divination.draw_reading(table, 1, FATE, "deck", "paths", upright)
    assert facts["cards"] == ["cups-01", "cups-03", "major-13", "cups-14", "swords-12"]


def test_layouts_have_3_5_and_10_positions_and_belong_to_their_kinds() -> None:
    assert {key: len(positions) for key, positions in divination.LAYOUTS.items()} == {"three": 3, "paths": 5, "cross": 10}
    assert {key: kind.layouts for key, kind in divination.KINDS.items()} == {
        "hand": ("three",),
        "discards": ("three",),
        "deck": ("three", "paths", "cross"),
    }


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ((1, FATE, "tea leaves", "three"), "no_such_reading"),
        ((1, FATE, "hand", "cross"), "no_such_layout"),
        ((1, 2, "hand", "three"), "not_a_player"),
        ((2, FATE, "hand", "three"), "not_over"),
        ((0, FATE, "hand", "three"), "not_over"),
    ],
)
def test_what_cannot_be_read_is_refused(request_: tuple[int, int, str, str], code: str) -> None:
    with pytest.raises(Illegal) as refused:
        divination.may_read(over(), *request_)
    assert refused.value.code == code


def test_game_that_was_broken_off_can_be_read_when_the_caller_says_so() -> None:
    table = duel("circle circle", tarot_deck="cups-01 cups-02 cups-03")
    facts = divination.draw_reading(table, 1, FATE, "deck", "three", upright, broken_off=True)
    assert facts["cards"] == ["cups-01", "cups-02", "cups-03"]


def test_first_game_of_a_match_can_be_read_while_the_second_runs() -> None:
    session = at("circle", phase="attack", mode="match", querent_hand="cups-02 swords-03 coins-04 major-01")
    play(session, "cups-02>1")
    session.settle(upright)
    assert lines(session.table, QUERENT, "hand")[0] == "What was: Four of Coins — rest, hold in work and means"


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("cups-01 cups-02 swords-01", "Most cards belong to Cups."),
        ("cups-01 swords-02 wands-01", None),
        ("major-01 major-02 wands-01", "Many trumps: large themes are at work."),
        ("major-01 major-02 wands-01 wands-02", "Many trumps: large themes are at work."),
        ("major-01 cups-01 cups-02 cups-03 swords-01", "Most cards belong to Cups."),
        ("circle star waves", None),
        ("circle circle major-01", "Many trumps: large themes are at work."),
    ],
)
def test_closing_line_names_the_majority(cards: str, said: str | None) -> None:
    closing = divination.closing(cards.split())
    assert (plain(closing) if closing else None) == said


def test_reading_says_that_it_is_for_entertainment_and_whose_it_is() -> None:
    reading = divination.describe(divination.draw_reading(over(), 1, QUERENT, "discards", "three", upright))
    assert "entertainment" in plain(reading.notice)
    assert plain(reading.title, NAMES) == "What was spent: a reading for Bob after game 1"


def test_every_card_has_a_meaning_each_way() -> None:
    assert all(plain(card.upright) and plain(card.reversed) and plain(card.upright) != plain(card.reversed) for card in TAROT.values())
    assert [plain(zener.word) for zener in ZENER.values()] == ["wholeness", "a meeting", "change", "a limit", "guidance"]
