"""The busiest minutes of a month of many games, compressed: moves arrive at a realistic rate and the site's own processes do the rest.

Only the players are simulated. Moves go through the service at random moments whose mean rate follows from the number of games; some
players let their deadline pass; finished games are replaced by new ones. A worker and a beat of the site sweep deadlines, compose
mails and send them to a local mail server, on a database with a hundred thousand stored games.
"""

from __future__ import annotations

import logging
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import F
from django.db.models.functions import Greatest

from fateapp import processes
from games.models import Seat
from games.rules import playout
from games.rules.errors import RulesError
from games.rules.registry import all_games
from notifications.clock import database_now
from notifications.models import Message
from tests.bench import population, stores
from tests.ports import free_port

log = logging.getLogger(__name__)

MONTH = 30 * 24 * 3600
THREADS = 4
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated: so many games begun and ended in a month, and `minutes` of its peak hour, run in `minutes / speed`.

    `peak` is the peak hour's share of a day times 24: 2.5 is an evening in one or two neighbouring time zones. The share `late` of all
    questions is not answered in time.
    """

    games: int
    minutes: float
    speed: float
    peak: float = 2.5
    late: float = 0.02

    @property
    def seconds(self) -> float:
        """Duration of the run."""
        return self.minutes * 60 / self.speed


@dataclass(slots=True)
class Tally:
    """Figures of one thread of simulated players: seconds of each move, delay of each behind its planned moment, deadlines that
    passed, moves refused because the sweep had decided first, and moves for which the database was too busy.
    """

    moves: list[float] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    passed: int = 0
    refused: int = 0
    away: int = 0


def decisions_per_game(rng: random.Random) -> float:
    """Mean number of answers per game: each kind with its smallest and its largest table, played at random."""
    sizes = [(book, seats) for book in all_games().values() for seats in (book.seats[0], book.seats[-1])]
    return sum(playout.play(book, seats, rng).decisions for book, seats in sizes) / len(sizes)


def simulate(plan: Plan) -> Iterator[tuple[str, str]]:
    """Prepare, run, and yield names and figures in the order of the report."""
    rng = random.Random(23)
    per_game = decisions_per_game(rng)
    rate = plan.games * per_game / MONTH * plan.peak
    with stores.stores() as place, mail_server() as port:
        people = population.people(400)
        stocks = [population.stock(book, people, 60, random.Random(number)) for number, book in zip(count(), all_games().values())]
        population.copies([stock.ids[0] for stock in stocks], 0, plan.games - 1)
        stores.vacuum()
        Message.objects.all().delete()
        with staff(place, port) as logs, watched() as spent:
            tallies = arrivals(plan, rate, stocks)
            drained = drain()
        yield from report(plan, per_game, rate, tallies, spent, drained)
        yield "complaints in the processes' logs", complaints("\n".join(path.read_text() for path in logs))


@contextmanager
def mail_server() -> Iterator[int]:
    """A mail server in a process of its own that discards every mail; yields its port."""
    port = free_port()
    command = [sys.executable, "-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def staff(place: stores.Stores, port: int) -> Iterator[list[Path]]:
    """A worker and a beat as `manage.py up` runs them; yields their log files."""
    environment = os.environ | {
        "FATE_DATABASE_URL": place.database_url,
        "FATE_REDIS_URL": place.redis_url,
        "FATE_SECRET_KEY": settings.SECRET_KEY,
        "FATE_EMAIL_URL": f"smtp://127.0.0.1:{port}",
        "FATE_DATA_DIR": str(place.root),
    }
    lines = processes.commands("127.0.0.1", 8000, 1)
    logs = [place.root / f"{name}.log" for name in ("worker", "beat")]
    with ExitStack() as stack:
        for name, log in zip(("worker", "beat"), logs, strict=True):
            output = stack.enter_context(log.open("wb"))
            process = subprocess.Popen([sys.executable, "-m", *lines[name].split()], env=environment, stdout=output, stderr=output)
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
        end = time.monotonic() + 120
        while not swept():
            if time.monotonic() > end:
                raise RuntimeError(f"The worker holds no rounds: {logs[0].read_text()[-1500:]}")
            time.sleep(0.2)
        yield logs


def swept() -> bool:
    """Whether the deadlines were swept at least once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_heartbeat")
        return bool(cursor.fetchone()[0])


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """CPU seconds of the child processes by name, filled in at the end."""
    before, spent = cpu(), dict[str, float]()
    yield spent
    spent.update({name: seconds - before.get(name, 0.0) for name, seconds in cpu().items()})


def cpu() -> dict[str, float]:
    """CPU seconds so far of this process and its children; PostgreSQL's sessions are added to their server."""
    found = {"people and web": time.process_time()}
    all_of_them = processes_now()
    for name, parent, seconds in all_of_them.values():
        if name and os.getpid() in (parent, all_of_them.get(parent, ("", 0, 0.0))[1]):
            found[name] = found.get(name, 0.0) + seconds
    return found


