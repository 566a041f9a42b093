"""Messages for commands that could not use the database: a sentence with the remedy instead of a traceback."""

from django.conf import settings
from django.db import DatabaseError, Error, OperationalError, connection

from fateapp import disk_space, running_instance, service_urls
from fateapp.embedded import instance_record
from fateapp.installation import PROGRAM

REMEDY = f"Start the site here once (`{PROGRAM} up`), or set FATE_DATABASE_URL to a PostgreSQL of your own."
NOT_THERE = f"There is no database yet. {REMEDY}"
OF_STATE = {
    "42P01": f"The database lacks a table that this version knows. Run `{PROGRAM} migrate`, then the same command again.",
    "42703": f"The database lacks a column that this version knows. Run `{PROGRAM} migrate`, then the same command again.",
    "42501": "The account of FATE_DATABASE_URL may not do that. It has to own the site's database.",
    "53100": "The disk of the database is full. Make room, then give the same command again.",
    "53300": "The database takes no more connections. Raise max_connections, or put PgBouncer in front (docs/scaling.md).",
    "55P03": "Somebody else holds what this command needs. Give it again in a moment.",
    "57014": f"The database ended a statement that took too long. Is it busy, or its disk slow? `{PROGRAM} doctor` looks at the site.",
}
"""SQLSTATE codes that are not programming errors (PostgreSQL's appendix A)."""


def sentence(error: DatabaseError) -> str | None:
    """The message for the terminal; None for a programming error, which gets its traceback."""
    state = getattr(error.__cause__, "sqlstate", None)
    if state in OF_STATE:
        return f"{OF_STATE[state]} ({first_line(error)})"
    if state is None and isinstance(error, OperationalError):
        return unreachable(error)
    return None


def unreachable(error: OperationalError) -> str:
    """The message for a server that does not answer."""
    if disk_space.ran_out(error):
        return f"{OF_STATE['53100']} ({first_line(error)})"
    if is_unset():
        return NOT_THERE
    if settings.FATE["FATE_DATABASE_URL"]:
        return f"The database cannot be reached: {first_line(error)}. Start PostgreSQL, or correct FATE_DATABASE_URL."
    if running_instance.find(settings.DATA_DIR) is None:
        return f"The site is not running here. Start it (`{PROGRAM} up`), then give the same command again. ({first_line(error)})"
    log = settings.DATA_DIR / "log" / "postgres.log"
    return f"The database of this site does not answer: {first_line(error)}. `up` starts it again by itself; if not, see {log}."


def is_unset() -> bool:
    """Whether no database is configured, and `up` has made none."""
    return bool(connection.settings_dict["HOST"] == service_urls.database(instance_record.NO_DATABASE)["HOST"])


def first_line(error: Error) -> str:
    """PostgreSQL's message without the hints below it."""
    return str(error).strip().partition("\n")[0].rstrip(".")
