"""Tests of the choice of the PostgreSQL and Valkey binaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from fateapp.embedded import binaries
from fateapp.embedded.errors import StoreError


def make_postgres(folder: Path, version: str) -> Path:
    """A folder that looks like a PostgreSQL installation of that version."""
    folder.mkdir(parents=True)
    for name in ("initdb", "postgres"):
        (folder / name).write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")
        (folder / name).chmod(0o755)
    return folder


def test_postgres_named_by_the_operator_is_taken(tmp_path: Path) -> None:
    """The operator's choice has precedence."""
    folder = make_postgres(tmp_path / "bin", "16.9 (Debian)")
    assert binaries.postgres(folder) == binaries.Postgres(folder, 16)


def test_postgres_too_old_is_refused_with_the_remedy(tmp_path: Path) -> None:
    """The operator names a version that is no longer supported."""
    folder = make_postgres(tmp_path / "bin", "13.2")
    with pytest.raises(StoreError, match=r"No PostgreSQL 16 or newer in FATE_PG_BIN=.*Set FATE_DATABASE_URL"):
        binaries.postgres(folder)


def test_postgres_of_the_wheel_is_18() -> None:
    """The lock file installs PostgreSQL 18."""
    name = binaries.WHEELS_WITH_POSTGRES[0]
    folders = [folder for folder, tree in binaries._postgres_folders(None) if tree and tree.name == name]
    assert binaries.postgres(folders[0]).major == 18


def test_valkey_named_wrongly_is_refused(tmp_path: Path) -> None:
    """The error names the setting."""
    with pytest.raises(StoreError, match=r"FATE_VALKEY_BIN=.*/absent is not a program"):
        binaries.valkey(tmp_path / "absent")


def test_valkey_named_by_the_operator_is_taken(tmp_path: Path) -> None:
    """The file may have any name."""
    (tmp_path / "redis-server").write_text("")
    assert binaries.valkey(tmp_path / "redis-server") == binaries.Valkey(tmp_path / "redis-server")
