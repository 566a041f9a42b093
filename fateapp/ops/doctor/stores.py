"""Database, clock and broker, and whether the work is done in time."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import Error, connection
from kombu import Connection
from kombu.exceptions import KombuError

from fateapp import metrics, running_instance, service_urls
from fateapp.embedded import instance_record
from fateapp.embedded.binaries import OLDEST_SERVER
from fateapp.installation import PROGRAM
from fateapp.ops import database_messages
from fateapp.ops.doctor.finding import Finding, fail, judged, ok, skip, warn
from fateapp.running_instance import Running
from fateapp.schema import difference
from fateapp.web import health
from games.models import Heartbeat
from notifications.channels import registry

QUEUE = "celery"
LONG_QUEUE = 1000
"""Scheduled calls expire, so a longer queue means that no worker runs."""
JUST_STARTED = 60
STATE = """
SELECT current_setting('server_version'), current_setting('max_connections')::int,
       (SELECT sum(numbackends)::int FROM pg_stat_database), clock_timestamp()
"""
SWEEPER = "sweeper.log", "See whether the sweeper runs, and what its log says."
WORKERS = "worker.log and beat.log", "See whether worker and beat run, and what their log says."
LIMITS = {  # seconds: from when on it is a warning, and from when on a failure; the logs of `up`, and the remedy elsewhere
    "fate_sweeper_lag_seconds": ("sweeper", "the last round of deadlines was {} ago", 30, 120, *SWEEPER),
    "fate_oldest_overdue_deadline_seconds": ("deadlines", "the oldest one not judged is {} late", 60, 600, *SWEEPER),
    "fate_oldest_unsent_message_seconds": ("outbox", "the oldest message has been waiting for {}", 300, 3600, *WORKERS),
}
LATE_CALL, VERY_LATE_CALL = 60, 600
"""Seconds. A call that waits for an open circuit does not count as late."""
UNASKED = "the database cannot be asked"


def database() -> Iterator[Finding]:
    """Whether it responds, is recent enough, has free connections and the expected schema, and its clock agrees."""
    before = datetime.now(UTC)
    try:
        with connection.cursor() as cursor:
            cursor.execute(STATE)
            version, most, used, its_time = cursor.fetchone()
        after = datetime.now(UTC)
        missing = health.missing_migrations()
        lacking = difference.look()
    except Error as error:
        yield no_database(error)
        return
    major = int(version.split(".")[0])
    said = f"PostgreSQL {version}, {used} of {most} connections in use"
    if major < OLDEST_SERVER:
        yield fail("database", said, f"Move to PostgreSQL {OLDEST_SERVER} or newer: {PROGRAM} migrate-store.")
    else:
        yield judged("database", said, "Raise max_connections, or put PgBouncer in front.", bad=used >= most - 3, poor=used > 0.8 * most)
    if lacking:
        yield fail("tables", " ".join(lacking.sentences()), f"{difference.REMEDY}.")
    elif missing:
        yield fail("tables", f"{missing} migrations of this version are not applied", f"Run {PROGRAM} migrate.")
    else:
        yield ok("tables", "as this version wants them")
    yield clock(before, its_time, after)


def no_database(error: Error) -> Finding:
    """It does not respond, or there is none yet."""
    if database_messages.is_unset():
        return fail("database", "there is none yet", database_messages.REMEDY)
    return fail("database", f"does not answer: {database_messages.first_line(error)}", without_database())


def without_database() -> str:
    """The remedy. Where `up` runs the database, no setting names it."""
    if running_instance.find(settings.DATA_DIR) and not settings.FATE["FATE_DATABASE_URL"]:
        return f"`up` starts it again by itself; if not, see {settings.DATA_DIR / 'log' / 'postgres.log'}."
    own = f" or start the site here ({PROGRAM} up)." if not settings.FATE["FATE_DATABASE_URL"] else "."
    return f"Start PostgreSQL, or correct FATE_DATABASE_URL{',' if own != '.' else ''}{own}"


def clock(before: datetime, its_time: datetime, after: datetime) -> Finding:
    """The difference between the database's clock, read between `before` and `after`, and ours."""
    apart = max((before - its_time).total_seconds(), (its_time - after).total_seconds(), 0.0)
    said = f"this machine and the database are {apart:.1f} s apart" if apart else "this machine and the database agree"
    return judged("clock", said, "Run a time service (systemd-timesyncd, chrony) on both.", bad=apart > 10, poor=apart > 1)


