"""Threads a webhook may follow. The app that owns the threads says who may; this app only knows their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MayFollow = Callable[[Any, str], bool]
_judges: list[MayFollow] = []


def register(judge: MayFollow) -> None:
    """Make known who may follow what: `judge(person, thread)`."""
    if judge not in _judges:
        _judges.append(judge)


def may_follow(person: Any, thread: str) -> bool:
    """Whether this person may be told of every change of this thread."""
    return any(judge(person, thread) for judge in _judges)
