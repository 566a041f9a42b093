"""Tests of `manage.py up` as a process: a real start in an empty directory, and recovery from kills."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import smtplib
import socket
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psycopg
import pytest

from fateapp import ports, up
from fateapp.embedded import instance_record, processes
from fateapp.embedded.supervisor import Supervisor
from fateapp.terminal import Terminal
from tests.bench import idle
from tests.bench.visiting import visit_everything
from tests.fateapp.site_of_up import Site, manage, running_site
from tests.fateapp.waiting import until
from tests.ports import free_port
from tests.programs_of_up import PROGRAMS
from tests.stopwatch import stretched

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("up")]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
NTH = re.compile(r'name="nth" value="(\d+)"')
CHOICE = re.compile(r'name="choice" value="([^"]+)"')
MESSAGES = "SELECT key, kind, state FROM notifications_message ORDER BY id"
TURN = """SELECT pending, nth FROM games_seat JOIN games_game ON games_game.id = games_seat.game_id
          WHERE NOT is_bot AND games_game.status IN ('active', 'finished')"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Shared by the tests below; a test that stops it starts it again."""
    with running_site() as made:
        yield made


def test_first_start_serves_pages(site: Site) -> None:
    """Tables and static files are there, and the secret key is readable only for its owner."""
    assert (site.status("/healthz"), site.status("/readyz")) == (200, 200)
    assert (site.root / "data" / "secret-key").stat().st_mode & 0o777 == 0o600
    assert (site.root / "data" / "static" / "staticfiles.json").exists()


def test_link_is_not_written_into_what_collects_the_output(site: Site) -> None:
    """Such output may be a log file; `manage.py signin` prints a link."""
    assert "/sign-in/" not in site.output
    manage(site, "demo")
    assert manage(site, "signin", "Ada").startswith(f"http://127.0.0.1:{site.port}/sign-in/")


@pytest.mark.parametrize("terminal", [True, False])
def test_link_is_shown_on_a_terminal_only(terminal: bool) -> None:
    said = io.StringIO()
    options = Namespace(host="127.0.0.1", port=8000)
    made = up.Site(options, {"FATE_SITE_URL": "http://127.0.0.1:8000"}, Terminal(said, is_terminal=terminal))
    made._say_how_to_sign_in("Ada", "/sign-in/secret/")
    assert ("/sign-in/secret/" in said.getvalue()) is terminal


