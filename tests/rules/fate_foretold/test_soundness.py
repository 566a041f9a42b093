"""Tests of the audit, of the guard against endless abilities, and of the log line of every event."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import games.rules.fate_foretold as package
from games.rules.fate_foretold import GAME, triggers
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.fate_foretold.chronicle import LINES
from games.rules.messages import plain
from tests.rules.fate_foretold.build import play

FOLDER = Path(package.__file__).parent


def sound(**more: Any) -> FateForetoldTable:
    return play(3, F0="aegis virgo", H0="sun", N="leo", tokens={"aegis_token": "virgo"}, **more).t


def test_audit_of_a_sound_table_is_empty() -> None:
    assert GAME.audit(sound()) == []


def test_audit_finds_a_card_twice() -> None:
    t = sound()
    t.nest.append("sun")
    assert GAME.audit(t) == ["The cards are not each in exactly one place."]


def test_audit_finds_cards_of_a_conceded_player() -> None:
    t = sound()
    t.alive[0] = False
    assert GAME.audit(t)[0] == "Seat 0 conceded and still has cards."


def test_audit_finds_a_token_without_its_card() -> None:
    t = sound()
    t.tokens = {"doppelganger_token": "virgo"}
    assert GAME.audit(t) == ["The doppelganger_token lies on virgo without a reason."]


def test_audit_finds_a_wrong_alignment_and_something_left_over() -> None:
    t = sound()
    t.aligned[1], t.unsettled = ["soul"], True
    assert GAME.audit(t) == ["Seat 1 is not aligned as its field says.", "Something still waits to be carried out."]


def test_loop_guard_drops_the_rest_of_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triggers, "LOOP_GUARD", 1)
    game = play(3, F0="hermit cancer", H0="sun", N="leo moon")
    assert game.happened("loop_guard") == [{}]
    assert game.t.queue == []


def test_every_event_that_is_logged_has_a_line() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    logged = set(re.findall(r'\.log\(\s*"(\w+)"', sources)) | {"taken_from_hand", "given"}
    assert logged == set(LINES)


LOGGED: list[tuple[dict[str, Any], str]] = [
    ({"kind": "drawn", "seat": 0, "n": 0}, "Ada would draw, but the Nest is empty."),
    ({"kind": "prevented", "what": "put", "card": "capricorn", "of": "leo"},
     "Leo, the Lion was not played and goes to the bottom of the Nest: Capricorn, the Goat."),
    ({"kind": "prevented", "what": "take", "card": "tower", "of": None}, "The Tower stops it: a card can't be taken."),
    ({"kind": "prevented", "what": "trade", "card": "tower", "seat": 1}, "Ben is left out of the trade: The Tower."),
    ({"kind": "prevented", "what": "trade", "card": "tower"}, "The trade does not happen: The Tower."),
    ({"kind": "prevented", "what": "draw", "card": "famine"},
     "Nobody draws outside the Draw step: Famine, the White Horse can't be overruled."),
    ({"kind": "revealed", "seat": 0, "of": None, "cards": ["sun"]}, "Ada reveals from the Nest: The Sun."),
    ({"kind": "peeked", "seat": 0, "of": 1, "n": 2}, "Ada looks at the hand of Ben."),
    ({"kind": "peeked", "seat": 0, "of": None, "n": 4}, "Ada looks at the top 4 cards of the Nest."),
    ({"kind": "nested_below", "seat": 0, "n": 1}, "Ada puts 1 card on the bottom of the Nest."),
    ({"kind": "reordered", "seat": 0, "n": 3}, "Ada puts 3 cards back on the Nest in a chosen order."),
    ({"kind": "over", "winners": [1], "reason": "round_limit"}, "The last round is over. Ben has the highest alignment and wins."),
    ({"kind": "over", "winners": [], "reason": "apocalypse"}, "Apocalypse: all Four Horses are on one field. Everybody loses."),
    ({"kind": "over", "winners": [0], "reason": "convergence", "suit": "body", "card": "forge"},
     "The Fate of Ada is Foretold: The Forge shares the suit Body!"),
    ({"kind": "token_removed", "token": "aegis_token", "card": "sun"}, "The Aegis token leaves The Sun."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), LOGGED, ids=[str(at) for at in range(len(LOGGED))])
def test_log_line(event: dict[str, Any], line: str) -> None:
    assert plain(GAME.tell(event), ["Ada", "Ben"]) == line
