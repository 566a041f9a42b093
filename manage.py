#!/usr/bin/env python3
"""The command line of fateapp. On first use it creates the virtual environment `.venv` and restarts itself there.

It installs `requirements.lock`, or `requirements-monitoring.lock` (with the packages for Sentry and OpenTelemetry) if one of these is
configured. `test` adds the packages for developers (`requirements-dev.lock`). All lock files have the same pins. Until the environment
exists, only the standard library is used.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - older ones get this far
    sys.exit("fateapp needs Python 3.11 or newer; this is %d.%d. Try for example: python3.11 manage.py" % sys.version_info[:2])  # noqa: UP031

import errno
import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
MONITORING = ("FATE_SENTRY_DSN", "FATE_OTLP_ENDPOINT")
"""Settings that need additional packages."""
MONITORED = any(os.environ.get(name) or os.environ.get(f"{name}_FILE") for name in MONITORING)
LOCK = ROOT / ("requirements-monitoring.lock" if MONITORED else "requirements.lock")
DEV_LOCK = ROOT / "requirements-dev.lock"
MARK = VENV / "installed-from"
"""A file with the digests of the installed lock files, one per line. It is written last; without it, the environment is incomplete."""
NO_ROOM = 10_000_000
FULL = ("No space left on device", "Disk quota exceeded")


def main(arguments: list[str]) -> int:
    """Run the command; returns the exit code."""
    if not arguments:
        from fateapp.command_line import HELP

        print(HELP.format(program="python3 manage.py"))
        return 0
    try:
        prepared(arguments)
        return run(arguments)
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130


def prepared(arguments: list[str]) -> None:
    """Restart in an environment with the packages of this command. A full disk ends the process with a readable message."""
    try:
        use_own_environment(developing=arguments[0] == "test")
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        sys.exit(disk_is_full())


def disk_is_full() -> str:
    """The message that names the full disk (of the project or of temporary files) and the remedy."""
    room, where = least_room()
    return (
        f"\nThe environment could not be made in {VENV}: the disk is full. {where} has {room // 1_000_000} MB left; about 400 MB are "
        "needed (1 GB for the tests). Make room there, then give the same command again. TMPDIR names another place for temporary files."
    )


def least_room() -> tuple[int, str]:
    """Free bytes on the disk of the project, or on that of temporary files if it has less."""
    return min((shutil.disk_usage(folder).free, str(folder)) for folder in (ROOT, tempfile.gettempdir()))


def told_of_a_full_disk(text: str) -> bool:
    """Whether the output of a failed program names a full disk, or one is full (`venv` hides the message of ensurepip)."""
    return any(sign in text for sign in FULL) or least_room()[0] < NO_ROOM


def run(arguments: list[str]) -> int:
    """Run the command in the complete environment; returns the exit code."""
    from fateapp import command_line

    if arguments[0] == "test":
        return run_tests(arguments[1:])
    if arguments[0] in command_line.OF_THE_SOURCE_TREE:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
        from tests.bench import commands

        return commands.run(arguments)
    return command_line.run(arguments)


def run_tests(arguments: list[str]) -> int:
    """Run pytest; the whole suite uses every core. tests/conftest.py starts a PostgreSQL and a Valkey."""
    spread = [] if any(not word.startswith("-") for word in arguments) else ["-n", "auto", "--dist", "loadgroup"]
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *spread, *arguments])


def use_own_environment(*, developing: bool) -> None:
    """Restart in `.venv`, creating or repairing it first. Stay in this interpreter if it has the locked versions."""
    if VENV.is_symlink():
        sys.exit(
            f"{VENV} is a symbolic link. An environment belongs to one folder, and mending it here would change it for the other one too. "
            f"Remove the link (rm {VENV}) and give the same command again: it makes an environment of its own."
        )
    if Path(sys.prefix) != VENV and installed_here(developing=developing):
        return
    if not is_made(developing=developing):
        with LOCK.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two first commands at once: the second waits for the first
            if not is_made(developing=developing):
                make_environment(developing=developing)
    if Path(sys.prefix) != VENV:
        os.execv(PYTHON, [str(PYTHON), str(ROOT / "manage.py"), *sys.argv[1:]])


def marks(*, developing: bool) -> list[str]:
    """The lines of `MARK` for an up-to-date environment."""
    dev = [f"dev {digest(DEV_LOCK)}"] if developing else []
    return [f"{digest(LOCK)} {ROOT}", *dev]


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def is_made(*, developing: bool) -> bool:
    """Whether the environment has every package of the lock file(s); additional ones are allowed."""
    wanted = marks(developing=developing)
    return PYTHON.exists() and MARK.exists() and MARK.read_text().splitlines()[: len(wanted)] == wanted


def installed_here(*, developing: bool) -> bool:
    """Whether this interpreter has the locked packages (a container image)."""
    from importlib.metadata import PackageNotFoundError, version

    wanted = pins(DEV_LOCK if developing else LOCK)
    named = ("django", "celery", "httptools", "psycopg", *(("pytest", "hypothesis") if developing else ()))
    try:
        return all(version(name) == wanted[name] for name in named)
    except PackageNotFoundError:
        return False


def pins(file: Path) -> dict[str, str]:
    """Name and version of every locked package."""
    return dict(line.split()[0].split("==") for line in file.read_text().splitlines() if "==" in line and not line.startswith((" ", "#")))


def make_environment(*, developing: bool) -> None:
    """Create `.venv` and install every locked package; pip verifies the hashes.

    The packages for developers change none of the site's, so an environment in use stays intact while they are added.
    """
    if not os.access(VENV if VENV.exists() else ROOT, os.W_OK):
        sys.exit(f"The environment belongs into {VENV}, where you may not write. Give the command in a copy of the project of your own.")
    only_adding = developing and is_made(developing=False)
    what = "adding what tests need to" if only_adding else "setting up"
    print(f"First start here (or new versions): {what} {VENV}. This takes a minute or two, once.", flush=True)
    if not only_adding:
        reusable = PYTHON.exists() and MARK.exists() and (VENV / "bin" / "pip3").exists()
        MARK.unlink(missing_ok=True)
        if not reusable:
            shutil.rmtree(VENV, ignore_errors=True)
            make_empty_environment()
    install(DEV_LOCK if developing else LOCK)
    say("preparing the packages for their first use")
    subprocess.run([PYTHON, "-m", "compileall", "-q", "-j", "0", VENV / "lib"], capture_output=True, check=False)
    say("all set\n")
    MARK.write_text("".join(f"{line}\n" for line in marks(developing=developing)))


def make_empty_environment() -> None:
    """Create the environment without packages. Debian and derivatives package ensurepip separately, which the error message names."""
    say("making an empty environment")
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True, check=False)
        if made.returncode == 0:
            return
        full = told_of_a_full_disk(made.stderr + made.stdout)
        sentence = disk_is_full()
        shutil.rmtree(VENV, ignore_errors=True)
        if full:
            sys.exit(sentence)
        sys.exit(f"\nThe environment could not be made in {VENV}: {(made.stderr or made.stdout).strip()}")
    package = "python%d.%d-venv" % sys.version_info[:2]  # noqa: UP031
    sys.exit(f"\nThis Python cannot make virtual environments. On Debian and Ubuntu: apt install {package} - then the same command again.")


def install(file: Path) -> None:
    """Run pip and show its progress."""
    count = len(pins(file))
    options = ["--disable-pip-version-check", "--no-deps", "--no-compile", "--progress-bar", "off", "--require-hashes"]
    pip = subprocess.Popen(
        [PYTHON, "-m", "pip", "install", *options, "-r", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    said: deque[str] = deque(maxlen=12)
    seen = 0
    for line in pip.stdout or ():
        said.append(line.rstrip())
        if line.startswith(("Collecting ", "Processing ", "Requirement already", "Ignoring ")):
            seen += 1
            say(f"fetching packages: {min(seen, count)} of {count}", often=True)
        elif line.startswith("Installing "):
            say("unpacking the packages")
    if pip.wait():
        words = "\n".join(said)
        if told_of_a_full_disk(words):
            sys.exit(disk_is_full())
        sys.exit(
            f"\nThe packages could not be installed. pip's last words:\n{words}\n"
            "A package index has to be within reach; PIP_INDEX_URL names another than the usual one."
        )


def say(text: str, *, often: bool = False) -> None:
    """Print progress: rewritten in place on a terminal, otherwise one line per phase and per 25 packages."""
    if sys.stdout.isatty():
        print(f"\r\033[2K  {text}", end="", flush=True)
    elif not often or text.split()[2] in ("1", "25", "50", "75", "100", "125", "150", "175"):
        print(f"  {text.strip()}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
