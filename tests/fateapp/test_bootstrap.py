"""Tests of manage.py making its environment: from nothing, from an incomplete one, and after a change of the lock file."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fateapp.installation import CODE as PROJECT, version
from tests.fateapp.waiting import until

SMALL = ("asgiref", "sqlparse")
SMALL_DEV = (*SMALL, "iniconfig", "packaging", "pluggy", "pygments", "pytest")
VERSION = f"fateapp {version()}"
BASE_PYTHON = str(getattr(sys, "_base_executable", sys.executable))


def manage() -> ModuleType:
    """Import manage.py as a module."""
    spec = importlib.util.spec_from_file_location("manage_under_test", PROJECT / "manage.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def small_lock(name: str = "requirements.lock", packages: tuple[str, ...] = SMALL) -> str:
    """A few packages of a real lock file; `version` needs none."""
    kept, keep = [], False
    for line in (PROJECT / name).read_text().splitlines():
        keep = line.split("==")[0] in packages if not line.startswith((" ", "#")) else keep and not line.strip().startswith("#")
        kept += [line] if keep else []
    return "\n".join(kept) + "\n"


def project_in(folder: Path) -> Path:
    """A small project with the real manage.py."""
    (folder / "fateapp").mkdir()
    (folder / "fateapp" / "__init__.py").write_text("")
    for name in ("manage.py", "pyproject.toml", "fateapp/installation.py", "fateapp/command_line.py"):
        (folder / name).write_text((PROJECT / name).read_text())
    (folder / "requirements.lock").write_text(small_lock())
    (folder / "requirements-dev.lock").write_text(small_lock("requirements-dev.lock", SMALL_DEV))
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose environment is not made yet."""
    return project_in(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A project whose environment the first command has made, and its output; for the tests of `one_environment`, in their order."""
    project = project_in(tmp_path_factory.mktemp("project"))
    first = call(project, "version")
    assert first.returncode == 0, first.stdout + first.stderr
    return project, first.stdout


one_environment = pytest.mark.xdist_group("environment")


def installed(project: Path) -> set[str]:
    """The packages in the environment of the project."""
    return {path.name.partition("-")[0].lower() for path in (project / ".venv").glob("lib/*/site-packages/*.dist-info")} - {
        "pip",
        "setuptools",
    }


def call(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python3 manage.py …` with a Python outside of any virtual environment."""
    return subprocess.run(
        [BASE_PYTHON, str(project / "manage.py"), *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def environment() -> dict[str, str]:
    """The environment variables without those of this test run."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTEST", "COV", "VIRTUAL_ENV"))}


@one_environment
@pytest.mark.slow
def test_environment_is_made_once_and_mended_when_needed(made: tuple[Path, str]) -> None:
    """The first call installs, the second does not; an incomplete environment or a changed lock file is repaired."""
    project, first = made
    assert first.splitlines()[-1] == VERSION
    assert installed(project) == set(SMALL)
    assert "fetching packages: 1 of 2" in first

    second = call(project, "version")
    assert (second.returncode, len(second.stdout.splitlines())) == (0, 1)

    (project / ".venv" / "installed-from").unlink()
    (project / ".venv" / "bin" / "python").unlink()
    assert call(project, "version").stdout.splitlines()[-1] == second.stdout.strip()
    assert installed(project) == set(SMALL)

    with (project / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    changed = call(project, "version")
    assert "new versions" in changed.stdout
    assert "making an empty environment" not in changed.stdout


@one_environment
@pytest.mark.slow
def test_what_developers_need_is_added_by_the_test_command_only(made: tuple[Path, str]) -> None:
    """The installed packages are not touched, so a site that runs from this environment is not affected."""
    project, _first = made
    assert installed(project) == set(SMALL)
    before = next((project / ".venv").glob("lib/*/site-packages/sqlparse/__init__.py")).stat()

    first = call(project, "test", "--version")
    assert first.stdout.splitlines()[-1].startswith("pytest "), first.stdout + first.stderr
    assert "adding what tests need" in first.stdout
    assert installed(project) == set(SMALL_DEV)
    assert next((project / ".venv").glob("lib/*/site-packages/sqlparse/__init__.py")).stat() == before

    assert [len(call(project, *words).stdout.splitlines()) for words in (("test", "--version"), ("version",))] == [1, 1]

    with (project / "requirements-dev.lock").open("a") as lock:
        lock.write("# changed\n")
    assert len(call(project, "version").stdout.splitlines()) == 1
    assert "adding what tests need" in call(project, "test", "--version").stdout


@pytest.mark.slow
def test_first_command_may_be_the_test_command(project: Path) -> None:
    """Two first commands at the same time, one with the larger lock file, make one environment."""
    both = [
        subprocess.Popen(
            [BASE_PYTHON, str(project / "manage.py"), *words],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for words in (["test", "--version"], ["version"])
    ]
    said = [one.communicate(timeout=280)[0] for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    assert installed(project) == set(SMALL_DEV)
    assert (project / ".venv" / "installed-from").read_text().splitlines()[1].startswith("dev ")


def test_both_locks_name_the_same_versions() -> None:
    """The tested versions are those that run; `bash .ci/lock` makes both files."""
    module = manage()
    running, developing = module.pins(module.LOCK), module.pins(module.DEV_LOCK)
    assert running.items() <= developing.items()
    assert {"pytest", "mypy", "playwright", "ruff"} <= developing.keys() - running.keys()


def test_full_disk_is_one_sentence_with_the_remedy(project: Path) -> None:
    """Also for pip, whose output has this error among many lines."""
    small = project / "small"
    small.mkdir()
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", small], check=True, capture_output=True)
    except (subprocess.CalledProcessError, FileNotFoundError):
        pytest.skip("this account may not mount a small disk")
    try:
        for name in ("manage.py", "requirements.lock", "requirements-dev.lock", "fateapp"):
            subprocess.run(["cp", "-r", project / name, small], check=True)
        for room in (12_000_000, 300_000):
            (small / "ballast").write_bytes(b"x" * max(0, shutil.disk_usage(small).free - room))
            said = call(small, "version")
            assert (said.returncode, said.stdout.count("Traceback"), said.stderr.count("Traceback")) == (1, 0, 0)
            assert len(said.stderr.strip().splitlines()) == 1
            assert f"could not be made in {small}/.venv: the disk is full. {small} has " in said.stderr
            shutil.rmtree(small / ".venv", ignore_errors=True)
            (small / "ballast").unlink()
    finally:
        subprocess.run(["umount", small], check=True)


@pytest.mark.slow
def test_ctrl_c_in_the_middle_can_be_gone_on_from(project: Path) -> None:
    """One line on stderr, exit code 130, and the next call starts over by itself."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job starts with SIGINT ignored, and its children inherit that
    first = subprocess.Popen(
        [BASE_PYTHON, "-u", str(project / "manage.py"), "version"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: (project / ".venv" / "bin").exists(), "the beginning")
    os.killpg(first.pid, signal.SIGINT)
    _, errors = first.communicate(timeout=120)
    assert first.returncode == 130, errors
    assert errors.strip().splitlines()[-1] == "Stopped. The same command goes on from here."
    assert call(project, "version").stdout.splitlines()[-1] == VERSION


@one_environment
def test_package_with_a_wrong_hash_is_refused(made: tuple[Path, str]) -> None:
    """Nothing unverified is installed, and the error quotes pip."""
    project, _first = made
    lock = project / "requirements.lock"
    lock.write_text("sqlparse==0.5.3 \\\n    --hash=sha256:" + "0" * 64 + "\n")
    said = call(project, "version")
    assert said.returncode == 1
    assert "The packages could not be installed. pip's last words:" in said.stderr


def test_old_python_gets_a_sentence() -> None:
    """The syntax of the file is valid for older Pythons, so that they can print the error."""
    trick = f"import sys; sys.version_info = (3, 9, 2); exec(compile(open({str(PROJECT / 'manage.py')!r}).read(), 'manage.py', 'exec'))"
    said = subprocess.run([sys.executable, "-c", trick], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr.strip()) == (
        1,
        "fateapp needs Python 3.11 or newer; this is 3.9. Try for example: python3.11 manage.py",
    )


def test_python_without_venv_gets_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian packages ensurepip separately."""
    module = manage()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SystemExit, match=rf"apt install python3\.{sys.version_info.minor}-venv"):
        module.make_empty_environment()


def test_borrowed_environment_is_refused(project: Path, tmp_path: Path) -> None:
    """A repair would break the project that owns the environment."""
    (tmp_path / "another" / ".venv").mkdir(parents=True)
    (project / ".venv").symlink_to(tmp_path / "another" / ".venv")
    refused = call(project, "version")
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{project}/.venv is a symbolic link.")
    assert list((tmp_path / "another" / ".venv").iterdir()) == []


def test_project_of_somebody_else_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The refusal comes before any file is made. Since root may write everywhere, os.access is replaced here."""
    module = manage()
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit, match=r"\.venv, where you may not write\. Give the command in a copy of the project of your own\."):
        module.make_environment(developing=False)
    assert list(tmp_path.iterdir()) == []


def test_no_command_lists_those_people_need(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is installed for this."""
    assert manage().main([]) == 0
    commands = [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:] if line]
    assert commands == ["up", "test", "config", "doctor", "playout", "sweep", "version", "help"]


def test_bad_setting_is_one_sentence_for_every_command() -> None:
    broken = dict(os.environ) | {"FATE_PROXY_COUNT": "some"}
    for command in ("check", "up"):
        said = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), command], env=broken, capture_output=True, text=True, check=False
        )
        text = (said.stdout + said.stderr).strip()
        assert (said.returncode != 0, text) == (True, "FATE_PROXY_COUNT 'some' is not a whole number from 0 to 999999.")
