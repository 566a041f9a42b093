"""Tests of the paths of data and programs, mainly when root starts the site and the servers run under another account."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fateapp.embedded import account, binaries, instance_record, paths
from fateapp.embedded.errors import StoreError

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="changing accounts needs root")


@pytest.fixture
def hidden(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project below a folder that only root may enter, and a reachable substitute for /var/lib."""
    with tempfile.TemporaryDirectory(prefix="fate-test-") as private, tempfile.TemporaryDirectory(prefix="fate-test-") as public:
        Path(public).chmod(0o755)
        monkeypatch.setattr(paths, "FOR_HIDDEN_PROJECTS", Path(public) / "fateapp")
        project = Path(private) / "project"
        project.mkdir()
        yield project


@as_root
def test_home_of_a_hidden_project_is_elsewhere_and_parents_keep_their_modes(hidden: Path) -> None:
    """The servers' account cannot reach the project, so its data and a copy of the programs lie elsewhere."""
    data_dir = hidden / ".fate"
    paths.make_data_dir(data_dir)
    home, who = paths.servers_home(data_dir, None)
    assert who is not None
    assert home.parent == paths.FOR_HIDDEN_PROJECTS
    assert stat.S_IMODE(hidden.parent.stat().st_mode) == 0o700
    assert paths.servers_home(data_dir, None) == (home, who)


@as_root
def test_home_with_data_wins_over_a_better_place(hidden: Path) -> None:
    """After the project was moved to a reachable place, no empty database may be started beside the existing one."""
    data_dir = hidden / ".fate"
    paths.make_data_dir(data_dir)
    home, who = paths.servers_home(data_dir, None)
    paths.own_folder(home / "postgres", who)
    hidden.parent.chmod(0o755)
    assert paths.servers_home(data_dir, None) == (home, who)


@as_root
def test_data_of_another_account_go_on_under_that_account(hidden: Path) -> None:
    """Setting FATE_RUN_AS later must not make the data unreadable for the servers."""
    data_dir = hidden / ".fate"
    paths.make_data_dir(data_dir)
    (data_dir / "postgres").mkdir()
    os.chown(data_dir / "postgres", 1, 1)
    home, who = paths.servers_home(data_dir, None)
    assert (home, who and who.uid) == (data_dir, 1)


@as_root
def test_programs_out_of_reach_are_copied_once(hidden: Path) -> None:
    """The copy runs, belongs to root, and is made once."""
    tree = hidden / "embedded_postgres"
    (tree / "bin").mkdir(parents=True)
    program = tree / "bin" / "postgres"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o700)
    (hidden / "valkey").write_text("#!/bin/sh\nexit 0\n")
    who = account.for_servers(None)
    shelf = paths.FOR_HIDDEN_PROJECTS
    found, _ = paths.reachable_programs(
        binaries.Postgres(program.parent, 18, tree), binaries.Valkey(Path("/bin/true")), who, paths.own_folder(shelf, None)
    )
    assert found.folder == shelf / "embedded_postgres" / "bin"
    assert who is not None
    assert who.can_run([str(found.folder / "postgres")])
    assert (found.folder / "postgres").stat().st_uid == 0
    made = (found.folder / "postgres").stat().st_ctime_ns
    paths.reachable_programs(binaries.Postgres(program.parent, 18, tree), binaries.Valkey(Path("/bin/true")), who, shelf)
    assert (found.folder / "postgres").stat().st_ctime_ns == made


@as_root
def test_account_that_is_root_or_unknown_is_refused() -> None:
    """FATE_RUN_AS must name an account without privileges."""
    for name in ("root", "nobody-of-that-name"):
        with pytest.raises(StoreError, match=f"FATE_RUN_AS={name} is not an account without privileges"):
            account.for_servers(name)


def test_account_of_an_ordinary_user_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are no privileges to drop."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert account.for_servers("whoever") is None


def test_sockets_of_a_deep_project_lie_in_a_short_temporary_folder(tmp_path: Path) -> None:
    """A unix socket's path is limited to 107 bytes."""
    deep = tmp_path / ("d" * 90)
    deep.mkdir()
    with paths.socket_folder(deep, None) as folder:
        assert len(f"{folder}/.s.PGSQL.5432.lock") < 107
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not folder.exists()


def test_data_dir_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    """A file of that name is in the way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"The data directory .* cannot be made: .*\. Set FATE_DATA_DIR"):
        paths.make_data_dir(tmp_path / "file" / "data")


@as_root
def test_data_dir_of_another_user_is_refused(tmp_path: Path) -> None:
    """Otherwise a single start with sudo would leave files of two owners."""
    os.chown(tmp_path, 1, 1)
    with pytest.raises(StoreError, match=r"belongs to user 1\. Start as that user"):
        paths.make_data_dir(tmp_path)


def test_record_is_private_and_the_key_lasts(tmp_path: Path) -> None:
    """The addresses in the record contain the password; the key is made once."""
    instance_record.save_addresses(tmp_path, "postgresql://x", "unix:///y")
    key = instance_record.lasting_key(tmp_path)
    assert instance_record.lasting_key(tmp_path) == key
    assert len(key) >= 48
    assert instance_record.load(tmp_path) == instance_record.Stores("postgresql://x", "unix:///y", key)
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {"stores.json": 0o600, "secret-key": 0o600}


def test_record_absent_or_damaged_is_empty(tmp_path: Path) -> None:
    assert instance_record.load(tmp_path / "never") == instance_record.Stores()
    (tmp_path / "stores.json").write_text("{")
    assert instance_record.load(tmp_path) == instance_record.Stores()
