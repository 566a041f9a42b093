"""Accepting connections from a socket that several processes share, so that each gets about the same number.

An event loop accepts every connection that is waiting as soon as it is woken. Eight clients that connect at the same time would all
be served by one process, with seven in its queue, while the others have nothing to do
(docs/decisions/0281-connections-spread-over-processes.md).
"""

import asyncio
import errno
import logging
import socket

from fateapp.edge.connections import Connections

log = logging.getLogger(__name__)
BACKLOG = 4096
YIELD_SECONDS = 0.002
"""A process with more connections than the average leaves a new one to the others for so long; they may be busy or gone."""
RETRY_SECONDS = 1.0
"""Pause after the system had no resources for another connection."""
NO_RESOURCES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Acceptor:
    """Accepts one connection at a time for the `connections` of this process."""

    def __init__(self, listener: socket.socket, connections: Connections) -> None:
        self.listener, self.connections = listener, connections
        self.loop = asyncio.get_running_loop()
        self.later: asyncio.TimerHandle | None = None
        self.opening: set[asyncio.Task[object]] = set()

    def start(self) -> None:
        """Listen, and accept whatever comes."""
        self.listener.setblocking(False)
        self.listener.listen(BACKLOG)
        self.loop.add_reader(self.listener, self._waiting)

    def close(self) -> None:
        """Accept no more; the connections stay open."""
        self.loop.remove_reader(self.listener)
        if self.later is not None:
            self.later.cancel()
        self.listener.close()

    def _waiting(self) -> None:
        if self._has_more_than_others():
            self._pause(YIELD_SECONDS)
        else:
            self._accept()

    def _has_more_than_others(self) -> bool:
        counts, own = self.connections.counts, len(self.connections.open) + len(self.opening)
        others = counts.table.total("connections") - counts.get("connections")
        return own * counts.table.rows > own + others

    def _accept(self) -> None:
        try:
            accepted, _address = self.listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):  # another process has taken it, or the client has given up
            return
        except OSError as error:
            if error.errno not in NO_RESOURCES:
                raise
            log.error("connections_not_accepted: %s; trying again in %g s", error.strerror, RETRY_SECONDS)
            self._pause(RETRY_SECONDS)
            return
        accepted.setblocking(False)
        task = self.loop.create_task(self.loop.connect_accepted_socket(self.connections.new_connection, accepted))
        self.opening.add(task)
        task.add_done_callback(self.opening.discard)

    def _pause(self, seconds: float) -> None:
        self.loop.remove_reader(self.listener)
        self.later = self.loop.call_later(seconds, self._continue)

    def _continue(self) -> None:
        self.loop.add_reader(self.listener, self._waiting)
        self._accept()
