"""The previous release and this version side by side on one database, with games in progress (docs/upgrades.md).

The previous release is the latest tag before this commit, or whatever commit FATE_PREVIOUS_VERSION names. It gets a worktree and,
where its lock differs, an environment of its own.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import psycopg
import pytest

from fateapp.embedded.record import Stores
from fateapp.environment import PROJECT
from games.client import Client, random_player
from tests.fateapp.test_up import free_port
from tests.fateapp.waiting import until

PEOPLE = """
import json
from games.models import Player
from games.services import lobby, tokens
from games.services.pace import PRESETS
from notifications.clock import database_now
now = database_now()
ada, ben = (Player.objects.create_user(f"{name}@example.org", None, name=name) for name in ("Ada Two", "Ben Two"))
codes = []
for rules in ("turn_of_fate", "tempting_fate"):
    game = lobby.create(ada, rules, 2, now=now, pace=PRESETS["none"])
    lobby.take_seat(game, ben, now=now)
    codes.append(game.code)
keys = [tokens.make(player, "two versions", ["game:read", "game:play"], now=now)[1] for player in (ada, ben)]
print(json.dumps([codes, keys]))
"""


def git(*words: str) -> str:
    """What git says; "" when it cannot."""
    done = subprocess.run(["git", "-C", str(PROJECT), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


PREVIOUS = os.environ.get("FATE_PREVIOUS_VERSION") or git("describe", "--tags", "--abbrev=0", "HEAD^")


@dataclass(frozen=True)
class Version:
    """A checked-out version, and the settings both share."""

    folder: Path
    settings: dict[str, str]

    @property
    def environment(self) -> dict[str, str]:
        """Without anything of this test run."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTHONPATH", "PYTEST"))}
        return plain | self.settings | {"FATE_DATA_DIR": str(self.folder / ".fate")}

    def manage(self, *words: str) -> str:
        """A command of that version, in the environment its own lock asks for."""
        command = [sys.executable, str(self.folder / "manage.py"), *words]
        done = subprocess.run(command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False, timeout=500)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def python(self) -> str:
        """The Python it runs with."""
        own = self.folder / ".venv" / "bin" / "python"
        return str(own) if own.exists() else sys.executable

    @contextmanager
    def serving(self, logs: Path) -> Iterator[str]:
        """Its web server; the result is its address."""
        port = free_port()
        command = [self.python(), "-m", "fateapp.role", "web", "--host", "127.0.0.1", "--port", str(port)]
        with (logs / f"{port}.log").open("wb") as log:
            environment = self.environment | {"FATE_WORKERS": "1", "FATE_SITE_URL": f"http://127.0.0.1:{port}"}
            process = subprocess.Popen(command, env=environment, cwd=self.folder, stdout=log, stderr=log)
            try:
                until(lambda: process.poll() is not None or ready(port), f"the server of {self.folder}", 90)
                assert process.poll() is None, (logs / f"{port}.log").read_text()
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()
                process.wait(timeout=30)


def ready(port: int) -> bool:
    """Whether it would get visitors."""
    line = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/readyz", headers={"Host": "localhost"})
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()


@pytest.fixture
def versions(stores: Stores, tmp_path: Path) -> Iterator[tuple[Version, Version]]:
    """The previous one and this one, on one empty database."""
    if not PREVIOUS:
        pytest.skip("there is no earlier release: no tag before this commit, and FATE_PREVIOUS_VERSION is not set")
    name = f"two_{uuid.uuid4().hex[:12]}"
    url = (stores.database_url or "").replace("/fate?", f"/{name}?")
    settings = {"FATE_DATABASE_URL": url, "FATE_REDIS_URL": stores.redis_url or "", "FATE_SECRET_KEY": "k" * 48}
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        subprocess.run(
            ["git", "-C", PROJECT, "worktree", "add", "--detach", tmp_path / "previous", PREVIOUS], check=True, capture_output=True
        )
        try:
            yield Version(tmp_path / "previous", settings), Version(PROJECT, settings)
        finally:
            subprocess.run(["git", "-C", PROJECT, "worktree", "remove", "--force", tmp_path / "previous"], check=True)
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def answer_once(client: Client, code: str, rng: random.Random) -> bool:
    """One answer, if one is asked for."""
    view = client.view(code)
    if view.decision is None or view.decision.given is not None or view.nth is None:
        return False
    client.answer(code, view.nth, random_player(view, rng))
    return True


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_both_play_the_same_games(versions: tuple[Version, Version], tmp_path: Path) -> None:
    """Begun by the old one, migrated by the new one, then every turn is answered by the other version than the turn before."""
    old, new = versions
    old.manage("migrate", "-v", "0")
    codes, keys = json.loads(old.manage("shell", "-v0", "-c", PEOPLE).strip().splitlines()[-1])
    assert "can go on" in new.manage("replay", "--check")
    new.manage("migrate", "-v", "0")
    with ExitStack() as stack:
        for version in (old, new):
            version.manage("collectstatic", "--noinput", "-v", "0")
        sites = [stack.enter_context(version.serving(tmp_path)) for version in (old, new)]
        answered, rng = dict.fromkeys(sites, 0), random.Random(7)
        for turn in range(24):
            site = sites[turn % 2]
            for key in keys:
                client = Client(site, key)
                answered[site] += sum(answer_once(client, code, rng) for code in codes)
    assert min(answered.values()) >= 10
    for version in (old, new):
        version.manage("sweep")
        assert f"{len(codes)} games looked at: every log is unbroken" in version.manage("audit", *codes)
