"""Tests of the embedded PostgreSQL: it starts again after every kind of crash."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from fateapp.embedded.errors import StoreError
from fateapp.embedded.postgres import Postgres
from fateapp.embedded.supervisor import Supervisor
from fateapp.embedded.temporary_stores import ServerDirectory, running
from fateapp.stores import program
from tests.fateapp.waiting import until
from tests.stopwatch import stretched


def ask(server: Postgres, sql: str) -> object:
    """The first column of the first row, or None."""
    with psycopg.connect(server.url()) as connection:
        answer = connection.execute(sql.encode())
        row = answer.fetchone() if answer.description else None
    return row[0] if row else None


def back(supervisor: Supervisor, server: Postgres, killed: object) -> bool:
    """Call `tend`; whether another process than the killed one answers."""
    supervisor.check_children()
    child = supervisor.children[0]
    return child.due is None and child.process is not killed and server.answers()


def write_pid_file(server: Postgres, pid: int) -> None:
    """Write the postmaster.pid that a killed server leaves."""
    (server.data / "postmaster.pid").write_text(f"{pid}\n{server.data}\n1700000000\n5432\n{server.sockets}\n\n  1234 5678\nready\n")


@pytest.fixture
def server(ground: ServerDirectory) -> Postgres:
    """A stopped server with a database."""
    made = ground.postgres()
    made.prepare()
    return made


def test_server_first_start_has_our_database_and_asks_for_the_password(ground: ServerDirectory) -> None:
    """The database has a fixed collation and checksums; only the account can use the socket and read the password."""
    server = ground.postgres(lasting=True)
    with running(server, ground.root):
        assert ask(server, "SELECT datname || ' ' || datlocale FROM pg_database WHERE datname = current_database()") == "fate C.UTF-8"
        assert ask(server, "SELECT current_setting('data_checksums') || current_setting('fsync')") == "onon"
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(server.url().replace(server.password_file.read_text(), "guess"))
        assert (server.sockets / ".s.PGSQL.5432").stat().st_mode & 0o777 == 0o700
        assert server.password_file.stat().st_mode & 0o777 == 0o600


def test_server_with_half_made_data_starts_over(ground: ServerDirectory) -> None:
    """initdb works in a temporary directory, so the remains of an interrupted one are replaced."""
    server = ground.postgres()
    draft = server.data.with_name("data.draft")
    draft.mkdir()
    (draft / "PG_VERSION").write_text("18\n")
    with running(server, ground.root):
        assert ask(server, "SELECT 1") == 1
    assert not draft.exists()


def test_server_with_foreign_files_in_its_place_refuses(ground: ServerDirectory) -> None:
    """Files that are not those of the server are never overwritten."""
    server = ground.postgres()
    server.data.mkdir()
    (server.data / "thesis.txt").write_text("precious")
    with pytest.raises(StoreError, match="not empty and holds no PostgreSQL database"):
        server.prepare()
    assert (server.data / "thesis.txt").read_text() == "precious"


def test_server_killed_starts_again_with_its_data(ground: ServerDirectory) -> None:
    """After kill -9 of the postmaster the server recovers, and committed rows are there."""
    server = ground.postgres(lasting=True)
    with running(server, ground.root) as process:
        ask(server, "CREATE TABLE kept AS SELECT 7 AS n")
        process.kill()
        until(lambda: process.poll() is not None, "the end of the server")
    with running(server, ground.root):
        assert ask(server, "SELECT n FROM kept") == 7


def test_pid_file_of_a_zombie_is_removed(server: Postgres, ground: ServerDirectory) -> None:
    """In a container without an init process a killed server stays a zombie, and PostgreSQL itself refuses to start."""
    zombie = os.fork()
    if zombie == 0:
        os._exit(0)
    try:
        until(lambda: ") Z " in Path(f"/proc/{zombie}/stat").read_text(), "a zombie")
        write_pid_file(server, zombie)
        with running(server, ground.root):
            assert ask(server, "SELECT 1") == 1
    finally:
        os.waitpid(zombie, 0)


def test_pid_file_with_a_reused_pid_is_removed(server: Postgres, ground: ServerDirectory) -> None:
    """After a restart of the machine another program may have this pid, possibly under the same account."""
    who = ground.account.as_popen() if ground.account else {}
    with subprocess.Popen(["sleep", "600"], cwd="/", **who) as stranger:
        write_pid_file(server, stranger.pid)
        with running(server, ground.root):
            assert ask(server, "SELECT 1") == 1
        assert stranger.poll() is None, "the stranger must be left alone"
        stranger.kill()


def test_pid_file_that_was_cut_short_is_removed(server: Postgres, ground: ServerDirectory) -> None:
    """The crash happened while the file was written."""
    (server.data / "postmaster.pid").write_text("12")
    with running(server, ground.root):
        assert ask(server, "SELECT 1") == 1


def test_server_in_use_by_another_is_refused(ground: ServerDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the running server, which is not killed."""
    monkeypatch.setattr("fateapp.embedded.postgres.LEFTOVER_TIMEOUT", 0.1)
    server = ground.postgres()
    with running(server, ground.root) as process:
        with pytest.raises(StoreError, match=r"is already using .* kill -INT [0-9]+"):
            server.prepare()
        assert process.poll() is None
        assert ask(server, "SELECT 1") == 1


