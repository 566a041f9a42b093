"""The processes of the site, one line each. `manage.py up` runs all of them; deploy/ runs them one per container or unit."""

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
    """The command of each role; `mailin` also without a configured address to listen on.

    `checked` skips Django's system checks: they have just run, and running them writes to memory that forked copies share.
    """
    unchecked = "--skip-checks" if checked else ""
    return {
        "web": f"fateapp.edge pages --host {host} --port {port} --workers {workers} fateapp.wsgi:application",
        "stream": f"fateapp.edge streams --host {host} --port {stream_port(port)} fateapp.asgi:application",
        "sweeper": f"fateapp sweeper {unchecked}",
        "worker": f"celery {unchecked} --quiet --app fateapp.celery:app worker {WORKER}",
        "bots": f"fateapp.bots {unchecked}",
        "calls": f"fateapp calls {unchecked}",
        "beat": f"celery --quiet --app fateapp.beat:app beat {BEAT}",
        **({"mailin": f"fateapp mailin {unchecked}"} if mailin or read("FATE_MAILIN_LISTEN") else {}),
    }


def stream_port(port: int) -> int:
    """The port of the stream process beside a web server on `port`; a proxy serves both under one address."""
    return port + 1 if port < 65535 else port - 1


def mail_port(port: int) -> int:
    """The port on which `up` receives replies by default, beside a web server on `port`: 8025 for 8000."""
    return port + 25 if port <= 65510 else port - 25


def fork_server(server: ForkServer, *, environment: Mapping[str, str], account: Account | None) -> Program:
    """The fork server, of which the other programs are copies under `manage.py up`."""
    words = [sys.executable, "-m", "fateapp.forkserver"]
    return Program("forkserver", words, environment=environment, account=account, start=server.start_itself, answers=server.answers)


def programs(
    host: str, port: int, workers: int, *, environment: Mapping[str, str], account: Account | None, start: Start = from_scratch
) -> list[Program]:
    """The same as programs of the supervisor, run by this Python and under `account` if there is one."""
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
    """Whether the web server or the stream process responds and belongs to this site."""
    connection = HTTPConnection("127.0.0.1" if host in ("0.0.0.0", "::") else host, port, timeout=5)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().read() == b"alive\n"
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
