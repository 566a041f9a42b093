"""The site that deploy/drill/edge.py measures: with its own stores, alone or behind the shipped configuration of a proxy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Address = tuple[str, int]
METRICS = "drill"
"""The token of the metrics."""


class Place:
    """A way to reach the site: addresses of web and stream process, host name, tokens, and factories of requests."""

    metrics: Address

    def __init__(self, web: Address, stream: Address, host: str, tokens: tuple[str, str], pages: Any, moves: Any) -> None:
        self.web, self.stream, self.host = web, stream, host
        self.token, self.other_token = tokens
        self.pages, self.moves = pages, moves


def settings(data_dir: Path) -> dict[str, str]:
    """The environment of the measured site."""
    return {
        "FATE_SECRET_KEY": "k" * 40,
        "FATE_DATA_DIR": str(data_dir),
        "FATE_LOG_LEVEL": "ERROR",
        "FATE_PROXY_COUNT": "1",
        "FATE_METRICS_TOKEN": METRICS,
    }


@contextmanager
def site(proxies: list[str], games: int) -> Iterator[dict[str, Place]]:
    """Run the site with its own stores behind each proxy; yields a `Place` by name of the proxy ("alone": without)."""
    sys.path.insert(0, str(ROOT))
    folder = Path(tempfile.mkdtemp(prefix="fate-edge-"))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "fateapp.settings", "FATE_SECRET_KEY": "k" * 40, "FATE_DATA_DIR": str(folder)}
    import django

    django.setup()
    from games.rules.registry import all_games
    from games.services.people import api_tokens as tokens
    from notifications.clock import database_now
    from tests.bench import http, load, own_site, pages, population, stores

    with stores.stores() as place:
        http.FRESH, http.GROUPS = games, 40
        book = all_games()["turn_of_fate"]
        groups = [http._group(book, number) for number in range(http.GROUPS)]
        fresh = http._copies(groups)
        stores.vacuum()
        shown, reader = population.somebodys_games(book, "Reader")
        keys = [tokens.make(person, "drill", ["game:read"], now=database_now())[1] for person in (reader, *population.people(1, "Other"))]
        own = {"Cookie": pages.sign_in(reader)}
        common = settings(place.root)

        def all_moves() -> Iterator[bytes]:
            for number, group in fresh:
                yield load.post(f"/g/0{number}/answer/", group.cookie, group.form)

        with own_site.served(place.root / "site.log", workers=2, settings_=common) as it:
            supply = all_moves()
            page = load.get(shown.get_absolute_url(), own)
            backends = {"web": it.port, "stream": it.port + 1}
            found: dict[str, Place] = {}
            with contextmanager(_proxied)(proxies, backends, place.root) as ports:
                for name, (web, stream) in ports.items():
                    found[name] = Place(("127.0.0.1", web), ("127.0.0.1", stream), "localhost", (keys[0], keys[1]),
                                        lambda: cycle([page]), lambda: supply)  # fmt: skip
                    found[name].metrics = ("127.0.0.1", it.port)
                yield found
    shutil.rmtree(folder, ignore_errors=True)


def _proxied(names: list[str], backends: dict[str, int], folder: Path) -> Iterator[dict[str, tuple[int, int]]]:
    from tests.ports import free_port

    found, started = {}, []
    try:
        for name in names:
            if name == "alone":
                found[name] = backends["web"], backends["stream"]
                continue
            port = free_port()
            words = PROXIES[name](port, backends, folder / name)
            started.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            found[name] = port, port
        time.sleep(1.5 if started else 0)
        yield found
    finally:
        for process in started:
            process.terminate()
            process.wait()


def caddy(port: int, backends: dict[str, int], folder: Path) -> list[str]:
    """Write the shipped Caddyfile, changed to loopback without TLS; returns the command of Caddy."""
    folder.mkdir()
    text = (ROOT / "deploy/proxy/Caddyfile").read_text().replace("web:8000", f"127.0.0.1:{backends['web']}")
    text = text.replace("stream:8001", f"127.0.0.1:{backends['stream']}").replace("{$FATE_SITE_URL}", f"http://:{port}")
    text = text.replace("{\n\tservers", "{\n\tadmin off\n\tauto_https off\n\tservers", 1)
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(port: int, backends: dict[str, int], folder: Path) -> list[str]:
    """Write the shipped nginx.conf, changed to loopback without TLS and 4096 connections per process; returns the command of nginx."""
    folder.mkdir()
    text = (ROOT / "deploy/proxy/nginx.conf").read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"    (listen \[::\]|ssl_).*\n", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};").replace("server_name fate.example", "server_name localhost")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{backends['web']}").replace("127.0.0.1:8001", f"127.0.0.1:{backends['stream']}")
    text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    temp = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    events = "worker_processes 2; daemon off; worker_rlimit_nofile 8192; events { worker_connections 4096; }"
    (folder / "nginx.conf").write_text(
        f"{events} pid {folder}/pid; error_log {folder}/error.log; http {{ access_log off; {temp}\n{text}\n}}"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


PROXIES: dict[str, Callable[[int, dict[str, int], Path], list[str]]] = {"caddy": caddy, "nginx": nginx}
