"""An application for the server under test: says which process answers, slowly at /slow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import Any

import django

django.setup()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The number of the process."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(1)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
