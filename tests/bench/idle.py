"""Memory of an idle site started by `manage.py up`, and its start-up time, in a directory of its own."""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory

from fateapp import processes
from fateapp.installation import CODE as PROJECT
from tests.bench.memory import command_line, family, own_megabytes
from tests.bench.visiting import visit_everything
from tests.ports import free_port

PATIENCE = 180.0
NAMES = {
    "manage.py up": "supervisor",
    "fateapp.forkserver": "fork server",
    "postgres": "PostgreSQL",
    "valkey": "Valkey",
    "fateapp.wsgi": "web",
    "fateapp.asgi": "stream",
    "fateapp sweeper": "sweeper",
    "worker --queues bots": "bots",
    " worker ": "worker",
    "fateapp calls": "calls",
    " beat ": "beat",
    "fateapp mailin": "mailin",
}


@dataclass(frozen=True, slots=True)
class Found:
    """Megabytes and number of processes by name; seconds of the first and of the second start."""

    weights: Mapping[str, tuple[int, float]]
    pages: int
    first: float
    second: float

    @property
    def total(self) -> float:
        """Megabytes of all processes together."""
        return sum(weight for _count, weight in self.weights.values())


def weigh(rest: float) -> Found:
    """Start a site twice. The second time, request each kind of page, send a mail, wait so many seconds, and measure the memory."""
    with TemporaryDirectory(prefix="fate-idle-", ignore_cleanup_errors=True) as folder:
        root, port = Path(folder), free_port()
        root.chmod(0o711)  # started as root, the servers run under another account
        with running(root, port) as (_process, first):
            pass
        with running(root, port) as (process, second):
            pages = len(visit_everything(link_in(root, port)))
            write_to(processes.mail_port(port))
            time.sleep(rest)
            return Found(weights(process.pid), pages, first, second)


@contextmanager
def running(root: Path, port: int) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """Run `up` with its demo users while the block lasts; yields the start-up time in seconds. Raises TimeoutError."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    said = root / "output"
    with said.open("wb") as output:
        begun = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, str(PROJECT / "manage.py"), "up", "--port", str(port)],
            env=environment | {"FATE_DATA_DIR": str(root / "data")},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            while "fateapp is running at" not in said.read_text():
                if process.poll() is not None or time.monotonic() > begun + PATIENCE:
                    raise TimeoutError(f"The site did not start: {said.read_text()[-2000:]}")
                time.sleep(0.05)
            yield process, time.monotonic() - begun
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)


def link_in(root: Path, port: int) -> str:
    """A sign-in link of an admin user made for the measurement; the demo user has no access to the admin."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
    environment |= {"FATE_DATA_DIR": str(root / "data"), "FATE_SITE_URL": f"http://127.0.0.1:{port}"}

    def manage(*words: str) -> str:
        command = [sys.executable, str(PROJECT / "manage.py"), *words]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    manage("createsuperuser", "--noinput", "--email", "measured@fate.example", "--name", "Measured")
    return manage("signin", "Measured").split()[-1]


def write_to(port: int) -> None:
    """Send a mail to an unknown address, so that the mail server has handled one message."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "somebody@example.org", "nobody@localhost", "A letter"
    letter.set_content("To nobody.")
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as line:
        line.helo("here")
        line.mail("somebody@example.org")
        line.rcpt("nobody@localhost")


def weights(pid: int) -> dict[str, tuple[int, float]]:
    """Number of processes and megabytes by name, the largest first."""
    found: dict[str, list[float]] = defaultdict(list)
    for one in family(pid):
        words = f"{command_line(one)} "
        if not words.strip():
            continue
        found[next((name for mark, name in NAMES.items() if mark in words), words[:40])].append(own_megabytes(one))
    return {name: (len(each), sum(each)) for name, each in sorted(found.items(), key=lambda item: -sum(item[1]))}


def report(found: Found) -> list[str]:
    """The table for docs/measurements/."""
    lines = ["| program | processes | MB (PSS) |", "|---|---:|---:|"]
    lines += [f"| {name} | {count} | {weight:.0f} |" for name, (count, weight) in found.weights.items()]
    lines += [f"| in all | {sum(count for count, _weight in found.weights.values())} | {found.total:.0f} |", ""]
    return [*lines, f"{found.pages} kinds of pages seen; first start {found.first:.1f} s, second {found.second:.1f} s."]
