"""Free ports of loopback for the processes that tests and measurements start."""

from __future__ import annotations

import random
import socket

from fateapp import processes

# Below 32768, where Linux begins to take ports for outgoing connections: such a connection may otherwise take the port
# after it was found free and before the process under test listens on it.
RANGE = range(10_000, 32_000)
_given: set[int] = set()


def free_port() -> int:
    """A port on which no process listens; the same holds for the ports beside it (stream, mail). Each call gives another one."""
    while True:
        port = random.SystemRandom().choice(RANGE)
        wanted = {port, processes.stream_port(port), processes.mail_port(port)}
        if wanted.isdisjoint(_given) and all(map(_is_free, wanted)):
            _given.update(wanted)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
