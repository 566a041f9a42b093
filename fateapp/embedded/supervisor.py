"""The supervisor: starts programs in order, restarts those that end, stops all at the end.

One thread without polling: it waits in `select` until a signal arrives (a child ended, a stop was requested) or a restart is due.
"""

import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fateapp.embedded import processes
from fateapp.embedded.errors import StoreError
from fateapp.embedded.program import Program, Running

FIRST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE_OF_STORES = 0.3, 5.0, 1.0
"""Seconds before a restart (back-off), doubled each time until the program has run for STEADY seconds. Stores have the shortest limit,
because all other programs need them.
"""
STEADY = 60.0
LOG_IS_LONG = 8 * 1024 * 1024


@dataclass
class Child:
    """A program and its current process."""

    program: Program
    log: Path
    process: Running | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    due: float | None = None
    exits: int = field(default=0)

    def start(self) -> None:
        """Run `prepare`, then the program; its output goes to its log."""
        self.due = None
        self.program.prepare()
        self.shorten_log()
        with self.log.open("ab") as output:
            self.process = self.program.start(self.program, output)
        self.started = time.monotonic()

    def shorten_log(self) -> None:
        """Move a long log to the old log, also while the program writes: it appends, and goes on at the beginning of the empty file."""
        if not self.log.exists() or self.log.stat().st_size <= LOG_IS_LONG:
            return
        try:
            shutil.copyfile(self.log, self.log.with_suffix(".old.log"))
        except OSError:
            return  # a full disk: tried again
        os.truncate(self.log, 0)

    @property
    def next_pause(self) -> float:
        return min(self.pause * 2, LONGEST_PAUSE_OF_STORES if self.program.is_store else LONGEST_PAUSE)

    def send(self, number: int) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)

    def kill_session(self) -> None:
        """Kill the remaining processes of its session (web workers keep the port)."""
        if self.process and self.program.kill_signal == signal.SIGKILL:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                return  # no process left


class Supervisor:
    """Runs programs in the order they are started, and stops them in reverse order."""

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        self.logs = logs
        self.say = say
        self.children: list[Child] = []
        self.stopping = False
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def listen(self) -> None:
        """Install signal handlers: SIGCHLD ends the wait; INT, TERM and HUP request a stop, the second one kills."""
        processes.adopt_orphans()
        signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._asked_to_stop)

    def _asked_to_stop(self, number: int, _frame: object) -> None:
        if not self.stopping:
            self.stopping = True
            raise StopRequested(number)
        for child in self.children:
            if not child.program.is_store:
                child.send(signal.SIGKILL)

    def start(self, program: Program, *, wait: bool = True) -> None:
        """Start another program; with `wait`, return when it is ready.

        Raises `StoreError`: it ended instead; the text is the end of its log.
        """
        child = Child(program, self.logs / f"{program.name}.log")
        child.start()
        self.children.append(child)
        if wait:
            try:
                self.wait_for(program.name)
            except StoreError:
                self.children.remove(child)
                raise

    def wait_for(self, name: str) -> None:
        """Wait until the program is ready, as long as it runs: a database may take long to recover."""
        child = next(child for child in self.children if child.program.name == name)
        slow = time.monotonic() + 15
        while not child.program.answers():
            if child.process and child.process.poll() is not None:
                raise StoreError(f"{name} did not start. The end of {child.log}:\n{tail(child.log)}")
            if time.monotonic() > slow:
                self.say(f"{name} is still starting; its log is {child.log}")
                slow = time.monotonic() + 30
            self._sleep(0.03)

    def watch(self) -> None:
        """Restart programs that end, until a signal raises StopRequested."""
        while True:
            self.check_children()
            dues = [child.due for child in self.children if child.due is not None]
            self._sleep(max(0.0, min(dues) - time.monotonic()) if dues else 5.0)

    def check_children(self) -> None:
        """Check every child once: detect exits, restart what is due, shorten long logs."""
        self.reap_orphans()
        for child in self.children:
            self._check(child)
            child.shorten_log()

    def _check(self, child: Child) -> None:
        now = time.monotonic()
        if child.due is not None:
            if now >= child.due:
                self._restart(child)
        elif child.process and (code := child.process.poll()) is not None:
            child.kill_session()
            child.exits += 1
            child.pause = FIRST_PAUSE if now - child.started > STEADY else child.pause
            child.due = now + child.pause
            self.say(f"{child.program.name} {how_it_ended(code)}; starting it again in {child.pause:.1f} s ({child.log})")
            child.pause = child.next_pause

    def _restart(self, child: Child) -> None:
        try:
            child.start()
        except (StoreError, OSError) as error:
            child.due = time.monotonic() + child.pause
            child.pause = child.next_pause
            self.say(f"{child.program.name} could not be started, trying again: {error}")
        else:
            self.say(f"{child.program.name} runs again (process {child.process.pid if child.process else '?'})")

    def reap_orphans(self) -> None:
        """Reap adopted processes, without taking the exit codes of own children away from `subprocess`."""
        ours = {child.process.pid for child in self.children if child.process}
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None or ended.si_pid in ours:
                return  # ours are polled right after this
            os.waitpid(ended.si_pid, 0)

    def stop(self) -> None:
        """Stop the site's programs together, then the stores one by one, the first started last."""
        self.stopping = True
        site = [child for child in self.children if not child.program.is_store]
        for child in site:
            child.send(child.program.stop_signal)
        for child in site:
            self._wait_until_gone(child)
        for child in reversed([child for child in self.children if child.program.is_store]):
            child.send(child.program.stop_signal)
            self._wait_until_gone(child)
        self.children.clear()

    def _wait_until_gone(self, child: Child) -> None:
        if child.process is None:
            return
        try:
            child.process.wait(timeout=child.program.stop_timeout)
        except subprocess.TimeoutExpired:
            self.say(f"{child.program.name} does not stop in time; killing it")
            child.send(child.program.kill_signal)
            child.process.wait()
        child.kill_session()

    def _sleep(self, seconds: float) -> None:
        ready, _, _ = select.select([self._wake_read], [], [], seconds)
        if ready:
            os.read(self._wake_read, 4096)


class StopRequested(Exception):
    """Ctrl-C, or SIGTERM or SIGHUP."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)


def how_it_ended(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended by itself with code {code}"


def tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-15:])
