"""Run the embedded database without the site, for operations that need exclusive access."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fateapp import installation
from fateapp.embedded import binaries, lock, paths
from fateapp.embedded.account import Account
from fateapp.embedded.errors import StoreError
from fateapp.embedded.postgres import Postgres
from fateapp.embedded.temporary_stores import running


@dataclass(frozen=True)
class StoppedSite:
    """The data of a stopped site, their owner, and programs of this version that the owner can run."""

    home: Path
    account: Account | None
    programs: binaries.Postgres
    sockets: Path

    @property
    def data(self) -> Path:
        """PostgreSQL's data directory."""
        return self.home / "postgres" / "data"

    @property
    def made_by(self) -> int:
        """The major version of the data."""
        return int((self.data / "PG_VERSION").read_text())

    def server(self, data: Path, programs: binaries.Postgres) -> Postgres:
        """A server for these data, with its own socket directory."""
        return Postgres(programs, data, paths.own_folder(self.sockets / data.name, self.account), self.account)

    @contextmanager
    def run(self, server: Postgres) -> Iterator[str]:
        with running(server, self.sockets):
            yield server.url()


@contextmanager
def stopped_site(data_dir: Path, run_as: str | None, pg_bin: Path | None, *, new: bool = False) -> Iterator[StoppedSite]:
    """Take the site's lock and find its embedded data; with `new` they need not exist yet, and the first start of the server makes them.

    Raises `StoreError`: the site is running, or `manage.py up` has no database here.
    """
    if new:
        paths.make_data_dir(data_dir)
    elif not data_dir.is_dir():
        raise StoreError(f"There is no data directory {data_dir}; `{installation.PROGRAM} up` has not run here.")
    home, account = paths.servers_home(data_dir, run_as)
    if new:
        paths.own_folder(home / "postgres", account)
    elif not (home / "postgres" / "data" / "PG_VERSION").exists():
        raise StoreError(f"There is no embedded database in {home}. This command is for sites that `{installation.PROGRAM} up` keeps.")
    sockets = Path(tempfile.mkdtemp(prefix="fate-"))
    try:
        with lock.hold(data_dir / "lock"):
            sockets.chmod(0o711 if account else 0o700)
            found = binaries.postgres(pg_bin), binaries.valkey()
            programs, _valkey = paths.reachable_programs(*found, account, home / "programs")
            yield StoppedSite(home, account, programs, sockets)
    except lock.Held as held:
        raise StoreError(f"fateapp is running here: {held}. Stop it first.") from held
    finally:
        shutil.rmtree(sockets, ignore_errors=True)


def manage(database_url: str, *words: str) -> str:
    """Run a command of this version against a database; returns its output. Raises `StoreError`: it failed; the text is its output."""
    environment = os.environ | {"FATE_DATABASE_URL": database_url}
    environment.pop("FATE_DATABASE_URL_FILE", None)
    command = installation.command(*words)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StoreError(f"{installation.PROGRAM} {words[0]} failed: {(done.stdout + done.stderr).strip()}")
    return done.stdout.strip()
