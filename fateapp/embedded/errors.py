"""The exception of this package."""

from __future__ import annotations


class StoreError(Exception):
    """A store cannot be prepared or started; the text says why and what to do."""
