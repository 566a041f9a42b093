"""Fixtures of `tests.games.conftest`, on a site that receives mail."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from tests.games.replies.mailing import AUTHSERV


@pytest.fixture(autouse=True)
def receiving(settings: Settings) -> None:
    """Switch on the reception of replies and set the name of the mail server."""
    settings.FATE_REPLIES, settings.MAILIN_DOMAIN = True, "play.example.org"
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL = AUTHSERV, False
