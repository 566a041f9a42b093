"""Memory and CPU time of processes; memory is the proportional set size (PSS), in which shared pages are counted once in total.

A process that has ended in the meantime has no children, no name and no memory; servers start and stop helper processes at any time.
"""

from __future__ import annotations

import os
import time
from pathlib import Path


def family(pid: int) -> list[int]:
    """The process and all its descendants, oldest first."""
    children = _read(pid, f"task/{pid}/children").split()
    return [pid, *(one for child in children for one in family(int(child)))]


def megabytes(pid: int) -> float:
    """Megabytes of the process and all its descendants."""
    return sum(own_megabytes(one) for one in family(pid))


def own_megabytes(pid: int) -> float:
    """Megabytes of the process alone. Raises PermissionError when it belongs to another user."""
    lines = _read(pid, "smaps_rollup").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def processor_seconds(pid: int) -> float:
    """CPU seconds of the process and all its descendants."""
    facts = [_read(one, "stat").rpartition(")")[2].split() for one in family(pid)]
    return sum(int(fact[11]) + int(fact[12]) for fact in facts if fact) / os.sysconf("SC_CLK_TCK")


def servers_seconds() -> float:
    """CPU seconds of this process's running children, without those that have ended."""
    return processor_seconds(os.getpid()) - time.process_time()


def command_line(pid: int) -> str:
    """The command line of a process, or the title it has set."""
    return _read(pid, "cmdline").replace("\0", " ").strip()


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