def broker() -> Iterator[Finding]:
    """Whether it responds, and workers take its calls."""
    patience = settings.CELERY_BROKER_TRANSPORT_OPTIONS | {"socket_timeout": 3, "socket_connect_timeout": 3, "read_timeout": 3}
    if service_urls.broker(instance_record.NO_REDIS) == settings.CELERY_BROKER_URL:
        yield fail(
            "broker", "there is none yet", f"Start the site here once (`{PROGRAM} up`), or set FATE_REDIS_URL to a Valkey of your own."
        )
        return
    line: Any = Connection(settings.CELERY_BROKER_URL, connect_timeout=3, transport_options=patience)  # type: ignore[no-untyped-call]
    try:
        with line:
            line.ensure_connection(max_retries=1, timeout=5)
            waiting, name = _waiting(line), line.transport.driver_name
    except (OSError, KombuError, *line.connection_errors) as error:
        remedy = "Start it, or correct FATE_BROKER_URL or FATE_REDIS_URL. Moves go on meanwhile; mails come later."
        yield fail("broker", f"does not answer: {error}", remedy)
        return
    said = f"answers ({name}), {waiting} calls waiting"
    yield warn("broker", said, "Start a worker.") if waiting > LONG_QUEUE else ok("broker", said)


def _waiting(line: Any) -> int:
    """The length of the queue; zero when it does not exist yet."""
    try:
        return int(line.channel().queue_declare(QUEUE, passive=True).message_count)
    except line.channel_errors:
        return 0


def workers() -> Iterator[Finding]:
    """Whether the work is done in time, by the rows, independent of the process that does it."""
    try:
        figures = metrics.figures()
    except Error:
        yield skip("worker lag", UNASKED)
        return
    up = running_instance.find(settings.DATA_DIR)
    for figure, (name, sentence, late, very_late, logs, remedy) in LIMITS.items():
        seconds = figures[figure]
        if seconds < 0:
            yield no_round_yet(name, up)
            continue
        remedy = f"See {settings.DATA_DIR / 'log'}: {logs}." if up else remedy
        said = sentence.format(f"{seconds:.0f} s") if seconds else "nothing is late"
        yield judged(name, said, remedy, bad=seconds > very_late, poor=seconds > late)
    if failures := int(figures["fate_failed_rounds"]):
        met = Heartbeat.objects.values_list("error", flat=True).first()
        yield fail(
            "rounds", f"{failures} in a row have failed, the last with {met}", "See the sweeper's log; no deadline is judged meanwhile."
        )
    if troubled := int(figures["fate_games_in_trouble"]):
        yield fail("games", f"{troubled} running games have stopped", f"Open them in the admin, and run {PROGRAM} audit.")


def no_round_yet(name: str, up: Running | None) -> Finding:
    """The finding before the first round; a site that has just started needs a moment."""
    if up and up.seconds < JUST_STARTED:
        return warn(name, f"there was no round yet; `up` started {up.seconds:.0f} s ago", "Ask again in a minute.")
    if up:
        return fail(name, "there was no round yet", f"See {settings.DATA_DIR / 'log'}: sweeper.log.")
    remedy = f"Start the sweeper (systemctl start fateapp.target; docker compose up -d), or {PROGRAM} sweep by cron."
    return fail(name, "there was no round yet", remedy)


def calls() -> Iterator[Finding]:
    """Whether webhooks and push services are called, and how many do not respond."""
    try:
        ages, circuits = metrics.by_label("fate_lane_oldest_seconds"), metrics.by_label("fate_open_circuits")
    except Error:
        yield skip("calls", UNASKED)
        return
    oldest = max((ages[lane] for lane in circuits), default=0.0)
    said = f"the oldest call has been waiting for {oldest:.0f} s" if oldest else "no call is late"
    if silent := {lane: int(count) for lane, count in circuits.items() if count}:
        said += "; not called at the moment, because they fail: " + ", ".join(f"{count} of {lane}" for lane, count in silent.items())
    remedy = f"See whether the process of calls runs (systemctl start fateapp-calls, or {PROGRAM} calls), and what its log says."
    yield judged("calls", said, remedy, bad=oldest > VERY_LATE_CALL, poor=oldest > LATE_CALL)


def channels() -> Iterator[Finding]:
    for name, sentences in registry.problems().items():
        for sentence in sentences:
            yield warn(f"channel {name}", "is not used", sentence)
