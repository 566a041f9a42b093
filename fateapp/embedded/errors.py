"""The exception of this package."""


class StoreError(Exception):
    """A store cannot be prepared or started; the text says why and what to do."""
