"""Stores for a test run: without durability, in a temporary directory with a short path, removed afterwards."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fateapp.embedded import account, binaries, paths, processes
from fateapp.embedded.account import Account
from fateapp.embedded.errors import StoreError
from fateapp.embedded.instance_record import Stores
from fateapp.embedded.postgres import Postgres
from fateapp.embedded.valkey import Valkey

PATIENCE = 60.0


@dataclass(frozen=True)
class ServerDirectory:
    """A temporary directory the servers' account can enter, and the programs to run there."""

    root: Path
    account: Account | None
    programs: tuple[binaries.Postgres, binaries.Valkey]

    def postgres(self, *, lasting: bool = False) -> Postgres:
        """A PostgreSQL server there; not started."""
        return Postgres(self.programs[0], self._folder("pg") / "data", self._folder("s"), self.account, lasting)

    def valkey(self, *, lasting: bool = False) -> Valkey:
        """A Valkey server there; not started."""
        return Valkey(self.programs[1], self._folder("valkey"), self._folder("s"), self.account, lasting)

    def _folder(self, name: str) -> Path:
        return paths.own_folder(self.root / name, self.account)


@contextmanager
def server_directory(inside: Path | None = None) -> Iterator[ServerDirectory]:
    """Create the directory (in that of temporary files, or `inside` another), and remove it afterwards."""
    root = Path(tempfile.mkdtemp(prefix="fate-test-", dir=inside))
    try:
        who = account.for_servers(None)
        if who:
            root.chmod(0o711)  # our own new directory: the servers' account must pass through
        yield ServerDirectory(root, who, paths.reachable_programs(binaries.postgres(), binaries.valkey(), who, root / "programs"))
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def stores(inside: Path | None = None) -> Iterator[Stores]:
    """Run both servers during the block. Raises `StoreError`: one of them does not start."""
    with server_directory(inside) as place:
        postgres, valkey = place.postgres(), place.valkey()
        with running(postgres, place.root), running(valkey, place.root):
            yield Stores(database_url=postgres.url(), redis_url=valkey.url())


@contextmanager
def running(server: Postgres | Valkey, logs: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run one server during the block; its log is written to the directory `logs`."""
    server.prepare()
    log = logs / f"{type(server).__name__.lower()}.log"
    with log.open("ab") as output:
        process = processes.spawn(
            server.argv(), stop_signal=server.stop_signal, account=server.account, environment=server.environment(), output=output
        )
    try:
        _wait_for(server, process, log)
        yield process
    finally:
        process.send_signal(server.stop_signal)
        process.wait(timeout=PATIENCE)


def _wait_for(server: Postgres | Valkey, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not server.answers():
        if process.poll() is not None or time.monotonic() > deadline:
            raise StoreError(f"{type(server).__name__} did not start: {log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.02)
