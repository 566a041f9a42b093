"""What processes weigh: their proportional set size, in which a page that several of them share counts once in all (PSS)."""

from __future__ import annotations

from pathlib import Path


def family(pid: int) -> list[int]:
    """The process and everything below it, oldest first."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def megabytes(pid: int) -> float:
    """What the process and everything below it weigh."""
    return sum(own_megabytes(one) for one in family(pid))


def own_megabytes(pid: int) -> float:
    """What the process alone weighs. Raises OSError when it is gone or somebody else's."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def command_line(pid: int) -> str:
    """How it was started, or what it calls itself."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
