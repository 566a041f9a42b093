"""RabbitMQ from Debian's package as a process on loopback, with its own folder, ports and Erlang port mapper."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kombu import Connection

from tests.fateapp.waiting import until
from tests.ports import free_port

PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")


@dataclass
class RabbitMQ:
    """One node. It can be killed and started again with its data."""

    folder: Path
    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL, as an operator writes it."""
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen([PROGRAM], env=self.environment, stdout=output, stderr=output, start_new_session=True)
        until(self.answers, "RabbitMQ")

    def answers(self) -> bool:
        """Whether a client completes the handshake."""
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "output").read_text()
        with Connection(self.url, connect_timeout=1) as line:  # type: ignore[no-untyped-call]
            try:
                line.connect()
            except line.connection_errors:
                return False
        return True

    def signal(self, what: signal.Signals) -> None:
        """Send a signal to the node and to the helpers that Erlang has started."""
        if self.process is not None:
            os.killpg(self.process.pid, what)

    def kill(self) -> None:
        """Send SIGKILL."""
        if self.process is not None:
            self.signal(signal.SIGKILL)
            self.process.wait(30)
            self.process = None


@contextmanager
def node() -> Iterator[RabbitMQ]:
    """A started node; its processes and folder are removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="fate-test-"))
    port, distribution, names = free_port(), free_port(), free_port()
    (folder / "rabbitmq.conf").write_text(f"listeners.tcp.1 = 127.0.0.1:{port}\n")
    (folder / "plugins").write_text("[].")
    (folder / "none").touch()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "ERL_EPMD_PORT": str(names),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "none"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_NODENAME": f"fate{port}@localhost",
        "RABBITMQ_DIST_PORT": str(distribution),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1",
    }
    services = subprocess.Popen(
        ["epmd", "-port", str(names), "-address", "127.0.0.1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    server = RabbitMQ(folder, port, environment)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        services.terminate()
        services.wait(30)
        shutil.rmtree(folder, ignore_errors=True)
