"""Liveness of the roles without a port: a file touched by each loop of beat and sweeper, and by a thread of worker, bots and calls.

Written only where `fateapp.role` runs one role in a container or unit, which has its own directory for temporary files.
"""

import os
import tempfile
import threading
import time
from pathlib import Path

ROLES = ("worker", "bots", "beat", "sweeper", "calls")
VARIABLE = "FATEAPP_SIGN_OF_LIFE"
EVERY, STALE = 5.0, 60.0
"""Seconds between two touches, and the age from which on the role counts as dead."""


def file_of(role: str) -> Path:
    return Path(tempfile.gettempdir()) / f"fateapp-{role}-alive"


def announce(role: str) -> None:
    """Enable the liveness file for the program that this process will exec."""
    if role in ROLES:
        os.environ[VARIABLE] = str(file_of(role))


def touch() -> None:
    """Touch the file, if it is enabled."""
    if path := os.environ.get(VARIABLE):
        Path(path).touch()


def keep_touching() -> None:
    """Touch it from a thread every few seconds, if it is enabled."""
    if VARIABLE in os.environ:
        threading.Thread(target=_touch_forever, name="liveness", daemon=True).start()


def _touch_forever() -> None:
    while True:
        touch()
        time.sleep(EVERY)


def complaint(role: str) -> str:
    """Why the role is not alive; "" when it is."""
    try:
        age = time.time() - file_of(role).stat().st_mtime
    except FileNotFoundError:
        return f"{role} has not given a sign of life yet."
    return "" if age < STALE else f"{role} has given no sign of life for {age:.0f} s."
