"""The site's processes: one line each. `manage.py up` runs all of them; deploy/ runs them one per container or unit."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from http.client import HTTPConnection, HTTPException

from fateapp.embedded.account import Account
from fateapp.embedded.forked import ForkServer
from fateapp.embedded.program import Program, Start, from_scratch
from fateapp.environment import read

WORKER = "--pool threads --concurrency 4 --without-gossip --without-mingle --without-heartbeat --loglevel WARNING"
BEAT = "--scheduler fateapp.beat:Clock --pidfile= --loglevel WARNING"


def commands(host: str, port: int, workers: int, *, mailin: bool = False, checked: bool = False) -> dict[str, str]:
    """What runs under which name; `mailin` even where nothing says where it listens.

    `checked` leaves out Django's system checks: they were made a moment ago, and making them writes to memory that copies share.
    """
    unchecked = "--skip-checks" if checked else ""
    return {
        "web": f"fateapp.edge pages --host {host} --port {port} --workers {workers} fateapp.wsgi:application",
        "stream": f"fateapp.edge streams --host {host} --port {stream_port(port)} fateapp.asgi:application",
        "sweeper": f"fateapp.sweeper {unchecked}",
        "worker": f"celery {unchecked} --quiet --app fateapp.celery:app worker {WORKER}",
        "bots": f"fateapp.bots {unchecked}",
        "calls": f"fateapp.calls {unchecked}",
        "beat": f"celery --quiet --app fateapp.beat:app beat {BEAT}",
        **({"mailin": f"fateapp.mailin {unchecked}"} if mailin or read("FATE_MAILIN_LISTEN") else {}),
    }


def stream_port(port: int) -> int:
    """Where the stream process listens beside a web server on `port`; a proxy in front hides it behind one address."""
    return port + 1 if port < 65535 else port - 1


def mail_port(port: int) -> int:
    """Where `up` listens for replies when nothing else is said, beside a web server on `port`: 8025 for 8000."""
    return port + 25 if port <= 65510 else port - 25


def fork_server(server: ForkServer, *, environment: Mapping[str, str], account: Account | None) -> Program:
    """The process that the programs are copies of where one supervisor runs all of them."""
    words = [sys.executable, "-m", "fateapp.forkserver"]
    return Program("forkserver", words, environment=environment, account=account, start=server.start_itself, answers=server.answers)


def programs(
    host: str, port: int, workers: int, *, environment: Mapping[str, str], account: Account | None, start: Start = from_scratch
) -> list[Program]:
    """The same as the supervisor wants it: each run by this Python, each under `account` when there is one."""
    answers = {"web": partial(web_answers, host, port), "stream": partial(web_answers, host, stream_port(port))}
    return [
        Program(
            name,
            [sys.executable, "-m", *command.split()],
            environment=environment,
            account=account,
            start=start,
            answers=answers.get(name, lambda: True),
        )
        for name, command in commands(host, port, workers, mailin=bool(environment.get("FATE_MAILIN_LISTEN")), checked=True).items()
    ]


def web_answers(host: str, port: int) -> bool:
    """Whether the web server or the stream process answers and is ours."""
    line = HTTPConnection("127.0.0.1" if host in ("0.0.0.0", "::") else host, port, timeout=5)
    try:
        line.request("GET", "/healthz", headers={"Host": "localhost"})
        return line.getresponse().read() == b"alive\n"
    except (OSError, HTTPException):
        return False
    finally:
        line.close()
