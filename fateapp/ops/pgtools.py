"""Run PostgreSQL's client programs against the site's database."""

import os
import re
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection

from fateapp.embedded import binaries
from fateapp.progress import Report

VARIABLES = {
    **{"PGDATABASE": "dbname", "PGUSER": "user", "PGPASSWORD": "password", "PGPASSFILE": "passfile"},
    **{"PGHOST": "host", "PGPORT": "port", "PGSSLMODE": "sslmode", "PGSSLROOTCERT": "sslrootcert"},
}
MAX_LINES = 30
"""Lines of output that are kept."""

COMPLAINT = re.compile(r"\b(error|fatal|detail|hint):", re.IGNORECASE)
REMEDIES = {
    "version mismatch": " Point FATE_PG_BIN to programs of the server's version.",
    "No space left on device": " Make room there, or name another place; nothing was left behind.",
}


class ToolError(Exception):
    """A program failed; the text is its output."""


def environment() -> dict[str, str]:
    connection.ensure_connection()
    return with_connection(connection.connection.info)


def with_connection(info: psycopg.ConnectionInfo) -> dict[str, str]:
    """The environment with the parameters of an open connection in libpq's variables, so that no password is on a command line.

    They are the actual parameters: the default socket directory of the bundled programs differs from Debian's.
    """
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    known = info.get_parameters() | {"host": info.host, "port": str(info.port), "password": info.password}
    return plain | {variable: known[name] for variable, name in VARIABLES.items() if known.get(name)}


def run(program: str, *arguments: str, each: Callable[[str], None] | None = None) -> str:
    """Run a program to its end; with `each`, it has to be verbose, and every line of output is passed on.

    Raises `ToolError`: it failed, or it is older than the server.
    """
    folder: Path = binaries.postgres(settings.FATE["FATE_PG_BIN"]).folder
    with subprocess.Popen(
        [str(folder / program), *arguments], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        output = deque(_output_lines(process, each), maxlen=MAX_LINES if each else None)
    text = "".join(output)
    if process.returncode:
        hint = next((remedy for phrase, remedy in REMEDIES.items() if phrase in text), "")
        raise ToolError(f"{program} failed: {complaints(text)}{hint}")
    return text


def complaints(text: str) -> str:
    """The error lines of a failed program's output; all of it when there are none."""
    lines = text.strip().splitlines()
    return "\n".join([line for line in lines if COMPLAINT.search(line)] or lines)


def _output_lines(process: subprocess.Popen[str], each: Callable[[str], None] | None) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        if each is not None:
            each(line.rstrip())
        yield line


def by_table(phrase: str, report: Report) -> Callable[[str], None]:
    """For `each`: passes on the table names that a verbose program prints after this phrase."""
    known = re.compile(rf'{phrase} "(?:\w+\.)?(\w+)"')

    def each(line: str) -> None:
        if found := known.search(line):
            report(found[1])

    return each
