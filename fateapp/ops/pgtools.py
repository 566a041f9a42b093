"""PostgreSQL's own programs, pointed at the site's database."""

from __future__ import annotations

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
from fateapp.ops.bar import Tell

VARIABLES = {
    **{"PGDATABASE": "dbname", "PGUSER": "user", "PGPASSWORD": "password", "PGPASSFILE": "passfile"},
    **{"PGHOST": "host", "PGPORT": "port", "PGSSLMODE": "sslmode", "PGSSLROOTCERT": "sslrootcert"},
}
LAST_WORDS = 30
"""Lines that are kept of what a program says."""

COMPLAINT = re.compile(r"\b(error|fatal|detail|hint):", re.IGNORECASE)
REMEDIES = {
    "version mismatch": " Point FATE_PG_BIN to programs of the server's version.",
    "No space left on device": " Make room there, or name another place; nothing was left behind.",
}


class ToolError(Exception):
    """A program failed; the text is what it said."""


def environment() -> dict[str, str]:
    """Ours, for the site's database."""
    connection.ensure_connection()
    return with_connection(connection.connection.info)


def with_connection(info: psycopg.ConnectionInfo) -> dict[str, str]:
    """Ours, with an open connection's particulars in libpq's own variables, so that no password stands on a command line.

    They are what the connection found, not what was asked for: a socket folder that nobody names is another one in the bundled
    programs than in Debian's.
    """
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    known = info.get_parameters() | {"host": info.host, "port": str(info.port), "password": info.password}
    return plain | {variable: known[name] for variable, name in VARIABLES.items() if known.get(name)}


def run(program: str, *arguments: str, each: Callable[[str], None] | None = None) -> str:
    """Run one of them to its end; with `each`, it has to be verbose, and every line it says goes there.

    Raises:
        ToolError: it failed, or it is older than the server.
    """
    folder: Path = binaries.postgres(settings.FATE["FATE_PG_BIN"]).folder
    with subprocess.Popen(
        [str(folder / program), *arguments], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        said = deque(_heard(process, each), maxlen=LAST_WORDS if each else None)
    text = "".join(said)
    if process.returncode:
        hint = next((remedy for phrase, remedy in REMEDIES.items() if phrase in text), "")
        raise ToolError(f"{program} failed: {complaints(text)}{hint}")
    return text


def complaints(text: str) -> str:
    """What a failed program complains of, without the progress that a verbose one reports; all it says where that is nothing."""
    lines = text.strip().splitlines()
    return "\n".join([line for line in lines if COMPLAINT.search(line)] or lines)


def _heard(process: subprocess.Popen[str], each: Callable[[str], None] | None) -> Iterator[str]:
    """What it says, line by line, passed on to `each`."""
    assert process.stdout is not None
    for line in process.stdout:
        if each is not None:
            each(line.rstrip())
        yield line


def by_table(phrase: str, tell: Tell) -> Callable[[str], None]:
    """For `each`: passes on the names of tables that a verbose program says with this phrase."""
    known = re.compile(rf'{phrase} "(?:\w+\.)?(\w+)"')

    def each(line: str) -> None:
        if found := known.search(line):
            tell(found[1])

    return each
