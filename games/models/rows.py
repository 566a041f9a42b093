"""Model instances from hand-written SQL, for rows that nearly every request reads.

Django composes the SQL of a query each time, which takes longer than running it. For pages, tokens and sessions the SQL is a constant
instead, and its rows become ordinary model instances. PostgreSQL prepares it once for each connection
(docs/decisions/0070-prepared-statements.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

import orjson
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, JSONField, Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)


class Columns(Generic[M]):
    """The columns of a model, or those of `only`, under a table alias. `sql` lists them for a SELECT, `width` is their number."""

    def __init__(self, model: type[M], alias: str, only: Collection[str] = ()) -> None:
        fields = [field for field in model._meta.concrete_fields if not only or field.attname in only]
        self.sql = ", ".join(f"{alias}.{field.column}" for field in fields)
        self.width = len(fields)
        self._model = model
        self._names = [field.attname for field in fields]
        self._key = next(at for at, field in enumerate(fields) if field.primary_key)
        self._readers = [(at, read) for at, field in enumerate(fields) if (read := _reader(field)) is not None]

    def read(self, row: Sequence[Any], start: int = 0) -> M | None:
        """The instance whose columns begin at index `start` of the row; None where an outer join has no match."""
        values = list(row[start : start + self.width])
        if values[self._key] is None:
            return None
        for at, read in self._readers:
            values[at] = read(values[at])
        return self._instance(values)

    def read_required(self, row: Sequence[Any], start: int = 0) -> M:
        """The same for an inner join, where there is always a match."""
        found = self.read(row, start)
        assert found is not None
        return found

    def _instance(self, values: list[Any]) -> M:
        """The instance as `Model.from_db` makes it, without a call for each of its fields and without signals, which nothing receives."""
        instance = self._model.__new__(self._model)
        instance._state = ModelState()
        instance._state.adding, instance._state.db = False, DEFAULT_DB_ALIAS
        instance.__dict__.update(zip(self._names, values, strict=True))
        return instance


def _reader(field: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """The function that converts a value of this column; None where there is nothing to convert."""
    if isinstance(field, JSONField) and field.decoder is None:
        return lambda value: None if value is None else orjson.loads(value)
    read = getattr(field, "from_db_value", None)
    return None if read is None else lambda value: read(value, None, connection)


def prepared() -> CursorWrapper:
    """A cursor for statements with constant text, which PostgreSQL prepares once for each connection."""
    return cast(CursorWrapper, connection.prepared_cursor())  # type: ignore[attr-defined]  # fateapp.postgresql adds it


def rows(sql: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with prepared() as cursor:
        cursor.execute(sql, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
