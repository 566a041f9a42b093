"""The machine: room on the disk, and the age of the latest backup."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator

from django.conf import settings

from fateapp.ops.backup import FOLDER, SUFFIX
from fateapp.ops.doctor.finding import Finding, fail, judged, ok, warn

GIGABYTE = 1e9
STALE_AFTER_DAYS = 2


def disk() -> Iterator[Finding]:
    """Where the site keeps its data; PostgreSQL stops when its disk is full."""
    folder = settings.DATA_DIR
    while not folder.exists():
        folder = folder.parent
    room = shutil.disk_usage(folder)
    said = f"{room.free / GIGABYTE:.1f} GB free of {room.total / GIGABYTE:.1f} GB at {folder}"
    remedy = "Make room, or move FATE_DATA_DIR to a larger disk; manage.py backup --keep removes old backups."
    yield judged("disk", said, remedy, bad=room.free < 0.2 * GIGABYTE, poor=room.free < min(2 * GIGABYTE, 0.1 * room.total))


def backups() -> Iterator[Finding]:
    """The latest one where `manage.py backup` puts it; what an operator has elsewhere is not known here."""
    folder = settings.DATA_DIR / FOLDER
    made = [path.stat().st_mtime for path in folder.glob(f"*{SUFFIX}")] if folder.is_dir() else []
    if not made:
        yield warn("backups", f"there is none in {folder}", "Run manage.py backup every night (deploy/systemd/fateapp-backup.timer).")
        return
    days = (time.time() - max(made)) / 86400
    said = f"{len(made)} in {folder}, the latest is {days:.1f} days old"
    if days > STALE_AFTER_DAYS:
        yield fail("backups", said, "See why the nightly backup no longer runs: journalctl -u fateapp-backup.")
    else:
        yield ok("backups", said)
