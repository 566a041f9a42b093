"""Tests that the wheel contains every file that an installed site reads; in a source tree some are elsewhere (fateapp/installation.py)."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_SHIPPED = ("games/rules/*/tests/*",)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this tree. The build back end is called directly, since pip would download one."""
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = f"import hatchling.build; print(hatchling.build.build_wheel({str(folder)!r}))"
    name = subprocess.run([sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()[-1]
    return zipfile.ZipFile(folder / name)


def tracked(*folders: str) -> set[str]:
    """The files under version control in these folders."""
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no clone")
    return {name for name in listed.stdout.splitlines() if (ROOT / name).exists() and not any(Path(name).match(one) for one in NOT_SHIPPED)}


def test_every_file_of_the_packages_is_in_it(wheel: zipfile.ZipFile) -> None:
    assert tracked("fateapp", "games", "notifications") - set(wheel.namelist()) == set()


def test_templates_and_document_are_where_an_installed_site_looks(wheel: zipfile.ZipFile) -> None:
    moved = {f"fateapp/{name}" for name in tracked("templates")} | {"fateapp/openapi.yaml"}
    assert moved - set(wheel.namelist()) == set()


@pytest.mark.parametrize(
    "name",
    [
        "fateapp/locale/de/LC_MESSAGES/django.mo",
        "fateapp/locale/fr/LC_MESSAGES/django.mo",
        "fateapp/schema/expected.json",
        "games/migrations/0001_initial.py",
        "games/static/css/fate.css",
        "games/static/fonts/vollkorn.woff2",
        "games/rules/fate_foretold/rulebook.md",
        "games/management/new_game/game.py-tpl",
        "notifications/migrations/0001_initial.py",
        "notifications/static/notifications/sw.js",
    ],
)
def test_data_is_in_it(wheel: zipfile.ZipFile, name: str) -> None:
    assert name in wheel.namelist()


def test_nothing_of_a_source_tree_lies_beside_the_packages(wheel: zipfile.ZipFile) -> None:
    about = f"fateapp-{PROJECT['project']['version']}.dist-info"
    assert {name.partition("/")[0] for name in wheel.namelist()} == {"fateapp", "games", "notifications", about}


def test_it_brings_the_command(wheel: zipfile.ZipFile) -> None:
    points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "fateapp = fateapp.command_line:main" in wheel.read(points).decode()


def test_command_says_what_needs_the_source_tree() -> None:
    done = subprocess.run([sys.executable, "-m", "fateapp", "test"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "needs the source tree" in done.stderr) == (2, True)


def test_command_without_words_lists_what_people_need_first() -> None:
    done = subprocess.run([sys.executable, "-m", "fateapp"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "fateapp <command>" in done.stdout
    assert "run the tests" not in done.stdout


def test_command_prints_the_version() -> None:
    done = subprocess.run([sys.executable, "-m", "fateapp", "--version"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"fateapp {PROJECT['project']['version']}\n")
