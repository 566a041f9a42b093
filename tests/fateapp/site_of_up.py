"""A site that tests start with `manage.py up` in a directory of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from fateapp.embedded import processes
from fateapp.installation import CODE as PROJECT
from tests.bench import memory
from tests.fateapp.waiting import until
from tests.ports import free_port
from tests.programs_of_up import pid_of, words_of


@dataclass
class Site:
    """One `up` and its directory."""

    root: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        """Its output."""
        return (self.root / "output").read_text()

    def command(self, *options: str) -> subprocess.Popen[bytes]:
        """`manage.py up` in this directory, without the stores of the test run."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
        with (self.root / "output").open("ab") as output:
            return subprocess.Popen(
                [sys.executable, str(PROJECT / "manage.py"), "up", "--no-demo", "--port", str(self.port), *options],
                env=environment | {"FATE_DATA_DIR": str(self.root / "data")},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start(self) -> float:
        """Start and wait until it reports so; returns the seconds."""
        begun = time.monotonic()
        self.process = self.command()
        until(lambda: "fateapp is running at" in self.output or self.ended, "the start", 300)
        assert not self.ended, self.output
        return time.monotonic() - begun

    @property
    def ended(self) -> bool:
        """Whether `up` has ended."""
        return self.process is None or self.process.poll() is not None

    def pid(self, name: str) -> int | None:
        """The pid of the child that runs the named program."""
        assert self.process is not None
        return pid_of(name, self.process.pid)

    def status(self, path: str) -> int:
        """The status of the web server's response; 0 without one."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            line.request("GET", path)
            return line.getresponse().status
        except OSError:
            return 0
        finally:
            line.close()

    def family(self) -> list[int]:
        """The descendants of `up`, whatever their names."""
        assert self.process is not None
        return memory.family(self.process.pid)[1:]

    def survivors(self) -> list[int]:
        """Live processes that use this directory or this port."""
        marks = (str(self.root), f"--port {self.port} ", f":{self.port} ")
        pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return [pid for pid in pids if any(mark in words_of(pid) for mark in marks) and processes.is_alive(pid)]


def manage(site: Site, *words: str) -> str:
    """Run a management command beside the running site."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    command = [sys.executable, str(PROJECT / "manage.py"), *words]
    return subprocess.run(
        command, env=environment | {"FATE_DATA_DIR": str(site.root / "data")}, capture_output=True, text=True, check=True, timeout=200
    ).stdout


@contextmanager
def running_site() -> Iterator[Site]:
    """A running site in a new directory, removed afterwards."""
    root = Path(tempfile.mkdtemp(prefix="fate-test-"))
    root.chmod(0o711)
    (root / "output").touch()
    made = Site(root, free_port())
    try:
        made.start()
        yield made
    finally:
        if made.process and not made.ended:
            made.process.terminate()
            made.process.wait(timeout=60)
        shutil.rmtree(root, ignore_errors=True)