def processes_now() -> dict[int, tuple[str, int, float]]:
    """Every process by its id: the name it would be counted under, its parent, and its CPU seconds."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            title, _, rest = path.read_text().partition("(")[2].rpartition(")")
            words, line = rest.split(), (path.parent / "cmdline").read_text()
        except OSError:
            continue  # it has ended in the meantime
        name = next((kind for kind in ("postgres", "valkey", "worker", "beat") if kind in f"{title} {line}"), "")
        found[int(path.parent.name)] = name, int(words[1]), (int(words[11]) + int(words[12])) / TICKS
    return found


def arrivals(plan: Plan, rate: float, stocks: list[population.Stock]) -> list[Tally]:
    """Run the moves in several threads, each with tables of its own."""
    tallies = [Tally() for _each in range(THREADS)]
    shares = [[population.Stock(s.book, s.players, s.ids[n::THREADS], random.Random(n)) for s in stocks] for n in range(THREADS)]
    begun = time.monotonic()
    with ThreadPoolExecutor(THREADS) as pool:
        pairs = enumerate(zip(shares, tallies, strict=True))
        arms = [pool.submit(arm, plan, rate * plan.speed / THREADS, share, tally, begun, number) for number, (share, tally) in pairs]
        for each in arms:
            each.result()
    return tallies


def arm(plan: Plan, rate: float, stocks: list[population.Stock], tally: Tally, begun: float, number: int) -> None:
    """Make moves at random moments until the time is up."""
    rng, at = random.Random(number), 0.0
    while (at := at + rng.expovariate(rate)) < plan.seconds:
        given = rng.choice(stocks).next()
        time.sleep(max(0.0, begun + at - time.monotonic()))
        if rng.random() < plan.late:
            tally.passed += Seat.objects.filter(game_id=given.game, index=given.seat, nth=given.nth, pending=True).update(
                due_at=database_now()
            )
            continue
        start = time.monotonic()
        try:
            population.give(given, database_now())
        except RulesError:  # the sweep has decided this question first
            tally.refused += 1
            continue
        except OperationalError as error:  # a page would respond with 503
            tally.away += 1
            log.warning("move_put_off: %s", error)
            continue
        tally.moves.append(time.monotonic() - start)
        tally.behind.append(start - begun - at)
    connection.close()


def drain(patience: float = 120) -> float:
    """Seconds until the outbox holds no message that is due."""
    begun = time.monotonic()
    waiting = Message.objects.filter(state__in=[Message.State.QUEUED, Message.State.SENDING])
    while waiting.filter(not_before__lte=database_now()).exists() and time.monotonic() - begun < patience:
        time.sleep(0.2)
    return time.monotonic() - begun


def report(
    plan: Plan, per_game: float, rate: float, tallies: list[Tally], spent: dict[str, float], drained: float
) -> Iterator[tuple[str, str]]:
    """The figures, rates per minute of the peak hour."""
    moves = sorted(second for tally in tallies for second in tally.moves)
    behind = sorted(second for tally in tallies for second in tally.behind)
    passed = sum(tally.passed for tally in tallies)
    sent = Message.objects.filter(state=Message.State.SENT)
    lags = sorted(lag.total_seconds() for lag in sent.values_list(F("sent_at") - Greatest("created_at", "not_before"), flat=True))
    late = Seat.objects.filter(due_at__lte=database_now()).count()
    yield "answers in a game, mean", f"{per_game:.0f}"
    yield "expected in a minute of the peak hour", f"{rate * 60:.0f} moves, {rate * 60 * plan.late:.0f} deadlines passed"
    yield "simulated", f"{plan.minutes:g} minutes in {plan.seconds:.0f} s, {plan.speed:g} times as fast, {plan.games:,} stored games"
    refused, away = sum(tally.refused for tally in tallies), sum(tally.away for tally in tallies)
    yield (
        "moves a minute",
        f"{len(moves) / plan.minutes:.0f} (refused because the judge was quicker: {refused}; put off by the database: {away})",
    )
    yield "a move took", f"p50 {1000 * share(moves, 0.5):.1f} ms, p99 {1000 * share(moves, 0.99):.1f} ms"
    yield "a move began after its moment", f"p50 {share(behind, 0.5):.2f} s, p99 {share(behind, 0.99):.2f} s"
    yield "deadlines passed a minute", f"{passed / plan.minutes:.0f}; not judged at the end: {late}"
    yield "mails a minute", f"{len(lags) / plan.minutes:.0f}"
    yield (
        "a mail was sent after",
        f"p50 {share(lags, 0.5):.1f} s, p99 {share(lags, 0.99):.1f} s; the rest within {drained:.1f} s of the end",
    )
    shown = ", ".join(f"{name} {seconds / (plan.minutes * 60):.1%}" for name, seconds in sorted(spent.items()))
    yield "of one core in the peak hour", shown


def complaints(log: str) -> str:
    """Number of tracebacks in a log, and how often each exception line occurs."""
    kinds: Counter[str] = Counter()
    for told in log.split("Traceback (most recent call last):\n")[1:]:
        kinds[next((line for line in told.splitlines() if line and not line.startswith(" ")), "a traceback without its end")] += 1
    told = "; ".join(f"{number} x {line}" for line, number in kinds.most_common())
    return f"{kinds.total()} ({told})" if kinds else "0"


def share(ordered: list[float], part: float) -> float:
    """The quantile of the values; 0 where there are none."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0
