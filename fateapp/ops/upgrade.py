"""Upgrade the embedded database to the major version of the installed PostgreSQL programs.

The old programs serve the old data, the new ones a copy. It is copied, counted, migrated and audited; then the directories are swapped. The
old data are kept until somebody deletes them.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg import sql

from fateapp import installation
from fateapp.embedded import binaries
from fateapp.embedded.errors import StoreError
from fateapp.embedded.postgres import USER, Postgres
from fateapp.ops import transfer
from fateapp.ops.site_stopped import StoppedSite, manage
from fateapp.progress import progress_bar

DRAFT = "draft-of-upgrade"


def upgrade(site: StoppedSite, old_bin: Path | None, say: Callable[[str], None]) -> Path | None:
    """Upgrade; returns where the old data are, None when there was nothing to do.

    Raises `StoreError`: it is not possible; the old data are unchanged. Raises `TransferError`: the copy failed; the old data are
    unchanged.
    """
    made_by, wanted = site.made_by, site.programs.major
    if made_by == wanted:
        return None
    if made_by > wanted:
        raise StoreError(
            f"The data are of PostgreSQL {made_by}, the programs of {wanted}; there is no way back. Point FATE_PG_BIN to newer ones."
        )
    kept = site.data.with_name(f"data-{made_by}")
    if kept.exists():
        raise StoreError(f"{kept} is there already, from an earlier upgrade. Move it away, then try again.")
    old = site.server(site.data, programs_for(made_by, old_bin))
    new = site.server(site.data.with_name(DRAFT), site.programs)
    shutil.rmtree(new.data, ignore_errors=True)
    with site.run(old) as source, site.run(new) as target:
        rows = _copy(source, target, site.programs.folder)
        say(f"From PostgreSQL {made_by} to {wanted}: {sum(rows.values())} rows in {len(rows)} tables; every table has as many as before.")
        if added := manage(target, "repair-schema", "-v", "0"):
            say(added)
        say(manage(target, "audit"))
        _same_password(target, old.password_file.read_text().strip())
    _swap_directories(site.data, new, kept)
    return kept


def programs_for(major: int, named: Path | None) -> binaries.Postgres:
    """A server of exactly that version. Raises `StoreError`: there is none."""
    for folder in filter(None, (named, Path(f"/usr/lib/postgresql/{major}/bin"))):
        if (folder / "postgres").exists() and binaries.major_of(folder) == major:
            return binaries.Postgres(folder, major)
    where = f"{named} is not one" if named else "this machine has none"
    raise StoreError(
        f"The data can only be read by PostgreSQL {major}, and {where}. Install it (apt install postgresql-{major}), or name its "
        f"folder of programs: {installation.PROGRAM} upgrade --old-bin FOLDER. Nothing was changed."
    )


def _copy(source: str, target: str, programs: Path) -> dict[str, int]:
    with progress_bar("copying", len(transfer.counts(source))) as report:
        return transfer.copy(source, target, programs, report)


def _same_password(target: str, password: str) -> None:
    """Keep the password file, so that only one directory has to be swapped."""
    with psycopg.connect(target, autocommit=True) as line:
        line.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(USER), sql.Literal(password)))


def _swap_directories(data: Path, new: Postgres, kept: Path) -> None:
    """If it is killed between two lines, the next `up` finds the old data or completes the swap (see `Postgres.prepare`)."""
    new.data.rename(new.finished)
    data.rename(kept)
    new.finished.rename(data)
    new.password_file.unlink()
