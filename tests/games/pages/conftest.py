"""Fixtures for pages that send mails about accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture
def kept_mails(settings: Settings) -> Iterator[None]:
    """Collect mails in `mail.outbox` and reset the rate limits."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # lets tests set the client's address
    cache.clear()
    yield
    cache.clear()
