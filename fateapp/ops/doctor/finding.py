"""One line of the report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad it is. SKIP is said where nothing was looked at, so that silence never looks like health."""

    OK = "ok"
    SKIP = "skip"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at (a name of a few words), what was found, and for WARN and FAIL the remedy."""

    level: Level
    name: str
    said: str
    remedy: str = ""


def ok(name: str, said: str) -> Finding:
    """As it should be."""
    return Finding(Level.OK, name, said)


def skip(name: str, said: str) -> Finding:
    """Not looked at, and why."""
    return Finding(Level.SKIP, name, said)


def warn(name: str, said: str, remedy: str) -> Finding:
    """It works, but not as well as it should, or not for long."""
    return Finding(Level.WARN, name, said, remedy)


def fail(name: str, said: str, remedy: str) -> Finding:
    """It does not work."""
    return Finding(Level.FAIL, name, said, remedy)


def judged(name: str, said: str, remedy: str, *, bad: bool, poor: bool) -> Finding:
    """FAIL when `bad`, WARN when `poor`, OK otherwise."""
    return fail(name, said, remedy) if bad else warn(name, said, remedy) if poor else ok(name, said)
