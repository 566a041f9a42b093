"""An act in two steps: a rehearsal runs it and rolls back to find its effects; the confirmation runs it if the effects are the same.

A `Witness` is called before the act. It reads and locks the rows that the act may affect, and returns a function that, called after the
act, returns the differences as sentences.
"""

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
    """The effects of an act, and a digest by which the confirmation refers to what was shown."""

    effects: Effects
    mark: str


def rehearse(do: Callable[[], object], witness: Witness, sentences: Sequence[str] = ()) -> Shown:
    """Run an act and roll it back; returns its effects. `sentences` are shown beside them. Raises what the act raises."""
    with transaction.atomic():
        after = witness()
        do()
        effects = after()
        transaction.set_rollback(True)
    return Shown(effects, mark(effects, sentences))


def confirm(do: Callable[[], T], witness: Witness, seen: str, sentences: Callable[[], Sequence[str]] = list) -> T:
    """Run an act; returns its result. Raises `Stale`, and rolls back, unless the digest of what is shown equals `seen`."""
    with transaction.atomic():
        after = witness()
        shown = sentences()
        done = do()
        if mark(after(), shown) != seen:
            raise Stale(msg("Something has changed since you looked, so this was not done. Look again at what it will do now."))
        return done


def mark(effects: Effects, sentences: Sequence[str]) -> str:
    return hashlib.sha256(repr((effects, [str(one) for one in sentences])).encode()).hexdigest()[:32]
