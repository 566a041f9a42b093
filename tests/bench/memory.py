"""What processes weigh and use: their proportional set size, in which a page that several of them share counts once in all (PSS), and CPU.

A process that has ended meanwhile has no children, no name and no weight: servers let helpers come and go.
"""

from __future__ import annotations

import os
import time
from pathlib import Path


def family(pid: int) -> list[int]:
    """The process and everything below it, oldest first."""
    children = _read(pid, f"task/{pid}/children").split()
    return [pid, *(one for child in children for one in family(int(child)))]


def megabytes(pid: int) -> float:
    """What the process and everything below it weigh."""
    return sum(own_megabytes(one) for one in family(pid))


def own_megabytes(pid: int) -> float:
    """What the process alone weighs. Raises PermissionError when it is somebody else's."""
    lines = _read(pid, "smaps_rollup").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def processor_seconds(pid: int) -> float:
    """What the process and everything below it have used of the processor."""
    facts = [_read(one, "stat").rpartition(")")[2].split() for one in family(pid)]
    return sum(int(fact[11]) + int(fact[12]) for fact in facts if fact) / os.sysconf("SC_CLK_TCK")


def servers_seconds() -> float:
    """What the processes that this one has started have used of the processor, without those that have ended."""
    return processor_seconds(os.getpid()) - time.process_time()


def command_line(pid: int) -> str:
    """How it was started, or what it calls itself."""
    return _read(pid, "cmdline").replace("\0", " ").strip()


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
