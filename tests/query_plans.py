"""Query plans: how often PostgreSQL runs each step of a statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection


def runs_of(step: str, statement: str, values: Any) -> list[int]:
    """Execute a statement and return how often each step of this kind ("LockRows") ran; a step that runs once per row is expensive."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
        [[[explained]]] = cursor.fetchall()
    return [node["Actual Loops"] for node in _nodes(explained["Plan"]) if node["Node Type"] == step]


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", []):
        yield from _nodes(below)
