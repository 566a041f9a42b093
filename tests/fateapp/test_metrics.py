"""Tests of the metrics for Prometheus, and of access to them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import CollectorRegistry

from fateapp.edge import counts
from fateapp.metrics import Server
from games.models import Game, Heartbeat, Player, Seat
from notifications.clock import database_now
from notifications.models import Circuit, Message

TOKEN = "a-token-for-the-scraper"


@pytest.fixture
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token set by the operator."""
    monkeypatch.setitem(settings.FATE, "FATE_METRICS_TOKEN", TOKEN)


def figures(client: Client) -> dict[str, float]:
    """The value by name and labels."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    found = text_string_to_metric_families(answer.content.decode())
    return {"/".join([sample.name, *sample.labels.values()]): sample.value for family in found for sample in family.samples}


def test_without_a_token_there_is_no_page(client: Client) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer None"}).status_code == 404


@pytest.mark.parametrize("given", ["", "Bearer wrong", TOKEN, "Bearer \u00fc"])
def test_wrong_token_is_refused(client: Client, token: None, given: str) -> None:
    assert client.get("/metrics", headers={"Authorization": given}).status_code == 401


@pytest.mark.django_db
def test_empty_site_has_nothing_overdue(client: Client, token: None) -> None:
    Heartbeat.objects.all().delete()
    read = figures(client)
    assert (read["fate_oldest_overdue_deadline_seconds"], read["fate_oldest_unsent_message_seconds"]) == (0, 0)
    assert (read["fate_sweeper_lag_seconds"], read["fate_games_in_trouble"]) == (-1, 0)


@pytest.mark.django_db
def test_overdue_deadline_and_unsent_message_show_their_age(client: Client, token: None) -> None:
    """The figures that the two alerts use."""
    now = database_now()
    player = Player.objects.create_user("ada@example.org", None, name="Ada")
    game = Game.objects.create(rules="turn_of_fate", seat_count=2, status="active", trouble="the rules stopped")
    Seat.objects.create(game=game, index=0, player=player, due_at=now - timedelta(minutes=7))
    Message.objects.create(kind="test", recipient=player, key="k", not_before=now - timedelta(minutes=3), attempts=4)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now - timedelta(seconds=30)})
    read = figures(client)
    assert read["fate_oldest_overdue_deadline_seconds"] == pytest.approx(420, abs=20)
    assert read["fate_oldest_unsent_message_seconds"] == pytest.approx(180, abs=20)
    assert read["fate_sweeper_lag_seconds"] == pytest.approx(30, abs=20)
    assert (read["fate_message_attempts_most"], read["fate_games_in_trouble"]) == (4, 1)
    assert (read["fate_games/active"], read["fate_messages/queued"]) == (1, 1)


@pytest.mark.django_db
def test_lanes_and_open_circuits_show_by_name(client: Client, token: None) -> None:
    now = database_now()
    player = Player.objects.create_user("ada@example.org", None, name="Ada")
    for channel, minutes in (("webhook:1", 4), ("webhook:2", -9), ("email", 1)):
        Message.objects.create(kind="test", recipient=player, key="k", channel=channel, not_before=now - timedelta(minutes=minutes))
    Circuit.objects.create(name="webhook:2", failures=3, open_until=now + timedelta(minutes=9))
    Circuit.objects.create(name="push:push.example:443", failures=5, open_until=now - timedelta(minutes=1))
    read = figures(client)
    assert read["fate_lane_oldest_seconds/webhook"] == pytest.approx(240, abs=20)
    assert read["fate_lane_oldest_seconds/email"] == pytest.approx(60, abs=20)
    assert read["fate_lane_oldest_seconds/push"] == 0
    assert (read["fate_open_circuits/webhook"], read["fate_open_circuits/push"]) == (1, 0)


@pytest.mark.django_db
def test_dead_database_is_503(client: Client, token: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 503


def test_figures_of_the_web_server_are_those_of_all_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = counts.Table(2)
    table.row(0).add("refused_move", 2)
    table.row(1).add("refused_move")
    table.row(1).add("cut_408", 5)
    monkeypatch.setattr(counts, "TABLE", table)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Server())
    assert registry.get_sample_value("fate_requests_refused_total", {"lane": "move"}) == 3
    assert registry.get_sample_value("fate_connections_cut_total", {"reason": "408"}) == 5
