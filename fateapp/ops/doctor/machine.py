"""The machine: free disk space, and the age of the latest backup."""

import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime

from django.conf import settings

from fateapp import disk_space, running_instance
from fateapp.installation import PROGRAM
from fateapp.ops.backup import FOLDER, SUFFIX, latest
from fateapp.ops.doctor.finding import Finding, fail, judged, ok, warn
from fateapp.running_instance import Running

GIGABYTE = 1e9
STALE_AFTER_DAYS = 2
DAY = 86400
BY_TIMER = "deploy/systemd/fateapp-backup.timer"


def disk() -> Iterator[Finding]:
    """The disk of the data directory; PostgreSQL stops when it is full."""
    folder = disk_space.existing(settings.DATA_DIR)
    room = shutil.disk_usage(folder)
    said = f"{room.free / GIGABYTE:.1f} GB free of {room.total / GIGABYTE:.1f} GB at {folder}"
    remedy = f"Make room, or move FATE_DATA_DIR to a larger disk; {PROGRAM} backup --keep removes old backups."
    yield judged("disk", said, remedy, bad=room.free < 0.2 * GIGABYTE, poor=room.free < min(2 * GIGABYTE, 0.1 * room.total))


def backups() -> Iterator[Finding]:
    """The latest backup in the directory of `manage.py backup`; others are unknown here."""
    folder = settings.DATA_DIR / FOLDER
    made = len(list(folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else 0
    up = running_instance.find(settings.DATA_DIR)
    if not made:
        yield first_backup(up, f"there is none in {folder}")
        return
    last = latest(folder, datetime.now(UTC))
    if not last:
        yield fail("backups", f"{made} in {folder}, dated in the future by a wrong clock", f"Make one now: {PROGRAM} backup.")
        return
    days = (time.time() - last) / 86400
    said = f"{made} in {folder}, the latest is {days:.1f} days old"
    if days <= STALE_AFTER_DAYS:
        yield ok("backups", said)
    elif up and up.backup_keep:
        yield fail("backups", said, f"See why `up` makes none any more: {settings.DATA_DIR / 'log' / 'worker.log'}.")
    else:
        yield fail("backups", said, f"See why the nightly backup no longer runs ({BY_TIMER}: journalctl -u fateapp-backup).")


def first_backup(up: Running | None, said: str) -> Finding:
    """The finding while there is no backup. `up` checks hourly whether one is due, so there must be one after a day."""
    if up and up.backup_keep and up.seconds < DAY:
        return ok("backups", f"{said} yet; `up` makes the first one within the hour, then one a day, and keeps {up.backup_keep}")
    if up and up.backup_keep:
        return fail("backups", said, f"See why `up` makes none: {settings.DATA_DIR / 'log' / 'worker.log'}.")
    if up and not settings.FATE["FATE_DATABASE_URL"]:
        return warn(
            "backups", f"{said}, and FATE_BACKUP_KEEP=0 tells `up` to make none", f"Set it to 7, or run {PROGRAM} backup every night."
        )
    return warn("backups", said, f"Run {PROGRAM} backup every night (with systemd: {BY_TIMER}), or back up your PostgreSQL in its own way.")
