"""Tests of the embedded Valkey: it listens on a socket only, and kill -9 loses at most the last second."""

from __future__ import annotations

import redis

from fateapp.embedded.temporary_stores import ServerDirectory, running
from tests.fateapp.waiting import until


def test_server_killed_keeps_what_it_was_told(ground: ServerDirectory) -> None:
    """The append-only file is read again, and the socket of the dead server is replaced."""
    server = ground.valkey(lasting=True)
    with running(server, ground.root) as process:
        with redis.Redis.from_url(server.url()) as client:
            client.set("nudge", "deliver")
            until(lambda: b"deliver" in b"".join(file.read_bytes() for file in server.data.rglob("*.aof")), "the write on disk")
        process.kill()
        until(lambda: process.poll() is not None, "the end of the server")
    with running(server, ground.root), redis.Redis.from_url(server.url()) as client:
        assert client.get("nudge") == b"deliver"


def test_server_listens_on_its_socket_only(ground: ServerDirectory) -> None:
    """No TCP port, and only the account may open the socket."""
    server = ground.valkey()
    with running(server, ground.root), redis.Redis.from_url(server.url()) as client:
        assert client.config_get("port") == {"port": "0"}
        assert server.address.stat().st_mode & 0o777 == 0o700


def test_server_not_running_does_not_answer(ground: ServerDirectory) -> None:
    """Asked before the start."""
    assert ground.valkey().answers() is False
