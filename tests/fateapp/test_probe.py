"""Tests of the probe that health checks and docs/self-hosting.md use."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from fateapp import liveness, probe
from fateapp.installation import CODE as PROJECT
from tests.fateapp.waiting import until


class Well(BaseHTTPRequestHandler):
    """Answers /well with 200, all other paths with 503."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/well" else 503)
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """No log."""


def test_server_that_only_starts_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    """As after `systemctl enable --now` in docs/self-hosting.md."""
    server = HTTPServer(("127.0.0.1", 0), Well, bind_and_activate=False)
    server.server_bind()  # connections are refused until the server listens
    address = f"http://127.0.0.1:{server.server_address[1]}"
    assert probe.main([f"{address}/well"]) == 1
    assert f"{address}/well does not answer: [Errno 111] Connection refused" in capsys.readouterr().err

    found: list[int] = []
    waiting = threading.Thread(target=lambda: found.append(probe.main(["--wait", "60", f"{address}/well"])))
    waiting.start()
    server.server_activate()
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    waiting.join(60)
    assert (found, probe.main([f"{address}/ill"])) == ([0], 1)
    assert capsys.readouterr().err == f"{address}/ill does not answer: Service Unavailable\n"
    server.shutdown()
    serving.join(60)
    server.server_close()


def test_what_is_no_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        probe.main(["file:///etc/passwd"])
    assert caught.value.code == 2
    assert "file:///etc/passwd is no http:// or https:// address." in capsys.readouterr().err


def test_role_without_a_port_is_known_by_its_signs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No sign of life yet, a fresh one, and one older than a minute."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert probe.main(["worker"]) == 1
    liveness.touch()
    assert list(tmp_path.iterdir()) == []  # no signs of life were requested

    monkeypatch.setenv(liveness.VARIABLE, "")
    liveness.announce("worker")
    liveness.touch()
    assert probe.main(["worker"]) == 0
    old = time.time() - liveness.STALE - 1
    os.utime(liveness.file_of("worker"), (old, old))
    assert probe.main(["worker"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "worker has not given a sign of life yet.",
        f"worker has given no sign of life for {liveness.STALE + 1:.0f} s.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("role", liveness.ROLES)
def test_role_gives_signs_also_while_its_broker_is_away(role: str, tmp_path: Path) -> None:
    """A restart would not help, and would delay the reconnection to the broker."""
    told = {
        "TMPDIR": str(tmp_path),
        "FATE_SECRET_KEY": "k" * 40,
        "FATE_REDIS_URL": "redis://127.0.0.1:1/0",
        "FATE_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    }
    command = [sys.executable, "-m", "fateapp.role", role]
    running = subprocess.Popen(command, env=os.environ | told, cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        file = tmp_path / f"fateapp-{role}-alive"
        until(file.exists, "the first sign", 120)
        first = file.stat().st_mtime
        until(lambda: file.stat().st_mtime > first, "another one", 120)
    finally:
        running.kill()
        running.wait()
