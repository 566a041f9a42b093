"""One line of the report."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The severity. SKIP means that nothing was checked, so that missing checks are visible."""

    OK = "ok"
    SKIP = "skip"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked (a short name), the result, and the remedy for WARN and FAIL."""

    level: Level
    name: str
    said: str
    remedy: str = ""


def ok(name: str, said: str) -> Finding:
    return Finding(Level.OK, name, said)


def skip(name: str, said: str) -> Finding:
    return Finding(Level.SKIP, name, said)


def warn(name: str, said: str, remedy: str) -> Finding:
    """It works, but poorly, or not for long."""
    return Finding(Level.WARN, name, said, remedy)


def fail(name: str, said: str, remedy: str) -> Finding:
    return Finding(Level.FAIL, name, said, remedy)


def judged(name: str, said: str, remedy: str, *, bad: bool, poor: bool) -> Finding:
    """FAIL when `bad`, WARN when `poor`, OK otherwise."""
    return fail(name, said, remedy) if bad else warn(name, said, remedy) if poor else ok(name, said)
