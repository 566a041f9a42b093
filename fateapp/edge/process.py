"""One process of the server: an event loop with its connections, on a socket that the processes share."""

import asyncio
import resource
import signal
import socket
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from fateapp.edge.acceptor import Acceptor
from fateapp.edge.connections import Connections, ErrorResponse, Service
from fateapp.edge.counts import Counts
from fateapp.edge.limits import LIMITS
from fateapp.edge.priorities import KnownCredentials
from notifications.process.call_stack import with_stack_chunk

RESERVE = 100
"""File descriptors that are reserved for other things than connections."""
MakeService = Callable[[Any, Counts, socket.socket, KnownCredentials], Service]
STOP_SECONDS = 4.0
"""Seconds to finish started requests when the process is stopped."""


def run(listener: socket.socket, application: str, service: str, counts: Counts, known: KnownCredentials) -> None:
    """Serve with the service of that name until SIGTERM or SIGINT."""
    loaded = load(application)
    raise_file_limit()
    from fateapp.edge import site  # needs the settings, which the application has loaded

    makers: dict[str, MakeService] = {"pages": site.pages, "streams": site.streams}
    make = makers[service]
    with_stack_chunk(asyncio.run, _serve(listener, partial(make, loaded, counts, listener, known), counts, site.invalid_request_response))


def load(application: str) -> Any:
    module, _, name = application.partition(":")
    return getattr(import_module(module), name)


def raise_file_limit() -> int:
    """Raise the limit of open files as far as permitted, because each connection is one. Returns the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = LIMITS.connections + RESERVE
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


async def _serve(listener: socket.socket, make: Callable[[], Service], counts: Counts, error_response: ErrorResponse) -> None:
    """Serve until a signal, or until the checks of deadlines fail, since without them slow clients would stay; raises their error then."""
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked.set)
    service = make()
    connections = Connections(service, counts, error_response=error_response)
    acceptor = Acceptor(listener, connections)
    acceptor.start()
    watching = loop.create_task(connections.check_periodically())
    watching.add_done_callback(lambda _ended: asked.set())
    await asked.wait()
    acceptor.close()
    service.stop()
    await connections.finish(STOP_SECONDS)
    if watching.done():
        watching.result()
    watching.cancel()
