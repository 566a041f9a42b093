"""Tests of `manage.py migrate-store`: from the embedded database to another server, counted and audited."""

from __future__ import annotations

import io
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from fateapp.embedded import binaries
from fateapp.embedded.instance_record import Stores
from fateapp.ops import transfer
from tests.fateapp.stores.site import Site, made


@pytest.fixture
def site() -> Iterator[Site]:
    with made() as site:
        yield site


@pytest.fixture
def elsewhere(stores: Stores) -> Iterator[str]:
    """The URL of an empty database on the server of this run."""
    name = f"elsewhere_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        yield (stores.database_url or "").replace("/fate?", f"/{name}?")
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def move(settings: Settings, site: Site, url: str) -> str:
    """Run the command for that site."""
    settings.FATE = settings.FATE | {"FATE_DATA_DIR": site.data_dir}
    said = io.StringIO()
    call_command("migrate-store", url, stdout=said)
    return said.getvalue()


@pytest.mark.slow
def test_everything_arrives_and_nothing_is_written_over(settings: Settings, site: Site, elsewhere: str) -> None:
    site.fill(binaries.postgres())
    said = move(settings, site, elsewhere)
    assert "every table has as many as before." in said
    assert "games looked at: every log is unbroken and leads to the stored position." in said
    assert elsewhere not in said
    with psycopg.connect(elsewhere) as line:
        assert line.execute("SELECT count(*) FROM games_player WHERE email = 'ada@fate.example'").fetchone() == (1,)
        line.execute('INSERT INTO games_outage (start, "end", clocks) VALUES (now(), now(), 0)')  # and sequences continue
    with pytest.raises(CommandError, match="has tables already"):
        move(settings, site, elsewhere)


def test_server_that_does_not_answer_is_one_sentence(settings: Settings, site: Site) -> None:
    with pytest.raises(CommandError, match="The server does not answer"):
        move(settings, site, "postgresql://nobody@/fate?host=/nonexistent")
    with pytest.raises(CommandError, match="names no database"):
        move(settings, site, "postgresql://nobody@127.0.0.1")
    with pytest.raises(CommandError) as caught:
        move(settings, site, "postgresql://nobody@127.0.0.1:1/fate")
    assert "\n" not in str(caught.value)
    with pytest.raises(CommandError, match=r"^The address cannot be read: .* postgresql://name:password@host/database$"):
        move(settings, site, "nonsense")


def table(url: str, statement: str) -> None:
    with psycopg.connect(url) as line:
        line.execute(statement.encode())


def test_incomplete_copy_is_noticed(elsewhere: str, stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table lacks one row."""
    table(elsewhere, "CREATE TABLE things (id int)")
    monkeypatch.setattr(transfer, "_pipe_dump", lambda *words: None)
    with pytest.raises(transfer.TransferError, match="has tables already"):
        transfer.copy(stores.database_url or "", elsewhere, binaries.postgres().folder, print)
    table(elsewhere, "DROP TABLE things")
    seen = iter([{}, {"things": 2}, {"things": 1}])
    monkeypatch.setattr(transfer, "counts", lambda url: next(seen))
    with pytest.raises(transfer.TransferError, match="The copy is not complete: things"):
        transfer.copy(stores.database_url or "", elsewhere, binaries.postgres().folder, print)


def test_failed_dump_leaves_the_target_empty(elsewhere: str, stores: Stores, tmp_path: Path) -> None:
    """pg_restore dies midway; what it has written is rolled back."""
    programs = binaries.postgres().folder
    (tmp_path / "psql").symlink_to(programs / "psql")
    (tmp_path / "pg_dump").write_text("#!/bin/sh\necho 'CREATE TABLE half (id int);'\necho 'the disk is broken' >&2\nexit 1\n")
    (tmp_path / "pg_dump").chmod(0o755)
    with pytest.raises(transfer.TransferError, match="nothing was changed: the disk is broken"):
        transfer._pipe_dump(stores.database_url or "", elsewhere, tmp_path, print)
    assert transfer.counts(elsewhere) == {}


def test_line_that_an_older_server_does_not_know_is_left_out() -> None:
    lines = [b"SET statement_timeout = 0;\n", transfer.NOT_BEFORE_17, b"COPY public.things (id) FROM stdin;\n", b"1\n"]
    told: list[str] = []
    assert list(transfer.compatible_lines(io.BytesIO(b"".join(lines)), True, told.append)) == [lines[0], *lines[2:]]
    assert list(transfer.compatible_lines(io.BytesIO(b"".join(lines)), False, told.append)) == lines
    assert told == ["things", "things"]
