"""Address and listeners of a running `manage.py up`, stored for other commands, which do not have the environment of its programs.

The file is in the data directory and is valid only while the lock there is held, because `up` may have been killed.
"""

import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from fateapp.embedded import instance_record, lock
from fateapp.environment import is_given, read

FILE = "running.json"


@dataclass(frozen=True)
class Running:
    """The site that `up` runs in this data directory."""

    site_url: str
    mailin_listen: list[str]
    backup_keep: int
    """Zero when `up` makes no backups: by FATE_BACKUP_KEEP, or because the database is external."""
    since: float

    @property
    def seconds(self) -> float:
        return time.time() - self.since


def announce(data_dir: Path, site: Running) -> None:
    instance_record.write(data_dir / FILE, json.dumps(asdict(site), indent=1))


def find(data_dir: Path) -> Running | None:
    """The site that runs here; None when `up` is not running, or its files are not readable."""
    try:
        return Running(**json.loads((data_dir / FILE).read_text())) if lock.is_held(data_dir / "lock") else None
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None


def take_address() -> None:
    """Make this command build links as the running site does, unless FATE_SITE_URL is set.

    Raises `BadSetting`: FATE_DATA_DIR is invalid.
    """
    running = None if is_given("FATE_SITE_URL") else find(read("FATE_DATA_DIR"))
    if running is not None:
        os.environ["FATE_SITE_URL"] = running.site_url
