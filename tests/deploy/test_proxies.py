"""Tests of the configurations of nginx and Caddy in deploy/: programs on other origins can read the errors that the proxy answers."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from corsheaders.defaults import default_methods

from fateapp.installation import CODE as PROJECT
from games.api.base import cross_origin
from games.api.base.problems import KINDS
from tests.ports import free_port
from tests.stopwatch import stretched

LIMIT = 512 * 1024
FOR_PROGRAMS = ("/api/v1/games", "/api/v1/stream", "/oauth/token", "/.well-known/oauth-authorization-server")


class Taken(BaseHTTPRequestHandler):
    """A site that accepts every body, and closes the connection instead of answering a GET."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length")
        if length is None:
            while (size := int(self.rfile.readline(), 16)) > 0:
                self.rfile.read(size + 2)
        self.rfile.read(int(length or 2))
        self.send_response(204)
        self.end_headers()

    def do_GET(self) -> None:
        self.close_connection = True

    def do_OPTIONS(self) -> None:
        if "authorization" not in self.headers.get("Access-Control-Request-Headers", ""):
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Access-Control-Max-Age", "86400")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """No log."""


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a proxy with the configuration in front of such a site."""
    if not shutil.which(request.param):
        pytest.skip(f"{request.param} is not installed")
    monkeypatch.syspath_prepend(PROJECT / "deploy" / "drill")
    drill = importlib.import_module("edge_site")
    site = ThreadingHTTPServer(("127.0.0.1", 0), Taken)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    port, backend = free_port(), site.server_address[1]
    command = drill.PROXIES[request.param](port, {"web": backend, "stream": backend}, tmp_path / request.param)
    if request.param == "nginx" and os.geteuid() == 0:
        command += ["-g", "user root;"]  # another account could not write bodies to this folder
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | {"HOME": str(tmp_path)}, stdout=log, stderr=log)
        try:
            until_it_answers(port, tmp_path / "log")
            yield port
        finally:
            process.terminate()
            process.wait(30)
            site.shutdown()
            site.server_close()


def until_it_answers(port: int, log: Path) -> None:
    end = time.monotonic() + stretched(30)
    while True:
        try:
            assert post(port, "/g/abc/", 1)[0] == 204
        except OSError:
            assert time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.1)
        else:
            return


@contextmanager
def line_to(port: int) -> Iterator[HTTPConnection]:
    line = HTTPConnection("127.0.0.1", port, timeout=stretched(30))
    try:
        yield line
    finally:
        line.close()


def post(port: int, path: str, length: int) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the response to a POST with a body of this length."""
    with line_to(port) as line:
        line.putrequest("POST", path)
        line.putheader("Content-Length", str(length))
        line.putheader("Origin", "https://elsewhere.example")
        line.endheaders()
        if length <= LIMIT:
            line.send(b"x" * length)
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def get(port: int, path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of the response to a GET, which this site does not answer."""
    with line_to(port) as line:
        line.request("GET", path, headers={"Origin": "https://elsewhere.example"})
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def preflight(port: int, path: str, **more: str) -> tuple[int, dict[str, str]]:
    """Status and headers of the response to a preflight, which this site answers only if it asks for `authorization`."""
    with line_to(port) as line:
        line.request("OPTIONS", path, headers={"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST", **more})
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}


@pytest.mark.parametrize("path", FOR_PROGRAMS)
def test_programs_on_other_origins_read_why_a_body_is_not_taken(proxy: int, path: str) -> None:
    assert post(proxy, path, LIMIT - 20_000)[0] == 204
    status, headers, body = post(proxy, path, LIMIT + 20_000)
    problem = json.loads(body)
    assert (status, headers["content-type"], headers["access-control-allow-origin"]) == (413, "application/problem+json", "*")
    assert problem["type"].endswith("/api/v1/docs#problem-too-large")
    kind = KINDS["too-large"]
    assert (problem["status"], problem["title"], problem["code"]) == (kind.status, kind.title, "too_large")
    assert problem["request_id"] == headers["x-request-id"]
    assert "x-request-id" in headers["access-control-expose-headers"].lower()


@pytest.mark.parametrize("path", FOR_PROGRAMS)
def test_programs_on_other_origins_read_that_the_site_does_not_answer(proxy: int, path: str) -> None:
    status, headers, body = get(proxy, path)
    problem, kind = json.loads(body), KINDS["unavailable"]
    assert (status, headers["content-type"], headers["access-control-allow-origin"]) == (502, "application/problem+json", "*")
    assert problem["type"].endswith("/api/v1/docs#problem-unavailable")
    assert (problem["status"], problem["title"], problem["code"]) == (502, kind.title, "unavailable")
    assert (problem["request_id"], headers["retry-after"]) == (headers["x-request-id"], "5")
    assert {"retry-after", "x-request-id"} <= set(headers["access-control-expose-headers"].lower().split(", "))


@pytest.mark.parametrize("path", FOR_PROGRAMS)
def test_preflights_succeed_while_the_site_does_not_answer(proxy: int, path: str) -> None:
    status, headers = preflight(proxy, path)
    allowed = {name: set(headers[f"access-control-allow-{name}"].split(", ")) for name in ("methods", "headers")}
    assert (status, headers["access-control-allow-origin"]) == (204, "*")
    assert allowed == {"methods": set(default_methods), "headers": set(cross_origin.ALLOWED_HEADERS)}
    assert "access-control-max-age" not in headers  # this answer is not kept for the time after


@pytest.mark.parametrize("path", FOR_PROGRAMS)
def test_preflights_are_answered_by_a_site_that_answers(proxy: int, path: str) -> None:
    status, headers = preflight(proxy, path, **{"Access-Control-Request-Headers": "authorization"})
    assert (status, headers["access-control-max-age"]) == (200, "86400")
    assert "access-control-allow-methods" not in headers


def test_preflights_of_pages_get_no_permission(proxy: int) -> None:
    for path in ("/g/abc/", "/oauth/authorize", "/apis", "/accounts/login/"):
        status, headers = preflight(proxy, path)
        assert status == 502
        assert not [name for name in headers if name.startswith("access-control")]


def test_pages_on_other_origins_do_not_read_that_the_site_does_not_answer(proxy: int) -> None:
    for path in ("/g/abc/", "/oauth/authorize", "/apis", "/accounts/login/"):
        status, headers, _body = get(proxy, path)
        assert status == 502
        assert not [name for name in headers if name.startswith("access-control")]


def test_pages_on_other_origins_read_no_refusal_of_a_page(proxy: int) -> None:
    for path in ("/g/abc/", "/oauth/authorize", "/apis", "/accounts/login/"):
        status, headers, _body = post(proxy, path, LIMIT + 20_000)
        assert status == 413
        assert not [name for name in headers if name.startswith("access-control")]


def test_mails_may_be_longer(proxy: int) -> None:
    with line_to(proxy) as line:
        line.request("POST", "/mail/hook/x", body=b"x" * (4 * LIMIT))
        assert line.getresponse().status == 204
