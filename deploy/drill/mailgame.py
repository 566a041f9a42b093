#!/usr/bin/env python3
"""Play whole games by mail only: through Postfix as docs/mail.md configures it, with mutt and s-nail, without web pages.

    .venv/bin/python deploy/drill/mailgame.py [game …] [--seed 1] [--minutes 40]

As root, with postfix, opendkim, opendmarc, mutt and s-nail installed. It runs in namespaces of its own (network, mounts, processes), so
it changes nothing on the machine. A host writes `new GAME with ADDRESS`, the guest replies to the invitation, both reply to turn mails
until the game is over, and ask for its history. It prints the mails for each own move, the largest mail, threads, replies without an
answer, and what the mail servers accepted or refused.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import smtplib
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import mail_servers
from mail_people import Person, choose, text_of
from mail_servers import HERE, PROJECT, REPLIES

GAMES = ("turn of fate", "destined to fail", "tempting fate", "council of kings", "fate foretold")
SEATS = {"council of kings": 3, "fate foretold": 3}
US = f"fate@{REPLIES}"
AGAIN, ASKED = "Please try again", "Reply to this mail, for example:"
ENVIRONMENT = {
    "FATE_SITE_URL": f"https://{REPLIES}",
    "FATE_EMAIL_URL": "smtp://127.0.0.1:25",
    "FATE_EMAIL_FROM": f"Fate <{US}>",
    "FATE_MAILIN_DOMAIN": REPLIES,
    "FATE_MAILIN_LISTEN": "lmtp://127.0.0.1:8024",
    "FATE_MAILIN_AUTHSERV": f"mx.{REPLIES}",
    "FATE_DKIM_SELECTOR": "fate",
    "FATE_PROXY_COUNT": "1",
}
PERSON = "from games.models import Player; Player.objects.create_user({address!r}, None, name={name!r})"
HELD = """
from collections import Counter; from games.models import Move; from notifications.models import InboundMail, Message
print(dict(Counter(InboundMail.objects.values_list("state", flat=True))), dict(Counter(Message.objects.values_list("state", flat=True))),
      dict(Counter(Move.objects.values_list("source", flat=True))), sorted(set(InboundMail.objects.values_list("reason", flat=True))))
"""


class Site:
    """A site, started with `manage.py up`."""

    def __init__(self, root: Path) -> None:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("FATE_")}
        self.environment = plain | ENVIRONMENT | {"FATE_DATA_DIR": str(root / "data")}
        command = [sys.executable, str(PROJECT / "manage.py"), "up", "--port", "8800"]
        with (root / "output").open("wb") as output:
            self.process = subprocess.Popen(command, env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL)

    def manage(self, *words: str) -> str:
        """The standard output of a management command."""
        command = [sys.executable, str(PROJECT / "manage.py"), *words]
        return subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, text=True, check=False).stdout


class Table:
    """A game, its players, and their progress."""

    def __init__(self, game: str, number: int) -> None:
        self.game = game
        letter = chr(ord("a") + number)
        self.host, self.guest = Person(f"ada{letter}", "mutt"), Person(f"bea{letter}", "s-nail" if number % 2 else "s-nail to From")
        self.people = (self.host, self.guest)
        self.moves = Counter[str]()
        self.again = 0
        self.state = dict.fromkeys((person.name for person in self.people), "before")

    def begin(self) -> None:
        """Send the mail that starts the game."""
        bots = ", bot" * (SEATS.get(self.game, 2) - 2)
        self.host.write(US, "A game", f"new {self.game} with {self.guest.address}{bots}\n")

    @property
    def is_over(self) -> bool:
        """Whether all players have read the result."""
        return set(self.state.values()) == {"read"}

    def work(self, rng: random.Random) -> int:
        """Let all players read and answer new mails; returns the number of answers."""
        done = 0
        for person in self.people:
            for path, mail in person.fresh():
                text = text_of(mail)
                again = str(mail["Subject"]).startswith(AGAIN) and ASKED in text
                self.again += again
                if again or "It is your turn in" in text:
                    person.reply(path, mail, choose(text, rng))
                    self.moves[person.name] += 1
                elif "is over." in text and self.state[person.name] == "before":
                    self.state[person.name] = "over"
                    person.reply(path, mail, "history")
                elif self.state[person.name] == "over" and "history" in text:
                    self.state[person.name] = "read"
                elif "has saved a seat for you" in " ".join(text.split()):
                    person.reply(path, mail, "Yes, gladly!")
                else:
                    continue
                done += 1
        return done

    def report(self) -> str:
        """A row of the table in docs/measurements/mails.md."""
        moves, replies = sum(self.moves.values()), sum(person.replies for person in self.people)
        mails = [mail for person in self.people for mail in person.got]
        game = [mail for mail in mails if "thread-" in str(mail["References"])]
        threads = {found[0] for mail in game if (found := re.search(r"<thread-[^>]*>", str(mail["References"])))}
        largest = max((size for person in self.people for size in person.sizes), default=0)
        return (
            f"| {self.game} | {moves} | {replies} | {len(mails)} | {len(mails) / max(moves, 1):.2f} | {self.again} | "
            f"{len(game)} in {len(threads)} | {largest:,} | {'over' if self.is_over else self.state} |"
        )


def until(what: str, condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait for a condition. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.5)


def greets(address: str, port: int) -> bool:
    """Whether a mail server responds."""
    try:
        with smtplib.SMTP(address, port, timeout=5) as line:
            return line.noop()[0] == 250
    except (OSError, smtplib.SMTPException):
        return False


def refused() -> list[str]:
    """The responses of the site's mail server to unknown recipients."""
    said = []
    for address in (f"play+{'a' * 32}@{REPLIES}", f"nobody@{REPLIES}", "somebody@elsewhere.example"):
        with smtplib.SMTP(HERE, 25, timeout=60, source_address=(mail_servers.THERE, 0)) as line:
            line.ehlo(f"mail.{mail_servers.PEOPLE}")
            line.mail(f"stranger@{mail_servers.PEOPLE}")
            code, words = line.rcpt(address)
            said.append(f"{address.partition('@')[0][:8]}…: {code} {words.decode()[:90]}")
    return said


