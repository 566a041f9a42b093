"""`python -m fateapp.edge pages|streams --host 127.0.0.1 --port 8000 --workers 2 module:application`: the HTTP server."""

import argparse
import os
import socket
import sys
from functools import partial

from fateapp.edge.master import Master, listen
from fateapp.edge.process import load, run
from fateapp.environment import read


def main(arguments: list[str]) -> int:
    """Serve until SIGTERM; returns the exit code."""
    parser = argparse.ArgumentParser(prog="fateapp.edge", description="The site's HTTP server.")
    parser.add_argument("service", choices=("pages", "streams"))
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("application", help="module:name")
    options = parser.parse_args(arguments)
    try:
        listener = listen(options.host, options.port)
    except OSError as error:
        sys.exit(f"Cannot listen on {options.host} port {options.port}: {error.strerror}.")
    serve(listener, options)
    return 0


def serve(listener: socket.socket, options: argparse.Namespace) -> None:
    """Load the application, then fork the worker processes, so that they share its memory."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    if not (read("FATE_SENTRY_DSN") or read("FATE_OTLP_ENDPOINT")):  # they start threads, which a fork would not have
        load(options.application)
    Master(options.workers, partial(run, listener, options.application, options.service)).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
