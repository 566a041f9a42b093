"""Every process of the site knows the broker: the web server and the mail server wake workers too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fateapp.environment import PROJECT

BROKER = "redis://127.0.0.1:6399/3"
ASK = "from celery import current_app; print(current_app.main, current_app.conf.broker_url)"


@pytest.mark.parametrize("entrance", ["import fateapp.wsgi", "import fateapp.asgi", "import django; django.setup()"])
def test_process_knows_where_to_wake_workers(entrance: str) -> None:
    wanted = {
        "DJANGO_SETTINGS_MODULE": "fateapp.settings",
        "FATE_REDIS_URL": BROKER,
        "FATE_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "FATE_SECRET_KEY": "a key for tests that is long enough, really",
    }
    line = [sys.executable, "-W", "ignore", "-c", f"{entrance}; {ASK}"]
    said = subprocess.run(line, env=os.environ | wanted, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False)
    assert said.stdout.split() == ["fateapp", BROKER], said.stderr
