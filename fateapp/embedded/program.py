"""A program of the supervisor, the ways to start it, and its process."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from fateapp.embedded import processes
from fateapp.embedded.account import Account


@dataclass
class Forked:
    """A child process made by the fork server, with the part of `subprocess.Popen` that the supervisor uses."""

    pid: int
    returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended. Raises subprocess.TimeoutExpired."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Running = subprocess.Popen[bytes] | Forked
Start = Callable[["Program", IO[bytes]], Running]


def from_scratch(program: Program, output: IO[bytes], source: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start the program as a new process; `source` is its standard input."""
    return processes.spawn(
        program.argv, stop_signal=program.stop_signal, account=program.account, environment=program.environment, source=source,
        output=output,
    )  # fmt: skip


@dataclass(frozen=True)
class Program:
    """What to run and how to treat it.

    `prepare` runs before every start and may raise StoreError, as may `start`; `answers` says whether it is ready. `kill_signal` is the
    signal for one that does not stop in time; never KILL for PostgreSQL. Stores are stopped last.
    """

    name: str
    argv: Sequence[str]
    stop_signal: int = signal.SIGTERM
    stop_timeout: float = 10.0
    kill_signal: int = signal.SIGKILL
    is_store: bool = False
    account: Account | None = None
    environment: Mapping[str, str] | None = None
    prepare: Callable[[], None] = lambda: None
    start: Start = from_scratch
    answers: Callable[[], bool] = lambda: True
