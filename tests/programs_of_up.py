"""The programs that `manage.py up` runs, for the tests and for the drills of deploy/drill."""

from __future__ import annotations

from pathlib import Path

from fateapp.embedded import processes

PROGRAMS = {
    "postgres": "postgres -D",
    "valkey": "valkey-server",
    "forkserver": "fateapp.forkserver",
    "web": "fateapp.wsgi",
    "stream": "fateapp.asgi",
    "sweeper": "fateapp sweeper",
    "worker": "worker --pool",
    "bots": "worker --queues bots",
    "calls": "fateapp calls",
    "beat": "fateapp.beat:Clock",
    "mailin": "fateapp mailin",
}
"""By name, the words of its command line that no other program has."""


def pid_of(name: str, up: int) -> int | None:
    """The pid of the child of the process `up` that runs the named program."""
    children = Path(f"/proc/{up}/task/{up}/children").read_text().split()
    found = [int(child) for child in children if PROGRAMS[name] in words_of(int(child)) and processes.is_alive(int(child))]
    return found[0] if found else None


def words_of(pid: int) -> str:
    """The command line of a process; "" when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
