"""The ASGI application of the stream process. It serves event streams only; pages have a server with admission control."""

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
django.setup()

from fateapp import checks  # noqa: E402 - needs the settings

checks.refuse_without_key()

from fateapp.warmup import freeze_objects  # noqa: E402 - needs the apps to be loaded
from games.api.streams import application as streams  # noqa: E402

freeze_objects()

TEXT = (b"content-type", b"text/plain; charset=utf-8")


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The stream, a health check, 404 for everything else."""
    if scope["path"] == streams.PATH:
        await streams.application(scope, receive, send)
        return
    status, body = (200, b"alive\n") if scope["path"] == "/healthz" else (404, b"Here are only the streams of the API.\n")
    await send({"type": "http.response.start", "status": status, "headers": [TEXT, (b"cache-control", b"no-store")]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
