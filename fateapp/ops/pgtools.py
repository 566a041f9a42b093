"""PostgreSQL's own programs, pointed at the site's database."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from django.conf import settings
from django.db import connection

from fateapp.embedded import binaries


class ToolError(Exception):
    """A program failed; the text is what it said."""


def environment() -> dict[str, str]:
    """Ours, with the connection in libpq's own variables, so that no password stands on a command line."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    known = connection.get_connection_params()
    names = {"PGDATABASE": "dbname", "PGUSER": "user", "PGPASSWORD": "password", "PGHOST": "host", "PGPORT": "port", "PGSSLMODE": "sslmode"}
    return plain | {variable: str(known[name]) for variable, name in names.items() if known.get(name)}


def run(program: str, *arguments: str) -> str:
    """Run one of them to its end.

    Raises:
        ToolError: it failed, or it is older than the server.
    """
    folder: Path = binaries.postgres(settings.FATE["FATE_PG_BIN"]).folder
    done = subprocess.run([str(folder / program), *arguments], env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        hint = " Point FATE_PG_BIN to programs of the server's version." if "version mismatch" in done.stderr else ""
        raise ToolError(f"{program} failed: {done.stderr.strip() or done.stdout.strip()}{hint}")
    return done.stdout
