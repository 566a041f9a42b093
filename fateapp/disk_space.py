"""What a full disk is called, and what to do about it."""

from __future__ import annotations

import errno
import shutil
import tempfile
from pathlib import Path

from fateapp.environment import read

SIGNS = ("No space left on device", "Disk quota exceeded")
"""How the C library words ENOSPC and EDQUOT; initdb, PostgreSQL and our own programs repeat it."""


def ran_out(error: BaseException) -> bool:
    """Whether a full disk is behind an error of ours or of a program that we ran."""
    return getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or any(sign in str(error) for sign in SIGNS)


def sentence() -> str:
    """Which disk has the least room, and the remedy."""
    folders = [existing(read("FATE_DATA_DIR")), Path("/var/lib"), Path(tempfile.gettempdir())]
    free, where = min((shutil.disk_usage(folder).free, str(folder)) for folder in folders if folder.exists())
    return (
        f"The disk is full: {where} has {free // 1_000_000} MB left, and a new site needs about 200 MB. "
        "Make room there, or set FATE_DATA_DIR to a folder on a larger disk; then give the same command again."
    )


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return folder if folder.exists() else existing(folder.parent)
