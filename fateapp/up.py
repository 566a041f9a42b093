"""`manage.py up`: start everything a site needs and keep it running until Ctrl-C. It does not import Django; its programs do."""

import argparse
import errno
import os
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fateapp import disk_space, installation, preflight, processes, running_instance, stores
from fateapp.embedded import instance_record, lock, paths
from fateapp.embedded.account import Account
from fateapp.embedded.errors import StoreError
from fateapp.embedded.forked import ForkServer
from fateapp.embedded.program import from_scratch
from fateapp.embedded.supervisor import StopRequested, Supervisor
from fateapp.environment import SETTINGS, BadSetting, is_given
from fateapp.ports import port_problem
from fateapp.preparation import Preparation
from fateapp.progress import Progress
from fateapp.terminal import Terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for the whole network (then set FATE_SITE_URL too)")
    parser.add_argument("--port", type=int, default=8000, help="default 8000")
    parser.add_argument("--no-demo", action="store_true", help="make no demo people and no demo game on the first start")


def main(arguments: list[str]) -> int:
    """Run the command; the result is the exit code."""
    parser = argparse.ArgumentParser(
        prog=f"{installation.PROGRAM} up", description="Start the whole site and keep it running until Ctrl-C."
    )
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def run(options: argparse.Namespace) -> int:
    """Run one site; every expected error is reported as a sentence."""
    terminal = Terminal()
    try:
        return Site(options, preflight.settings(options), terminal).run()
    except lock.Held as held:
        terminal.print(f"fateapp is already running here: {held}. Stop it with Ctrl-C in its window, or with kill and its number.")
    except (StoreError, BadSetting, OSError) as error:
        terminal.print(terminal.red(sentence(error)))
    return 1


def sentence(error: StoreError | BadSetting | OSError) -> str:
    """The message for the terminal. Raises the error if it has no remedy that is known."""
    if disk_space.ran_out(error):
        return disk_space.sentence()
    if not isinstance(error, OSError):
        return str(error)
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return (
            f"{error.filename} cannot be written: {error.strerror}. Set FATE_DATA_DIR to a place you may write, or make this one writable."
        )
    raise error


