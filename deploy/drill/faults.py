"""Inject faults into a running site during play, and check that nothing is lost and the site recovers.

    .venv/bin/python deploy/drill/faults.py kill --minutes 10     kill -9 of a random process every few seconds, PostgreSQL included
    .venv/bin/python deploy/drill/faults.py fill --minutes 2      a full disk, repeatedly (as root: the site is on a small tmpfs)
    .venv/bin/python deploy/drill/faults.py clock --minutes 4     the system time jumps by days (needs a C compiler)
    .venv/bin/python deploy/drill/faults.py broker --minutes 4    Valkey does not respond while deadlines pass, once for a simulated hour

It starts a site with `manage.py up` in a new directory, plays Turn of Fate against a bot through its pages, and ends with an audit of
every log, a count of all mails, and a clean stop.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).parent))
from visitor import Visitor

from fateapp.installation import CODE as PROJECT
from fateapp.ports import free_after
from tests.programs_of_up import PROGRAMS, pid_of

STATES = """
from collections import Counter; import json; from games.models import Move, Outage; from notifications.models import Message
late = Move.objects.filter(source="timeout")
print(json.dumps({"mails": Counter(Message.objects.values_list("state", flat=True)), "moves": Move.objects.count(),
                  "attempts": max(Message.objects.values_list("attempts", flat=True), default=0),
                  "timeouts": late.count(), "games with timeouts": late.values("game").distinct().count(),
                  "clocks moved": list(Outage.objects.order_by("pk").values_list("clocks", flat=True)),
                  "told of it": Message.objects.filter(kind="clocks_moved").count()}))
