"""Tests of the checks before a start: all problems with settings, ports and programs are reported at once, by every command alike."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fateapp import installation, ports, processes
from fateapp.environment import BadSetting, read_all
from fateapp.installation import CODE as PROJECT
from tests.ports import free_port

MANAGE = [sys.executable, str(PROJECT / "manage.py")]
ROLE = [sys.executable, "-m", "fateapp.role"]


def said_by(command: list[str], data_dir: Path, **settings: str) -> tuple[int, list[str]]:
    """The exit code, and the lines of both output streams."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    done = subprocess.run(
        command,
        env=environment | {"FATE_DATA_DIR": str(data_dir)} | settings,
        cwd=PROJECT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=200,
    )
    return done.returncode, done.stdout.strip().splitlines()


WRONG = {
    "FATE_SECRET_KEY": "short",
    "FATE_WORKERS": "0",
    "FATE_API_RATE": "-1",
    "FATE_SITE_URL": "https://fate..example",
    "FATE_DATABASE_URL": "postgresql://fate@db",
    "FATE_REDIS_URL": "redis://valkey:port/0",
    "FATE_EMAIL_URL": "smtp://",
    "FATE_EMAIL_FROM_FILE": "/nonexistent/sender",
}
SENTENCES = [
    "FATE_SITE_URL 'https://fate..example' has a host that is neither a name (xn--… for letters beyond ASCII) nor an IP address.",
    "FATE_SECRET_KEY has 5 characters and needs 32 or more; this makes one: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'.",
    "FATE_DATABASE_URL names no database; it ends like this: @host/fate.",
    "FATE_REDIS_URL has a port that is not a number from 0 to 65535.",
    "FATE_EMAIL_URL names no host; it looks like smtp+tls://name:password@host:587.",
    "FATE_EMAIL_FROM_FILE names a file that cannot be read: [Errno 2] No such file or directory: '/nonexistent/sender'.",
    "FATE_API_RATE '-1' is not a whole number from 1 to 999999.",
    "FATE_WORKERS '0' is not a whole number from 1 to 256.",
]


@pytest.mark.parametrize("command", [[*MANAGE, "config"], [*MANAGE, "prepare"], [*MANAGE, "up"], [*ROLE, "web"], [*ROLE, "worker"]])
def test_all_bad_settings_are_told_at_once_by_every_command(command: list[str], tmp_path: Path) -> None:
    """The sentences come first, no directory is made, and the exit code is not 0."""
    code, lines = said_by(command, tmp_path / "data", **WRONG)
    assert (code != 0, lines[: len(SENTENCES)]) == (True, SENTENCES)
    assert not (tmp_path / "data").exists()


def test_up_tells_ports_programs_and_misspelt_names_with_them(tmp_path: Path) -> None:
    """One start shows all problems."""
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as mail:
        port, replies = taken.getsockname()[1], f"smtp://127.0.0.1:{mail.getsockname()[1]}"
        code, lines = said_by(
            [*MANAGE, "up", "--port", str(port)],
            tmp_path / "data",
            FATE_PG_BIN="/nonexistent",
            FATE_VALKEY_BIN="/nonexistent",
            FATE_MAILIN_LISTEN=replies,
            FATE_WORKER="2",
        )
    assert code == 1
    assert lines[:2] == [
        "No PostgreSQL 16 or newer in FATE_PG_BIN=/nonexistent. Set FATE_DATABASE_URL to use a server that runs elsewhere.",
        "FATE_VALKEY_BIN=/nonexistent is not a program.",
    ]
    assert lines[2].startswith(f"Port {port} is in use by another program. Take another one: python3 manage.py up --port ")
    assert lines[3:] == [
        f"Replies cannot be received at {replies}; change FATE_MAILIN_LISTEN or stop what listens there.",
        "FATE_WORKER is not a setting of fateapp. Did you mean FATE_WORKERS?",
    ]
    assert not (tmp_path / "data").exists()


