"""Which threads a webhook may follow. The app that owns the threads registers a check."""

from collections.abc import Callable
from typing import Any

MayFollow = Callable[[Any, str], bool]
_checks: list[MayFollow] = []


def register(check: MayFollow) -> None:
    if check not in _checks:
        _checks.append(check)


def may_follow(person: Any, thread: str) -> bool:
    return any(check(person, thread) for check in _checks)
