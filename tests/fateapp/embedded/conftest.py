"""A place for servers that the tests of this folder start, kill and damage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fateapp.embedded import throwaway


@pytest.fixture
def ground() -> Iterator[throwaway.Ground]:
    """A temporary directory the servers' account can reach, with the programs to run."""
    with throwaway.ground() as place:
        yield place
