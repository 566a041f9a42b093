"""Mail servers for a drill: the site's Postfix as docs/mail.md configures it, the players' Postfix, and a DNS server.

All run in the namespaces of the drill (`unshare --net --mount --pid`), on the ports and in the directories that docs/mail.md names, and
end with the namespaces. The players' server signs with DKIM.
"""

from __future__ import annotations

import base64
import re
import shutil
import socketserver
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT))

import dns.message  # noqa: E402

from tests.fateapp.doctor.names import Zone, answer  # noqa: E402

HERE, THERE = "192.0.2.1", "198.51.100.1"
"""The IP addresses of the site's mail server and of the players' mail server."""
REPLIES, PEOPLE = "play.example.org", "players.example"
FOLDERS = ("/etc/postfix", "/etc/dkimkeys", "/var/spool", "/var/lib/postfix", "/run")
BLOCK = re.compile(r"^ *```\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# (main\.cf|opendkim\.conf|opendmarc\.conf)\b")
COMMON = """compatibility_level = 3.6
inet_protocols = ipv4
alias_maps =
maximal_queue_lifetime = 1h
bounce_queue_lifetime = 1h
"""
SITE = f"{COMMON}myhostname = mx.{REPLIES}\ninet_interfaces = 127.0.0.1, {HERE}\nmydestination =\nmaillog_file = /var/spool/mail.log\n"
"""The settings that docs/mail.md leaves to the operator: host name and addresses."""
THEIRS = f"""{COMMON}myhostname = mail.{PEOPLE}
inet_interfaces = {THERE}
smtp_bind_address = {THERE}
mynetworks = {THERE}/32
mydestination =
queue_directory = /var/spool/postfix-people
data_directory = /var/lib/postfix/people
maillog_file = /var/spool/mail-people.log
virtual_mailbox_domains = {PEOPLE}
virtual_mailbox_base = /var/spool/people
virtual_mailbox_maps = texthash:/etc/postfix/people/mailboxes
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
smtpd_milters = inet:127.0.0.1:8892
"""
SIGNER = f"""Mode s
Socket inet:8892@127.0.0.1
Domain {PEOPLE}
Selector mail
KeyFile /etc/postfix/people/dkim.key
InternalHosts 0.0.0.0/0
RequireSafeKeys no
UserID root
"""


def of_the_page() -> dict[str, str]:
    """The contents of the configuration files in docs/mail.md, by file name."""
    files: dict[str, str] = {}
    for block in BLOCK.findall((PROJECT / "docs" / "mail.md").read_text()):
        name = ""
        for line in block.splitlines():
            found = FILE.match(line.strip())
            name = found[1] if found else name
            if name and not line.strip().startswith("#"):
                files[name] = f"{files.get(name, '')}{line.strip()}\n"
            if line.strip().startswith("# transport"):
                name = ""
    return files


def start(people: list[str]) -> None:
    """Start network, DNS, both mail servers and their milters."""
    for words in ("link set lo up", f"addr add {HERE}/32 dev lo", f"addr add {THERE}/32 dev lo"):
        subprocess.run(["ip", *words.split()], check=True)
    installed = tempfile.mkdtemp(prefix="fate-postfix-")
    shutil.copytree("/etc/postfix", installed, symlinks=True, dirs_exist_ok=True)
    for folder in FOLDERS:
        Path(folder).mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder], check=True)
    shutil.copytree(installed, "/etc/postfix", symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(installed)
    for folder in (
        "/etc/postfix/people",
        "/var/spool/people",
        "/var/spool/postfix",
        "/var/spool/postfix-people",
        "/var/lib/postfix/people",
    ):
        Path(folder).mkdir()
    shutil.chown("/var/spool/people", "nobody")
    for folder in ("/var/lib/postfix", "/var/lib/postfix/people"):
        shutil.chown(folder, "postfix")
    _names(_key("/etc/postfix/people/dkim.key"), _key("/etc/dkimkeys/fate.private"))
    files = of_the_page()
    _filter("opendkim", f"{files['opendkim.conf']}UserID root\nNameservers 127.0.0.1\n")
    _filter("opendmarc", f"{files['opendmarc.conf']}UserID root\n")
    _filter("opendkim", SIGNER, "signer")
    Path("/etc/postfix/people/mailboxes").write_text("".join(f"{name}@{PEOPLE} {name}/\n" for name in people))
    _postfix("/etc/postfix", SITE + files["main.cf"])
    _postfix("/etc/postfix/people", THEIRS)


def mailbox(name: str) -> Path:
    """A player's Maildir."""
    return Path("/var/spool/people") / name


def log() -> str:
    """The logs of both mail servers."""
    return "".join(path.read_text(errors="replace") for path in Path("/var/spool").glob("mail*.log"))


def _postfix(folder: str, main: str) -> None:
    path = Path(folder)
    (path / "main.cf").write_text(main)
    for name in ("master.cf", "dynamicmaps.cf", "postfix-files", "post-install", "postfix-script"):
        if not (path / name).exists():
            shutil.copy(f"/etc/postfix/{name}", path / name)
    subprocess.run(["postconf", "-c", folder, "-F", "*/*/chroot = n"], check=True)
    subprocess.run(["postfix", "-c", folder, "start"], check=True)


def _filter(program: str, settings: str, name: str = "") -> None:
    path = Path("/run") / f"{name or program}.conf"
    path.write_text(settings)
    subprocess.Popen([program, "-f", "-x" if program == "opendkim" else "-c", str(path)], stdin=subprocess.DEVNULL)


def _key(name: str) -> str:
    """Generate a DKIM key in this file; returns the public key."""
    path = Path(name)
    subprocess.run(["openssl", "genrsa", "-out", str(path), "2048"], check=True, capture_output=True)
    path.chmod(0o600)
    return base64.b64encode(
        subprocess.run(["openssl", "rsa", "-in", str(path), "-pubout", "-outform", "der"], check=True, capture_output=True).stdout
    ).decode()


def _record(key: str) -> list[str]:
    return [f'"v=DKIM1; k=rsa; p={key[:200]}" "{key[200:]}"']


def _names(theirs: str, ours: str) -> None:
    """Start a DNS server at 127.0.0.1:53 and make it the only resolver."""
    zone: Zone = {
        (REPLIES, "MX"): [f"10 mx.{REPLIES}."],
        (REPLIES, "TXT"): [f'"v=spf1 ip4:{HERE} -all"'],
        (f"mx.{REPLIES}", "A"): [HERE],
        (PEOPLE, "MX"): [f"10 mail.{PEOPLE}."],
        (PEOPLE, "TXT"): [f'"v=spf1 ip4:{THERE} -all"'],
        (f"mail.{PEOPLE}", "A"): [THERE],
        (f"_dmarc.{PEOPLE}", "TXT"): ['"v=DMARC1; p=reject"'],
        (f"mail._domainkey.{PEOPLE}", "TXT"): _record(theirs),
        (f"fate._domainkey.{REPLIES}", "TXT"): _record(ours),
        (f"_dmarc.{REPLIES}", "TXT"): ['"v=DMARC1; p=reject"'],
    }

    class Answering(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            data, line = self.request
            line.sendto(answer(dns.message.from_wire(data), zone).to_wire(), self.client_address)

    server = socketserver.ThreadingUDPServer(("127.0.0.1", 53), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Path("/run/resolv.conf").write_text("nameserver 127.0.0.1\n")
    subprocess.run(["mount", "--bind", "/run/resolv.conf", "/etc/resolv.conf"], check=True)
