"""Runs the conformance suite (`games.conformance`) for every game. A new folder in games/rules is included automatically."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.conformance import OF_CASES, OF_GAMES, golden
from games.conformance.cases import Case, all_cases, name_of
from games.conformance.game_checks import golden_transcript_is_unchanged
from games.conformance.playing import sample_positions
from games.rules.errors import CannotUpgrade
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.registry import all_games, every_version, game
from games.rules.scene import Scene
from tests.rules import raised

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("case", list(all_cases()), ids=str)
@pytest.mark.parametrize("check", OF_CASES, ids=lambda check: check.__name__)
def test_every_case_of_every_game(check: Callable[[Case], None], case: Case) -> None:
    check(case)


@pytest.mark.parametrize("rules", list(every_version().values()), ids=name_of)
@pytest.mark.parametrize("check", OF_GAMES, ids=lambda check: check.__name__)
def test_every_version_of_every_game(check: Callable[[Game[Any]], None], rules: Game[Any]) -> None:
    check(rules)


def test_changed_transcript_says_when_a_version_is_due_and_how_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "transcript", lambda rules: "another game")
    with pytest.raises(AssertionError, match=r"Version \d of turn_of_fate .*CONTRIBUTING\.md.* python -m games\.conformance turn_of_fate"):
        golden_transcript_is_unchanged(game("turn_of_fate"))


def carried_over(older: Game[Any], newest: Game[Any]) -> int:
    """Upgrade every kind of position of an older version, or check that the refusal has a text; returns the number of upgrades.

    An upgraded position passes the audit, survives storage and has a scene for every viewer.
    """
    count = 0
    assert (older.low_standing_leads, older.readings) == (newest.low_standing_leads, newest.readings), "lists and pages take the newest's"
    for case in (case for case in all_cases() if case.game is older and case.seats in newest.seats):
        for position in sample_positions(case, seed=12):
            if older.resume(position).result is not None:
                continue
            session, refused = None, None
            try:
                session = newest.take_over(position, older.version)
            except CannotUpgrade as error:
                refused = plain(error.message)
            assert session is not None or refused
            if session is None:
                continue
            count += 1
            assert newest.audit(newest.table.load(session.position.table)) == []
            assert newest.resume(session.position).position == session.position
            for viewer in (None, *range(case.seats)):
                assert isinstance(newest.scene(session.view(viewer)), Scene)
    return count


def test_older_versions_are_taken_over_soundly_or_refused_in_words() -> None:
    """Older versions of the tree's games, and of the sixth game with a second version."""
    for older in every_version().values():
        if older is not all_games()[older.key]:
            carried_over(older, all_games()[older.key])
    with raised.shelf(raised.Settled(), raised.FIRST):
        assert carried_over(raised.FIRST, game("lone_star")) == 0
    with raised.shelf(raised.Brighter(), raised.FIRST):
        assert carried_over(raised.FIRST, game("lone_star")) > 20
    with raised.shelf(raised.Broken(), raised.FIRST), pytest.raises(TypeError, match="constellation"):
        carried_over(raised.FIRST, game("lone_star"))


def test_suite_runs_over_older_versions_too() -> None:
    with raised.shelf(raised.Brighter(), raised.FIRST):
        names = {str(case) for case in all_cases()}
    assert {"lone_star-2", "lone_star-2-bright=False", "lone_star-v1-2", "lone_star-v1-5-low_wins=True"} <= names


def test_rules_import_nothing_but_the_standard_library() -> None:
    code = "import sys; from games.rules.registry import all_games; import games.rules.playout; all_games(); print(*sorted(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    foreign = {name.split(".")[0] for name in run.stdout.split()} - set(sys.stdlib_module_names) - {"games", "__main__"}
    assert foreign == set()
