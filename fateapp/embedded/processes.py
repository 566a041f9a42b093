"""Start processes that end with their parent, and read /proc about processes of others."""

import ctypes
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO

from fateapp.embedded.account import Account

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
_LIBC = ctypes.CDLL(None, use_errno=True)


def adopt_orphans() -> None:
    """Become a subreaper (prctl): grandchildren whose parent dies become children of this process and can be reaped."""
    _LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with(parent: int, stop_signal: int) -> None:
    """Called in a new process: the kernel sends `stop_signal` when the parent ends in any way."""
    _LIBC.prctl(PR_SET_PDEATHSIG, stop_signal, 0, 0, 0)
    if os.getppid() != parent:  # it went before the line above
        os.kill(os.getpid(), signal.SIGKILL)


def spawn(
    argv: Sequence[str],
    *,
    stop_signal: int = signal.SIGTERM,
    account: Account | None = None,
    environment: Mapping[str, str] | None = None,
    source: int = subprocess.DEVNULL,
    output: IO[bytes] | int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own (Ctrl-C at the terminal goes to the parent only) that ends with this process.

    `source` is standard input; `output` takes standard output and errors. With an account, it runs under that account in the root
    directory, which every account may enter.
    """
    return subprocess.Popen(
        list(argv),
        stdin=source,
        stdout=output,
        stderr=subprocess.STDOUT,
        env=dict(os.environ if environment is None else environment),
        cwd="/" if account else None,
        start_new_session=True,
        preexec_fn=partial(die_with, os.getpid(), stop_signal),
        **(account.as_popen() if account else {}),
    )


def is_alive(pid: int) -> bool:
    """Whether the process exists and is not a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return fields.rpartition(")")[2].split()[0] not in ("Z", "X")


def kill(pid: int) -> None:
    """Send SIGKILL; a process that has ended is no error."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def living_in(directory: Path) -> list[int]:
    """The processes whose working directory is `directory`, as that of a PostgreSQL server is its data directory."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _lives_in(entry, directory)]


def _lives_in(entry: Path, directory: Path) -> bool:
    try:
        return (entry / "cwd").readlink() == directory
    except OSError:  # it has ended, is a zombie, or belongs to another user
        return False
