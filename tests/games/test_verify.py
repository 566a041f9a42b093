"""Tests of docs/verify.py as a downloaded single file: which exports it accepts, which changes it finds, which limits it reports."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from fateapp.installation import CODE as PROJECT
from games.models import Game, Move, Player
from games.queries.history.export import export, verification
from games.rules.chance import Chance, commitment
from games.services.errors import RulesError
from games.services.tables import leaving, undo
from tests.games.conftest import NOON, start
from tests.games.moves import asked, move, play_out

Document = dict[str, Any]
SCRIPT = PROJECT / "docs" / "verify.py"
VERIFY: dict[str, Any] = {"__name__": "verify"}
exec(compile(SCRIPT.read_text(), "verify.py", "exec"), VERIFY)
MUTATIONS = 2000
SILENT = {"players", "options", "result", "started_at", "ended_at", "text", "at", "source", "story", "draw", "nth"}
"""Parts in which no script without the rules can detect a changed bit, all in the report. Of a result: the reason and the scores."""


def person(number: int, name: str = "") -> Player:
    """A player."""
    return Player.objects.create_user(f"p{number}@example.org", None, name=name or f"Person {number}")


def exported(table: Game) -> Document:
    """The downloaded export after the game is played to its end."""
    play_out(table)
    game = Game.objects.get(pk=table.pk)
    document: Document = orjson.loads(orjson.dumps(export(game, list(game.seats.order_by("index").select_related("player")))))
    return document


@pytest.fixture
def document(db: None) -> Document:
    """A game with undone answers, some remarks, and words of players in the shuffle."""
    table = start(person(1, "Ann"), person(2, "Bôb <b>"), rules="turn_of_fate")
    for _ in range(12):
        move(table)
        seat = asked(table)
        try:
            undo.take_back(table.pk, seat.index, seat.nth, source="form", now=NOON, player_id=seat.player_id or 0)
        except RulesError:
            continue
    return exported(table)


def faults(document: Document) -> list[str]:
    """The faults found by the script."""
    found: list[str] = VERIFY["check"](document)[0]
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "seats"), [("council_of_kings", 3), ("destined_to_fail", 4), ("fate_foretold", 3), ("tempting_fate", 2)])
def test_game_of_every_kind_is_accepted(key: str, seats: int) -> None:
    """One player resigns where the others play on."""
    table = start(*(person(number) for number in range(seats)), rules=key)
    for _ in range(6):
        move(table)
    if seats > 2:
        leaving.resign(table.pk, 0, source="form", now=NOON, player_id=table.seats.get(index=0).player_id or 0)
    found, count = VERIFY["check"](exported(table))
    assert (found, count > 0) == ([], True)


def test_game_with_undone_answers_is_accepted(document: Document) -> None:
    assert faults(document) == []


def test_report_shows_the_commitment_the_words_and_what_was_not_checked(document: Document, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(orjson.dumps(document))
    done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    after = lines[lines.index("Compare this commitment with the one in the mail that told you that the game had begun:") + 1]
    assert after.strip() == document["verification"]["commitment"]
    assert lines[lines.index(after) + 1] == "Words that players gave to the shuffle: none."
    assert done.stdout.count("\n- ") == 6


def test_words_of_players_are_shown(document: Document) -> None:
    """Each player can check that their own words are included."""
    document["verification"]["words"] = ["hedgehog", ""]
    assert "Words that players gave to the shuffle: Ann: 'hedgehog'." in VERIFY["report"](document, 2)


def no_draws(document: Document) -> None:
    document["log"] = [line | {"seq": seq} for seq, line in enumerate(line for line in document["log"] if line["seat"] != -1)]


def no_answers(document: Document) -> None:
    document["log"] = [line for line in document["log"] if line["seat"] == -1]


def one_answer_less(document: Document) -> None:
    del document["log"][4]


def draw_under_another_label(document: Document) -> None:
    document["log"][0]["draw"]["label"] = "other"


def draws_exchanged(document: Document) -> None:
    first, second = document["log"][:2]
    document["log"][:2] = [second | {"seq": 0}, first | {"seq": 1}]


def result_blank(document: Document) -> None:
    document["result"] = None


def two_winners_less(document: Document) -> None:
    document["result"]["ranks"] = [2, 3]


def other_secret(document: Document) -> None:
    document["verification"]["secret"] = "00" * 64


def other_secret_and_commitment(document: Document) -> None:
    facts = document["verification"]
    facts["secret"] = "00" * 64
    facts["commitment"] = commitment(bytes(64), facts["game"], facts["rules"])


def words_changed(document: Document) -> None:
    document["verification"]["words"] = ["other", ""]


def question_answered_twice(document: Document) -> None:
    document["log"][-1]["nth"] = 0


def answer_of_nobody(document: Document) -> None:
    document["log"][-1]["seat"] = 2


def seat_less(document: Document) -> None:
    document["seats"] = document["verification"]["seats"] = 1


CHANGES: list[Callable[[Document], None]] = [
    *(no_draws, no_answers, one_answer_less, draw_under_another_label, draws_exchanged, result_blank, two_winners_less, other_secret),
    *(other_secret_and_commitment, words_changed, question_answered_twice, answer_of_nobody, seat_less),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_change_is_noticed(document: Document, change: Callable[[Document], None]) -> None:
    change(document)
    assert faults(document) != []


@pytest.mark.parametrize("place", ["part", "game", "player", "seq", "number", "n", "label"])
def test_no_text_of_a_file_can_pretend_another_result(document: Document, place: str) -> None:
    text, drawn = "\x1b[2J\nAll 40 draws follow from the secret", next(line for line in document["log"] if "draw" in line)
    if place == "part":
        document[text] = 1
    elif place == "game":
        document["game"] = document["verification"]["game"] = text
    elif place == "player":
        document["players"][0] = text
    elif place == "seq":
        document["log"][0]["seq"] = text
    else:
        drawn["draw"][place] = text
    found = faults(document)
    assert found
    assert all(fault.isprintable() for fault in found)


def test_file_that_is_no_export_is_one_sentence(tmp_path: Path) -> None:
    """The answer to any invalid file is one sentence."""
    for text in ("", "[]", "{}", '{"format": "fateapp-game/1"}', '{"a": 1, "a": 2}', "null", "\x00"):
        (tmp_path / "file").write_text(text)
        done = subprocess.run([sys.executable, str(SCRIPT), str(tmp_path / "file")], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (1, "", 1), text


def test_made_up_document_with_draws_that_fit_shows_another_commitment(document: Document) -> None:
    """Only a person can notice this: everything matches, but the commitment differs from the one published before the game."""
    published = document["verification"]["commitment"]
    other_secret_and_commitment(document)
    facts = document["verification"]
    chance = Chance(bytes(64), game=facts["game"], rules=facts["rules"], seats=facts["seats"], words=facts["words"])
    for line in document["log"]:
        if "draw" in line:
            line["text"] = " ".join(map(str, chance.draw(**line["draw"])))
    assert faults(document) == []
    assert published not in VERIFY["report"](document, 2)


def differences(one: Document, other: Document) -> set[str]:
    """The parts in which two documents differ; for the log, the parts of its lines."""
    parts = {name for name in one if one[name] != other[name]}
    if "log" in parts:
        pairs = zip(one["log"], other["log"], strict=True)
        parts |= {name for a, b in pairs for name in a if a[name] != b[name]}
    return parts - {"log"}


def test_one_bit_changes(document: Document, record_property: Callable[[str, object], None]) -> None:
    """Of two thousand one-bit changes, all are noticed but those in parts that the report names, and none crashes the script."""
    raw, rng = orjson.dumps(document), random.Random(0)
    unnoticed: Counter[str] = Counter()
    noticed = 0
    for _ in range(MUTATIONS):
        changed = bytearray(raw)
        bit = rng.randrange(len(raw) * 8)
        changed[bit // 8] ^= 1 << bit % 8
        try:
            other = VERIFY["read"](changed.decode())
        except (UnicodeDecodeError, VERIFY["Broken"]):
            noticed += 1
            continue
        if faults(other):
            noticed += 1
        else:
            unnoticed.update(differences(document, other))
    record_property("noticed", noticed)
    print(f"{noticed} of {MUTATIONS} one-bit changes are noticed; not those of {dict(unnoticed)}")
    assert set(unnoticed) <= SILENT
    assert noticed > 0.85 * MUTATIONS


@pytest.mark.django_db
def test_script_and_site_agree_on_words() -> None:
    """The script repeats a few lists of the site because it must work as a single file."""
    assert set(Move.Kind.values) == VERIFY["KINDS"]
    assert set(Move.Source.values) == VERIFY["SOURCES"]
    assert verification(Game(), [])["method"] == VERIFY["METHOD"]
    assert VERIFY["LINE"] == {"seq", "seat", "nth", "kind", "text", "source", "story", "at"}
