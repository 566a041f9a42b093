"""The limits of a lane. A call beyond a limit waits until another one ends; none is dropped."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """One lane. `slots` is the number of calls in flight in one process; the other limits hold for all processes together.

    Endpoints whose last call took longer than PROMPT may use three quarters of the slots and of the host's limit; the rest is reserved for
    those that respond promptly.
    """

    medium: str
    slots: int
    per_host: int
    per_person: int
    opens_after: int
    silence_weighs: int

    def most(self, bound: int, *, prompt: bool) -> int:
        """How many may be in flight for one more call to start."""
        return bound if prompt else bound - bound // 4


PROMPT = 2.0
"""Seconds."""