def report(site: Site, tables: list[Table]) -> None:
    """Print the results, and what `doctor` and `audit` find."""
    print(
        "\n".join(
            [
                "== game | own moves | replies | mails | mails a move | not understood | in threads | largest | state",
                *(table.report() for table in tables),
            ]
        )
    )
    print("== mails in, messages out, moves, reasons:", site.manage("shell", "-v0", "-c", HELD).strip())
    results = Counter(re.findall(r"status=(\w+)", mail_servers.log()))
    print(f"== deliveries of both mail servers: {dict(results)}")
    print(site.manage("doctor", "--mail-loop"))
    print(site.manage("audit"), flush=True)


def drill(games: list[str], seed: int, minutes: float) -> None:
    """Start servers and site, play the games, print the results."""
    root = Path(tempfile.mkdtemp(prefix="fate-mailgame-"))
    root.chmod(0o711)
    tables = [Table(game, number) for number, game in enumerate(games)]
    mail_servers.start([person.name for table in tables for person in table.people])
    site = Site(root)
    until("the reception", lambda: greets("127.0.0.1", 8024), 180)
    until("the mail server", lambda: greets(HERE, 25))
    until("the people's mail server", lambda: greets(mail_servers.THERE, 25))
    for table in tables:
        site.manage("shell", "-v0", "-c", PERSON.format(address=table.host.address, name=table.host.name.title()))
        table.begin()
    print("\n".join(["== unknown recipients", *refused()]), flush=True)
    rng, end, told = random.Random(seed), time.monotonic() + 60 * minutes, time.monotonic()
    while time.monotonic() < end and not all(table.is_over for table in tables):
        if not sum(table.work(rng) for table in tables):
            time.sleep(0.3)
        if time.monotonic() > told + 60:
            told = time.monotonic()
            print(f"-- {[(table.game, sum(table.moves.values()), *table.state.values()) for table in tables]}", flush=True)
    (root / "mail.log").write_text(mail_servers.log())
    report(site, tables)
    site.process.terminate()
    site.process.wait(120)
    if all(table.is_over for table in tables):
        shutil.rmtree(root)
        return
    for person in (person for table in tables if not table.is_over for person in table.people):
        print(f"== last mail of {person.name}\n{text_of(person.got[-1])[:1500] if person.got else 'none'}")
    sys.exit(f"Not every game is over; the logs are in {root}.")


def main() -> None:
    """Enter the namespaces, then run the drill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if not chosen.inside:
        room = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private"]
        os.execvp(room[0], [*room, sys.executable, *sys.argv, "--inside"])
    drill(chosen.games, chosen.seed, chosen.minutes)


if __name__ == "__main__":
    main()
