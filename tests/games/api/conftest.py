"""Fixtures of the API tests: `call(player)` makes a client with a token, `call(None)` one without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.services.people import api_tokens


@dataclass
class Program:
    """An API client with its own headers; paths are relative to /api/v1/."""

    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True, raise_request_exception=False))

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self.headers | headers)

    def send(self, method: str, path: str, data: Any = None, **headers: str) -> Any:
        """Send a request. `data` is sent as JSON; bytes are sent unchanged."""
        call = getattr(self.client, method)
        return call(f"/api/v1/{path}", data={} if data is None else data, content_type="application/json", headers=self.headers | headers)

    def post(self, path: str, data: Any = None, **headers: str) -> Any:
        return self.send("post", path, data, **headers)

    def code(self, path: str, data: Any = None) -> str:
        """The problem type in the answer to a POST."""
        return str(self.post(path, data).json()["type"]).rpartition("#problem-")[2]


Call = Callable[..., Program]


@pytest.fixture
def call() -> Call:
    """`call(player, *scopes)`: a client whose token has these scopes, all scopes if none are given."""

    def program(player: Player | None, *scopes: str) -> Program:
        if player is None:
            return Program()
        _token, key = api_tokens.make(player, "test", scopes or list(api_tokens.SCOPES), now=timezone.now())
        return Program({"Authorization": f"Bearer {key}"})

    return program
