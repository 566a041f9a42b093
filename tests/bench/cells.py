"""Benchmark cells: they run in turns, each only while the machine is otherwise idle, and collect their figures.

On a shared machine, a figure in requests per second means little; the ratio of two cells that ran in turns is reliable. So every cell
can name the cell it is compared with, and each turn notes whether other processes were busy meanwhile.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

BUSY = 0.25
"""A turn is not clean when other processes use more cores than this."""
LOOK = 0.25
"""Seconds over which the CPU use of other processes is measured."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a cell: operations per second, seconds of each where known, CPU seconds of one (of this process or the servers), and
    whether the machine was idle.
    """

    rate: float
    each: tuple[float, ...] = ()
    cpu: float | None = None
    clean: bool = True


@dataclass(slots=True)
class Cell:
    """One measurement. `run` performs it for about the given number of seconds; `against` names the cell it is compared with."""

    name: str
    run: Callable[[float], Turn]
    against: str = ""
    unit: str = "/s"
    turns: list[Turn] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Median rate of the clean turns, or of all turns when none was clean."""
        return median(turn.rate for turn in self._best())

    @property
    def clean(self) -> int:
        """Number of turns during which no other process was busy."""
        return sum(turn.clean for turn in self.turns)

    def quantile(self, share: float) -> float | None:
        """Seconds within which this share of the operations was finished."""
        each = sorted(second for turn in self._best() for second in turn.each)
        return each[min(len(each) - 1, int(len(each) * share))] if each else None

    @property
    def cpu(self) -> float | None:
        """CPU seconds per operation."""
        known = [turn.cpu for turn in self._best() if turn.cpu is not None]
        return median(known) if known else None

    def _best(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.clean] or self.turns


def run_in_turns(cells: Iterable[Cell], *, rounds: int, seconds: float, patience: float, say: Callable[[str], None]) -> None:
    """Run every cell `rounds` times, in turns. Before each turn, wait up to `patience` seconds for an idle machine."""
    cells = list(cells)
    for number in range(rounds):
        for cell in cells:
            say(f"round {number + 1} of {rounds}: {cell.name}")
            clean = wait_for_idle(patience)
            turn = cell.run(seconds)
            cell.turns.append(Turn(turn.rate, turn.each, turn.cpu, clean and cores_of_others(LOOK) < BUSY))


@dataclass(slots=True)
class Stopwatch:
    """Wall and CPU seconds spent inside `running`."""

    wall: float = 0.0
    cpu: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Measure the duration of the block."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.wall, self.cpu = time.perf_counter() - wall, time.process_time() - cpu


def repeat(prepare: Callable[[], Callable[[], object]], seconds: float) -> Turn:
    """Until the time is up: call `prepare` (not measured), then the operation it returns (measured)."""
    walls: list[float] = []
    cpu = 0.0
    watch = Stopwatch()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not walls:
        work = prepare()
        with watch.running():
            work()
        walls.append(watch.wall)
        cpu += watch.cpu
    return Turn(len(walls) / sum(walls), tuple(walls), cpu / len(walls))


def wait_for_idle(patience: float) -> bool:
    """Wait until other processes are idle; False when they were busy for all of `patience` seconds."""
    end = time.monotonic() + patience
    while cores_of_others(LOOK) >= BUSY:
        if time.monotonic() >= end:
            return False
    return True


def cores_of_others(seconds: float) -> float:
    """Number of cores that other processes use while this one sleeps."""
    before, begun = _busy_ticks(), time.monotonic()
    time.sleep(seconds)
    return (_busy_ticks() - before) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - begun)


def _busy_ticks() -> int:
    user, nice, system, _idle, _iowait, irq, softirq, *_rest = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    return sum(int(ticks) for ticks in (user, nice, system, irq, softirq))
