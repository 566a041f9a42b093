"""Tests of the start of every process of the site.

It has the broker's address, since the web server and the mail server call workers, too. Garbage collection passes over what it has loaded.
"""

from __future__ import annotations

import pytest

from tests import another_process

BROKER = "redis://127.0.0.1:6399/3"
ASK = """
import gc
from celery import current_app
print(current_app.main, current_app.conf.broker_url, gc.isenabled(), gc.get_freeze_count() > 100_000)
"""


@pytest.mark.parametrize("entrance", ["import fateapp.wsgi", "import fateapp.asgi", "import django; django.setup()"])
def test_process_knows_where_to_wake_workers(entrance: str) -> None:
    assert another_process.run(f"{entrance}\n{ASK}", BROKER).split() == ["fateapp", BROKER, "True", "True"]
