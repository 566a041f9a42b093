"""Starting processes that die with their parent, and reading /proc about processes we did not start."""

from __future__ import annotations

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
    """Become the parent of grandchildren whose parent is killed, so that they can be reaped and none is left behind."""
    _LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with(parent: int, stop_signal: int) -> None:
    """Called in a new process: when its parent goes, however it goes, the kernel sends `stop_signal`."""
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
    """Start a program in a session of its own (a Ctrl-C at the terminal is the parent's business), tied to our life.

    `source` is standard input; `output` takes both standard output and errors. With an account, it runs under that account and
    starts in the root directory, which everybody may enter.
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
    """Whether the process exists and is more than a zombie waiting for its parent."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return fields.rpartition(")")[2].split()[0] not in ("Z", "X")


def kill(pid: int) -> None:
    """End a process without a word; one that has gone meanwhile is no error."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def living_in(directory: Path) -> list[int]:
    """The processes whose working directory is `directory`; a PostgreSQL server and its helpers live in their data directory."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _lives_in(entry, directory)]


def _lives_in(entry: Path, directory: Path) -> bool:
    try:
        return (entry / "cwd").readlink() == directory
    except OSError:  # gone meanwhile, a zombie, or somebody else's
        return False
