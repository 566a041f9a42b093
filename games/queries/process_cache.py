"""A bounded cache in the memory of this process.

A key has to contain everything on which its value depends, so values are never invalidated: the key of an outdated value is not used again.
"""

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
    """A cache of at most `most` values that evicts the least recently used one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def clear(self) -> None:
        self._values.clear()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> T | None:
        """The value of a key, or None."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: Hashable, value: T) -> None:
        """Store a value; evicts the least recently used one if the cache is full."""
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)


@lru_cache(maxsize=512)
def _tables_in(sql: str) -> frozenset[str]:
    return frozenset(TABLE_NAME.findall(sql))


@contextmanager
def tables_read() -> Iterator[set[str]]:
    """Collect the names of the database tables in all statements of the block."""
    names: set[str] = set()

    def collect(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        names.update(_tables_in(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(collect):
        yield names
