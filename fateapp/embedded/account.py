"""The unprivileged account of the servers when `up` is started as root, since PostgreSQL refuses to run as root."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fateapp.embedded.errors import StoreError

PREFERRED = ("fateapp", "nobody")


@dataclass(frozen=True)
class Account:
    """A user of the password file (initdb needs the name)."""

    name: str
    uid: int
    gid: int

    def as_popen(self) -> dict[str, Any]:
        """Arguments of `subprocess` to run as this account, without supplementary groups."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can_run(self, argv: Sequence[str]) -> bool:
        """Whether this account can run the program successfully; tried instead of derived from mode bits."""
        try:
            tried = subprocess.run(argv, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False, **self.as_popen())
        except (PermissionError, FileNotFoundError):
            return False
        return tried.returncode == 0

    def own(self, directory: Path) -> Path:
        """Create `directory` if necessary and make it this account's, mode 0700. Parents must exist and keep their modes."""
        directory.mkdir(mode=0o700, exist_ok=True)
        os.chown(directory, self.uid, self.gid)
        return directory


def for_servers(wanted: str | None) -> Account | None:
    """The account for the servers: FATE_RUN_AS, otherwise `fateapp` if it exists, otherwise `nobody`. None unless this process is root.

    Raises `StoreError`: the configured account does not exist or is root.
    """
    if os.geteuid() != 0:
        return None
    for name in (wanted,) if wanted else PREFERRED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue  # this machine has no such account
        if entry.pw_uid != 0:
            return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    if wanted:
        raise StoreError(f"FATE_RUN_AS={wanted} is not an account without privileges. Make one: useradd --system {wanted}")
    raise StoreError("PostgreSQL does not run as root, and there is no account to use instead. Create one: useradd --system fateapp")
