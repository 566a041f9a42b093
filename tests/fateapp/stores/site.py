"""The data directory of a site run by `manage.py up`, made without running it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fateapp.embedded import account, binaries, paths
from fateapp.embedded.postgres import Postgres
from fateapp.embedded.temporary_stores import running
from fateapp.ops.site_stopped import manage


@dataclass(frozen=True)
class Site:
    """`data_dir` is the value of FATE_DATA_DIR, `home` the directory of the servers' data."""

    root: Path
    data_dir: Path
    home: Path

    def server(self, programs: binaries.Postgres) -> Postgres:
        """The database server of the site, run by these programs."""
        who = account.for_servers(None)
        folder = paths.own_folder(self.home / "postgres", who)
        return Postgres(programs, folder / "data", paths.own_folder(self.root / "s", who), who, lasting=False)

    def initialise(self, programs: binaries.Postgres) -> None:
        """Make an empty database."""
        self.server(programs).prepare()

    def fill(self, programs: binaries.Postgres) -> None:
        """Make tables, people and a running game."""
        server = self.server(programs)
        with running(server, self.root):
            for words in (["migrate", "-v", "0"], ["demo"]):
                manage(server.url(), *words)


@contextmanager
def made() -> Iterator[Site]:
    """A new site in a directory with a short path that the servers' account can reach; removed afterwards."""
    root = Path(tempfile.mkdtemp(prefix="fate-test-"))
    try:
        root.chmod(0o711)
        data_dir = root / "data"
        paths.make_data_dir(data_dir)
        home, _account = paths.servers_home(data_dir, None)
        yield Site(root, data_dir, home)
    finally:
        shutil.rmtree(root, ignore_errors=True)