@dataclass
class Site:
    options: argparse.Namespace
    settings: dict[str, Any]
    terminal: Terminal

    def run(self) -> int:
        """Start, supervise, stop.

        Raises `StoreError`: something could not be started. Raises `Held`: another `up` runs in this data directory.
        """
        data_dir: Path = self.settings["FATE_DATA_DIR"]
        paths.make_data_dir(data_dir)
        with lock.hold(data_dir / "lock") as held, ExitStack() as stack:
            self._check_ports(patience=10 if held.left_unclean else 0)
            held.record_holder(f"process {os.getpid()}, {self.address}")
            supervisor = Supervisor(data_dir / "log", self._say)
            stack.callback(supervisor.stop)
            supervisor.listen()
            try:
                self._start(supervisor, stack)
                supervisor.watch()
            except StopRequested:
                self.terminal.print("\nStopping …")
                started = time.monotonic()
            supervisor.stop()
            self.terminal.print(f"Stopped in {time.monotonic() - started:.1f} s. Nothing is lost; the same command goes on from here.")
        return 0

    @property
    def address(self) -> str:
        """The site's public URL."""
        return self.settings["FATE_SITE_URL"] if is_given("FATE_SITE_URL") else self._listens

    @property
    def _listens(self) -> str:
        """The URL at which the web server accepts connections."""
        host = "127.0.0.1" if self.options.host in ("0.0.0.0", "::") else self.options.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.options.port}"

    @property
    def _stream(self) -> str:
        """The URL of the stream: without a proxy, at the port of the stream process."""
        if self.settings["FATE_PROXY_COUNT"]:
            return f"{self.address}/api/v1/stream"
        site = urlsplit(self.address)
        host = f"[{site.hostname}]" if ":" in (site.hostname or "") else site.hostname
        return f"{site.scheme}://{host}:{processes.stream_port(self.options.port)}/api/v1/stream"

    @cached_property
    def replies(self) -> list[str]:
        """Where replies are received: as configured; by default on loopback while no relay is set, if the port is free."""
        configured: list[str] = self.settings["FATE_MAILIN_LISTEN"]
        if configured or self.settings["FATE_EMAIL_URL"]:
            return configured
        port = processes.mail_port(self.options.port)
        return [] if port_problem("127.0.0.1", port) else [f"smtp://127.0.0.1:{port}"]

    def _start(self, supervisor: Supervisor, stack: ExitStack) -> None:
        started = time.monotonic()
        with Progress(self.terminal) as progress:
            progress.step("database")
            found = stores.start(supervisor, stack, self.settings)
            environment = self._environment(found)
            self._announce()
            account = found.account if found.account and found.account.can_run(installation.command("version")) else None
            server = self._fork_server(supervisor, stack, environment, account)
            progress.step("tables, static files, demo")
            preparation = Preparation(environment, demo=not self.options.no_demo)
            preparation.run(progress)
            progress.step("web server")
            if server:
                server.finish_imports()
                supervisor.wait_for("forkserver")
            place = self.options.host, self.options.port, self.settings["FATE_WORKERS"]
            start = server.start if server else from_scratch
            for program in processes.programs(*place, environment=environment, account=account, start=start):
                supervisor.start(program, wait=False)
            for name in ("web", "stream"):
                supervisor.wait_for(name)
        self._greet(preparation, time.monotonic() - started, found, account)

    def _announce(self) -> None:
        """Store address and listeners for other commands."""
        backups = 0 if self.settings["FATE_DATABASE_URL"] else self.settings["FATE_BACKUP_KEEP"]
        running_instance.announce(
            self.settings["FATE_DATA_DIR"], running_instance.Running(self.address, self.replies, backups, time.time())
        )

    def _environment(self, found: stores.Found) -> dict[str, str]:
        """The environment of the programs, with the content of *_FILE variables: their account may not be able to read the files."""
        environment = dict(os.environ)
        for setting in SETTINGS:
            if environment.pop(f"{setting.name}_FILE", None) is not None:
                value = self.settings[setting.name]
                environment[setting.name] = ",".join(value) if isinstance(value, list) else str(value)
        return environment | {
            "DJANGO_SETTINGS_MODULE": "fateapp.settings",
            "FATE_DATABASE_URL": found.database_url,
            "FATE_REDIS_URL": found.redis_url,
            "FATE_SECRET_KEY": self.settings["FATE_SECRET_KEY"] or instance_record.lasting_key(self.settings["FATE_DATA_DIR"]),
            "FATE_SITE_URL": self.address,
            "FATE_STREAM_URL": self.settings["FATE_STREAM_URL"] or self._stream,
            "FATE_DATA_DIR": str(self.settings["FATE_DATA_DIR"]),
            "FATE_MAILIN_LISTEN": ",".join(self.replies),
            "PYTHONPATH": str(installation.CODE),
        }

    def _fork_server(
        self, supervisor: Supervisor, stack: ExitStack, environment: dict[str, str], account: Account | None
    ) -> ForkServer | None:
        """The process that the programs are forked from; it imports the code while the site is prepared.

        None with Sentry or OpenTelemetry, whose threads do not survive a fork.
        """
        if self.settings["FATE_SENTRY_DSN"] or self.settings["FATE_OTLP_ENDPOINT"]:
            return None
        server = ForkServer(prepared=False)
        stack.callback(server.close)
        supervisor.start(processes.fork_server(server, environment=environment, account=account), wait=False)
        return server

    def _check_ports(self, patience: float) -> None:
        """Check the ports before anything is started; after an unclean stop, the last web server may need a moment to release them."""
        deadline = time.monotonic() + patience
        place = self.options.host, self.options.port
        while (problems := preflight.ports(*place, self.settings["FATE_MAILIN_LISTEN"])) and time.monotonic() < deadline:
            time.sleep(0.1)
        if problems:
            raise StoreError("\n".join(problems))

    def _greet(self, preparation: Preparation, seconds: float, found: stores.Found, account: Account | None) -> None:
        say, greeting = self.terminal.print, preparation.greeting
        for warning in preparation.warnings:
            say(warning)
        say(f"{self.terminal.bold(f'fateapp is running at {self.address}')}   (started in {seconds:.1f} s)")
        if self.address != self._listens:
            say(f"The web server listens at {self._listens} (--host, --port); the address in FATE_SITE_URL has to lead there.")
        if path := greeting.get("path"):
            self._say_how_to_sign_in(greeting.get("name", ""), path)
        if greeting and not greeting.get("administered"):
            say(f"There is no administrator yet; create one: {installation.PROGRAM} createsuperuser")
        if not self.settings["FATE_EMAIL_URL"]:
            say(f"Mails are not sent yet; read them at {self.address}/dev/mail/ (or set FATE_EMAIL_URL).")
        if self.replies:
            say(f"Replies are received at {', '.join(self.replies)}.")
        if found.account:
            say(f"The databases run as the account “{found.account.name}”, because you are root; their data are in {found.home}.")
        if found.account and not account:
            where = f"{installation.CODE} or this Python"
            say(f"That account cannot read {where}, so the web server and the worker run as root.")
        say(f"Logs: {self.settings['FATE_DATA_DIR'] / 'log'}   Stop: Ctrl-C")

    def _say_how_to_sign_in(self, name: str, path: str) -> None:
        """The link itself only on a terminal, because logs would store it."""
        if self.terminal.is_terminal:
            self.terminal.print(f"Sign in as {name} with this link, once: {self.terminal.bold(self.address + path)}")
        else:
            self.terminal.print(f"For a link that signs in as {name}, once: {installation.PROGRAM} signin {name}")

    def _say(self, text: str) -> None:
        self.terminal.print(f"{time.strftime('%H:%M:%S')} {text}")
