"""A scripted web server on loopback: the path of a call decides the response."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


@dataclass(frozen=True)
class Call:
    """One received call."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic, compare=False)


@dataclass
class Receiver:
    """`/500` answers 500 and so on, `/hang` sends nothing, `/drip` never finishes, `/flood` never stops; all others answer 204."""

    calls: list[Call] = field(default_factory=list)
    port: int = 0
    released: threading.Event = field(default_factory=threading.Event)
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None

    def url(self, path: str = "/") -> str:
        """The URL of a path here."""
        return f"http://127.0.0.1:{self.port}{path}"

    def __enter__(self) -> Receiver:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                said = {name.lower(): value for name, value in self.headers.items()}
                receiver.calls.append(Call(self.path, said, body))
                try:
                    receiver.answer(self)
                except OSError:
                    self.close_connection = True  # the client has closed the connection, as it should

            def log_message(self, format: str, *args: object) -> None:
                """No log."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=[0.02], daemon=True)
        self._thread.start()
        return self

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer as the path says."""
        word = handler.path.strip("/").partition("?")[0]
        if word == "hang":
            self.released.wait(60)
            return
        handler.send_response(int(word) if word.isdigit() else 200 if word in ("drip", "flood") else 204)
        if word in ("301", "302", "307", "308"):
            handler.send_header("Location", self.url("/elsewhere"))
        handler.end_headers()
        if word == "500":
            handler.wfile.write(b"Ouch, says the server\n")
        while word == "flood" and not self.released.is_set():
            handler.wfile.write(b"x" * 65_536)
        while word == "drip" and not self.released.wait(0.05):
            handler.wfile.write(b".")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._server is not None
        assert self._thread is not None
        self.released.set()
        self._server.shutdown()
        self._thread.join(10)
        self._server.server_close()
