"""A directory for servers that the tests of this folder start, kill and damage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fateapp.embedded import temporary_stores


@pytest.fixture
def ground() -> Iterator[temporary_stores.ServerDirectory]:
    """A temporary directory that the servers' account can reach, with the programs to run."""
    with temporary_stores.server_directory() as place:
        yield place
