"""Tests of `manage.py newgame`: a new game passes the conformance kit; games of other distributions are found by their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

PLAYED = """
import games.conformance.playing
games.conformance.playing.RANDOM_GAMES = 0
from games.conformance import OF_CASES, OF_GAMES, cases_of
from games.rules.registry import all_games, catalogues, folder
from their_games.made_game.tests import test_made_game as rulings
game = all_games()["made_game"]
for ruling in (rulings.test_r1_everybody_gets_six_cards_and_the_rest_stays_aside,
               rulings.test_r2_nobody_sees_what_others_have_played_before_all_have,
               rulings.test_r3_the_highest_card_scores_and_the_most_rounds_win):
    ruling()
for case in cases_of(game):
    for check in OF_CASES:
        check(case)
for check in OF_GAMES:
    check(game)
print(folder("made_game"), folder("made_game") / "locale" in catalogues())
"""
ROOT = Path(settings.BASE_DIR)


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """A folder as installed by pip: a package with a game, and its metadata."""
    package = tmp_path / "their_games"
    package.mkdir()
    (package / "__init__.py").write_text("")
    call_command("newgame", "made_game", "--into", str(package), "--module", "their_games.made_game", "--title", "Made “Game”", verbosity=0)
    about = tmp_path / "their_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[fateapp.games]\nmade_game = their_games.made_game\n")
    return tmp_path


def elsewhere(code: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with these folders installed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*paths, ROOT]))}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)


def test_game_of_another_distribution_is_found_and_passes_its_tests_and_the_conformance_kit(distribution: Path) -> None:
    done = elsewhere(PLAYED, distribution)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(distribution / "their_games" / "made_game"), "True"]


def test_the_site_reads_its_catalogues_and_its_rulebook(distribution: Path) -> None:
    code = """
import django; django.setup()
from django.utils import translation
from games.render.reader import reader_for
from games.rulebooks import whole_markdown
from games.rules.registry import game
from games.rules.messages import msg
print(reader_for([], "de").say(msg("Play a card, face down.")))
print(whole_markdown(game("made_game")).splitlines()[0])
"""
    done = elsewhere(f"import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'fateapp.settings'{code}", distribution)
    assert done.stdout.splitlines() == ["Spiel eine Karte verdeckt aus.", "# Made “Game”"], done.stderr


def test_two_games_of_one_key_are_refused(distribution: Path) -> None:
    points = distribution / "their_games-1.0.dist-info" / "entry_points.txt"
    points.write_text("[fateapp.games]\nturn_of_fate = their_games.made_game\n")
    done = elsewhere("from games.rules.registry import all_games; all_games()", distribution)
    assert "Two packages bring a game 'turn_of_fate'" in done.stderr


@pytest.mark.parametrize(("key", "why"), [("Fate", "is no key"), ("my-game", "is no key"), ("turn_of_fate", "There is a game")])
def test_a_key_that_cannot_be_is_refused(key: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("newgame", key, "--into", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "made_game").mkdir()
    with pytest.raises(CommandError, match="another key"):
        call_command("newgame", "made_game", "--into", str(tmp_path))


def test_a_fresh_game_here_keeps_to_the_style_of_the_house(tmp_path: Path) -> None:
    path = list(sys.path)
    call_command("newgame", "made_game", "--into", str(tmp_path), verbosity=0)
    assert sys.path == path
    command = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "--ignore", "I001", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
