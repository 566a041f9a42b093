"""Tests of the previous version and this one side by side on one database, with running games (docs/upgrades.md).

The previous version gets a worktree and, where its lock file differs, an environment of its own.
"""

from __future__ import annotations

import json
import os
import random
import shutil
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

from fateapp.embedded.instance_record import Stores
from fateapp.installation import CODE as PROJECT
from games.client import Client, random_player
from tests.fateapp.waiting import until
from tests.ports import free_port

BEGIN = """
import json, random
from django.core.management import call_command
call_command("migrate", verbosity=0)
from games.models import Game, Player
from games.models.game import CODE_ALPHABET, SECRET_BYTES
rng = random.Random(7)
Game._meta.get_field("secret")._get_default = lambda: rng.randbytes(SECRET_BYTES)
Game._meta.get_field("code")._get_default = lambda: "".join(rng.choices(CODE_ALPHABET, k=8))
try:
    from games.services.clocks.pace import PRESETS
    from games.services.people import api_tokens as tokens
    from games.services.tables import lobby
except ImportError:  # a version from before the modules were grouped by domain
    from games.services import lobby, tokens
    from games.services.pace import PRESETS
from notifications.clock import database_now
now = database_now()
ada, ben = (Player.objects.create_user(f"{name.lower()}@example.org", None, name=name) for name in ("Ada", "Ben"))
codes = []
for rules in ("turn_of_fate", "tempting_fate"):
    game = lobby.create(ada, rules, 2, now=now, pace=PRESETS["none"])
    lobby.take_seat(game, ben, now=now)
    codes.append(game.code)
keys = [tokens.make(player, "two versions", ["game:read", "game:play"], now=now)[1] for player in (ada, ben)]
print(json.dumps([codes, keys]))
"""
GO_ON = """
from django.core.management import call_command
call_command("replay", check=True)
call_command("migrate", verbosity=0)
"""
LOOK = """
from collections import Counter; import json
from django.core.management import call_command
call_command("sweep")
from notifications.models import Message
print(json.dumps(Counter(Message.objects.values_list("state", flat=True))))
call_command("audit")
"""


RAISED = """

class _Next(type(GAME)):
    version = GAME.version + 1


OLDER, GAME = (GAME,), _Next()
"""
"""Appended to the folder of a game: new tables use its next version, running ones keep theirs."""

BEGIN_NEXT = """
import json
from django.db import connection
from games.models import Game, Player
from games.services.clocks.pace import PRESETS, per_move
from games.services.tables import lobby
from notifications.clock import database_now
now = database_now()
ada, ben = (Player.objects.get(name=name) for name in ("Ada", "Ben"))
codes = []
bot = Player.objects.create_bot()  # who begins is drawn: in one of so many games it is the bot
for pace, other in ((PRESETS["none"], ben), *[(PRESETS["none"], bot)] * 12, (per_move(3600), ben)):
    game = lobby.create(ada, "turn_of_fate", 2, now=now, pace=pace)
    lobby.take_seat(game, other, now=now)
    codes.append(game.code)
with connection.cursor() as cursor:  # the last one's time is up, and no sweeper was away meanwhile
    cursor.execute("UPDATE games_seat SET due_at = now() - interval '1 minute' WHERE due_at IS NOT NULL")
print(json.dumps(codes))
"""
ROUND = """
import json
from django.core.management import call_command
call_command("sweep")
from games.models import Game, Move
print(json.dumps([list(Game.objects.exclude(trouble="").values_list("code", "trouble")),
    dict(Game.objects.values_list("code", "rules_version")), Move.objects.filter(source="timeout").count(),
    Move.objects.filter(source="bot").count()]))
"""


