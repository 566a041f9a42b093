"""The probe of health checks and of docs/self-hosting.md."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from fateapp import probe


class Well(BaseHTTPRequestHandler):
    """Answers /well with 200, everything else with 503."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/well" else 503)
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        """Nothing."""


def test_server_that_only_starts_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    """As between `systemctl enable --now` and the next line of the page."""
    server = HTTPServer(("127.0.0.1", 0), Well, bind_and_activate=False)
    server.server_bind()  # from here on connections are refused, until it listens
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