def test_up_tells_all_taken_ports_before_anything_is_started(tmp_path: Path) -> None:
    """Also with valid settings: the data directory is locked, but no database is made."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        listen = f"lmtp://127.0.0.1:{processes.stream_port(port)}"
        code, lines = said_by([*MANAGE, "up", "--port", str(port)], tmp_path / "data", FATE_MAILIN_LISTEN=listen)
    assert code == 1
    assert lines[0].startswith(f"Port {port} is in use by another program.")
    assert lines[1:] == [f"FATE_MAILIN_LISTEN names port {port + 1}, which web server or stream need; choose another one."]
    assert not (tmp_path / "data" / "postgres").exists()


@pytest.mark.parametrize("host", ["fate..example", "192.0.2.1"])
def test_host_that_is_not_ours_is_one_sentence(host: str) -> None:
    problem = ports.ports_problem(host, 8000) or ""
    assert problem.startswith(f"Cannot listen on {host} port 8000: ")
    assert problem.endswith("Choose an address of this machine, or 0.0.0.0 for all of them, with --host.")


def test_config_shows_a_contradiction_and_a_misspelt_name(tmp_path: Path) -> None:
    code, lines = said_by([*MANAGE, "config"], tmp_path, FATE_DEBUG="1", FATE_SITE_URL="https://fate.example")
    expected = "FATE_DEBUG is on for https://fate.example: error pages would show hands and keys to strangers. Unset it."
    assert (code, lines) == (2, [expected])

    code, lines = said_by([*MANAGE, "config"], tmp_path, FATE_PROXY_COUNTS="1")
    assert code == 0
    assert "FATE_PROXY_COUNT=0" in lines
    assert "?: (fate.W003) FATE_PROXY_COUNTS is not a setting of fateapp." in lines


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FATE_SITE_URL", "http://a b"),
        ("FATE_SITE_URL", "https://-fate.example"),
        ("FATE_SITE_URL", "https://münchen.example"),
        ("FATE_SITE_URL", "http://300.1.1.1"),
        ("FATE_REDIS_URL", "redis://host/zero"),
        ("FATE_REDIS_URL", "unix://"),
        ("FATE_DATABASE_URL", "postgresql://host:port/fate"),
        ("FATE_EMAIL_URL", "smtp://host:port"),
        ("FATE_BROKER_URL", "sentinel://host"),
        ("FATE_MAILIN_LISTEN", "smtp://127.0.0.1:70000"),
        ("FATE_MAILIN_DOMAIN", "user@fate.example"),
        ("FATE_MAILIN_IMAP_URL", "imaps://"),
        ("FATE_MAILIN_WEBHOOK_SECRET", "password"),
        ("FATE_MAILIN_PROVIDERS", "mailgun"),
        ("FATE_MAILIN_PROVIDERS", "postmark"),
        ("FATE_VAPID_KEY", "key"),
        ("FATE_STREAM_URL", "stream.fate.example"),
        ("FATE_SENTRY_DSN", "https://"),
        ("FATE_WORKERS", "257"),
    ],
)
def test_value_that_would_fail_later_is_refused_now(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name} "):
        read_all({name: value})


def test_usual_values_are_accepted() -> None:
    """Each as the documentation shows it."""
    values = {
        "FATE_SITE_URL": "http://[::1]:8000",
        "FATE_DATABASE_URL": "postgresql:///fateapp",
        "FATE_REDIS_URL": "rediss://:pass%2Fword@valkey.fate_net:6380/2",
        "FATE_BROKER_URL": "sentinel://one:26379,two:26379/0?master=fate",
        "FATE_EMAIL_URL": "smtp+tls://name:password@mail.example:587",
        "FATE_EMAIL_FROM": "Fate <fate@fate.example>",
        "FATE_MAILIN_LISTEN": "smtp://127.0.0.1:8025, lmtp://[::1]:8024",
        "FATE_MAILIN_PROVIDERS": "mailgun=key,postmark",
        "FATE_MAILIN_WEBHOOK_SECRET": "name:pass:word",
    }
    read = read_all(values)
    assert {name: read[name] for name in ("FATE_SITE_URL", "FATE_MAILIN_LISTEN")} == {
        "FATE_SITE_URL": "http://[::1]:8000",
        "FATE_MAILIN_LISTEN": ["smtp://127.0.0.1:8025", "lmtp://[::1]:8024"],
    }


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 60 MB that the servers' account can reach: enough for a folder, too small for a database."""
    disk = Path(tempfile.mkdtemp(prefix="fate-test-"))
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60m,mode=755", "tmpfs", disk], capture_output=True, check=False)
    try:
        if made.returncode:
            pytest.skip("this account may not mount a small disk")
        disk.chmod(0o755)
        yield disk
    finally:
        if not made.returncode:
            subprocess.run(["umount", "--lazy", disk], check=True)
        disk.rmdir()


@pytest.mark.slow
@pytest.mark.parametrize("megabytes_left", [60, 45, 1, 0])
def test_first_start_on_a_full_disk_is_one_sentence(small_disk: Path, megabytes_left: int) -> None:
    """The disk may fill up with the folder, the key, the database or the tables. The completed steps are printed before the error."""
    room = shutil.disk_usage(small_disk).free - megabytes_left * 1_000_000
    (small_disk / "ballast").write_bytes(b"x" * max(0, room))
    code, lines = said_by([*MANAGE, "up", "--no-demo", "--port", "8877"], small_disk / "data")
    assert code == 1
    assert [line for line in lines[:-1] if not line.startswith(("done: ", "    "))] == []
    assert lines[-1].startswith(f"The disk is full: {small_disk}")
    assert lines[-1].endswith("or set FATE_DATA_DIR to a folder on a larger disk; then give the same command again.")


@pytest.mark.parametrize("folders", [[], ["log"]])
def test_start_on_a_disk_that_became_read_only_is_one_sentence(small_disk: Path, folders: list[str]) -> None:
    """Linux makes a disk with errors read-only. The start was a traceback."""
    for name in folders:
        (small_disk / name).mkdir()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    code, lines = said_by([*MANAGE, "up", "--port", str(free_port())], small_disk)
    assert (code, len(lines)) == (1, 1)
    assert "Read-only file system. Set FATE_DATA_DIR to a place you may write" in lines[0]


def test_database_that_does_not_answer_is_told_with_its_setting_and_the_remedy(tmp_path: Path) -> None:
    """The same error by `up` and by the command that makes the tables, which `up` runs."""
    nobody = {"FATE_DATABASE_URL": "postgresql://fate:word@127.0.0.1:1/fate", "FATE_REDIS_URL": "redis://127.0.0.1:1/0"}
    code, lines = said_by([*MANAGE, "up", "--port", str(free_port())], tmp_path, **nobody)
    assert code == 1
    assert lines[-1].endswith("Start PostgreSQL, or correct FATE_DATABASE_URL.")
    assert "port 1 failed: Connection refused" in lines[-1]


def test_used_port_names_the_command_of_an_installed_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "PROGRAM", "fateapp")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = ports.port_problem("127.0.0.1", taken.getsockname()[1])
    assert "Take another one: fateapp up --port " in str(said)