def git(*words: str) -> str:
    """The output of git; "" when it fails."""
    done = subprocess.run(["git", "-C", str(PROJECT), *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


BASE_PYTHON = str(getattr(sys, "_base_executable", sys.executable))
"""Outside of any virtual environment, so that a version with other packages makes its own."""

TURNS = 5
"""Turns in each half. In each turn both games have a pending seat, and no game ends before the second half."""
SCHEMA = ("games/migrations", "notifications/migrations")


def previous_version() -> str:
    """The version in FATE_PREVIOUS_VERSION; else the latest release before this commit; else the oldest commit with the present tables.

    Before the first release there is one migration, which is rewritten with every change of the models, so an earlier version has
    other tables under the same name.
    """
    if named := os.environ.get("FATE_PREVIOUS_VERSION") or git("describe", "--tags", "--abbrev=0", "HEAD^"):
        return named
    if not git("rev-parse", "HEAD"):
        pytest.skip("this folder is no clone: there is no earlier version in it")
    if git("status", "--porcelain", "--", *SCHEMA):
        pytest.skip("the tables are being changed here: no commit has these, and nothing is released yet")
    oldest = git("log", "-1", "--format=%H", "--", *SCHEMA)
    if oldest == git("rev-parse", "HEAD"):
        pytest.skip("no earlier version here has these tables: the clone is too shallow (git fetch --unshallow), or this commit made them")
    return oldest


@dataclass(frozen=True)
class Version:
    """A checked-out version, and the settings that both share."""

    folder: Path
    settings: dict[str, str]

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables without those of this test run."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("FATE_", "DJANGO_", "PYTHONPATH", "PYTEST"))}
        return plain | self.settings | {"FATE_DATA_DIR": str(self.folder / ".fate")}

    def manage(self, *words: str) -> str:
        """A management command of that version, in the environment of its own lock file."""
        same = (self.folder / "requirements.lock").read_bytes() == (PROJECT / "requirements.lock").read_bytes()
        command = [sys.executable if same else BASE_PYTHON, str(self.folder / "manage.py"), *words]
        done = subprocess.run(command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False, timeout=500)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def lines(self, script: str) -> list[str]:
        """The lines that a script prints. One process runs several commands, since each start takes seconds."""
        return self.manage("shell", "-v0", "-c", script).strip().splitlines()

    def python(self) -> str:
        """The Python of that version."""
        own = self.folder / ".venv" / "bin" / "python"
        return str(own) if own.exists() else sys.executable

    @contextmanager
    def serving(self, logs: Path) -> Iterator[str]:
        """Run its web server; yields the address."""
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
    """Whether /readyz answers 200."""
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
    """The previous version and this one, on one empty database."""
    previous = previous_version()
    name = f"two_{uuid.uuid4().hex[:12]}"
    url = (stores.database_url or "").replace("/fate?", f"/{name}?")
    settings = {"FATE_DATABASE_URL": url, "FATE_REDIS_URL": stores.redis_url or "", "FATE_SECRET_KEY": "k" * 48}
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        subprocess.run(
            ["git", "-C", PROJECT, "worktree", "add", "--detach", tmp_path / "previous", previous], check=True, capture_output=True
        )
        try:
            yield Version(tmp_path / "previous", settings), Version(PROJECT, settings)
        finally:
            subprocess.run(["git", "-C", PROJECT, "worktree", "remove", "--force", tmp_path / "previous"], check=True)
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def raised(stores: Stores, with_tables: str, tmp_path: Path) -> Iterator[tuple[Version, Version]]:
    """This version, and the same with the next version of Turn of Fate, on one database without rows."""
    name = f"raised_{uuid.uuid4().hex[:12]}"
    url = (stores.database_url or "").replace("/fate?", f"/{name}?")
    settings = {"FATE_DATABASE_URL": url, "FATE_REDIS_URL": stores.redis_url or "", "FATE_SECRET_KEY": "k" * 48}
    folder = tmp_path / "next"
    for part in ("fateapp", "games", "notifications", "templates"):
        shutil.copytree(PROJECT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("manage.py", "pyproject.toml", "requirements.lock"):
        shutil.copy(PROJECT / part, folder / part)
    with (folder / "games" / "rules" / "turn_of_fate" / "__init__.py").open("a", encoding="utf-8") as module:
        module.write(RAISED)
    with psycopg.connect(stores.database_url or "", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name} {with_tables}")
        try:
            yield Version(PROJECT, settings), Version(folder, settings)
        finally:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def status_of(site: str, path: str, key: str) -> tuple[int, str | None]:
    """The status of a GET with a token, and its Retry-After."""
    line = HTTPConnection(site.removeprefix("http://"), timeout=30)
    try:
        line.request("GET", path, headers={"Authorization": f"Bearer {key}"})
        answer = line.getresponse()
        return answer.status, answer.headers["Retry-After"]
    finally:
        line.close()


def answer_once(client: Client, code: str, rng: random.Random) -> bool:
    """One answer, if a seat is pending."""
    view = client.view(code)
    if view.decision is None or view.decision.given is not None or view.nth is None:
        return False
    client.answer(code, view.nth, random_player(view, rng))
    return True


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_both_play_the_same_games(versions: tuple[Version, Version], tmp_path: Path) -> None:
    """Games are started by the old version and migrated by the new one; the versions answer turns alternately.

    After the first half the old version runs deadlines, deliveries and the audit on the rows of both, at the end the new version does.
    """
    old, new = versions
    codes, keys = json.loads(old.lines(BEGIN)[-1])
    assert f"All {len(codes)} running games can go on." in new.lines(GO_ON)
    sent = []
    with ExitStack() as stack:
        sites = [stack.enter_context(version.serving(tmp_path)) for version in versions]
        answered, rng = dict.fromkeys(sites, 0), random.Random(7)
        for version, turns in ((old, range(TURNS)), (new, range(TURNS, 2 * TURNS))):
            for turn in turns:
                site = sites[turn % 2]
                for key in keys:
                    client = Client(site, key)
                    answered[site] += sum(answer_once(client, code, rng) for code in codes)
            *_swept, states, audited = version.lines(LOOK)
            assert f"{len(codes)} games looked at: every log is unbroken" in audited
            mails = json.loads(states)
            assert set(mails) <= {"queued", "sent", "superseded"}
            sent.append(mails["sent"])
    assert min(answered.values()) >= 10
    assert 0 < sent[0] < sent[1], "both versions delivered mails, whichever had written them"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_raised_version_of_a_game_troubles_none_that_runs(raised: tuple[Version, Version], tmp_path: Path) -> None:
    """Games started by both are served, swept and played by both; the old version does not touch games in a version it does not have."""
    old, new = raised
    codes, keys = json.loads(old.lines(BEGIN)[-1])
    assert new.lines(GO_ON) == [
        f"{codes[0]} (turn_of_fate, version 1): stays: Games that began with version 1 go on under it.",
        "turn_of_fate, version 1: 1 stays",
        "All 2 running games can go on.",
    ]
    later = json.loads(new.lines(BEGIN_NEXT)[-1])
    with ExitStack() as stack:
        sites = [stack.enter_context(version.serving(tmp_path)) for version in raised]
        answered, rng = dict.fromkeys(sites, 0), random.Random(7)
        rounds = []
        for turn in range(2 * TURNS):
            site, other = sites[turn % 2], raised[turn % 2]
            for key in keys:
                client = Client(site, key)
                answered[site] += sum(answer_once(client, code, rng) for code in codes)
            if turn in (0, 1, 8, 9):
                rounds.append(json.loads(other.lines(ROUND)[-1]))
        for path in (f"/api/v1/games/{later[0]}/view", f"/api/v1/games/{later[0]}/log"):
            assert [status_of(site, path, keys[0]) for site in sites] == [(503, "30"), (200, None)], path
        assert [status_of(site, f"/api/v1/games/{later[0]}", keys[0])[0] for site in sites] == [200, 200]
        Client(sites[1], keys[0]).my_turns()
    for trouble, versions, _timeouts, _bots in rounds:
        assert trouble == []
        # Of the games started by the old version, Turn of Fate is in version 1 and Tempting Fate in version 2, its latest ones.
        assert versions == dict(zip(codes, (1, 2), strict=True)) | dict.fromkeys(later, 2)
    assert rounds[0][2:] == [0, 0], "the old one neither judges nor plays what it does not know"
    assert rounds[1][2] == 1, "the new one judges the deadline that has passed"
    assert rounds[1][3] + rounds[3][3] > 0, "and its bots play"
    assert min(answered.values()) >= 10
    assert f"{len(codes) + len(later)} games looked at: every log is unbroken" in new.manage("audit")
