"""The master process of a server: opens the socket, forks the workers, and restarts those that end."""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType

from fateapp.edge import counts
from fateapp.edge.priorities import KnownCredentials
from fateapp.embedded.processes import die_with

log = logging.getLogger(__name__)
PAUSE = 0.5
"""Seconds before a worker is restarted."""
STOP_SECONDS = 5.0


def listen(host: str, port: int) -> socket.socket:
    """A socket from which all processes accept. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((host, port))
    found.set_inheritable(True)
    return found


class Master:
    """Keeps `workers` processes running that execute `work`, each with its row of counters and the shared credentials."""

    def __init__(self, workers: int, work: Callable[[counts.Counts, KnownCredentials], None]) -> None:
        self.workers, self.work, self.known = workers, work, KnownCredentials()
        self.running: dict[int, int] = {}
        self.stopping = False
        self.table = counts.TABLE = counts.Table(workers)

    def run(self) -> None:
        """Run until SIGTERM or SIGINT; workers that do not end in time are killed."""
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, self._asked_to_stop)
        for number in range(self.workers):
            self._start(number)
        while self.running:
            self._wait()
        signal.alarm(0)

    def _start(self, number: int) -> None:
        parent = os.getpid()
        pid = os.fork()
        if pid:
            self.running[pid] = number
            if self.stopping:  # asked while we forked
                os.kill(pid, signal.SIGTERM)
            return
        code = 1
        try:
            for signal_number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
                signal.signal(signal_number, signal.SIG_DFL)
            die_with(parent, signal.SIGTERM)
            self.work(self.table.row(number), self.known)
            code = 0
        except BaseException:
            log.exception("web_process_failed: process %s of the server ended", number)
        finally:
            os._exit(code)

    def _wait(self) -> None:
        """Wait until a worker has ended; restart it unless all are to end."""
        pid, status = os.wait()
        number = self.running.pop(pid, None)
        if number is None or self.stopping:
            return
        log.error("web_process_ended: process %s ended with code %s; it is started again", number, os.waitstatus_to_exitcode(status))
        time.sleep(PAUSE)
        if not self.stopping:
            self._start(number)

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True
        for pid in self.running:
            os.kill(pid, signal.SIGTERM)
        signal.signal(signal.SIGALRM, self._kill_workers)
        signal.setitimer(signal.ITIMER_REAL, STOP_SECONDS)

    def _kill_workers(self, number: int, frame: FrameType | None) -> None:
        for pid in self.running:
            os.kill(pid, signal.SIGKILL)
