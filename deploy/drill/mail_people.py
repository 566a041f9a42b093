"""Simulated players who use mail only: they read a Maildir, reply with mutt or s-nail, and choose from the options in the mails."""

from __future__ import annotations

import email
import os
import pty
import random
import re
import select
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from mail_servers import PEOPLE, THERE, mailbox

MUTT = """set from="{name} <{address}>" use_from=yes hostname={domain} charset=utf-8
set smtp_url="smtp://{server}/" ssl_starttls=no ssl_force_tls=no
set folder="{folder}" editor="{editor}" include=yes fast_reply=yes reply_to=yes copy=no record="" move=no
set mark_old=no quit=yes delete=no recall=no
set abort_unmodified=no sleep_time=0 wait_key=no beep=no header_cache="" send_charset="us-ascii:utf-8"
alternative_order text/plain
"""
EDITOR = '#!/bin/sh\n{ cat "$0.typed"; echo; cat "$1"; } > "$1.new" && mv "$1.new" "$1"\n'
S_NAIL = ("-:/", "-#", "-~", "-Sv15-compat=yes", f"-Shostname={PEOPLE}", f"-Smta=smtp://{THERE}", "-Ssmtp-auth=none", "-Ssendwait")
CHOICE = re.compile(r"^ {0,3}(\d+)\) ", re.MULTILINE)
PATIENCE = 60


@dataclass
class Person:
    """A player with an address and a mail program. `seen` are the processed mails, by file name."""

    name: str
    client: str
    seen: set[str] = field(default_factory=set)
    got: list[EmailMessage] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    replies: int = 0

    @property
    def address(self) -> str:
        """The mail address."""
        return f"{self.name}@{PEOPLE}"

    def fresh(self) -> list[tuple[Path, EmailMessage]]:
        """New mails, the oldest first."""
        paths = [path for folder in ("new", "cur") for path in (mailbox(self.name) / folder).glob("*")]
        found = []
        for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns):
            key = path.name.split(":")[0]
            if key not in self.seen:
                self.seen.add(key)
                mail = email.message_from_bytes(path.read_bytes(), policy=default)
                assert isinstance(mail, EmailMessage)
                self.got.append(mail)
                self.sizes.append(path.stat().st_size)
                found.append((path, mail))
        return found

    def write(self, to: str, subject: str, text: str) -> None:
        """Send a mail that is no reply."""
        command = ["s-nail", *S_NAIL, f"-Sfrom={self.name.title()} <{self.address}>", "-s", subject, "-.", to]
        subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        self.replies += 1

    def reply(self, path: Path, mail: EmailMessage, typed: str) -> None:
        """Reply with the mail program of the player: mutt writes above the quotation, s-nail below it."""
        with tempfile.TemporaryDirectory() as folder:
            box = Path(folder) / "box"
            for name in ("cur", "new", "tmp"):
                (box / name).mkdir(parents=True)
            shutil.copy(path, box / "new" / "mail")
            if self.client == "mutt":
                self._mutt(Path(folder), box, typed)
            else:
                self._s_nail(box, typed)
        self.replies += 1

    def _s_nail(self, box: Path, typed: str) -> None:
        """Reply with s-nail: the mail is quoted above the answer. The recipient is Reply-To, or From for the client "s-nail to From"."""
        own = (f"-Sfrom={self.name.title()} <{self.address}>", "-Squote", "-Sindentprefix=> ", "-Sttycharset=utf-8")
        honour = ("-Sreply-to-honour=yes",) if self.client == "s-nail" else ()
        command = ["s-nail", *S_NAIL, *own, *honour, "-f", str(box)]
        subprocess.run(command, input=f"reply 1\n\n{typed}\n~.\n", text=True, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def _mutt(self, folder: Path, box: Path, typed: str) -> None:
        """Reply with mutt on a pseudo-terminal: write above the quotation, send, quit."""
        editor, rc = folder / "editor", folder / "muttrc"
        editor.write_text(EDITOR)
        editor.chmod(0o755)
        Path(f"{editor}.typed").write_text(f"{typed}\n")
        rc.write_text(MUTT.format(name=self.name.title(), address=self.address, domain=PEOPLE, server=THERE, editor=editor, folder=folder))
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="vt100", LANG="C.UTF-8", HOME=str(folder))
            os.execvp("mutt", ["mutt", "-n", "-F", str(rc), "-f", str(box), "-e", 'push "<reply>y"'])
        shown, end = b"", time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end and b"Mail sent" not in shown:
                if select.select([terminal], [], [], 1)[0]:
                    shown += os.read(terminal, 4096)
            os.write(terminal, b"x")
            assert b"Mail sent" in shown, shown[-400:]
        finally:
            os.close(terminal)
            os.waitpid(child, 0)


def text_of(mail: EmailMessage) -> str:
    """The plain text part of a mail; "" without one."""
    body = mail.get_body(("plain",))
    return str(body.get_content()) if body is not None else ""


def choose(text: str, rng: random.Random) -> str:
    """A random option of a turn mail, or its example if several options are needed. Mails of the previous version are understood, too."""
    asked, answered = re.split("(?:Answer|Reply to) this mail, for example:", text, maxsplit=1)
    example = answered.strip().split("\n")[0].strip()
    choices = CHOICE.findall(asked)
    return rng.choice(choices) if example == "1" and choices else example
