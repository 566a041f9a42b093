"""Measure how late ten thousand deadlines are processed while the mail server takes 15 s per mail and Valkey is killed every 5 s.

.venv/bin/python deploy/drill/late.py --deadlines 10000 --over 60

The commit times of the timeouts are read from PostgreSQL (track_commit_timestamp), so the lateness is that of the committed rows.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import socketserver
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import psycopg

sys.path.insert(0, str(Path(__file__).parent))
from faults import Site, until
from storm import answers, database_url

TABLES = """
import random; from datetime import timedelta; from games.rules.registry import all_games; from tests.bench import population
from notifications.clock import database_now
people = population.people(40)
for person in people: person.zone = "UTC"
originals = [population.begin(all_games()["turn_of_fate"], random.Random(n).sample(people, 2), database_now()).pk for n in range(20)]
population.copies(originals, 0, %d - 1)
"""
SPREAD = """
UPDATE games_seat s SET due_at = now() + make_interval(secs => %(start)s + %(over)s * substr(g.code, 2)::int / %(count)s)
FROM games_game g WHERE g.id = s.game_id AND g.code LIKE '0%%' AND s.pending
"""
DUE = "SELECT game_id, due_at FROM games_seat s JOIN games_game g ON g.id = s.game_id WHERE g.code LIKE '0%' AND s.pending"
LEFT = "SELECT count(*) FROM games_seat s JOIN games_game g ON g.id = s.game_id WHERE g.code LIKE '0%%' AND s.due_at <= %s"
JUDGED = "SELECT game_id, pg_xact_commit_timestamp(xmin), at FROM games_move WHERE source = 'timeout'"
MAILS = "SELECT state, count(*) FROM notifications_message GROUP BY 1"


class SlowMail(socketserver.StreamRequestHandler):
    """A mail server that takes `pause` seconds for each mail."""

    pause = 15.0
    taken = 0

    def handle(self) -> None:
        """Serve one SMTP session."""
        self.wfile.write(b"220 slow\r\n")
        while line := self.rfile.readline():
            word = line.strip().upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                while (line := self.rfile.readline()) and line.strip() != b".":
                    continue
                time.sleep(self.pause)
                SlowMail.taken += 1
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")
            if word == b"QUIT":
                return


def main() -> int:
    """Start the site, wait for the deadlines, check; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deadlines", type=int, default=10_000)
    parser.add_argument("--over", type=float, default=60, help="seconds in which they fall; 0: all at the same moment")
    parser.add_argument("--mail", type=float, default=15, help="seconds for one mail")
    parser.add_argument("--kill", type=float, default=5, help="Valkey is killed every so many seconds")
    parser.add_argument("--port", type=int, default=0)
    chosen = parser.parse_args()
    SlowMail.pause = chosen.mail
    root = Path(tempfile.mkdtemp(prefix="fate-drill-"))
    root.chmod(0o711)
    with socketserver.ThreadingTCPServer(("127.0.0.1", chosen.port and chosen.port + 50), SlowMail) as relay:
        relay.daemon_threads = True
        threading.Thread(target=relay.serve_forever, daemon=True).start()
        mail = {"FATE_EMAIL_URL": f"smtp://127.0.0.1:{relay.server_address[1]}", "FATE_EMAIL_FROM": "Fate <fate@fate.example>"}
        site = Site(root, mail, chosen.port)
        try:
            site.started()
            return 0 if run(site, chosen) else 1
        finally:
            site.process.terminate()
            began = time.monotonic()
            print(f"== up ended with {site.process.wait(120)} after {time.monotonic() - began:.1f} s", flush=True)
            shutil.rmtree(root)
            relay.shutdown()


def flap(site: Site, every: float, stop: threading.Event, killed: Counter[str]) -> None:
    """Kill Valkey every `every` seconds until `stop` is set."""
    while not stop.wait(every):
        if (pid := site.pid("valkey")) is not None:
            os.kill(pid, signal.SIGKILL)
            killed["valkey"] += 1


def run(site: Site, chosen: argparse.Namespace) -> bool:
    """Create the games, let the deadlines pass, check the rows."""
    watch_commits(site)
    site.manage("shell", "-v0", "-c", TABLES % chosen.deadlines)
    stop, killed = threading.Event(), Counter[str]()
    flapping = threading.Thread(target=flap, args=(site, chosen.kill, stop, killed))
    flapping.start()
    try:
        with psycopg.connect(database_url(site), autocommit=True) as line:
            line.execute(SPREAD, {"start": 20, "over": chosen.over, "count": chosen.deadlines})
            due = dict(line.execute(DUE).fetchall())
            last = max(due.values())
            until("the last deadline", lambda: (line.execute("SELECT now() > %s", [last]).fetchone() or [False])[0], 600)
            until("all are judged", lambda: (line.execute(LEFT, [last]).fetchone() or [1])[0] == 0, 300)
            return judge(line, due, killed)
    finally:
        stop.set()
        flapping.join()


def watch_commits(site: Site) -> None:
    """Enable track_commit_timestamp, which needs a restart of PostgreSQL."""
    with psycopg.connect(database_url(site), autocommit=True) as line:
        line.execute("ALTER SYSTEM SET track_commit_timestamp = on")
    os.kill(site.pid("postgres") or 0, signal.SIGINT)
    time.sleep(1)
    until("PostgreSQL is back", lambda: answers(site), 60)
    until("the site is back", site.well, 60)


def judge(line: psycopg.Connection, due: dict[int, object], killed: Counter[str]) -> bool:
    """Print the lateness of the timeouts. True if all came, none early, twice or with added time, without an outage, and p99 ≤ 15 s."""
    judged = [(game, moment, at) for game, moment, at in line.execute(JUDGED).fetchall() if game in due]
    late = sorted((moment - at).total_seconds() for _game, moment, at in judged)
    early = sum(seconds < 0 for seconds in late)
    moved = sum(at != due[game] for game, _moment, at in judged)
    twice = sum(times > 1 for times in Counter(game for game, _moment, _at in judged).values())
    outages = (line.execute("SELECT count(*) FROM games_outage").fetchone() or [0])[0]
    ninety_nine = late[max(0, int(len(late) * 0.99) - 1)]
    print(f"== {len(judged)} of {len(due)} judged, lateness median {statistics.median(late):.2f} s, p99 {ninety_nine:.2f} s, "
          f"longest {late[-1]:.2f} s; {early} early, {twice} twice, {moved} dated otherwise, {outages} outages", flush=True)  # fmt: skip
    print(
        f"== Valkey killed {killed['valkey']} times, {SlowMail.taken} mails taken; outbox {dict(line.execute(MAILS).fetchall())}",
        flush=True,
    )
    return len(judged) == len(due) and not early and not twice and not moved and not outages and ninety_nine <= 15


if __name__ == "__main__":
    sys.exit(main())
