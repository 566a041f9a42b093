"""Tests of Sentry and OpenTelemetry against a collector on loopback: reports arrive and contain no hidden information."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.exceptions import ImproperlyConfigured

from fateapp import error_reporting
from fateapp.installation import CODE as PROJECT

PROGRAM = """
import django
from django.conf import settings
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
from django.test import Client
{work}
"""
ERROR = """
import logging, sentry_sdk
from notifications import correlation_id
def play():
    hand = "".join(["the queen", " of secrets"])
    raise ValueError("the rules stopped")
with correlation_id.during("number-0123456789"):
    try:
        play()
    except ValueError:
        logging.getLogger("games").exception("it_broke")
sentry_sdk.flush(10)
"""
REQUEST = """
from opentelemetry import trace
for path in ("/healthz", "/messages/unsubscribe/secret-link-number/?secret-query=1"):
    Client(raise_request_exception=False, SERVER_NAME="localhost").get(path, headers={"Cookie": "other=secret-cookie"})
trace.get_tracer_provider().shutdown()
"""


@dataclass
class Collector:
    """The posted bodies by path."""

    port: int = 0
    posts: list[tuple[str, bytes]] = field(default_factory=list)

    @property
    def everything(self) -> bytes:
        """All bodies."""
        return b"\n".join(body for _path, body in self.posts)


@pytest.fixture
def collector() -> Iterator[Collector]:
    """An HTTP server on loopback that keeps what it receives."""
    kept = Collector()

    class Keeping(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.posts.append((self.path, gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *words: object) -> None:
            """No log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Keeping) as server:
        kept.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield kept
        server.shutdown()


def run(work: str, **settings: str) -> None:
    """Run this code in a process of the site, without an HTTP proxy of the machine."""
    ours = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment = ours | {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "NO_PROXY": "*"} | settings
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(work=work)],
        env=environment,
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_sentry_gets_the_error_without_values(collector: Collector) -> None:
    run(ERROR, FATE_SENTRY_DSN=f"http://key@127.0.0.1:{collector.port}/1")
    assert [path for path, _body in collector.posts] == ["/api/1/envelope/"]
    assert b"the rules stopped" in collector.everything
    assert b"number-0123456789" in collector.everything
    assert b"queen of secrets" not in collector.everything


def test_opentelemetry_gets_routes_without_paths(collector: Collector) -> None:
    run(REQUEST, FATE_OTLP_ENDPOINT=f"http://127.0.0.1:{collector.port}")
    assert {path for path, _body in collector.posts} == {"/v1/traces"}
    assert b"healthz" in collector.everything
    assert b"unsubscribe/<" in collector.everything
    assert b"secret-" not in collector.everything


def test_request_in_a_report_is_reduced_to_its_method() -> None:
    event = {"request": {"method": "POST", "url": "http://x/secret", "data": "hand", "cookies": "c"}, "user": {"ip_address": "1.2.3.4"}}
    assert error_reporting.stripped(event, {}) == {"tags": {"request_id": "", "method": "POST"}}


@pytest.mark.parametrize(("given", "extra"), [(("http://k@127.0.0.1/1", None), "sentry"), ((None, "http://127.0.0.1"), "opentelemetry")])
def test_missing_packages_are_one_sentence(monkeypatch: pytest.MonkeyPatch, given: tuple[str | None, str | None], extra: str) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] in ("sentry_sdk", "opentelemetry")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("sentry_sdk", "opentelemetry"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImproperlyConfigured, match=rf"install fateapp\[{extra}\]"):
        error_reporting.start(*given)
