"""A bounded cache in the memory of this process. A key contains everything its value depends on, so nothing is invalidated.

So nothing ever has to be thrown away because of a change: what is out of date is just never asked for again.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection

T = TypeVar("T")
TABLE_NAME = re.compile(r"\b(?:games|notifications|django|account|auth)_[a-z_]+")


class BoundedCache(Generic[T]):
    """A bounded store; the least recently used goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, T] = OrderedDict()

    def clear(self) -> None:
        """Forget everything."""
        self._held.clear()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: Hashable) -> T | None:
        """What was put there, or None."""
        found = self._held.pop(key, None)
        if found is not None:
            self._held[key] = found
        return found

    def put(self, key: Hashable, value: T) -> None:
        """Keep it, at the expense of what was not asked for longest."""
        self._held[key] = value
        if len(self._held) > self._most:
            self._held.popitem(last=False)


@lru_cache(maxsize=512)
def _named(sql: str) -> frozenset[str]:
    return frozenset(TABLE_NAME.findall(sql))


@contextmanager
def tables_read() -> Iterator[set[str]]:
    """While the block lasts, note the names of the tables that statements speak of."""
    names: set[str] = set()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        names.update(_named(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield names
