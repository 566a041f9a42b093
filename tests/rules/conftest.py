"""The conformance kit is asserts outside the tests; pytest shows their values as it does for those inside."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("games.conformance")
