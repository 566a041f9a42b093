"""One PostgreSQL server: create its data directory, clean up after a crash, check that it is ready."""

import os
import secrets
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from fateapp import installation
from fateapp.embedded import processes
from fateapp.embedded.account import Account
from fateapp.embedded.binaries import Postgres as Programs
from fateapp.embedded.errors import StoreError

USER = "fate"
DATABASE = "fate"
INITDB = ["--auth=scram-sha-256", "--auth-local=scram-sha-256", "-E", "UTF8", "--data-checksums"]
LOCALE = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
"""A collation that is independent of libc, so an upgrade of the system cannot corrupt an index."""
LEFTOVER_TIMEOUT = 20.0
"""Seconds to wait for a server whose supervisor was killed to end."""
ORPHAN_TIMEOUT = 0.5
"""Seconds to wait for the child processes of a killed server; they notice at once, unless a statement keeps them busy."""
DURABLE = ["-c", "recovery_init_sync_method=syncfs"]
"""After a crash the whole data directory is synced first: one syncfs takes 0.1 s, one fsync for each file took 3 s."""
NOT_DURABLE = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]


@dataclass(frozen=True)
class Postgres:
    """A server on a unix socket. `data` and `sockets` belong to `account` if there is one; `lasting` data survive a power failure."""

    programs: Programs
    data: Path
    sockets: Path
    account: Account | None = None
    lasting: bool = True

    stop_signal = signal.SIGINT  # "fast": roll back what is open, write everything down, go
    kill_signal = signal.SIGQUIT  # recovery at the next start does the rest

    @property
    def password_file(self) -> Path:
        """Beside the data, readable for the server's account only."""
        return self.data.with_name(f"{self.data.name}-password")

    @property
    def finished(self) -> Path:
        """Complete data of a new version, if `manage.py upgrade` was killed while it replaced the directories."""
        return self.data.with_name("data.upgraded")

    def url(self, database: str = DATABASE) -> str:
        password = self.password_file.read_text().strip()
        return f"postgresql://{USER}:{password}@/{database}?host={quote(str(self.sockets), safe='')}"

    def argv(self) -> list[str]:
        """The command that runs the server in the foreground."""
        where = ["-k", str(self.sockets), "-c", "listen_addresses=", "-c", "unix_socket_permissions=0700"]
        return [str(self.programs.folder / "postgres"), "-D", str(self.data), *where, *(DURABLE if self.lasting else NOT_DURABLE)]

    def environment(self) -> dict[str, str]:
        """The environment without PG* variables, which change the behaviour of the programs."""
        return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"LC_ALL": "C"}

    def prepare(self) -> None:
        """Prepare a start: a data directory of this version, no pid file of a dead server.

        Raises `StoreError`: the data belong to another version, or another server uses them.
        """
        if self.finished.exists() and not self.data.exists():
            self.finished.rename(self.data)
        if not (self.data / "PG_VERSION").exists():
            self._initialise()
        self._check_version()
        self._clear_pid_file()

    def _initialise(self) -> None:
        """Run initdb in a draft directory and rename it at the end, so that an incomplete one is never used."""
        if self.data.exists() and any(self.data.iterdir()):
            raise StoreError(f"{self.data} is not empty and holds no PostgreSQL database. Move it away and start again.")
        draft = self.data.with_name(f"{self.data.name}.draft")
        shutil.rmtree(draft, ignore_errors=True)
        self._write_password()
        command = [str(self.programs.folder / "initdb"), "-D", str(draft), "-U", USER, f"--pwfile={self.password_file}", *INITDB]
        command += LOCALE if self.programs.major >= 17 else ["--locale=C.UTF-8"]
        command += [] if self.lasting else ["--no-sync"]
        self._run(command)
        self._run([str(self.programs.folder / "postgres"), "--single", "-D", str(draft), "postgres"], f"CREATE DATABASE {DATABASE};\n")
        if self.data.exists():
            self.data.rmdir()
        draft.rename(self.data)

    def _run(self, command: list[str], typed: str = "") -> None:
        """Run one of the programs to its end, under the server's account."""
        who = self.account.as_popen() if self.account else {}
        done = subprocess.run(command, cwd="/", env=self.environment(), input=typed, capture_output=True, text=True, check=False, **who)
        if done.returncode:
            raise StoreError(f"{Path(command[0]).name} could not make a database in {self.data}: {(done.stderr or done.stdout).strip()}")

    def _write_password(self) -> None:
        self.password_file.unlink(missing_ok=True)
        with os.fdopen(os.open(self.password_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
            if self.account:
                os.fchown(file.fileno(), self.account.uid, self.account.gid)

    def _check_version(self) -> None:
        try:
            made_by = int((self.data / "PG_VERSION").read_text())
        except ValueError:
            raise StoreError(
                f"{self.data / 'PG_VERSION'} is damaged, so the rest of this database may be, too. Restore a backup into a new folder: "
                f"FATE_DATA_DIR=<folder> {installation.PROGRAM} restore <file>"
            ) from None
        if made_by != self.programs.major:
            raise StoreError(
                f"The database in {self.data} was made by PostgreSQL {made_by}, but the programs in {self.programs.folder} are "
                f"{self.programs.major}. Bring them up to date: {installation.PROGRAM} upgrade. Or set FATE_PG_BIN to PostgreSQL {made_by}."
            )

    def _clear_pid_file(self) -> None:
        """Remove the pid file of a dead server.

        PostgreSQL refuses to start while a process with that pid exists, even a zombie or another program with the same pid after a reboot.
        So the processes whose working directory is the data directory are checked instead. A server whose supervisor was killed gets time
        to end; child processes of a killed server are killed, and recovery does the rest.
        """
        begun = time.monotonic()
        while alive := [pid for pid in processes.living_in(self.data) if processes.is_alive(pid)]:
            if self._postmaster() not in alive and time.monotonic() > begun + ORPHAN_TIMEOUT:
                for pid in alive:
                    processes.kill(pid)
            if time.monotonic() > begun + LEFTOVER_TIMEOUT:
                raise StoreError(
                    f"A PostgreSQL server (process {alive[0]}) is already using {self.data}. Stop it first: kill -INT {alive[0]}"
                )
            time.sleep(0.05)
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        (self.sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)

    def _postmaster(self) -> int | None:
        try:
            return int((self.data / "postmaster.pid").read_text().split()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return None

    def answers(self) -> bool:
        """Whether the server accepts connections: the eighth line of its pid file, which pg_ctl reads, too.

        It is not "ready" while the server starts or recovers.
        """
        try:
            return (self.data / "postmaster.pid").read_text().splitlines()[7].strip() == "ready"
        except (FileNotFoundError, IndexError):
            return False
