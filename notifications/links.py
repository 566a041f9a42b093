"""Signed links: each token is good for one purpose, until it expires, and for nothing else.

A token says what may be done without signing in; opening the link (GET, HEAD) only shows what it would do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing


class BadLink(Exception):
    """This link is damaged, has expired, or was made for something else. Sign in to do the same from your settings."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a token is for. The name is the salt, so that tokens of two purposes can never stand in for each other."""

    name: str
    lifetime: timedelta

    def sign(self, value: Any) -> str:
        """A URL-safe token around a small JSON value (ids, no secrets: it is signed, not encrypted)."""
        return signing.dumps(value, salt=self._salt)

    def read(self, token: str) -> Any:
        """The value inside. Raises BadLink."""
        try:
            return signing.loads(token, salt=self._salt, max_age=self.lifetime)
        except signing.BadSignature as error:
            raise BadLink(BadLink.__doc__) from error

    @property
    def _salt(self) -> str:
        return f"fate.link.{self.name}"


UNSUBSCRIBE = Purpose("unsubscribe", timedelta(days=365))


def absolute(path: str) -> str:
    """A full address on this site. Never built from a request: its Host header belongs to whoever sent it."""
    return str(settings.SITE_URL).rstrip("/") + path
