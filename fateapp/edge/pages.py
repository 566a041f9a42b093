"""The service of the web processes: complete requests pass admission control and are run by one thread with the WSGI application.

One thread per process has one database connection with its prepared statements (docs/decisions/0021, 0070).
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from fateapp.edge import response
from fateapp.edge.admission import Admission
from fateapp.edge.counts import PRIORITIES, Counts
from fateapp.edge.environ import EnvironFactory
from fateapp.edge.priorities import SIGNED_IN, PriorityChooser
from fateapp.edge.request import Request
from notifications.process.call_stack import with_stack_chunk

log = logging.getLogger(__name__)
Refusal = Callable[[Request, float], tuple[list[tuple[str, str]], bytes]]


class Pages:
    """Answers requests with a WSGI application, by their priority."""

    def __init__(
        self,
        application: Any,
        admission: Admission,
        environ_factory: EnvironFactory,
        priority_chooser: PriorityChooser,
        refusal: Refusal,
        counts: Counts,
    ) -> None:
        self.application, self.admission, self.environ_factory = application, admission, environ_factory
        self.priority_chooser, self.refusal, self.counts = priority_chooser, refusal, counts
        self.loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=with_stack_chunk, args=[self._run], name="requests", daemon=True)
        self.thread.start()

    def handle(self, request: Request) -> None:
        """Queue the request, or refuse it at once."""
        request.priority = self.priority_chooser.priority(request)
        seconds = self.admission.offer(request)
        if seconds is not None:
            self.refuse(request, seconds)

    def client_disconnected(self, request: Request) -> bool:
        """Remove it from the queue, if it is still there."""
        if not self.admission.withdraw(request):
            return False
        self._count("abandoned", request)
        request.body.close()
        return True

    def refuse(self, request: Request, seconds: float) -> None:
        self._count("refused", request)
        headers, body = self.refusal(request, seconds)
        given = [*headers, ("Retry-After", str(int(seconds))), ("Cache-Control", "no-store")]
        raw = response.complete(
            response.REASONS[503], given, body, method=request.method, version=request.version, keep_alive=request.keep_alive
        )
        request.connection.answered(request, raw)

    def stop(self) -> None:
        """Nothing: queued requests are answered, and the thread ends with the process."""

    def _count(self, what: str, request: Request) -> None:
        self.counts.add(f"{what}_{PRIORITIES[request.priority]}")

    # --- in the thread ------------------------------------------------------------------------------------------------
    def _run(self) -> None:
        while True:
            request = self.admission.next()
            if request is None:
                continue
            if time.monotonic() - request.began > self.admission.most_seconds:
                self.loop.call_soon_threadsafe(self.refuse, request, self.admission.most_seconds)
                continue
            begun = time.perf_counter()
            self._answer(request)
            self.admission.record_duration(request.priority, time.perf_counter() - begun)

    def _answer(self, request: Request) -> None:
        environ = self.environ_factory.make(request)
        try:
            raw, close = self._call(environ, request)
        except Exception:  # Django answers its own exceptions; this is the server's last resort
            log.exception("request_failed: the application raised an exception")
            request.keep_alive = False
            raw, close = response.plain(500, "Something went wrong on our side."), None
        connection = request.connection
        self._count("served", request)
        if connection.send_now(request, raw):
            self.loop.call_soon_threadsafe(connection.connections.process_sent)
        if close is not None:
            close()
        if environ.get(SIGNED_IN) and (credential := self.priority_chooser.credential(request)) is not None:
            self.priority_chooser.known.add(credential)

    def _call(self, environ: dict[str, Any], request: Request) -> tuple[bytes, Callable[[], None] | None]:
        head: tuple[str, list[tuple[str, str]]] = ("", [])

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            nonlocal head
            head = status, headers

        result = self.application(environ, start_response)
        body = b"".join(result)
        raw = response.complete(*head, body, method=request.method, version=request.version, keep_alive=request.keep_alive)
        return raw, getattr(result, "close", None)
