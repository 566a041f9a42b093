"""An act in two steps: it is done and taken back to find what it changes, and done for good only if it then changes just that.

A `Witness` looks at what an act may touch before it and returns a function that says afterwards what has become different. It locks what
others might change at the same time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction

from games.rules.messages import Message, msg
from games.services.errors import Stale

T = TypeVar("T")
Effects = list[Message]
Witness = Callable[[], Callable[[], Effects]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What an act would change, and a mark by which its confirmation says what was shown."""

    effects: Effects
    mark: str


def rehearse(do: Callable[[], object], witness: Witness, told: Sequence[str] = ()) -> Shown:
    """What the act would change now; nothing of it stays. `told` is what else is shown. Raises what the act refuses."""
    with transaction.atomic():
        after = witness()
        do()
        effects = after()
        transaction.set_rollback(True)
    return Shown(effects, mark(effects, told))


def confirm(do: Callable[[], T], witness: Witness, seen: str, told: Callable[[], Sequence[str]] = list) -> T:
    """Do it. Raises `Stale`, and nothing has changed, where it would have another effect than the one that `seen` marks."""
    with transaction.atomic():
        after = witness()
        words = told()
        done = do()
        if mark(after(), words) != seen:
            raise Stale(msg("Something has changed since you looked, so this was not done. Look again at what it will do now."))
        return done


def mark(effects: Effects, told: Sequence[str]) -> str:
    """A digest of everything that was shown."""
    return hashlib.sha256(repr((effects, [str(one) for one in told])).encode()).hexdigest()[:32]