def test_server_waits_for_a_leftover_on_its_way_out(ground: ServerDirectory) -> None:
    """The children of a killed supervisor stop by themselves; the next supervisor waits for this."""
    server = ground.postgres()
    with running(server, ground.root) as process:
        process.send_signal(signal.SIGINT)
        server.prepare()
        until(lambda: process.poll() is not None, "the end of the leftover", stretched(1))


def test_data_of_another_version_are_refused(server: Postgres) -> None:
    """For an older and a newer version, the error names both versions and the remedy."""
    (server.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(StoreError, match=r"made by PostgreSQL 17, but .* are 18\. Bring them up to date: python3 manage.py upgrade"):
        server.prepare()


def test_data_with_a_damaged_version_lead_to_a_backup(server: Postgres) -> None:
    (server.data / "PG_VERSION").write_text("")
    with pytest.raises(StoreError, match=r"PG_VERSION is damaged.* python3 manage.py restore <file>"):
        server.prepare()


def test_environment_of_the_programs_has_no_pg_variables(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A PGPORT in the operator's shell would change the name of the socket."""
    monkeypatch.setenv("PGPORT", "9999")
    assert "PGPORT" not in server.environment()


def test_initdb_that_fails_is_quoted(ground: ServerDirectory) -> None:
    """The error quotes the output of initdb."""
    server = replace(ground.postgres(), sockets=ground.root)
    broken = replace(server, programs=replace(server.programs, folder=ground.root))
    for name in ("initdb", "postgres"):
        (ground.root / name).write_text("#!/bin/sh\necho no more space >&2\nexit 1\n")
        (ground.root / name).chmod(0o755)
    with pytest.raises(StoreError, match=r"initdb could not make a database in .*: no more space"):
        broken.prepare()


def test_helper_that_is_busy_does_not_keep_a_killed_server_from_starting(ground: ServerDirectory) -> None:
    """A backend in a loop does not notice the end of its postmaster, and no server may start before it has ended."""
    server = ground.postgres(lasting=True)
    with running(server, ground.root) as process:
        line = psycopg.connect(server.url(), autocommit=True)
        line.pgconn.send_query(b"DO $$ BEGIN LOOP END LOOP; END $$")
        until(lambda: ask(server, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'") == 2, "the loop")
        process.kill()
        process.wait()
        begun = time.monotonic()
        server.prepare()
        assert time.monotonic() - begun < stretched(5)
        line.pgconn.finish()
    with running(server, ground.root):
        assert ask(server, "SELECT 1") == 1


def test_server_killed_twenty_times_in_a_row_is_back_within_five_seconds_each_time(ground: ServerDirectory, tmp_path: Path) -> None:
    """Each kill hits a server that has just recovered; committed rows are there."""
    server = ground.postgres(lasting=True)
    supervisor = Supervisor(tmp_path, print)
    supervisor.start(program("postgres", server, stop_timeout=30))
    try:
        ask(server, "CREATE TABLE kept (n int)")
        for number in range(20):
            ask(server, f"INSERT INTO kept VALUES ({number})")
            process = supervisor.children[0].process
            assert process is not None
            process.kill()
            process.wait()
            killed = time.monotonic()
            until(lambda process=process: back(supervisor, server, process), "the server", 30)
            assert time.monotonic() - killed < stretched(5), number
        assert ask(server, "SELECT count(*) FROM kept") == 20
    finally:
        supervisor.stop()
