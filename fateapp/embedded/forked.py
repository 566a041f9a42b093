"""Programs that are copies of one process which has read the site's code already, so that all of them share its memory.

That process, the fork server (fateapp/forkserver.py), is a program of the supervisor like any other. What it forks is our own
child, not its: it lives on when the fork server ends, and we learn when it ends.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
from dataclasses import dataclass, field
from typing import IO

from fateapp.embedded import processes
from fateapp.embedded.errors import StoreError
from fateapp.embedded.program import Forked, Program, from_scratch

PATIENCE = 10.0
"""Seconds within which the fork server must have made a copy; it takes milliseconds."""
LONGEST = 65536


@dataclass
class ForkServer:
    """Our end of the line to the fork server: `start_itself` and `start` are ways to start a Program."""

    _line: socket.socket | None = field(default=None, repr=False)
    _process: subprocess.Popen[bytes] | None = None
    _ready: bool = False

    def start_itself(self, program: Program, output: IO[bytes]) -> subprocess.Popen[bytes]:
        """Run the fork server; it reads orders from its standard input, and their end tells it that we are gone."""
        self.close()
        processes.adopt_orphans()  # its copies come to us by that
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.settimeout(PATIENCE)
        with theirs:
            self._process = processes.spawn(
                program.argv,
                stop_signal=program.stop_signal,
                account=program.account,
                environment=program.environment,
                source=theirs.fileno(),
                output=output,
            )
        return self._process

    def answers(self) -> bool:
        """Whether it has read everything and takes orders."""
        if not self._ready and self._line and select.select([self._line], [], [], 0)[0]:
            self._ready = bool(self._line.recv(LONGEST))
        return self._ready

    def start(self, program: Program, output: IO[bytes]) -> subprocess.Popen[bytes] | Forked:
        """A copy of the fork server that runs the Python module `program.argv[2]`, as `python -m` does.

        Its account and environment are those of the fork server. While that is not there the program is started from scratch:
        it weighs more, but nobody waits.

        Raises:
            StoreError: the fork server could not do it.
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
        """Its answer; nothing when it has ended. One that does not answer in time is ended."""
        if self._line is None or self._process is None:
            return b""
        try:
            socket.send_fds(self._line, [order], [file])
            return self._hear(self._line, self._process)
        except (BrokenPipeError, ConnectionResetError):  # it ended before it read the order
            return b""

    @staticmethod
    def _hear(line: socket.socket, process: subprocess.Popen[bytes]) -> bytes:
        try:
            return line.recv(LONGEST)
        except TimeoutError:
            process.kill()
            process.wait()
            return line.recv(LONGEST)  # what it said meanwhile, or nothing: it will not do later what is done without it now

    def close(self) -> None:
        """Let go of the line."""
        self._ready = False
        if self._line:
            self._line.close()
            self._line = None
