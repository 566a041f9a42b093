"""Signed links: each token is valid for one purpose and until it expires.

A token grants an action without signing in; opening the link (GET, HEAD) only shows what it would do.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing


class BadLink(Exception):
    """This link is damaged, has expired, or was made for something else. Sign in to do the same from your settings."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a token is for. The name is the salt, so that a token of one purpose is invalid for every other."""

    name: str
    lifetime: timedelta

    def sign(self, value: Any) -> str:
        """A URL-safe token with a small JSON value (ids, no secrets: it is signed, not encrypted)."""
        return signing.dumps(value, salt=self._salt)

    def read(self, token: str) -> Any:
        try:
            return signing.loads(token, salt=self._salt, max_age=self.lifetime)
        except signing.BadSignature as error:
            raise BadLink(BadLink.__doc__) from error

    @property
    def _salt(self) -> str:
        return f"fate.link.{self.name}"


UNSUBSCRIBE = Purpose("unsubscribe", timedelta(days=365))


def absolute(path: str) -> str:
    """A full URL of this site, from SITE_URL; a request's Host header is never used, because its sender chooses it."""
    return str(settings.SITE_URL).rstrip("/") + path
