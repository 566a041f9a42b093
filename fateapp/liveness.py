"""Signs of life of the roles without a port: a file touched by each loop of beat and sweeper, and by a thread of worker, bots and calls.

Written only where `fateapp.role` runs one role in one container or unit, which has a folder for temporary files of its own.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path

ROLES = ("worker", "bots", "beat", "sweeper", "calls")
VARIABLE = "FATEAPP_SIGN_OF_LIFE"
EVERY, STALE = 5.0, 60.0
"""Seconds between two signs, and from when on there are none."""


def file_of(role: str) -> Path:
    """Where the sign of a role is."""
    return Path(tempfile.gettempdir()) / f"fateapp-{role}-alive"


def announce(role: str) -> None:
    """Let the program that this process is about to become give signs."""
    if role in ROLES:
        os.environ[VARIABLE] = str(file_of(role))


def sign() -> None:
    """Give one, where anybody asks for it."""
    if path := os.environ.get(VARIABLE):
        Path(path).touch()


def keep_signing() -> None:
    """Give one every few seconds for as long as threads of this process get to run, where anybody asks for it."""
    if VARIABLE in os.environ:
        threading.Thread(target=_sign_for_ever, name="signs of life", daemon=True).start()


def _sign_for_ever() -> None:
    while True:
        sign()
        time.sleep(EVERY)


def complaint(role: str) -> str:
    """Why the role is not alive; "" when it is."""
    try:
        age = time.time() - file_of(role).stat().st_mtime
    except FileNotFoundError:
        return f"{role} has not given a sign of life yet."
    return "" if age < STALE else f"{role} has given no sign of life for {age:.0f} s."
