"""The lanes and their bounds. Beyond a bound a call waits for one to end; nothing is refused and nothing is lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """One lane. `slots` are the calls under way in one process; the other bounds hold for all processes together.

    An endpoint whose last call was not answered within PROMPT may use three quarters of the slots and of its host's share; the
    rest is kept for those that answer promptly, so that servers that hang cannot take it from them.
    """

    medium: str
    slots: int
    per_host: int
    per_person: int
    opens_after: int
    silence_weighs: int

    def most(self, bound: int, *, prompt: bool) -> int:
        """How much of a bound may be in use for one more call to begin."""
        return bound if prompt else bound - bound // 4


PROMPT = 2.0
"""Seconds."""
