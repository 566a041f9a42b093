"""Mails about accounts, for the tests of pages that send them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings


@pytest.fixture
def kept_mails(settings: Settings) -> Iterator[None]:
    """Mails of the site land in `mail.outbox`; limits of other tests do not count."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # so that the tests may say where they come from
    cache.clear()
    yield
    cache.clear()
