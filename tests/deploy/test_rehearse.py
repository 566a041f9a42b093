"""Tests of `manage.py rehearse`: reports before a release what it would do to running games, and does so on request."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from fateapp.ops import audit, rehearsal
from games.models import Game, Player
from games.services.tables import answers
from tests.games.conftest import alice, bob, game, start  # noqa: F401 - fixtures
from tests.games.moves import move, play_out
from tests.rules.raised import FIRST, Brighter, Broken, Settled, shelf

SECOND = Brighter()


def said(*words: str, **options: Any) -> list[str]:
    """The output of the command."""
    out = io.StringIO()
    call_command("rehearse", *words, stdout=out, **options)
    return out.getvalue().splitlines()


def failed(**options: Any) -> tuple[list[str], str]:
    """The output of a failing command, and its error."""
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("rehearse", stdout=out, **options)
    return out.getvalue().splitlines(), str(error.value)


@pytest.fixture
def stars(alice: Player, bob: Player) -> Game:  # noqa: F811
    """Lone Star in version 1, in its first round."""
    return start(alice, bob, rules="lone_star")


def test_release_without_new_rules_says_that_all_go_on(game: Game, stars: Game) -> None:  # noqa: F811
    assert said() == ["All 2 running games can go on."]
    assert said(only=["lone_star"]) == ["All 1 running games can go on."]


def test_nothing_is_written_by_a_rehearsal(stars: Game) -> None:
    with (
        shelf(SECOND, FIRST),
        CaptureQueriesContext(connection) as queries,
    ):
        said()
    statements = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    assert [sql.split(" ")[0] for sql in statements] == ["SET", "SELECT", "SELECT", "SET", "SELECT", "SELECT"]
    assert statements[0] == "SET TRANSACTION READ ONLY"


def test_game_that_would_be_carried_over_is_shown_with_what_changes_for_whom(stars: Game) -> None:
    with shelf(SECOND, FIRST):
        lines = said()
    assert lines[0].startswith(f"{stars.code} (lone_star, version 1): carried: seat 1: play: -star-")
    assert "; seat 2: play: -star-" in lines[0]
    assert lines[1:] == ["lone_star, version 1: 1 carried", "All 1 running games can go on."]


def test_game_that_stays_is_shown_with_the_reason(stars: Game) -> None:
    with shelf(Settled(), FIRST):
        assert said() == [
            f"{stars.code} (lone_star, version 1): stays: Games that began with version 1 go on under it.",
            "lone_star, version 1: 1 stays",
            "All 1 running games can go on.",
        ]


def test_unknown_version_speaks_against_the_release(stars: Game) -> None:
    Game.objects.filter(pk=stars.pk).update(rules_version=2)
    lines, why = failed()
    assert lines == [
        f"{stars.code} (lone_star, version 2): unknown: This process does not have the rules of lone_star in version 2.",
        "lone_star, version 2: 1 unknown",
    ]
    assert why == "1 of 1 running games could not go on. Keep the old version and report this."


def test_mistake_in_an_upgrade_speaks_against_the_release_and_nothing_is_applied(stars: Game, game: Game) -> None:  # noqa: F811
    with shelf(Broken(), FIRST):
        lines, _why = failed(apply=True)
    assert "broken: TypeError: " in lines[0]
    stars.refresh_from_db()
    assert (stars.rules_version, stars.carried) == (1, [])


def test_applying_carries_over_what_can_be_and_says_so(stars: Game, alice: Player, bob: Player) -> None:  # noqa: F811
    late = start(alice, bob, rules="lone_star")
    for _ in range(10):
        move(late)
    with shelf(SECOND, FIRST):
        lines = said(apply=True)
        assert lines[-2:] == ["All 2 running games can go on.", "1 games are carried over."]
        assert lines[1] == f"{late.code} (lone_star, version 1): stays: The last stars are being played."
        stars.refresh_from_db()
        assert (stars.rules_version, audit.complaints(stars)) == (2, [])
        assert said(apply=True)[-2:] == ["All 2 running games can go on.", "0 games are carried over."]
        play_out(stars)
        assert audit.complaints(Game.objects.get(pk=stars.pk)) == []
    assert "1 finished games of lone_star cannot be shown: this release does not have version 2 of it." in said()


def test_game_in_trouble_is_named_and_left_as_it_is(stars: Game) -> None:
    answers.mark_trouble(stars.pk, "KeyError: 'star'")
    assert said()[0] == f"{stars.code} (lone_star, version 1): same: stopped: KeyError: 'star'"
    with shelf(SECOND, FIRST):
        said(apply=True)
    stars.refresh_from_db()
    assert stars.rules_version == 1


def test_rules_that_ask_others_under_the_same_number_speak_against_the_release(stars: Game) -> None:
    stars.seats.filter(index=0).update(pending=False)
    lines, _why = failed()
    assert lines[0] == (f"{stars.code} (lone_star, version 1): otherwise: seats 2 are asked, and by these rules 1, 2 would be")


def test_rules_that_offer_other_choices_under_the_same_number_are_found_by_comparing(stars: Game, game: Game, tmp_path: Path) -> None:  # noqa: F811
    before = tmp_path / "before.jsonl"
    before.write_text("\n".join(said(json=True)) + "\n")
    assert said(before=before) == ["All 2 running games can go on."]
    with shelf(type("Same", (Settled,), {"version": 1})()):
        lines, why = failed(before=before)
        assert f"{stars.code} (lone_star, version 1): otherwise: seats 1, 2 would be asked something else" in lines[0]
        assert why.startswith("1 of 2 ")
        move(game)
        Game.objects.filter(pk=stars.pk).update(changes=9)
        assert said(before=before)[-1] == "All 2 running games can go on.", "what was played on in between is not compared"


def test_report_of_the_release_before_that_cannot_be_read_is_explained(stars: Game, tmp_path: Path) -> None:
    """Both were tracebacks."""
    other = tmp_path / "README.md"
    assert failed(before=other)[1].startswith(f"{other} cannot be read: No such file or directory.")
    other.write_text("# fateapp")
    assert failed(before=other)[1].startswith(f"{other} is not what `rehearse --json` has printed.")


def test_json_is_one_object_for_each_game_and_a_summary_and_names_no_card(stars: Game, game: Game) -> None:  # noqa: F811
    *games, summary = map(json.loads, said(json=True))
    assert [one["game"] for one in games] == [row.code for row in Game.objects.order_by("pk")]
    assert "star-" not in json.dumps(games)
    assert summary == {
        "running": [{"rules": one["rules"], "version": 1, "state": "same", "games": 1} for one in games],
        "finished_without_rules": [],
    }


def test_games_are_read_in_pieces(alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Games are read in chunks, and none is left out."""
    monkeypatch.setattr(rehearsal, "CHUNK", 2)
    codes = [start(alice, bob, rules="lone_star").code for _ in range(5)]
    assert [one.game for one in rehearsal.findings()] == codes


@pytest.mark.django_db
def test_rehearsal_reads_no_column_that_a_migration_has_yet_to_add(stars: Game) -> None:
    """A new release is rehearsed before its migrations are applied."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_game DROP COLUMN carried")
    assert said() == ["All 1 running games can go on."]
