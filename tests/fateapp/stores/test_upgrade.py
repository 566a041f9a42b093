"""Tests of `manage.py upgrade` with a real older PostgreSQL, and of its refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fateapp.embedded import binaries, lock
from fateapp.embedded.errors import StoreError
from fateapp.embedded.postgres import Postgres
from fateapp.ops import upgrade as upgrades
from fateapp.ops.site_stopped import StoppedSite, manage, stopped_site
from fateapp.ops.upgrade import programs_for, upgrade
from tests.fateapp.stores.site import Site, made

OLDER = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
NEWEST = binaries.postgres()


def older() -> binaries.Postgres | None:
    """The oldest installed server, if it is older than the one that the tests use."""
    found = [binaries.Postgres(path.parent, binaries.major_of(path.parent)) for path in OLDER]
    return min((each for each in found if 0 < each.major < NEWEST.major), key=lambda each: each.major, default=None)


needs_older = pytest.mark.skipif(older() is None, reason="no PostgreSQL older than the bundled one is installed")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The data directory of a stopped site, without a database yet."""
    with made() as site:
        yield site


@pytest.mark.slow
@needs_older
def test_old_database_is_upgraded_and_every_game_is_sound(site: Site) -> None:
    """After a kill between the last two steps, the next start finishes; a second upgrade has nothing to do."""
    old = older()
    assert old is not None
    site.fill(old)
    said: list[str] = []
    with stopped_site(site.data_dir, None, None) as rest:
        kept = upgrade(rest, None, said.append)
        assert kept == rest.home / "postgres" / f"data-{old.major}"
        assert (kept / "PG_VERSION").read_text().strip() == str(old.major)
        assert upgrade(rest, None, said.append) is None
        rest.data.rename(rest.data.with_name("data.upgraded"))
        with rest.run(rest.server(rest.data, rest.programs)) as url:
            assert manage(url, "audit").startswith("1 games looked at")
    assert re.match(rf"From PostgreSQL {old.major} to {NEWEST.major}: \d+ rows in \d+ tables; every table has as many as before\.", said[0])
    assert said[1] == "1 games looked at: every log is unbroken and leads to the stored position."


@needs_older
def test_copy_that_fails_leaves_the_old_data(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The partial copy for the new server is removed by the next attempt."""
    old = older()
    assert old is not None
    site.initialise(old)

    def fail(*words: object) -> dict[str, int]:
        raise StoreError("the disk is full")

    monkeypatch.setattr(upgrades, "_copy", fail)
    with stopped_site(site.data_dir, None, None) as rest:
        with pytest.raises(StoreError, match="the disk is full"):
            upgrade(rest, None, print)
        assert rest.made_by == old.major


def pretend(site: Site, major: int) -> None:
    """Make data that claim to be of that version."""
    data = site.home / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text(f"{major}\n")


def test_no_old_programs_is_one_sentence_with_the_remedy(site: Site, tmp_path: Path) -> None:
    pretend(site, 9)
    with stopped_site(site.data_dir, None, None) as rest:
        with pytest.raises(StoreError, match="apt install postgresql-9"):
            upgrade(rest, None, print)
        with pytest.raises(StoreError, match=f"{tmp_path} is not one"):
            programs_for(9, tmp_path)


def test_newer_data_are_not_touched(site: Site) -> None:
    pretend(site, 99)
    with stopped_site(site.data_dir, None, None) as rest, pytest.raises(StoreError, match="there is no way back"):
        upgrade(rest, None, print)


def test_second_upgrade_does_not_write_over_the_first(site: Site) -> None:
    pretend(site, 9)
    (site.home / "postgres" / "data-9").mkdir()
    with stopped_site(site.data_dir, None, None) as rest, pytest.raises(StoreError, match="Move it away"):
        upgrade(rest, None, print)


def test_running_site_is_left_alone(site: Site) -> None:
    """The refusal names the process."""
    pretend(site, 9)
    with lock.hold(site.data_dir / "lock") as held:
        held.record_holder("process 7")
        with (
            pytest.raises(StoreError, match=r"fateapp is running here: process 7\. Stop it first\."),
            stopped_site(site.data_dir, None, None),
        ):
            pass


def test_place_without_a_database_is_one_sentence(site: Site, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="has not run here"), stopped_site(tmp_path / "nowhere", None, None):
        pass
    with pytest.raises(StoreError, match="There is no embedded database"), stopped_site(site.data_dir, None, None):
        pass


def test_server_of_a_rest_is_an_ordinary_one(site: Site) -> None:
    """It has the same owner and its own socket."""
    pretend(site, 9)
    with stopped_site(site.data_dir, None, None) as rest:
        assert isinstance(rest, StoppedSite)
        server = rest.server(rest.data, replace(rest.programs, major=9))
        assert isinstance(server, Postgres)
        assert server.sockets.parent == rest.sockets
