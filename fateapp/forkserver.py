"""`python -m fateapp.forkserver`: read the site's code once, then become each of its programs by forking.

Only `manage.py up` runs it, and talks to it over standard input (fateapp/embedded/forked.py). Five programs that each read Django,
the rules and the templates weigh five times as much as copies that share the pages they only read. Nothing may be open or running
before a fork: no thread, no connection (docs/decisions/0066-one-process-forked.md).
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import runpy
import socket
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import setproctitle
from celery import current_app

from fateapp.embedded import processes
from fateapp.embedded.forked import LONGEST

SHARED = (
    "fateapp.wsgi",
    "fateapp.asgi",
    "fateapp.edge.master",
    "fateapp.edge.site",
    "celery.bin.celery",
    "celery.apps.worker",
    "celery.beat",
    "celery.concurrency.thread",
    "kombu.transport.redis",
    "fateapp.tasks",
    "games.tasks",
    "games.rules.search.searcher",
    "fateapp.management.commands.sweeper",
    "notifications.tasks",
    "notifications.inbound.server",
    "notifications.lanes.process",
)
"""What the programs read when they start. Not fateapp.beat: whoever imports it has its schedule-only Celery application."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be run, as `python -m` takes it, whose child it shall be, and the signal that it gets when that one goes."""

    words: list[str]
    parent: int
    stop_signal: int


def main(shared: Sequence[str] = SHARED) -> None:
    """Serve until the other end of standard input is closed; in a copy, run the program instead."""
    preload(shared)
    orders = socket.socket(fileno=os.dup(0))
    orders.send(b"ready")
    words = serve(orders)
    if words:
        orders.close()
        sys.argv = words
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def preload(shared: Sequence[str]) -> None:
    """Import what the programs share, and keep the garbage collector from writing to it ever after.

    Raises:
        RuntimeError: an import started a thread, which a copy would not have, or opened a connection, which all would have.
    """
    gc.disable()
    for name in shared:
        import_module(name)
    current_app.finalize()
    multiprocessing.set_start_method("fork", force=True)  # web workers are copies, too
    gc.collect()
    gc.freeze()
    gc.enable()
    threads = len(os.listdir("/proc/self/task")) - 1
    if threads:
        raise RuntimeError(f"Imports started threads ({threads}); a process with threads cannot be forked.")
    sockets = [file for file in os.listdir("/proc/self/fd") if file != "0" and connected(int(file))]
    if sockets:
        raise RuntimeError(f"Imports opened connections ({len(sockets)}); copies would speak over each other's.")


def connected(file: int) -> bool:
    """Whether an open file is a connection."""
    try:
        return stat.S_ISSOCK(os.fstat(file).st_mode)
    except OSError:  # the list of files, closed by now
        return False


def serve(orders: socket.socket) -> list[str] | None:
    """Make a copy for every order. The result is None when nobody is left to order, and in a copy what it has to run."""
    while True:
        raw, files, _flags, _address = socket.recv_fds(orders, LONGEST, 1)
        if not raw:
            return None
        order = Order(**json.loads(raw))
        try:
            pid = fork(order, files[0])
        except OSError as error:
            orders.send(json.dumps({"error": str(error)}).encode())
        else:
            if pid == 0:
                return order.words
            orders.send(json.dumps({"pid": pid}).encode())
        finally:
            os.close(files[0])


def fork(order: Order, output: int) -> int:
    """Make a copy that is a child of who ordered it and writes to `output`; its number, 0 in the copy.

    Its first parent ends at once, so that the kernel hands it to the nearest process that adopts orphans, which `up` is.

    Raises:
        OSError: there are no more processes to be had, or it was killed before it was done.
    """
    ours, theirs = socket.socketpair()
    with ours, theirs:
        between = os.fork()
        if between == 0:
            if fork_or_give_up():
                os._exit(0)
            ours.close()
            try:
                settle(theirs, order, output)
            except OSError:
                os._exit(1)  # the fork server was killed right now; the supervisor does without it
            return 0
        theirs.close()
        _pid, status = os.waitpid(between, 0)
        if status:
            raise OSError(os.waitstatus_to_exitcode(status), "a second process could not be made")
        ours.send(b"!")
        number = ours.recv(20)
        if not number:
            raise OSError("it ended at once")
        return int(number)


def fork_or_give_up() -> int:
    """Fork, in a process that has nobody to tell that it could not."""
    try:
        return os.fork()
    except OSError as error:
        os._exit(error.errno or 1)


def settle(line: socket.socket, order: Order, output: int) -> None:
    """In the new copy: wait until it belongs to who ordered it, then become a process like one that was started by itself; say so last.

    Raises:
        OSError: the fork server has gone.
    """
    if not line.recv(1):
        raise ConnectionResetError
    os.setsid()
    processes.die_with(order.parent, order.stop_signal)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(output, 1)
    os.dup2(output, 2)
    setproctitle.setproctitle(f"{sys.executable} -m {' '.join(order.words)}")
    line.send(str(os.getpid()).encode())


if __name__ == "__main__":
    main()
