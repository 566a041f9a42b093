"""`manage.py mailin`: receive replies by SMTP and LMTP until stopped."""

import asyncio
import signal
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.inbound.server import listen


class Command(BaseCommand):
    """The mail server for replies."""

    help = "Receive replies by mail at the addresses of FATE_MAILIN_LISTEN."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", nargs="*", help="smtp://host:port or lmtp://host:port; default: FATE_MAILIN_LISTEN")

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen; SIGTERM and Ctrl-C stop it after the mails being received."""
        urls = options["listen"] or settings.FATE_MAILIN_LISTEN
        wrong = [url for url in urls if urlsplit(url).scheme not in ("smtp", "lmtp") or not urlsplit(url).hostname]
        if wrong or not urls:
            raise CommandError(
                f"Say where to listen, like smtp://127.0.0.1:8025 (FATE_MAILIN_LISTEN or --listen); got {wrong or 'nothing'}."
            )
        asyncio.run(self._serve(urls))

    async def _serve(self, urls: list[str]) -> None:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        try:
            servers, receptions = await listen(urls)
        except OSError as error:
            raise CommandError(
                f"Cannot listen at {', '.join(urls)}: {error}. Change FATE_MAILIN_LISTEN or stop what listens there."
            ) from error
        for url, server in zip(urls, servers, strict=True):
            self.stdout.write(f"Receiving replies by {urlsplit(url).scheme.upper()} on port {server.sockets[0].getsockname()[1]}")
        self.stdout.flush()
        await stop.wait()
        for server in servers:
            server.close()
        for reception in receptions:
            await reception.close()
