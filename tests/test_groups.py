"""Tests of the groups of tests that share what is made once: pytest-xdist has to find them in the ids."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadGroupScheduling


@pytest.mark.xdist_group("together")
def test_tests_of_a_group_are_one_unit_of_a_run(request: pytest.FixtureRequest) -> None:
    """Without this, each worker starts the site of tests/fateapp/test_up.py, and nothing fails."""
    given = bool(request.config.getoption("loadgroup", False))
    for item in request.session.items:
        group = item.get_closest_marker("xdist_group")
        unit = LoadGroupScheduling._split_scope(None, item.nodeid)  # type: ignore[arg-type]
        assert unit == (group.args[0] if group and given else item.nodeid)
