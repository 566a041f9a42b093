"""Tests of the request id: the same one is in request, row, call, task, mail and both logs."""

from __future__ import annotations

import json
import logging
import subprocess
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils.timezone import now as wall_clock

from notifications import correlation_id
from notifications.models import Message
from tests.games.conftest import person, start
from tests.games.moves import asked, legal
from tests.notifications.sink import Sink
from tests.notifications.test_worker import broker, eventually, worker  # noqa: F401 - fixtures


@pytest.fixture(autouse=True)
def json_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log format of the worker, which inherits this environment."""
    monkeypatch.setenv("FATE_LOG_FORMAT", "json")


@pytest.mark.django_db(transaction=True)
def test_number_of_a_request_is_in_both_logs_and_in_the_mail(
    client: Client,
    sink: Sink,
    worker: subprocess.Popen[bytes],  # noqa: F811
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A move by form: the mail to the next player has the id of the request, as do the log lines of the worker that sent it."""
    caplog.set_level(logging.INFO)
    game = start(person("alice"), person("bob"), now=wall_clock())
    first = asked(game)
    assert first.player is not None
    client.force_login(first.player)
    before = set(Message.objects.values_list("pk", flat=True))
    answer = client.post(f"{game.get_absolute_url()}answer/", {"nth": str(first.nth), "choice": legal(game, first)})
    number = answer[correlation_id.HEADER]
    assert answer.status_code == 302

    rows = Message.objects.exclude(pk__in=before)
    assert {row.request_id for row in rows} == {number}
    said = [record.msg for record in caplog.records if isinstance(record.msg, dict) and record.msg["event"] == "request"]
    assert [(line["method"], line["status"], line["request_id"]) for line in said][-1] == ("POST", 302, number)

    wanted = set(rows.values_list("recipient__email", flat=True))
    eventually(lambda: wanted <= {mail["To"] for mail in sink.mails if mail[correlation_id.HEADER] == number})

    def sent() -> list[dict[str, str]]:
        lines = [json.loads(line) for line in (tmp_path / "worker.log").read_text().splitlines() if line.endswith("}")]
        return [line for line in lines if line["event"].startswith("message_sent")]

    eventually(lambda: number in {line["request_id"] for line in sent()})
    assert not any(game.code in line["event"] for line in sent())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "kept"),
    [("from-a-program.0123", True), ("short", False), ("x" * 65, False), ("two words\n12", False)],
)
def test_number_from_outside(client: Client, given: str, kept: bool) -> None:
    """A client may send an id of its own; a malformed one is replaced, since it could forge lines of the log."""
    number = client.get("/healthz", headers={correlation_id.HEADER: given})[correlation_id.HEADER]
    assert (number == given) is kept
    assert correlation_id.WELL_FORMED.fullmatch(number)
    assert correlation_id.current() == ""


def test_route_is_logged_and_not_the_path(client: Client, caplog: pytest.LogCaptureFixture, db: None) -> None:
    """The path of a one-time link is a credential."""
    caplog.set_level(logging.INFO)
    client.get("/language/secret-link-number/")
    client.post("/unsubscribe/secret-link-number/")
    said = [record.msg for record in caplog.records if isinstance(record.msg, dict) and record.msg["event"] == "request"]
    assert len(said) == 2
    assert "secret-link-number" not in json.dumps(said)


def test_several_causes_are_told_once_each_and_not_without_end() -> None:
    assert correlation_id.joined(["a", "", "b", "a"]) == "a, b"
    assert correlation_id.joined(str(number) for number in range(9)) == "0, 1, 2, 3, 4"
    with correlation_id.during("first, second"):
        assert correlation_id.current() == "first"


def test_sites_own_settings_put_the_number_first() -> None:
    """Responses of other middleware have an id, too."""
    assert site.MIDDLEWARE[0] == "fateapp.web.request_log.request_ids"
