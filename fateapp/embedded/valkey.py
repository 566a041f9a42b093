"""One Valkey server: the broker. Its data can be lost without losing more than a few seconds of latency."""

import os
import shutil
import signal
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from fateapp.embedded import paths
from fateapp.embedded.account import Account
from fateapp.embedded.binaries import Valkey as Programs


@dataclass(frozen=True)
class Valkey:
    """A server on a unix socket, without a port. `lasting` keeps an append-only file."""

    programs: Programs
    data: Path
    sockets: Path
    account: Account | None = None
    lasting: bool = True

    stop_signal = signal.SIGTERM
    kill_signal = signal.SIGKILL

    @property
    def address(self) -> Path:
        return self.sockets / "valkey.sock"

    def url(self) -> str:
        return f"unix://{quote(str(self.address))}?db=0"

    def argv(self) -> list[str]:
        """The command that runs the server in the foreground."""
        where = ["--port", "0", "--unixsocket", str(self.address), "--unixsocketperm", "700", "--dir", str(self.data)]
        keep = ["--appendonly", "yes", "--appendfsync", "everysec"] if self.lasting else ["--appendonly", "no"]
        return [str(self.programs.program), *where, *keep, "--save", "", "--maxmemory-policy", "noeviction", "--daemonize", "no"]

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    def prepare(self) -> None:
        """Nothing to clear: Valkey replaces a dead server's socket by itself."""

    def set_aside(self) -> Path:
        """Move damaged data away and start empty; returns where they are."""
        aside = self.data.with_name(f"{self.data.name}.unreadable")
        shutil.rmtree(aside, ignore_errors=True)
        self.data.rename(aside)
        paths.own_folder(self.data, self.account)
        return aside

    def answers(self) -> bool:
        """Whether the server is up and has read its file."""
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(2)
                line.connect(str(self.address))
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False
