"""Tests of the stores that `up` starts, and of an unreadable append-only file of the broker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from fateapp import stores
from fateapp.embedded import instance_record, temporary_stores
from fateapp.embedded.supervisor import Supervisor
from fateapp.environment import read_all


@pytest.fixture
def said() -> list[str]:
    """The lines printed for the operator."""
    return []


@pytest.fixture
def supervisor(tmp_path: Path, said: list[str]) -> Iterator[Supervisor]:
    """A supervisor without signal handlers."""
    made = Supervisor(tmp_path, said.append)
    yield made
    made.stop()


def test_outside_stores_are_used_and_none_is_started(supervisor: Supervisor, tmp_path: Path) -> None:
    """FATE_DATABASE_URL and FATE_REDIS_URL replace the embedded stores; no addresses are written to the record."""
    settings = read_all({"FATE_DATABASE_URL": "postgresql://db/fate", "FATE_REDIS_URL": "redis://cache", "FATE_DATA_DIR": str(tmp_path)})
    with ExitStack() as stack:
        found = stores.start(supervisor, stack, settings)
    assert (found.database_url, found.redis_url, supervisor.children) == ("postgresql://db/fate", "redis://cache", [])
    assert instance_record.load(tmp_path) == instance_record.Stores()


def test_broker_with_unreadable_memory_starts_empty(supervisor: Supervisor, said: list[str]) -> None:
    """The broker holds only calls to workers, which can be lost; the old files are kept aside."""
    with temporary_stores.server_directory() as place:
        valkey = place.valkey(lasting=True)
        with temporary_stores.running(valkey, place.root):
            pass
        for manifest in valkey.data.rglob("*.manifest"):
            manifest.write_text("file nonsense seq one type z\n")
        stores.start_valkey(supervisor, valkey)
        with redis.Redis.from_url(valkey.url()) as client:
            assert client.ping()
        assert [child.program.name for child in supervisor.children] == ["valkey"]
        assert "Valkey starts empty instead, which loses nothing" in said[0]
        assert (place.root / "valkey.unreadable").exists()
        supervisor.stop()
