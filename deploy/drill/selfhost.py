"""Execute docs/self-hosting.md on a fresh machine, up to a first game, a backup, a restore and an update.

Run it in `deploy/drill/room`. Every `sh` block of the page is executed as written, in order. What needs the public internet is replaced,
and the replacement is printed: see `STAND_INS`. There is no systemd in the room; `deploy/drill/systemctl` runs the units.
"""

from __future__ import annotations

import email
import email.policy
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from visitor import Visitor

PROJECT = Path("/tmp/project")
MAILS = Path("/run/drill/mail")
SITE = "https://fate.example"
CERTIFICATE = (
    "mkdir -p /etc/letsencrypt/live/fate.example && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=fate.example"
    " -addext subjectAltName=DNS:fate.example -keyout /etc/letsencrypt/live/fate.example/privkey.pem"
    " -out /etc/letsencrypt/live/fate.example/fullchain.pem 2>/dev/null"
    " && cp /etc/letsencrypt/live/fate.example/fullchain.pem /usr/local/share/ca-certificates/fate.crt && update-ca-certificates >/dev/null"
)
STAND_INS = (  # what the page says, what the room has, and why
    (r"^git clone \S+", f"git -c safe.directory='*' clone -q --no-hardlinks {PROJECT}", "the repository is the one in this folder"),
    (r"^certbot .*", CERTIFICATE, "nobody signs a certificate for fate.example: one of our own"),
    (r"smtp\+tls://\S+", "smtp://mail.example:2525", "the mail relay is a program in the room"),
    (r"^git pull$", "git -c safe.directory='*' pull -q", "as above"),
)
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", re.MULTILINE)


def main() -> None:
    """Execute the blocks of the page in one shell, and play a game after the installation."""
    prepare()
    shell = subprocess.Popen(["bash", "-eu"], stdin=subprocess.PIPE, text=True, cwd="/root")
    blocks: list[str] = BLOCK.findall((PROJECT / "docs" / "self-hosting.md").read_text())
    for number, block in enumerate(blocks, start=1):
        run(shell, stood_in(block))
        if "manage.py version" in block and not MAILS.exists():
            start_relay()
        if "&& echo ready" in block:
            first_game()
        if "deploy/as-site restore" in block:
            until(lambda: Visitor(SITE).open("/"), "the site after the restore")
        print(f"== block {number} of {len(blocks)} done", flush=True)
    assert shell.stdin is not None
    shell.stdin.close()
    if code := shell.wait():
        sys.exit(code)
    print("== every block of docs/self-hosting.md was executed", flush=True)


def prepare() -> None:
    """Add host names, install the replacement of systemctl, update the package lists."""
    with Path("/etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 fate.example mail.example\n")
    Path("/usr/local/sbin/systemctl").write_text((PROJECT / "deploy/drill/systemctl").read_text())
    Path("/usr/local/sbin/systemctl").chmod(0o755)
    MAILS.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "update", "-qq"], check=True)


def stood_in(block: str) -> str:
    """Apply the replacements of `STAND_INS` to a block and print each."""
    for pattern, instead, why in STAND_INS:
        if re.search(pattern, block, re.MULTILINE):
            print(f"== stand-in: {why}", flush=True)
            block = re.sub(pattern, lambda _found, instead=instead: instead, block, flags=re.MULTILINE)
    return block


def run(shell: subprocess.Popen[str], block: str) -> None:
    """Execute a block in the shell and wait for its end."""
    done = Path("/run/drill/done")
    done.unlink(missing_ok=True)
    assert shell.stdin is not None
    print("\n".join(f"$ {line}" for line in block.rstrip().splitlines()), flush=True)
    shell.stdin.write(f"{block}\ntouch {done}\n")
    shell.stdin.flush()
    while not done.exists():
        if shell.poll() is not None:
            sys.exit(f"The block above failed with code {shell.returncode}.")
        time.sleep(0.1)


def start_relay() -> None:
    """Start a mail server that stores received mails in `MAILS`."""
    server = ["-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Mailbox", str(MAILS), "-l", "127.0.0.1:2525"]
    subprocess.Popen(["/srv/fateapp/.venv/bin/python", *server], stdin=subprocess.DEVNULL)


def first_game() -> None:
    """Sign up with the code from the mail, play against a bot, and receive the mail about the next turn."""
    visitor = Visitor(SITE)
    until(lambda: visitor.open("/"), "the first page")
    visitor.open("/accounts/signup/")
    visitor.submit("signup", email="ada@players.example", name="Ada")
    code = CODE.search(str(until(lambda: newest_mail("ada@players.example"), "the mail with the code")))
    assert code is not None, "There is no code in the mail."
    visitor.submit("", code=code[1])
    visitor.open("/new/turn_of_fate/")
    visitor.submit("new/turn_of_fate")
    table = visitor.address
    visitor.submit("bot/")
    until(lambda: "answer/" in visitor.open(table), "a question at the table")
    visitor.submit("answer/")
    assert "Nothing has changed" not in visitor.page
    until(lambda: "your turn" in str(newest_mail("ada@players.example")).lower(), "the mail about the next turn")
    print(f"== Ada has moved at {table}, and the mail about her next turn has arrived", flush=True)


def newest_mail(address: str) -> str:
    """The latest mail to an address as text; "" when there is none."""
    found = []
    for path in (MAILS / "new").glob("*"):
        mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        if address in str(mail["X-RcptTo"] or mail["To"]):
            body = mail.get_body(("plain",))
            found.append((path.stat().st_mtime_ns, f"{mail['Subject']}\n{body.get_content() if body else ''}"))
    return max(found)[1] if found else ""


def until(what: Callable[[], object], name: str, seconds: float = 120) -> object:
    """Poll until the result is true; refused connections are expected during the start."""
    end = time.monotonic() + seconds
    while True:
        try:
            if found := what():
                return found
        except OSError as error:
            if time.monotonic() > end:
                raise TimeoutError(f"{name}: {error}") from error
        if time.monotonic() > end:
            raise TimeoutError(f"{name} did not come within {seconds:.0f} s")
        time.sleep(0.3)


if __name__ == "__main__":
    main()
