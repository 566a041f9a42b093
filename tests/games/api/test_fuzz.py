"""Runs schemathesis over the whole document by real HTTP, all phases, two callers with games in progress: no failure is allowed.

The suite makes a short run with a fixed seed. `FATE_TEST_FUZZ=100` makes 100 examples of each operation and the full
coverage and stateful phases; `FATE_TEST_FUZZ_SEED=7` sets the seed: see docs/measurements/api.md.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from fateapp.installation import CODE as PROJECT
from games.api.base.pagination import cursor
from games.models import Game, Player
from games.rules.registry import all_games
from games.services.people import api_tokens
from tests.bench.own_site import database_url
from tests.games.api.servers import running
from tests.games.conftest import person, start
from tests.games.moves import move, play_out
from tests.games.tournaments.test_life import announced

EXAMPLES = int(os.environ.get("FATE_TEST_FUZZ", "0"))
SEED = os.environ.get("FATE_TEST_FUZZ_SEED", "")
ORDER = ("--seed", SEED) if SEED else ("--generation-deterministic",)
SHORT = ("--phases", "examples,fuzzing,stateful", "--max-examples", "3", "--no-shrink")
LONG = ("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", str(EXAMPLES))


def key_of(player: Player) -> str:
    return api_tokens.make(player, "schemathesis", list(api_tokens.SCOPES), now=timezone.now())[1]


def places() -> dict[str, Any]:
    """Create two callers, games of every kind between them, a finished one, spare ones, and a tournament."""
    alice, bob, now = person("alice"), person("bob"), timezone.now()
    games = []
    for key, book in all_games().items():
        if key != "lone_star":  # which exists in the process of the tests only
            games.append(start(alice, bob, *extra(book.seats[0] - 2), rules=key, now=now))
            move(games[-1], now=now)
    over = start(alice, bob, rules="turn_of_fate", now=now - timedelta(hours=1))
    play_out(over, now=now)
    cups = [announced(alice, 2).code, announced(bob, 1).code]
    spare: list[Game] = [start(alice, bob, now=now) for _number in range(8)]
    return {
        "database": database_url(),
        "keys": [key_of(alice), key_of(bob)],
        "games": [game.code for game in games] + [over.code],
        "spare": [game.code for game in spare],
        "tournaments": cups,
        "places": {"key": list(all_games()), "name": ["alice", "bob"], "seq": list(range(4)), "cursor": [cursor(n) for n in (1, 3, 10**6)]},
    }


def extra(count: int) -> list[Player]:
    """Further players for games of more than two."""
    return [person(f"extra{Player.objects.count()}{number}") for number in range(count)]


@pytest.mark.slow
@pytest.mark.timeout(7200 if EXAMPLES else 600)
@pytest.mark.xdist_group("api-http")
@pytest.mark.django_db(transaction=True)
def test_no_generated_request_finds_a_fault(tmp_path: Path, settings: Any) -> None:
    facts = places()
    settings.STATIC_ROOT = tmp_path / "data" / "static"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}}
    call_command("collectstatic", verbosity=0, interactive=False)  # the documentation page needs a style sheet
    with running(tmp_path / "log") as site:
        command = [
            "-m",
            "schemathesis.cli",
            "--config-file",
            str(Path(__file__).with_name("fuzz.toml")),
            "run",
            f"{site}/api/v1/openapi.yaml",
        ]
        command += [
            "--checks",
            "all",
            "--workers",
            "1",
            *ORDER,
            "--no-color",
        ]
        command += [*(LONG if EXAMPLES else SHORT), "--continue-on-failure", "--suppress-health-check", "all"]
        environment = os.environ | {
            "FATE_FUZZ": json.dumps(facts),
            "SCHEMATHESIS_HOOKS": "tests.games.api.fuzz_hooks",
            "PYTHONPATH": str(PROJECT),
        }
        done = subprocess.run([sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        (tmp_path / "report").write_text(done.stdout)
    assert done.returncode == 0, done.stdout[-12_000:] + done.stderr[-4_000:]
    assert re.search(r"(\d+) generated", done.stdout), done.stdout[-3_000:]
    assert re.search(r"API Links: +[1-9]\d* covered", done.stdout), done.stdout[-3_000:]