@pytest.mark.parametrize(
    ("address", "told"), [("http://127.0.0.1:8000", False), ("http://127.0.0.1:7010", True), ("https://play.example", True)]
)
def test_listening_address_is_told_where_it_is_not_the_public_one(address: str, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With only a port of FATE_SITE_URL changed, the page that was told did not open, and nothing said why."""
    monkeypatch.setenv("FATE_SITE_URL", address)
    said = io.StringIO()
    settings = {"FATE_SITE_URL": address, "FATE_EMAIL_URL": "smtp://127.0.0.1:1", "FATE_MAILIN_LISTEN": [], "FATE_DATA_DIR": Path()}
    made = up.Site(Namespace(host="127.0.0.1", port=8000), settings, Terminal(said, is_terminal=False))
    made._greet(Namespace(warnings=[], greeting={}), 1.0, Namespace(account=None), None)  # type: ignore[arg-type]
    assert f"fateapp is running at {address} " in said.getvalue()
    assert ("The web server listens at http://127.0.0.1:8000 " in said.getvalue()) is told


def test_second_up_says_who_was_first(site: Site) -> None:
    """The second one ends with exit code 1 and names process and address of the first, which is not disturbed."""
    assert site.process is not None
    second = site.command("--port", str(free_port()))
    assert second.wait(timeout=120) == 1
    assert f"fateapp is already running here: process {site.process.pid}, http://127.0.0.1:{site.port}." in site.output
    assert site.status("/readyz") == 200


def test_replies_are_received_on_loopback(site: Site) -> None:
    """Without any setting; an unknown reply address is refused."""
    port = up.processes.mail_port(site.port)
    assert f"Replies are received at smtp://127.0.0.1:{port}." in site.output
    until(lambda: ports.port_problem("127.0.0.1", port), "the mail server")
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
        line.helo("here")
        line.mail("a@b.example")
        assert line.rcpt("nobody@localhost.localdomain")[0] == 550


def test_doctor_beside_it_finds_nothing_broken(site: Site) -> None:
    """Run without settings from another terminal, it finds the port, the mail reception and the backups of `up`."""
    said: dict[str, dict[str, str]] = {}

    def deadlines_are_judged() -> bool:
        said.update({finding["name"]: finding for finding in asked_doctor(site)})
        return said["sweeper"]["level"] == "ok"

    until(deadlines_are_judged, "the first round of deadlines")
    well = {name for name, finding in said.items() if finding["level"] == "ok"}
    assert {"database", "tables", "broker", "mail reception", "public address", "proxy headers"} <= well
    assert f"smtp://127.0.0.1:{up.processes.mail_port(site.port)} greets" in said["mail reception"]["said"]
    assert [finding for finding in said.values() if "systemctl" in finding["remedy"] or "systemd" in finding["remedy"]] == []
    assert said["backups"]["level"] == "ok"


def asked_doctor(site: Site) -> list[dict[str, str]]:
    """The findings of the doctor; its exit code is not 0 if a check fails."""
    return [json.loads(line) for line in manage(site, "doctor", "--json").splitlines()]


@pytest.mark.parametrize("name", ["web", "stream", "worker", "calls", "beat", "mailin"])
def test_program_is_a_copy_of_the_fork_server(site: Site, name: str) -> None:
    """Copies share memory that is only read. The kernel randomises addresses at exec, not at fork, so equal auxv show a copy."""
    server, program = site.pid("forkserver"), site.pid(name)
    assert Path(f"/proc/{program}/auxv").read_bytes() == Path(f"/proc/{server}/auxv").read_bytes()
    assert Path(f"/proc/{site.pid('valkey')}/auxv").read_bytes() != Path(f"/proc/{server}/auxv").read_bytes()


def test_all_of_it_weighs_what_was_promised(site: Site) -> None:
    """Half of the memory of separately started programs; measured by `manage.py bench --idle`, see docs/measurements/."""
    assert site.process is not None
    pid = site.process.pid
    until(lambda: set(idle.NAMES.values()) <= set(idle.weights(pid)), "every program")
    assert sum(weight for _count, weight in idle.weights(pid).values()) < 450


def ask_database(site: Site, statement: str) -> list[tuple[Any, ...]]:
    """The rows of a statement, from the database of the site."""
    with psycopg.connect(instance_record.load(site.root / "data").database_url or "") as line:
        return line.execute(statement).fetchall()


def post(web: OpenerDirector, page: str, address: str, **fields: str) -> str:
    """Send a form of `page` and return the response."""
    token = TOKEN.search(page)
    assert token is not None
    data = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
    text: str = web.open(address, data, timeout=60).read().decode()
    return text


def test_moves_are_accepted_and_every_mail_is_sent_once(site: Site) -> None:
    """With kill -9 of everything but the web server and PostgreSQL."""
    home, web = f"http://127.0.0.1:{site.port}", build_opener(HTTPCookieProcessor(CookieJar()))
    link = home + json.loads(manage(site, "demo", "--print-link").splitlines()[-1])["path"]
    page = post(web, web.open(link, timeout=60).read().decode(), link)
    until(lambda: ask_database(site, TURN)[0][0], "the first turn of the person")
    found = re.search(r'href="(/g/[a-z0-9]+/)"', page)
    assert found is not None
    table = home + found[1]
    for _ in range(2):
        page = web.open(table, timeout=60).read().decode()
        nth, choice = NTH.search(page), CHOICE.findall(page)
        assert nth is not None
        for name in ("worker", "beat", "valkey"):
            pid = site.pid(name)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
        begun = time.monotonic()
        page = post(web, page, f"{table}answer/", nth=nth[1], choice=unescape(choice[0]))
        assert "Nothing has changed." not in page
        assert time.monotonic() - begun < stretched(10)
        until(lambda nth=nth: (True, int(nth[1]) + 1) in ask_database(site, TURN), "the bot's answer after everything came back", 90)
    until(lambda: all(state in ("sent", "superseded") for _key, _kind, state in ask_database(site, MESSAGES)), "the mails", 60)
    messages = ask_database(site, MESSAGES)
    turns = [key for key, kind, state in messages if kind == "your_turn" and state == "sent"]
    assert len(turns) == len(set(turns))
    assert any(key.endswith(":2") for key in turns)


def test_visitor_of_the_measurement_sees_every_kind_of_page(site: Site) -> None:
    """Starting at the first page of a player with access to the admin."""
    manage(site, "demo")
    found = visit_everything(idle.link_in(site.root, site.port), again=1)
    assert {"games:lobby", "games:table", "games:shelf", "admin:index", "account_email"} <= set(found)
    assert not [name for name in found if "logout" in name]


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_killed_comes_back(site: Site, name: str) -> None:
    """After kill -9 of a program: a line on the terminal, a new process, and pages are served again."""
    killed = site.pid(name)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    until(lambda: f"{name} was killed by SIGKILL; starting it again in" in site.output, "the announcement")
    until(lambda: f"{name} runs again" in site.output, f"a new {name}")
    until(lambda: site.pid(name) not in (None, killed), "its process")  # named only after the process has begun
    until(lambda: site.status("/readyz") == 200, "pages")


def test_supervisor_killed_leaves_nobody_behind_and_starts_again(site: Site) -> None:
    """After kill -9 of `up` its children get a signal from the kernel; the next start recovers within ten seconds."""
    assert site.process is not None
    family = site.family()
    site.process.kill()
    site.process.wait()
    until(lambda: not site.survivors() and not any(map(processes.is_alive, family)), "the end of all children")
    (site.root / "output").write_text("")
    assert site.start() < stretched(30)  # about 3 s on an idle machine; the test run keeps it busy
    assert site.status("/readyz") == 200


def test_ctrl_c_stops_everything(site: Site) -> None:
    """Within seconds, with exit code 0 and a closing line; then it starts again."""
    assert site.process is not None
    family, begun = site.family(), time.monotonic()
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=120) == 0
    assert time.monotonic() - begun < stretched(15)
    assert site.survivors() == []
    assert len(family) > len(PROGRAMS)
    assert not any(map(processes.is_alive, family))
    assert re.search(r"Stopped in [0-9.]+ s\. Nothing is lost", site.output)
    (site.root / "output").write_text("")
    assert site.start() < stretched(30)  # about 3 s on an idle machine; the test run keeps it busy


def test_port_taken_is_one_sentence_with_a_free_one(site: Site) -> None:
    """The check comes before any start. The next port is that of the site's own stream, so another one is suggested."""
    said, _, other = (ports.ports_problem("127.0.0.1", site.port) or "").rpartition(" ")
    assert said == f"Port {site.port} is in use by another program. Take another one: python3 manage.py up --port"
    assert int(other) > site.port + 1
    assert ports.ports_problem("127.0.0.1", int(other)) is None


def test_port_beside_taken_is_one_sentence() -> None:
    """The stream process could not listen there, so nothing is started."""
    port = free_port()
    with socket.create_server(("127.0.0.1", port + 1)):
        said = ports.ports_problem("127.0.0.1", port) or ""
    assert said.startswith(f"Beside port {port}, the stream of the API needs port {port + 1}. Port {port + 1} is in use by another")


def test_port_out_of_range_is_one_sentence() -> None:
    assert ports.port_problem("127.0.0.1", 70000) == "70000 is not a port; it is a number from 1 to 65535."


@pytest.mark.parametrize("name", ["FATE_SENTRY_DSN", "FATE_OTLP_ENDPOINT"])
def test_programs_that_are_watched_are_not_copied(tmp_path: Path, name: str) -> None:
    """Sentry and OpenTelemetry run threads, which a forked copy would not have."""
    settings = {"FATE_WORKERS": 2, "FATE_SENTRY_DSN": None, "FATE_OTLP_ENDPOINT": None, name: "https://watcher.example"}
    site = up.Site(Namespace(host="127.0.0.1", port=8000), settings, Terminal())
    supervisor = Supervisor(tmp_path, lambda text: None)
    with ExitStack() as stack:
        assert site._fork_server(supervisor, stack, {}, None) is None
    assert supervisor.children == []
