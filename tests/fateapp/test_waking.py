"""Tests that every process of the site has the broker's address, since the web server and the mail server call workers, too."""

from __future__ import annotations

import pytest

from tests import another_process

BROKER = "redis://127.0.0.1:6399/3"
ASK = "from celery import current_app; print(current_app.main, current_app.conf.broker_url)"


@pytest.mark.parametrize("entrance", ["import fateapp.wsgi", "import fateapp.asgi", "import django; django.setup()"])
def test_process_knows_where_to_wake_workers(entrance: str) -> None:
    assert another_process.run(f"{entrance}; {ASK}", BROKER).split() == ["fateapp", BROKER]
