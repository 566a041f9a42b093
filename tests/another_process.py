"""Another process of the site: it knows its broker, and has no database to ask."""

from __future__ import annotations

import os
import subprocess
import sys

from fateapp.places import CODE as PROJECT


def run(script: str, redis_url: str) -> str:
    """What a Python process with our settings prints; it must end well."""
    wanted = {
        "DJANGO_SETTINGS_MODULE": "fateapp.settings",
        "FATE_REDIS_URL": redis_url,
        "FATE_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "FATE_SECRET_KEY": "a key for tests that is long enough, really",
    }
    line = [sys.executable, "-W", "ignore", "-c", script]
    done = subprocess.run(line, env=os.environ | wanted, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
