"""`manage.py calls`: make the HTTP calls of webhooks and push until stopped."""

import signal
import sys
import threading
from typing import Any

from django.core.management.base import BaseCommand

from fateapp import liveness
from notifications.lanes.process import serve


class Command(BaseCommand):
    help = "Call webhooks and push services until told to stop."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the lanes; SIGTERM and Ctrl-C stop them after the calls in flight, or a few seconds."""
        liveness.keep_touching()
        stop, asked = threading.Event(), threading.Event()

        def end(number: int, frame: object) -> None:
            asked.set()
            stop.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
        serve(stop)
        if not asked.is_set():
            sys.exit("A lane of calls has ended; see the log above.")
