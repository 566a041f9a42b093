"""Counters of all processes of one server in shared memory, so that whichever process serves /metrics knows all of them.

The memory is allocated before the processes are forked. Each process has a row of its own, so no locks are needed; a restarted process
continues the row of its predecessor.
"""

import mmap

PRIORITIES = ("machine", "move", "file", "page", "list", "stranger")
NAMES = (
    *(f"{what}_{priority}" for what in ("served", "refused", "abandoned") for priority in PRIORITIES),
    *(f"cut_{status}" for status in (400, 408, 413, 431, 501, 503, 505)),
    "cut_slow_reader",
    "cut_crowded",
    "connections",
)
AT = {name: number for number, name in enumerate(NAMES)}


class Counts:
    """The row of one process in the `table` of all."""

    def __init__(self, table: "Table", row: memoryview) -> None:
        self.table, self._row = table, row

    def add(self, name: str, number: int = 1) -> None:
        self._row[AT[name]] += number

    def set(self, name: str, number: int) -> None:
        self._row[AT[name]] = number

    def get(self, name: str) -> int:
        """The value of this process."""
        return int(self._row[AT[name]])


class Table:
    def __init__(self, rows: int) -> None:
        self._cells = memoryview(mmap.mmap(-1, rows * len(NAMES) * 8)).cast("Q")
        self.rows = rows

    def row(self, number: int) -> Counts:
        return Counts(self, self._cells[number * len(NAMES) : (number + 1) * len(NAMES)])

    def total(self, name: str) -> int:
        """The sum over all processes."""
        return sum(self.row(number).get(name) for number in range(self.rows))


TABLE: Table | None = None
"""The counters of this server; set before it forks."""
