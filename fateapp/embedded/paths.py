"""Paths of programs, data and sockets, also when the servers run under another account."""

import hashlib
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from fateapp.embedded import account as accounts
from fateapp.embedded.account import Account
from fateapp.embedded.binaries import Postgres, Valkey
from fateapp.embedded.errors import StoreError

FOR_HIDDEN_PROJECTS = Path("/var/lib/fateapp")
LONGEST_SOCKET_FOLDER = 107 - len("/.s.PGSQL.5432.lock")
"""The path of a unix socket has at most 107 bytes."""


def make_data_dir(data_dir: Path) -> None:
    """Create the data directory for the current user only; files of two users would not be readable for the other one.

    Raises `StoreError`: it cannot be created, or belongs to another user.
    """
    _make(data_dir, parents=True)
    if (owner := data_dir.stat().st_uid) != os.geteuid():
        raise StoreError(f"{data_dir} belongs to user {owner}. Start as that user, or set FATE_DATA_DIR to a place of your own.")
    _make(data_dir / "log")


def _make(folder: Path, *, parents: bool = False) -> None:
    try:
        folder.mkdir(mode=0o700, parents=parents, exist_ok=True)
    except OSError as error:
        text = f"The data directory {folder} cannot be made: {error.strerror}. Set FATE_DATA_DIR to a place you may write."
        raise StoreError(text) from error


def servers_home(data_dir: Path, wanted_account: str | None) -> tuple[Path, Account | None]:
    """The directory of the servers' data, and their account (None: the current one).

    It is the data directory. Only when we are root and the account cannot read it (a project below /root), it is a directory below
    /var/lib/fateapp. Existing data decide both, so a second set is never created.
    """
    account = accounts.for_servers(wanted_account)
    if account is None:
        return data_dir, None
    hidden = FOR_HIDDEN_PROJECTS / f"{data_dir.parent.name}-{hashlib.sha256(bytes(data_dir)).hexdigest()[:8]}"
    for home in (data_dir, hidden):
        if (home / "postgres").exists():
            return home, _owner(home / "postgres") or account
    data_dir.chmod(0o711)  # ours, not a parent's: the account passes through to its own folders
    if account.can_run(["/usr/bin/test", "-x", str(data_dir)]):
        return data_dir, account
    hidden.mkdir(mode=0o755, parents=True, exist_ok=True)
    return hidden, account


def _owner(directory: Path) -> Account | None:
    """The owner of the data; an account configured later could not read them."""
    entry = pwd.getpwuid(directory.stat().st_uid)
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid) if entry.pw_uid else None


def own_folder(folder: Path, account: Account | None) -> Path:
    """A directory for one server only, created if necessary."""
    if account:
        return account.own(folder)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise StoreError(
            f"{folder} belongs to user {folder.stat().st_uid}. Start as that user or as root, or set FATE_DATA_DIR to a place of your own."
        )
    return folder


@contextmanager
def socket_folder(home: Path, account: Account | None) -> Iterator[Path]:
    """A directory for sockets that only the servers' account and root may enter; a temporary one when the path would be too long."""
    folder = home / "run"
    temporary = len(bytes(folder)) > LONGEST_SOCKET_FOLDER
    if temporary:
        folder = Path(tempfile.mkdtemp(prefix="fate-"))
    own_folder(folder, account)
    try:
        yield folder
    finally:
        if temporary:
            shutil.rmtree(folder, ignore_errors=True)


def reachable_programs(postgres: Postgres, valkey: Valkey, account: Account | None, target: Path) -> tuple[Postgres, Valkey]:
    """The same programs, copied to `target` if the account cannot run the originals (a project below a private home directory)."""
    if account and not account.can_run([str(postgres.folder / "postgres"), "--version"]) and postgres.tree:
        postgres = replace(postgres, folder=_copy_tree(postgres.tree, target) / postgres.folder.relative_to(postgres.tree))
    if account and not account.can_run([str(valkey.program), "--version"]) and valkey.tree:
        valkey = replace(valkey, program=_copy_tree(valkey.tree, target) / valkey.program.relative_to(valkey.tree))
    return postgres, valkey


def _copy_tree(tree: Path, target: Path) -> Path:
    """A copy of a wheel's package and its libraries, readable for everybody, writable for the current user only."""
    target.mkdir(mode=0o755, exist_ok=True)
    stamp = target / f"{tree.name}.copied-from"
    original = f"{tree} {tree.stat().st_mtime_ns}"
    if stamp.exists() and stamp.read_text() == original:
        return target / tree.name
    for source in (tree, tree.with_name(f"{tree.name}.libs")):
        if source.exists():
            shutil.rmtree(target / source.name, ignore_errors=True)
            shutil.copytree(source, target / source.name, ignore=shutil.ignore_patterns("__pycache__", "include"))
    for path in (target, *target.rglob("*")):
        path.chmod(path.stat().st_mode & 0o700 | (0o055 if path.is_dir() or path.stat().st_mode & 0o100 else 0o044))
    stamp.write_text(original)
    return target / tree.name
