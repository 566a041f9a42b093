"""`manage.py up`: everything a site needs, from nothing, until Ctrl-C. Does not import Django; its programs do."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rich.console import Console

from fateapp import processes, stores
from fateapp.embedded import lock, places, record
from fateapp.embedded.account import Account
from fateapp.embedded.errors import StoreError
from fateapp.embedded.forked import ForkServer
from fateapp.embedded.supervisor import Program, StopRequested, Supervisor
from fateapp.environment import PROJECT, SETTINGS, BadSetting, read_all
from fateapp.preparation import Preparation
from fateapp.progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for the whole network (then set FATE_SITE_URL too)")
    parser.add_argument("--port", type=int, default=8000, help="default 8000")
    parser.add_argument("--no-demo", action="store_true", help="make no demo people and no demo game on the first start")


def main(arguments: list[str]) -> int:
    """Run the command; the result is the exit code."""
    parser = argparse.ArgumentParser(prog="manage.py up", description="Start the whole site and keep it running until Ctrl-C.")
    add_arguments(parser)
    return run(parser.parse_args(arguments))


def run(options: argparse.Namespace) -> int:
    """Run one site, with every foreseeable trouble told in a sentence."""
    console = Console(highlight=False)
    try:
        return Site(options, read_all(), console).run()
    except lock.Held as held:
        console.print(
            f"fateapp is already running here: {held}. Stop it with Ctrl-C in its window, or with kill and its number.", soft_wrap=True
        )
    except (StoreError, BadSetting) as error:
        console.print(str(error), style="red", soft_wrap=True, markup=False)
    return 1


@dataclass
class Site:
    """One run of `up`."""

    options: argparse.Namespace
    settings: dict[str, Any]
    console: Console

    def run(self) -> int:
        """Start, watch, stop.

        Raises:
            StoreError: something could not be started.
            Held: another `up` runs in this data directory.
        """
        data_dir: Path = self.settings["FATE_DATA_DIR"]
        places.make_data_dir(data_dir)
        with lock.hold(data_dir / "lock") as held, ExitStack() as stack:
            self._check_port(patience=10 if held.left_unclean else 0)
            held.tell(f"process {os.getpid()}, {self.address}")
            supervisor = Supervisor(data_dir / "log", self._say)
            stack.callback(supervisor.stop)
            supervisor.listen()
            try:
                self._start(supervisor, stack)
                supervisor.watch()
            except StopRequested:
                self.console.print("\nStopping …")
                started = time.monotonic()
            supervisor.stop()
            self.console.print(f"Stopped in {time.monotonic() - started:.1f} s. Nothing is lost; the same command goes on from here.")
        return 0

    @property
    def address(self) -> str:
        """What people type into their browser."""
        given = "FATE_SITE_URL" in os.environ or "FATE_SITE_URL_FILE" in os.environ
        host = "127.0.0.1" if self.options.host in ("0.0.0.0", "::") else self.options.host
        return self.settings["FATE_SITE_URL"] if given else f"http://{f'[{host}]' if ':' in host else host}:{self.options.port}"

    @property
    def _stream(self) -> str:
        """Without a proxy in front, programs reach the stream process at its own port."""
        site = urlsplit(self.address)
        if "FATE_SITE_URL" in os.environ or "FATE_SITE_URL_FILE" in os.environ:
            return f"{self.address}/api/v1/stream"
        host = f"[{site.hostname}]" if ":" in (site.hostname or "") else site.hostname
        return f"{site.scheme}://{host}:{processes.stream_port(self.options.port)}/api/v1/stream"

    @cached_property
    def replies(self) -> list[str]:
        """Where replies are received: as configured; else on loopback while mails go nowhere, if the port is free."""
        configured: list[str] = self.settings["FATE_MAILIN_LISTEN"]
        if configured or self.settings["FATE_EMAIL_URL"]:
            return configured
        port = processes.mail_port(self.options.port)
        return [] if port_problem("127.0.0.1", port) else [f"smtp://127.0.0.1:{port}"]

    def _start(self, supervisor: Supervisor, stack: ExitStack) -> None:
        started = time.monotonic()
        with Progress(self.console) as progress:
            progress.step("database")
            found = stores.start(supervisor, stack, self.settings)
            environment = self._environment(found)
            progress.step("tables, static files, demo")
            preparation = Preparation(environment, demo=not self.options.no_demo)
            preparation.run(progress)
            progress.step("web server")
            for program in self._programs(supervisor, stack, environment, found.account):
                supervisor.start(program, wait=False)
            supervisor.wait_for("web")
        self._greet(preparation, time.monotonic() - started, found)

    def _environment(self, found: stores.Found) -> dict[str, str]:
        """Ours, with every secret that came from a file put in its place: the programs may run under an account that cannot read it."""
        environment = dict(os.environ)
        for setting in SETTINGS:
            if environment.pop(f"{setting.name}_FILE", None) is not None:
                value = self.settings[setting.name]
                environment[setting.name] = ",".join(value) if isinstance(value, list) else str(value)
        return environment | {
            "DJANGO_SETTINGS_MODULE": "fateapp.settings",
            "FATE_DATABASE_URL": found.database_url,
            "FATE_REDIS_URL": found.redis_url,
            "FATE_SECRET_KEY": self.settings["FATE_SECRET_KEY"] or record.lasting_key(self.settings["FATE_DATA_DIR"]),
            "FATE_SITE_URL": self.address,
            "FATE_STREAM_URL": self.settings["FATE_STREAM_URL"] or self._stream,
            "FATE_DATA_DIR": str(self.settings["FATE_DATA_DIR"]),
            "FATE_MAILIN_LISTEN": ",".join(self.replies),
            "PYTHONPATH": str(PROJECT),
        }

    def _programs(self, supervisor: Supervisor, stack: ExitStack, environment: dict[str, str], account: Account | None) -> list[Program]:
        """The site's programs; under the servers' account too, where that can read them. They are copies of one process,
        but not while Sentry or OpenTelemetry watch, which start threads, and those do not survive a copy.
        """
        if account and not account.can_run([sys.executable, str(PROJECT / "manage.py"), "version"]):
            where = f"{PROJECT} or this Python"
            self._say(f"note: the account “{account.name}” cannot read {where}, so the web server and the worker run as root")
            account = None
        workers = max(1, self.settings["FATE_WORKERS"])
        place = self.options.host, self.options.port, workers
        if self.settings["FATE_SENTRY_DSN"] or self.settings["FATE_OTLP_ENDPOINT"]:
            return processes.programs(*place, environment=environment, account=account)
        server = ForkServer()
        stack.callback(server.close)
        supervisor.start(processes.fork_server(server, environment=environment, account=account))
        return processes.programs(*place, environment=environment, account=account, start=server.start)

    def _check_port(self, patience: float) -> None:
        """Speak up before anything is started; after an unclean end the last web server may need a moment to let go."""
        deadline = time.monotonic() + patience
        while (problem := ports_problem(self.options.host, self.options.port)) and time.monotonic() < deadline:
            time.sleep(0.1)
        if problem:
            raise StoreError(problem)

    def _greet(self, preparation: Preparation, seconds: float, found: stores.Found) -> None:
        say, greeting = self.console.print, preparation.greeting
        for warning in preparation.warnings:
            say(warning, markup=False, soft_wrap=True)
        say(f"[bold]fateapp is running at {self.address}[/bold]   (started in {seconds:.1f} s)", soft_wrap=True)
        if path := greeting.get("path"):
            say(
                f"Sign in as {greeting.get('name', 'a demo player')} with this link, once: [bold]{self.address}{path}[/bold]",
                soft_wrap=True,
            )
        if not self.settings["FATE_EMAIL_URL"]:
            say(f"Mails go nowhere yet; read them at {self.address}/dev/mail/ (or set FATE_EMAIL_URL).", soft_wrap=True)
        if self.replies:
            say(f"Replies are received at {', '.join(self.replies)}.", soft_wrap=True)
        if found.account:
            say(
                f"The databases run as the account “{found.account.name}”, because you are root; their data are in {found.home}.",
                soft_wrap=True,
            )
        say(f"Logs: {self.settings['FATE_DATA_DIR'] / 'log'}   Stop: Ctrl-C", soft_wrap=True)

    def _say(self, text: str) -> None:
        self.console.print(f"{time.strftime('%H:%M:%S')} {text}", markup=False, soft_wrap=True)


def ports_problem(host: str, port: int) -> str | None:
    """Why the web server or the stream process beside it cannot listen there, in a sentence; None when both can."""
    if problem := port_problem(host, port):
        return problem
    beside = processes.stream_port(port)
    if problem := port_problem(host, beside):
        return f"Beside port {port}, the stream of the API needs port {beside}. {problem}"
    return None


def port_problem(host: str, port: int) -> str | None:
    """Why we cannot listen there, in a sentence; None when we can."""
    if not 0 < port < 65536:
        return f"{port} is not a port; it is a number from 1 to 65535."
    try:
        _listen(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is in use by another program. Take another one: python3 manage.py up --port {free_after(host, port)}"
        return f"Cannot listen on {host} port {port}: {error.strerror}."
    return None


def free_after(host: str, port: int) -> int:
    """The next port that is free together with the one the stream process takes beside it; 8000 when there is none near."""
    near = (other for other in range(port + 1, min(port + 100, 65535)) if _free(host, other) and _free(host, processes.stream_port(other)))
    return next(near, 8000)


def _free(host: str, port: int) -> bool:
    try:
        _listen(host, port)
    except OSError:
        return False
    return True


def _listen(host: str, port: int) -> None:
    """Listen there for a moment. Raises OSError when that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        probe.listen(1)
