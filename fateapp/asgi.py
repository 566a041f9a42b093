"""The ASGI application, for the small process that serves streams."""

from __future__ import annotations

import os
from typing import Any

from django.core.asgi import get_asgi_application

from fateapp import checks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")

pages = get_asgi_application()
checks.refuse_without_key()

from games.api import streams  # noqa: E402 - needs the apps to be loaded


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Streams by an application of their own, everything else by Django as in the other processes."""
    if scope["type"] == "http" and scope["path"] == streams.PATH:
        await streams.application(scope, receive, send)
    else:
        await pages(scope, receive, send)
