"""Tests of upgrades from earlier commits: every page of their sites is read, and every game is played to its end.

The stored backups (tests/deploy/carried) were written by the code of these commits, with running games of all kinds. `make.py` there
makes them anew.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg
import pytest

from fateapp.embedded import binaries
from fateapp.embedded.instance_record import Stores
from fateapp.embedded.temporary_stores import running
from fateapp.ops import backup
from tests.deploy.test_backup import manage
from tests.fateapp.site_of_up import Site
from tests.fateapp.stores import site
from tests.fateapp.waiting import until
from tests.ports import free_port

HERE = Path(__file__).parent / "carried"
DRILL = (HERE / "drill.py").read_text()
KEY = "k" * 48
LACKING = {
    "2d54b13": [
        "column games_game.changes is missing: added.",
        "column games_seat.orders is missing: added.",
        "constraint games_game.games_game_changes_check is missing: added.",
        "index message_kept is missing: added.",
        "index message_old is missing: added.",
    ],
    "961d344": [],
}
"""The repairs of the schema by commit."""
KINDS = ["council_of_kings", "destined_to_fail", "fate_foretold", "tempting_fate", "turn_of_fate"]
FITS = "The tables are what this version makes of an empty database."

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@contextmanager
def database(stores: Stores) -> Iterator[str]:
    """A new empty database; yields its name."""
    name = f"carried_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        try:
            yield name
        finally:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def put_back(url: str, commit: str, change: str = "") -> None:
    """Restore the backup of a commit without any repair, then execute `change`."""
    folder = binaries.postgres().folder
    with backup.opened(HERE / f"{commit}.fate-backup") as found, psycopg.connect(url) as line:
        script = found.folder / "script.sql"
        subprocess.run([folder / "pg_restore", "--no-owner", "--no-privileges", "-f", script, found.dump], check=True)
        subprocess.run([folder / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-f", script, url], check=True)
        line.execute(change or "SELECT 1")


def of_name(stores: Stores, name: str) -> str:
    """The URL of this database."""
    return (stores.database_url or "").replace("/fate?", f"/{name}?")


def judge(done: dict[str, Any]) -> None:
    """Check the results of the drill."""
    nothing: dict[str, int] = {}
    assert done["failed"] == [dict.fromkeys(done["pages"], nothing)] * 2
    assert min(done["pages"].values()) >= 60, done["pages"]
    assert (done["kinds"], done["moved"]) == (KINDS, dict.fromkeys(KINDS, True))
    assert (done["grown"], done["trouble"], done["games"]) == (True, 0, {"finished": 16, "open": 1})
    assert (done["tournaments"], done["rounds"]) == ({"Spring cup": "review", "Autumn cup": "registration"}, [1, 2, 3])
    assert [line.partition(" ")[2] for line in done["audited"]] == [
        "games looked at: every log is unbroken and leads to the stored position."
    ] * 2


@pytest.mark.parametrize("commit", LACKING)
def test_backup_of_an_earlier_commit_is_restored_completed_and_goes_on(stores: Stores, tmp_path: Path, commit: str) -> None:
    with database(stores) as name:
        restored = manage(stores, name, tmp_path, "restore", str(HERE / f"{commit}.fate-backup"))
        assert restored.returncode == 0, restored.stderr
        assert restored.stdout.splitlines()[1:-2] == [*LACKING[commit], FITS]
        again = manage(stores, name, tmp_path, "repair-schema")
        assert again.stdout.splitlines() == [FITS]
        done = manage(stores, name, tmp_path, "shell", "-v0", "-c", DRILL, key=KEY, patience=500)
        assert done.returncode == 0, (done.stdout[-2000:], done.stderr[-4000:])
    judge(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.xdist_group("up")
def test_data_directory_of_the_oldest_commit_starts_after_a_backup() -> None:
    """`up` recognises the schema, makes a backup, repairs the tables and serves the site."""
    with site.made() as place:
        server = place.server(binaries.postgres())
        with running(server, place.root):
            put_back(server.url(), "2d54b13")
        (place.data_dir / "secret-key").write_text(KEY)
        (place.root / "output").touch()
        up = Site(place.root, free_port())
        try:
            up.start()
            assert "The tables were those of an earlier version and have been completed. A backup from before: " in up.output
            until(lambda: fetched(up.port, "/readyz") == (200, "ready\n"), "the first round of the sweeper")
            assert fetched(up.port, "/")[0] == fetched(up.port, "/tournaments/")[0] == 200
        finally:
            if up.process:
                up.process.send_signal(signal.SIGINT)
                up.process.wait(60)
        (kept,) = (place.data_dir / backup.FOLDER).glob(f"*{backup.SUFFIX}")
        with backup.opened(kept) as found:
            assert found.key == KEY
        assert b"orders" not in columns_of("games_seat", kept)


def columns_of(table: str, kept: Path) -> bytes:
    """The columns of a table, from the head of its rows in a backup."""
    with backup.opened(kept) as found:
        command = [binaries.postgres().folder / "pg_restore", "--data-only", f"--table={table}", "-f", "-", found.dump]
        said = subprocess.run(command, check=True, capture_output=True).stdout
    head = re.search(rb"COPY public\.\w+ \((.*)\)", said)
    assert head is not None
    return head[1]


def fetched(port: int, path: str) -> tuple[int, str]:
    """Status and body of a response."""
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", path, headers={"Host": "localhost"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def test_shape_that_nobody_knows_is_refused_and_stays_as_it_is(stores: Stores, tmp_path: Path) -> None:
    """`prepare`, which `up` runs, repairs only known schemas; `repair-schema` adds missing objects and refuses other changes."""
    with database(stores) as name:
        put_back(of_name(stores, name), "961d344", "ALTER TABLE games_seat DROP COLUMN orders, DROP COLUMN notes")
        refused = manage(stores, name, tmp_path, "prepare", key=KEY)
        assert refused.returncode == 1
        assert refused.stderr.strip() == (
            "CommandError: The database does not fit this version: column games_seat.notes is missing. "
            "column games_seat.orders is missing. Stop the site and run: python3 manage.py repair-schema"
        )
        assert not (tmp_path / backup.FOLDER).exists()
        repaired = manage(stores, name, tmp_path, "repair-schema")
        assert repaired.stdout.splitlines()[-1] == FITS
        assert manage(stores, name, tmp_path, "prepare", key=KEY).returncode == 0


def test_embedded_database_at_rest_is_repaired_where_it_lies() -> None:
    """`repair-schema` starts the database of a stopped site for the repair."""
    with site.made() as place:
        server = place.server(binaries.postgres())
        with running(server, place.root):
            put_back(server.url(), "961d344", "ALTER TABLE games_seat DROP COLUMN notes")
        shutil.rmtree(place.root / "s", ignore_errors=True)
        none = Stores("", "")
        shown = manage(none, "", place.data_dir, "repair-schema", "--dry-run", key=KEY)
        assert """ALTER TABLE "games_seat" ADD COLUMN "notes" text DEFAULT '' NOT NULL;""" in shown.stdout.splitlines()
        for expected in (["column games_seat.notes is missing: added.", FITS], [FITS]):
            done = manage(none, "", place.data_dir, "repair-schema", key=KEY)
            assert (done.returncode, done.stdout.splitlines()) == (0, expected), done.stderr
