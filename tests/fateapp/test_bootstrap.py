"""manage.py makes its own environment: from nothing, from half of one, after a change of the lock."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fateapp.environment import PROJECT
from tests.fateapp.waiting import until

SMALL = ("asgiref", "django", "sqlparse")
BASE_PYTHON = str(getattr(sys, "_base_executable", sys.executable))


def manage() -> ModuleType:
    """manage.py as a module."""
    spec = importlib.util.spec_from_file_location("manage_under_test", PROJECT / "manage.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def small_lock() -> str:
    """The part of the real lock that a command without behaviour needs."""
    kept, keep = [], False
    for line in (PROJECT / "requirements.lock").read_text().splitlines():
        keep = line.split("==")[0] in SMALL if not line.startswith((" ", "#")) else keep and not line.strip().startswith("#")
        kept += [line] if keep else []
    return "\n".join(kept) + "\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project around the real manage.py."""
    (tmp_path / "fateapp").mkdir()
    (tmp_path / "fateapp" / "__init__.py").write_text("")
    (tmp_path / "fateapp" / "settings.py").write_text("SECRET_KEY = 'x'\n")
    (tmp_path / "manage.py").write_text((PROJECT / "manage.py").read_text())
    (tmp_path / "requirements.lock").write_text(small_lock())
    return tmp_path


def call(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python3 manage.py …` with a Python outside every environment."""
    return subprocess.run(
        [BASE_PYTHON, str(project / "manage.py"), *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def environment() -> dict[str, str]:
    """Ours without what belongs to this test run."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTEST", "COV", "VIRTUAL_ENV"))}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_environment_is_made_once_and_mended_when_needed(project: Path) -> None:
    """The first call installs, the second does not; half an environment or another lock is put right."""
    first = call(project, "version")
    assert first.stdout.splitlines()[-1].startswith("5.2."), first.stdout + first.stderr
    assert "fetching packages: 1 of 3" in first.stdout

    second = call(project, "version")
    assert (second.returncode, len(second.stdout.splitlines())) == (0, 1)

    (project / ".venv" / "installed-from").unlink()
    (project / ".venv" / "bin" / "python").unlink()
    assert call(project, "version").stdout.splitlines()[-1] == second.stdout.strip()

    with (project / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    changed = call(project, "version")
    assert "new versions" in changed.stdout
    assert "making an empty environment" not in changed.stdout


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_ctrl_c_in_the_middle_can_be_gone_on_from(project: Path) -> None:
    """A sentence, code 130, and the next call begins again by itself."""
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
    _, errors = first.communicate(timeout=60)
    assert first.returncode == 130, errors
    assert errors.strip().splitlines()[-1] == "Stopped. The same command goes on from here."
    assert call(project, "version").stdout.splitlines()[-1].startswith("5.2.")


def test_package_with_a_wrong_hash_is_refused(project: Path) -> None:
    """Nothing unverified is installed, and pip's reason is shown."""
    lock = project / "requirements.lock"
    lock.write_text("sqlparse==0.5.3 \\\n    --hash=sha256:" + "0" * 64 + "\n")
    said = call(project, "version")
    assert said.returncode == 1
    assert "The packages could not be installed. pip's last words:" in said.stderr


def test_old_python_gets_a_sentence() -> None:
    """The file can be read by older Pythons up to that sentence."""
    trick = f"import sys; sys.version_info = (3, 9, 2); exec(compile(open({str(PROJECT / 'manage.py')!r}).read(), 'manage.py', 'exec'))"
    said = subprocess.run([sys.executable, "-c", trick], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr.strip()) == (
        1,
        "fateapp needs Python 3.11 or newer; this is 3.9. Try for example: python3.11 manage.py",
    )


def test_python_without_venv_gets_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian leaves ensurepip out."""
    module = manage()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(SystemExit, match=rf"apt install python3\.{sys.version_info.minor}-venv"):
        module.make_empty_environment()


def test_borrowed_environment_is_refused(project: Path, tmp_path: Path) -> None:
    """Mending it here would break it where it belongs."""
    (tmp_path / "another" / ".venv").mkdir(parents=True)
    (project / ".venv").symlink_to(tmp_path / "another" / ".venv")
    refused = call(project, "version")
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{project}/.venv is a symbolic link.")
    assert list((tmp_path / "another" / ".venv").iterdir()) == []


def test_project_of_somebody_else_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before anything is made; root may write everywhere, so the system's answer is given here."""
    module = manage()
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module.os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit, match=r"\.venv, where you may not write\. Give the command in a copy of the project of your own\."):
        module.make_environment("x")
    assert list(tmp_path.iterdir()) == []


def test_no_command_lists_those_people_need(capsys: pytest.CaptureFixture[str]) -> None:
    """Without installing anything."""
    assert manage().main([]) == 0
    commands = [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:] if line]
    assert commands == ["up", "test", "config", "doctor", "playout", "sweep", "help"]


def test_bad_setting_is_one_sentence_for_every_command() -> None:
    """No traceback."""
    broken = dict(os.environ) | {"FATE_PROXY_COUNT": "some"}
    for command in ("check", "up"):
        said = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), command], env=broken, capture_output=True, text=True, check=False
        )
        text = (said.stdout + said.stderr).strip()
        assert (said.returncode != 0, text) == (True, "FATE_PROXY_COUNT 'some' is not a whole number from 0 to 999999.")
