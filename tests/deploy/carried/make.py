"""Makes the stored backups anew, each by the code of its commit: `.venv/bin/python -m tests.deploy.carried.make 2d54b13 961d344`.

Needs a clone with its whole history. Every commit gets a worktree and, where its lock file differs, an environment of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from fateapp.embedded import temporary_stores
from fateapp.installation import CODE as PROJECT
from tests.deploy.test_two_versions import Version

HERE = Path(__file__).parent


def make(commit: str, target: Path) -> None:
    """The backup that the code of this commit writes of a site that it has populated."""
    with tempfile.TemporaryDirectory() as folder, temporary_stores.stores() as stores:
        checkout = Path(folder) / "then"
        subprocess.run(["git", "-C", PROJECT, "worktree", "add", "--detach", checkout, commit], check=True, capture_output=True)
        try:
            places = {"FATE_DATABASE_URL": stores.database_url or "", "FATE_REDIS_URL": stores.redis_url or ""}
            then = Version(checkout, places | {"FATE_SECRET_KEY": "k" * 48})
            then.manage("migrate", "-v", "0")
            print(then.lines((HERE / "population.py").read_text())[-1])
            target.unlink(missing_ok=True)
            print(then.manage("backup", str(target)).strip())
        finally:
            subprocess.run(["git", "-C", PROJECT, "worktree", "remove", "--force", checkout], check=True)


if __name__ == "__main__":
    for commit in sys.argv[1:]:
        make(commit, HERE / f"{commit}.fate-backup")
