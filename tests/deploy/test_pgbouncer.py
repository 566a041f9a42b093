"""Tests of the site behind PgBouncer in transaction mode: many clients, two server sessions, and every game sound (docs/scaling.md)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from fateapp import service_urls
from fateapp.embedded import account, paths
from fateapp.embedded.instance_record import Stores
from fateapp.installation import CODE as PROJECT
from tests.fateapp.waiting import until

PGBOUNCER = shutil.which("pgbouncer")
SESSIONS = 2
PLAY = """
from concurrent.futures import ThreadPoolExecutor
from random import Random
import orjson
from django.db import connection
from games.models import Game, Player, Seat
from games.rules.contract import Position
from games.rules.playout import random_answer
from games.services.tables import answers as play
from games.services.tables import lobby
from games.services.clocks.pace import PRESETS
from notifications.clock import database_now

def whole_game(number):
    rng = Random(number)
    people = [Player.objects.create_user(f"p{number}{side}@example.org", None, name=f"P {number} {side}") for side in "ab"]
    game = lobby.create(people[0], "tempting_fate", 2, now=database_now(), pace=PRESETS["none"])
    lobby.take_seat(game, people[1], now=database_now())
    for _ in range(30):
        seat = Seat.objects.filter(game=game, pending=True).order_by("index").first()
        if seat is None:
            break
        game.refresh_from_db()
        question = game.book.resume(Position.from_json(orjson.loads(game.position))).question(seat.index)
        text = random_answer(question, rng)
        play.answer(game.pk, seat.index, seat.nth, text, source="form", now=database_now(), player_id=seat.player_id)
    connection.close()
    return game.code

with ThreadPoolExecutor(8) as pool:
    print(len(list(pool.map(whole_game, range(16)))), "games")
"""
LOOK = """
from django.core.management import call_command
for words in (["audit"], ["replay", "--check"], ["sweep"]):
    call_command(*words)
"""
"""In one process, since each start takes seconds."""


def ini(folder: Path, server: dict[str, object], name: str) -> str:
    """Transaction mode, a socket of its own, and fewer server sessions than clients."""
    return f"""
[databases]
{name} = host={server["host"]} dbname={name} user={server["user"]} password={server["password"]}
[pgbouncer]
pool_mode = transaction
auth_type = any
listen_addr =
unix_socket_dir = {folder}
unix_socket_mode = 0777
default_pool_size = {SESSIONS}
logfile = {folder}/log
pidfile = {folder}/pid
"""


@pytest.fixture
def pooled(stores: Stores, with_tables: str) -> Iterator[tuple[str, str]]:
    """A new database: its URL at PostgreSQL, and its URL at PgBouncer."""
    if PGBOUNCER is None:
        pytest.skip("pgbouncer is not installed (apt-get install pgbouncer)")
    name = f"pooled_{uuid.uuid4().hex[:12]}"
    direct = (stores.database_url or "").replace("/fate?", f"/{name}?")
    folder, who = Path(tempfile.mkdtemp(prefix="fate-test-")), account.for_servers(None)
    folder.chmod(0o711)
    home = paths.own_folder(folder / "p", who)
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name} {with_tables}")
        for limit in service_urls.SESSION.replace("-c ", "").split():
            setting, value = limit.split("=")
            line.execute(f"ALTER DATABASE {name} SET {setting} = '{value}'")
        (home / "ini").write_text(ini(home, conninfo_to_dict(direct), name))
        if who:
            shutil.chown(home / "ini", who.name)
        process = subprocess.Popen([PGBOUNCER, "-q", str(home / "ini")], **(who.as_popen() if who else {}))
        try:
            until((home / ".s.PGSQL.6432").exists, "the socket of PgBouncer", 30)
            yield direct, f"postgresql://fate@/{name}?host={quote(str(home), safe='')}&port=6432"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")
            shutil.rmtree(folder, ignore_errors=True)


def manage(url: str, *words: str, pooler: bool) -> subprocess.CompletedProcess[str]:
    """A command of the site, with either URL."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("FATE_DATABASE")}
    environment = plain | {"FATE_DATABASE_URL": url, "FATE_DATABASE_POOLER": "1" if pooler else "0", "FATE_SECRET_KEY": "k" * 48}
    command = [sys.executable, str(PROJECT / "manage.py"), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=200)


@pytest.mark.slow
def test_games_are_played_through_few_sessions(pooled: tuple[str, str]) -> None:
    """Eight threads share two sessions; limits are kept, migrations are refused, and replaying each log gives its position."""
    direct, behind = pooled
    assert manage(direct, "migrate", "-v", "0", pooler=False).returncode == 0
    refused = manage(behind, "migrate", "-v", "0", pooler=True)
    assert (refused.returncode, "Migrations need a session of their own" in refused.stderr) == (1, True)

    played = manage(behind, "shell", "-v0", "-c", PLAY, pooler=True)
    assert (played.returncode, played.stdout.strip()) == (0, "16 games"), played.stderr
    with psycopg.connect(direct, autocommit=True) as line:
        sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        shared = line.execute(sessions).fetchone()
        assert shared is not None
        assert 1 <= shared[0] <= SESSIONS
    with psycopg.connect(behind) as line:
        assert line.execute("SHOW statement_timeout").fetchone() == ("10s",)
    done = manage(behind, "shell", "-v0", "-c", LOOK, pooler=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "16 games looked at: every log is unbroken" in done.stdout
    assert "can go on" in done.stdout
