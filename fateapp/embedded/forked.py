"""Programs that are forked from one process with the site's code loaded, so that they share its memory.

That process, the fork server (fateapp/forkserver.py), is a program of the supervisor. Its copies are children of the supervisor: they keep
running when the fork server ends, and the supervisor reaps them.
"""

import json
import os
import select
import socket
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from fateapp.embedded import processes
from fateapp.embedded.errors import StoreError
from fateapp.embedded.program import Forked, Program, from_scratch

PATIENCE = 10.0
"""Seconds until the fork server must have made a copy; it takes milliseconds."""
LONGEST = 65536


@dataclass
class ForkServer:
    """The supervisor's end of the connection to the fork server: `start_itself` and `start` are values of Program.start.

    It finishes its imports once the site is `prepared`.
    """

    prepared: bool = True
    _connection: socket.socket | None = field(default=None, repr=False)
    _process: subprocess.Popen[bytes] | None = None
    _ready: bool = False

    def start_itself(self, program: Program, output: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start the fork server; it reads orders from standard input and ends when that is closed."""
        self.close()
        processes.adopt_orphans()  # its copies become children of this process
        self._connection, child_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._connection.settimeout(PATIENCE)
        with child_end:
            self._process = from_scratch(program, output, child_end.fileno())
        if self.prepared:
            self.finish_imports()
        return self._process

    def finish_imports(self) -> None:
        """Tell it, and every later one, that the site is prepared."""
        self.prepared = True
        if self._connection:
            with suppress(BrokenPipeError, ConnectionResetError):  # it has ended, which the supervisor reports
                self._connection.send(b"prepared")

    def answers(self) -> bool:
        """Whether it has imported everything and accepts orders."""
        if not self._ready and self._connection and select.select([self._connection], [], [], 0)[0]:
            with suppress(ConnectionResetError):  # it has ended
                self._ready = bool(self._connection.recv(LONGEST))
        return self._ready

    def start(self, program: Program, output: IO[bytes]) -> subprocess.Popen[bytes] | Forked:
        """Fork a copy that runs the Python module `program.argv[2]`, as `python -m` does.

        Its account and environment are those of the fork server. While the fork server is unavailable the program is started as a new
        process.

        Raises `StoreError`: the fork failed.
        """
        order = {"parent": os.getpid(), "stop_signal": int(program.stop_signal), "words": program.argv[2:]}
        answer = self._ask(json.dumps(order).encode(), output.fileno()) if self.answers() else b""
        if not answer:
            self._ready = False
            return from_scratch(program, output)
        found = json.loads(answer)
        if "pid" not in found:
            raise StoreError(f"{program.name} could not be forked: {found['error']}")
        return Forked(found["pid"])

    def _ask(self, order: bytes, file: int) -> bytes:
        """Its answer; empty when it has ended. It is killed when it does not answer in time."""
        if self._connection is None or self._process is None:
            return b""
        try:
            socket.send_fds(self._connection, [order], [file])
            return self._receive(self._connection, self._process)
        except (BrokenPipeError, ConnectionResetError):  # it ended before it read the order
            return b""

    @staticmethod
    def _receive(connection: socket.socket, process: subprocess.Popen[bytes]) -> bytes:
        try:
            return connection.recv(LONGEST)
        except TimeoutError:
            process.kill()
            process.wait()
            return connection.recv(LONGEST)  # an answer sent meanwhile, or nothing: a killed fork server cannot start the program twice

    def close(self) -> None:
        self._ready = False
        if self._connection:
            self._connection.close()
            self._connection = None
