"""Tests of the sentences of an announcement, without a database."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.rules.messages import plain
from games.tournaments.models import Tournament
from games.tournaments.services.announcement import Announced, by_part, changeable, shown, silent, terms

USUAL = {"rules": "turn_of_fate", "tie_breaks": []}


def said(**facts: object) -> list[str]:
    """The terms of an unsaved tournament, without those of every tournament: the game and the address."""
    return [
        text
        for one in terms(Tournament(**{**USUAL, **facts}))
        if not (text := plain(one)).startswith(("Turn of Fate, ", "You need a confirmed"))
    ]


LOT = "The seeds are drawn by lot when it starts."
UNMOVED = "A player without a move of their own loses"


@pytest.mark.parametrize(
    ("facts", "sentences"),  # the beginnings of the sentences
    [
        ({}, [LOT]),
        ({"seeding": "rating"}, ["The seeds follow the ratings at the start; equal and unrated players are ordered by lot."]),
        ({"seeding": ""}, []),
        ({"follows_id": 1}, []),
        ({"games_each": 2}, ["Each pairing is a match of two games with the seats exchanged, played at the same time.", LOT]),
        ({"half_byes": 2}, ["You may request a half-point bye for 2 rounds, but not for the last.", LOT]),
        ({"tie_breaks": ["wins", "SB"]}, [LOT, "Ties are broken in this order: the number of wins; "]),
        ({"format": "tables", "least": 3, "most": 5}, [LOT, "Each table has 3 to 5 players; tables are as equal in size as possible."]),
        ({"format": "balanced", "least": 4, "most": 4}, [LOT, "Each table has 4 people.", "If the number of players does not fit"]),
        ({"format": "groups", "through": 1}, [LOT, "The best of each group advances to the finals."]),
        ({"format": "league", "movers": 2}, [LOT, "After a season 2 players are promoted and 2 relegated between neighbouring divisions."]),
        ({"format": "single"}, [LOT,
            "After a drawn meeting the player with the higher score advances, then the one with the higher rating"]),
        ({"format": "double", "seeding": ""}, [
            "After a drawn meeting the player with the higher score advances, then the one with the better seed."]),
        ({"round_days": 1, "late_rule": "draw"}, [LOT, "A round lasts 1 day at most.", "A game still running then is a draw.", UNMOVED]),
        ({"round_days": 2, "by_date": True, "late_rule": "moves"}, [LOT,
            "A round lasts 2", "The next round", "A game still running then", UNMOVED]),
        ({"show_up_hours": 1}, [LOT, "Players who have neither moved nor checked in 1 hour after a round began forfeit their game."]),
        ({"cap": 2}, [LOT, "There are 2 places; later entries go on the waiting list."]),
        ({"invite_only": True}, [LOT, "By invitation."]),
        ({"least_reliability": 80}, [LOT, "Players with a record must have finished 80 % of their games."]),
        ({"check_in_hours": 1}, [LOT, "The check-in is open for 1 hour before the start"]),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, dict) else "",
)  # fmt: skip
def test_terms_say_what_was_announced_and_nothing_else(facts: dict[str, object], sentences: list[str]) -> None:
    assert len(found := said(**facts)) == len(sentences)
    assert [text[: len(beginning)] for text, beginning in zip(found, sentences, strict=True)] == sentences


def test_game_and_pace_stand_first_also_of_a_game_that_is_not_known_here() -> None:
    assert [plain(terms(Tournament(rules=key))[0]).partition(",")[0] for key in ("turn_of_fate", "gone")] == ["Turn of Fate", "gone"]


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("cap", 12, "12"),
        ("text", "", "–"),
        ("starts_at", None, "–"),
        ("starts_at", datetime(2026, 3, 2, 12, 0, tzinfo=UTC), "Mon, 2 Mar 2026, 12:00"),
        ("by_date", True, "yes"),
        ("by_date", False, "no"),
        ("format", "single", "single elimination"),
        ("tie_breaks", ["buchholz", "luck"], "Buchholz, luck"),
    ],
)
def test_value_is_shown_as_people_read_it(name: str, value: object, text: str) -> None:
    assert shown(Tournament(**{name: value}), name) == text


def test_field_without_sentences_of_its_own_is_told_by_its_label() -> None:
    assert [plain(one) for one in Announced("group_size", None).sentences(Tournament(group_size=6))] == [
        "Players per group or division: 6."
    ]


def test_headings_without_a_field_are_left_out() -> None:
    running = changeable(Tournament(status=Tournament.Status.RUNNING))
    assert [names for _part, names in by_part(running)] == [
        ["title", "text"], ["half_byes"], ["round_days", "by_date", "late_rule", "show_up_hours"],
    ]  # fmt: skip
    assert list(silent(Tournament())) == []
