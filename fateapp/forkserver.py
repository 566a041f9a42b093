"""`python -m fateapp.forkserver`: import the site's code once, then fork it for each program.

Only `manage.py up` runs it and sends it orders over standard input (fateapp/embedded/forked.py). Copies share the memory that they only
read; separate processes need five times as much. No thread and no connection may exist before a fork
(docs/decisions/0066-one-process-forked.md).
"""

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
from notifications.process.call_stack import with_stack_chunk

SHARED = (
    "fateapp.asgi",
    "fateapp.urls",
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
"""The modules the programs import at their start. Not fateapp.beat, which makes a Celery application of its own."""
PREPARED = ("fateapp.wsgi",)
"""Those that read the static files, so they are imported after `prepare` has collected them."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to run (arguments of `python -m`), the parent process, and the signal that the copy gets when the parent ends."""

    words: list[str]
    parent: int
    stop_signal: int


def main(shared: Sequence[str] = SHARED, prepared: Sequence[str] = PREPARED) -> None:
    """Serve until standard input is closed; in a copy, run the program.

    The modules of `shared` are imported while the site is prepared, those of `prepared` once the other end says that it is.
    """
    preload(shared)
    orders = socket.socket(fileno=os.dup(0))
    if not orders.recv(LONGEST):
        return
    orders.close()  # `preload` accepts no open connection
    preload(prepared)
    orders = socket.socket(fileno=os.dup(0))
    orders.send(b"ready")
    words = serve(orders)
    if words:
        orders.close()
        sys.argv = words
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def preload(shared: Sequence[str]) -> None:
    """Import the shared modules and freeze them, so that the garbage collector does not write to their memory.

    Raises `RuntimeError`: an import started a thread, which a fork would not copy, or opened a connection, which all copies would share.
    """
    gc.disable()
    for name in shared:
        import_module(name)
    current_app.finalize()
    multiprocessing.set_start_method("fork", force=True)  # web workers are forked, too
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
    """Whether an open file descriptor is a socket."""
    try:
        return stat.S_ISSOCK(os.fstat(file).st_mode)
    except OSError:  # the directory handle of listdir, closed by now
        return False


def serve(orders: socket.socket) -> list[str] | None:
    """Fork for every order. Returns None when the other end is closed, and in a copy the arguments to run."""
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
    """Fork a copy that becomes a child of `order.parent` and writes to `output`; returns its pid, 0 in the copy.

    The intermediate process exits at once, so that the kernel reparents the copy to the nearest subreaper, which is `up`.

    Raises `OSError`: no more processes can be made, or the copy was killed during its start.
    """
    own_end, child_end = socket.socketpair()
    with own_end, child_end:
        intermediate = os.fork()
        if intermediate == 0:
            if fork_or_exit():
                os._exit(0)
            own_end.close()
            try:
                detach(child_end, order, output)
            except OSError:
                os._exit(1)  # the fork server was killed; the supervisor starts the program without it
            return 0
        child_end.close()
        _pid, status = os.waitpid(intermediate, 0)
        if status:
            raise OSError(os.waitstatus_to_exitcode(status), "a second process could not be made")
        own_end.send(b"!")
        number = own_end.recv(20)
        if not number:
            raise OSError("it ended at once")
        return int(number)


def fork_or_exit() -> int:
    """Fork in the intermediate process; exits with errno when that fails."""
    try:
        return os.fork()
    except OSError as error:
        os._exit(error.errno or 1)


def detach(parent_end: socket.socket, order: Order, output: int) -> None:
    """In the copy: wait until it is reparented, then set session, signal, files and title as for a program started by itself; send the pid
    last.

    Raises `OSError`: the fork server has ended.
    """
    if not parent_end.recv(1):
        raise ConnectionResetError
    os.setsid()
    processes.die_with(order.parent, order.stop_signal)
    devnull = os.open(os.devnull, os.O_RDONLY)
    os.dup2(devnull, 0)
    os.close(devnull)
    os.dup2(output, 1)
    os.dup2(output, 2)
    setproctitle.setproctitle(f"{sys.executable} -m {' '.join(order.words)}")
    parent_end.send(str(os.getpid()).encode())


if __name__ == "__main__":
    with_stack_chunk(main)  # the copies run in the same frames