"""
TABLES = """
from datetime import timedelta; from games.models import Player, Seat; from games.services.tables import lobby
from games.services.clocks.pace import PRESETS; from notifications.clock import database_now
now = database_now()
people = [Player.objects.create_user(f"drill{n}@example.org", None, name=f"Drill {n}") for n in range(20)]
for n in range(200):
    game = lobby.create(people[n % 20], "turn_of_fate", 2, now=now, pace=PRESETS["none"])
    lobby.take_seat(game, people[(n + 1 + n // 20) % 20], now=now)
    Seat.objects.filter(game=game, pending=True).update(due_at=now + timedelta(seconds=30 + n / 2))
print(Seat.objects.filter(due_at__gt=now).count())
"""
HOUR_AGO = """
from datetime import timedelta; from django.db.models import F
from games.models import Heartbeat, Seat; from notifications.models import Message
hour = timedelta(hours=1)
Heartbeat.objects.update(beat_at=F("beat_at") - hour)
Seat.objects.filter(due_at__isnull=False).update(asked_at=F("asked_at") - hour, due_at=F("due_at") - hour)
Message.objects.filter(state="queued").update(not_before=F("not_before") - hour)
"""
"""Code that simulates that an hour has passed, by moving all stored times back."""
JUMPS = {"a day ahead": 86400, "an hour back": -3600, "three minutes ahead": 180, "two days back": -172800, "40 days ahead": 40 * 86400}
UNTOUCHED = "Nothing has changed"


class Site:
    """A site, started with `manage.py up` in a directory of its own."""

    def __init__(self, root: Path, extra: dict[str, str], port: int = 0) -> None:
        self.root = root
        # Below 32768, where Linux begins to take ports for outgoing connections: one of those could take it before the site listens.
        self.port = port or free_after("127.0.0.1", random.randrange(10_000, 32_000))
        plain = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
        self.environment = plain | extra | {"FATE_DATA_DIR": str(root / "data")}
        self.address = f"http://127.0.0.1:{self.port}"
        with (root / "output").open("wb") as output:
            command = [sys.executable, str(PROJECT / "manage.py"), "up", "--port", str(self.port)]
            self.process = subprocess.Popen(command, env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL)

    def started(self) -> None:
        """Wait until the site is ready. Raises TimeoutError, and RuntimeError with the output if it ends instead."""
        until("the start", lambda: self.process.poll() is not None or self.well())
        if self.process.poll() is not None:
            raise RuntimeError(f"up ended with {self.process.returncode}:\n{(self.root / 'output').read_text()}")

    def well(self) -> bool:
        """Whether the site is ready (/readyz)."""
        try:
            Visitor(self.address).open("/readyz")
        except (OSError, HTTPException):
            return False
        return True

    def pid(self, name: str) -> int | None:
        """The id of the child process that runs a program (a key of `PROGRAMS`); None if there is none."""
        return pid_of(name, self.process.pid)

    def manage(self, *words: str) -> str:
        """The standard output of a management command. Raises CalledProcessError."""
        command = [sys.executable, str(PROJECT / "manage.py"), *words]
        return subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def kill(site: Site, rng: random.Random, done: Counter[str]) -> None:
    """SIGKILL a random process."""
    name = rng.choice(list(PROGRAMS))
    if (pid := site.pid(name)) is not None:
        os.kill(pid, signal.SIGKILL)
        done[name] += 1
    time.sleep(rng.uniform(2, 10))


def fill(site: Site, rng: random.Random, done: Counter[str]) -> None:
    """Fill the disk for 5 to 15 seconds."""
    filler = site.root / "filler"
    try:
        with filler.open("wb") as file:
            while True:
                file.write(b"\0" * 65536)
                file.flush()
    except OSError:
        done["disk full"] += 1
    time.sleep(rng.uniform(5, 15))
    filler.unlink()
    time.sleep(rng.uniform(5, 15))


def own_clock(root: Path) -> dict[str, str]:
    """The environment in which `set_clock` sets the time of day; needs a C compiler."""
    set_clock(root, 0)
    library, source = root / "clock.so", Path(__file__).with_name("clock.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "DRILL_CLOCK": str(root / "clock")}


def set_clock(root: Path, seconds: int) -> None:
    """Set the offset of the site's time of day."""
    mode = "r+b" if (root / "clock").exists() else "wb"
    with (root / "clock").open(mode) as file:
        file.write(struct.pack("l", seconds))


def clock(site: Site, rng: random.Random, done: Counter[str]) -> None:
    """Shift the time of all processes at once, and shift it back later."""
    name = rng.choice(list(JUMPS))
    set_clock(site.root, JUMPS[name])
    done[name] += 1
    time.sleep(rng.uniform(15, 30))
    set_clock(site.root, 0)
    time.sleep(rng.uniform(0, 15))


def broker(site: Site, rng: random.Random, done: Counter[str]) -> None:
    """Stop Valkey (SIGSTOP) while deadlines pass; the first time for a simulated hour, which is added to the clocks."""
    if not done:
        done["deadlines"] = int(site.manage("shell", "-v0", "-c", TABLES).splitlines()[-1])
    valkey = site.pid("valkey")
    if valkey is None:
        raise LookupError("Valkey does not run.")
    os.kill(valkey, signal.SIGSTOP)
    try:
        time.sleep(rng.uniform(40, 80))
        if not done["an hour"]:
            site.manage("shell", "-v0", "-c", HOUR_AGO)
            done["an hour"] += 1
    finally:
        os.kill(valkey, signal.SIGCONT)
    done["silent"] += 1
    time.sleep(20)


TROUBLES = {"kill": kill, "fill": fill, "clock": clock, "broker": broker}


def signed_in(site: Site) -> Visitor:
    """A visitor signed in as the demo player."""
    visitor = Visitor(site.address)
    visitor.open(json.loads(site.manage("demo", "--print-link").splitlines()[-1])["path"])
    visitor.submit("")
    return visitor


def play(visitor: Visitor, end: float, done: Counter[str]) -> None:
    """Play against a bot until `end` (monotonic seconds), count results in `done`, and retry after errors."""
    table = ""
    while time.monotonic() < end:
        try:
            table = table or begin(visitor)
            if "answer/" not in visitor.open(table):
                table = "" if "rematch" in visitor.page else table
                time.sleep(0.5)
                continue
            asked = time.monotonic()
            visitor.submit("answer/")
            done["slowest, ms"] = max(done["slowest, ms"], round(1000 * (time.monotonic() - asked)))
            refused = UNTOUCHED in visitor.page
            done["refused" if refused else "answered"] += 1
            table = "" if refused else table
        except HTTPError as error:
            done[f"status {error.code}"] += 1
            time.sleep(0.5)
        except (OSError, HTTPException, LookupError):
            done["out of reach"] += 1
            time.sleep(0.5)


def begin(visitor: Visitor) -> str:
    """Start a new table with a bot; returns its address."""
    visitor.open("/new/turn_of_fate/")
    visitor.submit("new/turn_of_fate")
    table = visitor.address
    visitor.submit("bot/")
    return table


def until(what: str, condition: Callable[[], bool], seconds: float = 300, every: float = 0.5) -> None:
    """Wait for a condition. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(every)


def main() -> None:
    """Start a site, inject the chosen faults, check the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trouble", choices=list(TROUBLES))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="fate-drill-"))
    root.chmod(0o711)
    if chosen.trouble == "fill":
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=320m,mode=711", "tmpfs", str(root)], check=True)
    site = Site(root, own_clock(root) if chosen.trouble == "clock" else {})
    try:
        site.started()
        run(site, TROUBLES[chosen.trouble], 60 * chosen.minutes, random.Random(chosen.seed))
    finally:
        site.process.terminate()
        print(f"== up ended with {site.process.wait(120)}", flush=True)
        if chosen.trouble == "fill":
            subprocess.run(["umount", str(root)], check=True)
        shutil.rmtree(root)


def run(site: Site, trouble: Callable[[Site, random.Random, Counter[str]], None], seconds: float, rng: random.Random) -> None:
    """Play during the faults, then check the result."""
    done, played = Counter[str](), Counter[str]()
    visitor = signed_in(site)
    end = time.monotonic() + seconds
    player = threading.Thread(target=play, args=(visitor, end, played))
    player.start()
    while time.monotonic() < end:
        trouble(site, rng, done)
    player.join()
    begun = time.monotonic()
    until("every process is back", lambda: all(site.pid(name) for name in PROGRAMS) and site.well())
    print(f"== {dict(done)}; {dict(played)}; all well again after {time.monotonic() - begun:.0f} s", flush=True)
    until("the outbox is empty", lambda: not {"queued", "sending"} & set(states(site)["mails"]))
    print(f"== {states(site)}", flush=True)
    print(site.manage("audit"), flush=True)


def states(site: Site) -> dict[str, Any]:
    """Counts from the database, as `STATES` prints them: mails by state, most attempts, moves, timeouts."""
    found: dict[str, Any] = json.loads(site.manage("shell", "-v0", "-c", STATES).splitlines()[-1])
    return found


if __name__ == "__main__":
    main()
