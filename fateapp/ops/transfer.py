"""Copy a whole database into an empty one and compare the row counts, for `manage.py upgrade` and `manage.py migrate-store`.

Nobody may write meanwhile; the callers hold the site's lock. A plain-text dump is piped from pg_dump to psql and applied in one
transaction: the target is complete or still empty.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from fateapp.ops import pgtools
from fateapp.progress import Report

NOT_BEFORE_17 = b"SET transaction_timeout = 0;\n"
"""The one line of a newer program's dump that an older server rejects."""
HEAD_LINES = 40
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"


class TransferError(Exception):
    """The copy cannot be made or is incomplete; the text says why and what to do. The source is unchanged."""


def version(url: str) -> int:
    """The server's major version. Raises TransferError when it does not respond."""
    try:
        with psycopg.connect(url, connect_timeout=10) as line:
            return line.info.server_version // 10000
    except psycopg.Error as error:
        reason = str(error).strip().partition("\n")[0]  # libpq's questions to the reader follow
        raise TransferError(f"The server does not answer: {reason}. Is it running, and is the address right?") from error


def counts(url: str) -> dict[str, int]:
    """The number of rows of every table."""
    with psycopg.connect(url) as line:
        tables = [name for (name,) in line.execute(TABLES)]
        return {name: _rows(line, name) for name in tables}


def _rows(line: psycopg.Connection, table: str) -> int:
    found = line.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    assert found is not None
    return int(found[0])


def copy(source: str, target: str, programs: Path, report: Report) -> dict[str, int]:
    """Copy everything and compare the number of rows of every table; returns these numbers.

    Raises `TransferError`: the target is not empty, a program failed, or the numbers differ.
    """
    if there := counts(target):
        raise TransferError(f"The target database has tables already ({len(there)}). Take an empty one; nothing was changed.")
    _pipe_dump(source, target, programs, report)
    before, after = counts(source), counts(target)
    if before != after:
        differ = sorted(table for table in set(before) | set(after) if before.get(table) != after.get(table))
        raise TransferError(f"The copy is not complete: {', '.join(differ)}. Empty the target and try again; the source is as it was.")
    return after


def _pipe_dump(source: str, target: str, programs: Path, report: Report) -> None:
    reach_source, reach_target = _environment_of(source), _environment_of(target)
    dump = [str(programs / "pg_dump"), "--no-owner", "--no-privileges"]
    apply = [str(programs / "psql"), "-X", "-q", "--single-transaction", "-v", "ON_ERROR_STOP=1", "-o", os.devnull]
    old_target = version(target) < 17
    with tempfile.TemporaryFile() as errors:
        reader = subprocess.Popen(dump, env=reach_source, stdout=subprocess.PIPE, stderr=errors)
        writer = subprocess.Popen(apply, env=reach_target, stdin=subprocess.PIPE, stderr=errors)
        assert reader.stdout is not None
        assert writer.stdin is not None
        try:
            for line in compatible_lines(reader.stdout, old_target, report):
                writer.stdin.write(line)
            if reader.wait():
                writer.kill()  # before it could commit half of a dump
            writer.stdin.close()
        except BrokenPipeError:
            reader.kill()
        finally:
            reader.stdout.close()
            codes = reader.wait(), writer.wait()
        if any(codes):
            errors.seek(0)
            raise TransferError(f"The copy failed; nothing was changed: {errors.read().decode(errors='replace').strip()}")


def _environment_of(url: str) -> dict[str, str]:
    """The environment with which the programs connect to the same server."""
    with psycopg.connect(url) as line:
        return pgtools.with_connection(line.info)


def compatible_lines(lines: IO[bytes], old_target: bool, report: Report) -> Iterator[bytes]:
    """The dump without lines that an older server rejects; each table is reported when its rows begin."""
    for number, line in enumerate(lines):
        if old_target and number < HEAD_LINES and line == NOT_BEFORE_17:
            continue
        if line.startswith(b"COPY public.") and line.endswith(b" FROM stdin;\n"):
            report(line.split(b" ")[1].decode().removeprefix("public."))
        yield line
