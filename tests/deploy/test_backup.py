"""Tests of backups: a file is complete or refused. A drill destroys a site, restores it, audits it and continues the games."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from fateapp.embedded.instance_record import Stores
from fateapp.installation import CODE as PROJECT
from fateapp.ops import backup, pgtools
from tests.fateapp.stores import site as sites

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
KEY = "k" * 40
FILL = """
from django.core.management import call_command
for words in (["migrate", "-v", "0"], ["demo"], ["sweep"]):
    call_command(*words)
"""
"""In one process, since each start takes seconds."""


def make(folder: Path, name: str = "one.fate-backup") -> Path:
    """A small backup with one picture."""
    media = folder / "media"
    (media / "faces").mkdir(parents=True, exist_ok=True)
    (media / "faces" / "ada.png").write_bytes(b"picture")
    return backup.write(folder / name, dump=lambda path: path.write_bytes(b"dump" * 1000), key=KEY, media=media, now=NOW)


def test_backup_gives_back_what_was_put_in(tmp_path: Path) -> None:
    with backup.opened(make(tmp_path)) as found:
        assert (found.dump.read_bytes(), found.key, found.made_at) == (b"dump" * 1000, KEY, NOW.isoformat())
        backup.place_media(found, tmp_path / "there")
    assert (tmp_path / "there" / "faces" / "ada.png").read_bytes() == b"picture"


def test_backup_is_for_its_owner_only(tmp_path: Path) -> None:
    assert make(tmp_path).stat().st_mode & 0o777 == 0o600


def test_interrupted_backup_leaves_no_file_of_that_name(tmp_path: Path) -> None:
    """The dump fails midway: neither the file nor a temporary one is left."""

    def fail(path: Path) -> None:
        path.write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup.write(tmp_path / "x.fate-backup", dump=fail, key=KEY, media=tmp_path / "none", now=NOW)
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_backup_that_was_killed_are_removed_after_a_day(tmp_path: Path) -> None:
    """Each was as large as the database, and stayed."""
    for name, hours in (("old", 30), ("running", 1)):
        folder, draft = tmp_path / f".backup-{name}", tmp_path / f"{name}.fate-backup.partial"
        folder.mkdir()
        (folder / "database.dump").touch()
        draft.touch()
        for path in (folder, draft):
            os.utime(path, times=(NOW.timestamp() - hours * 3600,) * 2)
    make(tmp_path)
    left = {path.name for path in tmp_path.iterdir()} - {"media", "one.fate-backup"}
    assert left == {".backup-running", "running.fate-backup.partial"}


def test_full_disk_is_no_fault_of_the_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text was that it is no complete backup, and to take another one."""

    def full(*_files: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    made = make(tmp_path)
    monkeypatch.setattr(backup.shutil, "copyfileobj", full)
    with pytest.raises(backup.BackupError, match=r"is full\. Make room there, or set TMPDIR"), backup.opened(made):
        pass


def test_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    make(tmp_path)
    with pytest.raises(backup.BackupError, match="exists already"):
        make(tmp_path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_cut_off_file_is_refused(tmp_path: Path, share: float) -> None:
    whole = make(tmp_path).read_bytes()
    cut = tmp_path / "cut.fate-backup"
    cut.write_bytes(whole[: int(6000 * share)])
    with pytest.raises(backup.BackupError, match="Take another one"), backup.opened(cut):
        pass


def test_file_that_cannot_be_read_is_not_called_incomplete(tmp_path: Path) -> None:
    missing = tmp_path / "missing.fate-backup"
    with pytest.raises(backup.BackupError) as caught, backup.opened(missing):
        pass
    assert str(caught.value) == f"{missing} cannot be read: No such file or directory. Give the path of a backup."


def test_file_of_another_kind_is_refused_in_one_line(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ada,")
    with pytest.raises(backup.BackupError) as caught, backup.opened(other):
        pass
    assert str(caught.value) == f"{other} is no complete backup of fateapp (file could not be opened successfully). Take another one."


def test_failed_program_is_quoted_without_its_progress() -> None:
    said = "pg_dump: saving encoding = UTF8\npg_dump: error: could not write to output file: No space left on device\n"
    assert pgtools.complaints(said) == "pg_dump: error: could not write to output file: No space left on device"
    assert pgtools.complaints("Killed\n") == "Killed"


def test_flipped_byte_is_refused(tmp_path: Path) -> None:
    good = make(tmp_path)
    bad = bytearray(good.read_bytes())
    bad[bad.index(b"dumpdump") + 100] ^= 1
    good.write_bytes(bad)
    with pytest.raises(backup.BackupError, match=r"damaged: database\.dump"), backup.opened(good):
        pass


def test_path_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    """A manipulated archive cannot write outside of the folder."""
    evil = tmp_path / "evil.fate-backup"
    (tmp_path / "contents").write_text(json.dumps({"format": 1, "members": {}}))
    with tarfile.open(evil, "w") as archive:
        archive.add(tmp_path / "contents", arcname="../contents.json")
    with pytest.raises(backup.BackupError), backup.opened(evil):
        pass
    assert not (tmp_path.parent / "contents.json").exists()


def test_only_the_latest_are_kept(tmp_path: Path) -> None:
    made = [make(tmp_path, f"{number}.fate-backup") for number in range(4)]
    for number, path in enumerate(made):
        os.utime(path, (number, number))
    assert backup.forget_old(tmp_path, 2) == [made[1], made[0]]
    assert sorted(path.name for path in tmp_path.glob("*.fate-backup")) == ["2.fate-backup", "3.fate-backup"]


def manage(
    stores: Stores, database: str, data_dir: Path, *words: str, key: str | None = None, patience: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run a command of the test's own site."""
    url = (stores.database_url or "").replace("/fate?", f"/{database}?")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    environment |= {"FATE_DATABASE_URL": url, "FATE_REDIS_URL": stores.redis_url or "", "FATE_DATA_DIR": str(data_dir)}
    environment |= {"FATE_SECRET_KEY": key} if key else {}
    command = [sys.executable, str(PROJECT / "manage.py"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=patience, check=False)


@pytest.mark.slow
def test_drill_backup_destroy_restore_audit(stores: Stores, with_tables: str, tmp_path: Path) -> None:
    """A backup of a running site with games; the site is deleted and restored elsewhere; every game is sound."""
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        for name, how in (("drill_old", with_tables), ("drill_new", "")):
            line.execute(f"DROP DATABASE IF EXISTS {name}")
            line.execute(f"CREATE DATABASE {name} {how}")
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    filled = manage(stores, "drill_old", old, "shell", "-v0", "-c", FILL, key=KEY)
    assert filled.returncode == 0, filled.stderr
    made = manage(stores, "drill_old", old, "backup", str(tmp_path / "site.fate-backup"), key=KEY)
    assert made.returncode == 0, made.stderr

    refused = manage(stores, "drill_old", old, "restore", str(tmp_path / "site.fate-backup"), key=KEY)
    assert refused.returncode == 1
    assert "The database has tables already" in refused.stderr
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute("DROP DATABASE drill_old WITH (FORCE)")

    restored = manage(stores, "drill_new", new, "restore", str(tmp_path / "site.fate-backup"))
    assert restored.returncode == 0, restored.stderr
    assert "every log is unbroken and leads to the stored position." in restored.stdout
    assert (new / "secret-key").read_text() == KEY
    with psycopg.connect((stores.database_url or "").replace("/fate?", "/drill_new?")) as line:
        assert line.execute("SELECT count(*) FROM games_game").fetchone() == (2,)
        assert line.execute("SELECT count(*) FROM games_player WHERE email = 'ada@fate.example'").fetchone() == (1,)
    with sites.made() as site:
        _restore_into_a_new_folder(site.data_dir, tmp_path / "site.fate-backup")


def _restore_into_a_new_folder(folder: Path, source: Path) -> None:
    """Without FATE_DATABASE_URL. `restore` asked for a database, `up` made one with tables, and `restore` refused those."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_"))}

    def said(*words: str) -> tuple[int, str]:
        command = [sys.executable, str(PROJECT / "manage.py"), *words]
        done = subprocess.run(
            command, env=environment | {"FATE_DATA_DIR": str(folder)}, capture_output=True, text=True, timeout=120, check=False
        )
        return done.returncode, done.stdout + done.stderr

    code, text = said("restore", str(source))
    assert (code, "1 games looked at: every log is unbroken" in text or text) == (0, True)
    assert (folder / "secret-key").read_text() == KEY
    code, text = said("restore", str(source))
    assert (code, "set FATE_DATA_DIR to a new folder" in text or text) == (1, True)


@pytest.mark.django_db
def test_programs_reach_the_server_that_the_site_has_found() -> None:
    """Builds of libpq differ in the default folder of sockets, so it is always named."""
    found = pgtools.environment()
    assert found["PGHOST"] == connection.connection.info.host != ""
    assert found["PGDATABASE"] == connection.settings_dict["NAME"]
    assert pgtools.run("psql", "-X", "-At", "-c", "SELECT 1") == "1\n"
