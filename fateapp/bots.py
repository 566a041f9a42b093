"""`python -m fateapp.bots`: the worker of the queue `bots`, for bots that search. It is CPU-bound and runs at low priority."""

import os
import sys
from contextlib import suppress

from fateapp.broker import BOTS

NICE = 10
WORKER = "--pool solo --without-gossip --without-mingle --without-heartbeat --loglevel WARNING"

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    from celery.bin.celery import main

    with suppress(OSError):  # forbidden in a systemd unit, which sets Nice= itself
        os.nice(NICE)
    words = [*sys.argv[1:], "--quiet", "--app", "fateapp.celery:app", "worker", "--queues", BOTS, "--hostname", "bots@%h", *WORKER.split()]
    sys.argv = ["celery", *words]
    sys.exit(main())
