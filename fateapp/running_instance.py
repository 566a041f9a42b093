"""Address and listeners of a running `manage.py up`, stored for other commands, which lack the settings of its programs.

It stands in the data directory, and counts only while the lock there is held: `up` may have been killed without a word.
"""

from __future__ import annotations

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
    """Zero where nobody here makes backups: FATE_BACKUP_KEEP, or a database that is run elsewhere."""
    since: float

    @property
    def seconds(self) -> float:
        """How long it has been up."""
        return time.time() - self.since


def announce(data_dir: Path, site: Running) -> None:
    """For the commands beside `up`."""
    instance_record.write(data_dir / FILE, json.dumps(asdict(site), indent=1))


def find(data_dir: Path) -> Running | None:
    """The site that runs here now; None where `up` does not, or where it may not be asked."""
    try:
        return Running(**json.loads((data_dir / FILE).read_text())) if lock.is_held(data_dir / "lock") else None
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None


def take_address() -> None:
    """Let this command make links as the site that `up` runs here does, unless FATE_SITE_URL says otherwise.

    Raises:
        BadSetting: FATE_DATA_DIR cannot be used.
    """
    running = None if is_given("FATE_SITE_URL") else find(read("FATE_DATA_DIR"))
    if running is not None:
        os.environ["FATE_SITE_URL"] = running.site_url
