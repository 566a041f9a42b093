"""A helper that runs Python code in another process of the site: with the site's settings and broker, without a database."""

from __future__ import annotations

import os
import subprocess
import sys

from fateapp.installation import CODE as PROJECT


def run(script: str, redis_url: str) -> str:
    """The standard output of a Python process with the settings of this test; the process must exit with code 0."""
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
