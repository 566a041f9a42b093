"""Servers on loopback that never complete a response: silent ones, ones with dripping headers, ones with a dripping TLS handshake."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from dataclasses import dataclass, field
from types import TracebackType

MANNERS = ("silent", "drip", "tls")
BEGINNINGS = {"silent": b"", "drip": b"HTTP/1.1 200 OK\r\nX-Slow: ", "tls": b"\x16\x03\x03\x10\x00\x02\x00\x0f\xfc\x03\x03"}
PAUSE = 0.25
"""Seconds between two bytes of the dripping servers, which send bytes without end."""


@dataclass
class Hanging:
    """`count` servers on ports of their own, alternating between the kinds. None of them ever completes a response."""

    count: int
    urls: list[str] = field(default_factory=list)
    accepted: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Hanging:
        selector = selectors.DefaultSelector()
        for number in range(self.count):
            listening = socket.create_server(("127.0.0.1", 0), backlog=64)
            manner = MANNERS[number % len(MANNERS)]
            selector.register(listening, selectors.EVENT_READ, manner)
            scheme = "https" if manner == "tls" else "http"
            self.urls.append(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/")
        self._thread = threading.Thread(target=self._serve, args=[selector], daemon=True)
        self._thread.start()
        return self

    def _serve(self, selector: selectors.BaseSelector) -> None:
        listeners = [key.fileobj for key in selector.get_map().values()]
        lines: dict[socket.socket, str] = {}
        next_byte = time.monotonic()
        while not self._stop.is_set():
            for key, _events in selector.select(0.05):
                line, _address = key.fileobj.accept()  # type: ignore[union-attr]
                line.setblocking(False)
                self.accepted += 1
                lines[line] = key.data
                _send(line, BEGINNINGS[key.data])
            if time.monotonic() > next_byte:
                next_byte += PAUSE
                gone = [line for line, manner in lines.items() if manner != "silent" and not _send(line, b"x")]
                for line in gone:
                    lines.pop(line).strip()
                    line.close()
        for open_one in (*lines, *listeners):
            open_one.close()  # type: ignore[union-attr]

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        assert self._thread is not None
        self._thread.join(10)


def _send(line: socket.socket, data: bytes) -> bool:
    """Whether the other end still accepts the byte."""
    try:
        line.send(data)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return True
