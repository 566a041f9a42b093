"""A WSGI application for the tests of the server: returns the number of the answering process, slowly at /slow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import Any

import django

django.setup()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the number of the process."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(1)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
