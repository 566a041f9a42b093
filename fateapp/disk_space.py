"""Detect a full disk and explain the remedy."""

import errno
import shutil
import tempfile
from pathlib import Path

from fateapp.environment import read

SIGNS = ("No space left on device", "Disk quota exceeded")
"""The messages of ENOSPC and EDQUOT in the C library, which initdb, PostgreSQL and pip repeat."""


def ran_out(error: BaseException) -> bool:
    """Whether an error of this program, or of one that it ran, was caused by a full disk."""
    return getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or any(sign in str(error) for sign in SIGNS)


def sentence() -> str:
    """The disk with the least free space, and the remedy."""
    folders = [existing(read("FATE_DATA_DIR")), Path("/var/lib"), Path(tempfile.gettempdir())]
    free, where = min((shutil.disk_usage(folder).free, str(folder)) for folder in folders if folder.exists())
    return (
        f"The disk is full: {where} has {free // 1_000_000} MB left, and a new site needs about 200 MB. "
        "Make room there, or set FATE_DATA_DIR to a folder on a larger disk; then give the same command again."
    )


def existing(folder: Path) -> Path:
    """The folder, or its nearest existing parent."""
    return folder if folder.exists() else existing(folder.parent)
