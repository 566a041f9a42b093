"""`python -m tests.games.replies.bench_mailin [replies]`: times a reply from the mail server to the committed move, with real processes.

`mailin`, the broker and one worker run as under `manage.py up`; each reply answers another game. The clock starts before the
mail is delivered and stops when another connection sees the move.
"""

from __future__ import annotations

import os
import smtplib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

AT_ONCE = 20
LONGEST = 60.0


def main() -> None:
    """Measure on temporary databases and print the results."""
    replies = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with own_site("smtp") as port:
        mails = list(written(replies * 2))
        hand_over(port, *mails[0][1:])  # the first one warms up all processes
        committed(mails[0][0], time.perf_counter())
        report("one after the other", [timed(port, *mail) for mail in mails[1:replies]])
        with ThreadPoolExecutor(AT_ONCE) as pool:
            report(f"{AT_ONCE} at once", list(pool.map(lambda mail: timed(port, *mail), mails[replies:])))


@contextmanager
def own_site(protocol: str) -> Iterator[int]:
    """Temporary databases, a mail server that speaks `protocol`, and a worker; yields the server's port."""
    os.environ |= {
        "FATE_MAILIN_DOMAIN": "play.example.org",
        "FATE_MAILIN_AUTHSERV": "mx.testserver.example",
        "FATE_MAILIN_LISTEN": f"{protocol}://127.0.0.1:0",
        "FATE_SECRET_KEY": "a key for a measurement, long enough",
    }
    from tests.games.services.time.ground import own_stores

    with own_stores(), processes() as port:
        yield port


@contextmanager
def processes() -> Iterator[int]:
    """Run the mail server and one worker; yields the server's port."""
    from fateapp.processes import commands

    lines = commands("127.0.0.1", 8000, 1)
    worker = subprocess.Popen([sys.executable, "-m", *lines["worker"].split()])
    mailin = subprocess.Popen([sys.executable, "-m", *lines["mailin"].split()], stdout=subprocess.PIPE, text=True)
    try:
        assert mailin.stdout is not None
        yield int(next(line for line in mailin.stdout if "on port" in line).rsplit(" ", 1)[1])
    finally:
        for process in (mailin, worker):
            process.terminate()
            process.wait(timeout=60)


def written(count: int) -> Iterator[tuple[int, str, bytes]]:
    """One reply for each of this number of games: the game, the address, the mail."""
    from games.mails.answering import TURN
    from notifications.clock import database_now
    from notifications.inbound.addresses import address_for
    from tests.games.conftest import person, start
    from tests.games.moves import asked
    from tests.games.replies.mailing import raw_reply

    people = person("alice"), person("bob")
    for _game in range(count):
        game = start(*people, now=database_now())
        seat = asked(game)
        assert seat.player is not None
        ids = {"game": game.code, "seat": seat.index, "nth": seat.nth}
        to = address_for(seat.player.pk, TURN, f"{game.code}:{seat.index}:{seat.nth}", ids)
        yield game.pk, to, raw_reply(str(seat.player.email), to, "1 -- The moon was full that night.\n")


def hand_over(port: int, to: str, raw: bytes) -> None:
    """Deliver a mail as a mail server does."""
    with smtplib.SMTP("127.0.0.1", port, timeout=LONGEST) as line:
        line.sendmail("sender@example.org", [to], raw)


def timed(port: int, game: int, to: str, raw: bytes) -> float:
    """Seconds until the move of this reply is committed."""
    with smtplib.SMTP("127.0.0.1", port, timeout=LONGEST) as line:
        line.ehlo()
        line.mail("sender@example.org")
        line.rcpt(to)
        began = time.perf_counter()
        line.data(raw)
        return committed(game, began)


def committed(game: int, began: float) -> float:
    """Seconds from `began` until the move is there. Raises TimeoutError."""
    from games.models import Move

    while not Move.objects.filter(game=game, source="mail").exists():
        if time.perf_counter() - began > LONGEST:
            raise TimeoutError(f"No move of game {game} was committed within {LONGEST:.0f} s; look at the worker's output.")
        time.sleep(0.005)
    return time.perf_counter() - began


def report(name: str, times: list[Any]) -> None:
    """Print one line of the table."""
    cuts = statistics.quantiles(times, n=20)
    print(f"| {name} | {len(times)} | {cuts[9] * 1000:.0f} | {cuts[18] * 1000:.0f} | {max(times) * 1000:.0f} |", flush=True)


if __name__ == "__main__":
    main()
