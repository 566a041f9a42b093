"""Tests that a channel is one folder: all code that shows, offers, delivers, exports or deletes finds it in the registry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from fateapp.environment import settings_of
from fateapp.metrics import by_label
from fateapp.ops.doctor import stores
from notifications.channels import endpoints, registry
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.kinds import PEOPLE, Kind
from notifications.lanes.round import call_due
from notifications.models import Endpoint, Message, Preference
from notifications.preferences.changes import choose
from tests.notifications import telegram
from tests.notifications.cast import NOON, Book, MakePlayer, queue
from tests.notifications.receiver import Receiver
from tests.notifications.sink import Sink
from tests.notifications.telegram import channel as module, site_settings
from tests.notifications.telegram.channel import CHANNEL

MOST_FILES = 7
ADD, PREFERENCES = "/messages/channels/telegram/new/", "/messages/preferences/"


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A site with mail, push, webhooks, the channel and a token for its bot; a channel added to the folder changes no test here."""
    for name in set(registry.CHANNELS) - {"email", "push", "webhook"}:
        monkeypatch.delitem(registry.CHANNELS, name)
    monkeypatch.setitem(site.FATE, "FATE_TELEGRAM_TOKEN", "17:abc")
    registry.register(CHANNEL)
    yield
    del registry.CHANNELS[CHANNEL.name]


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, bot: None) -> Any:
    """A player on that site."""
    return make_player("anna")


@pytest.fixture
def api(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """The server of the bots' API."""
    monkeypatch.setattr(module, "API", receiver.url().rstrip("/"))
    return receiver


def test_a_channel_like_telegram_is_one_folder_of_a_few_files() -> None:
    files = [path for path in Path(next(iter(telegram.__path__))).rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert 0 < len(files) <= MOST_FILES


def test_the_order_is_mail_then_people_then_programs(bot: None) -> None:
    assert list(registry.CHANNELS) == ["email", "push", "telegram", "webhook"]
    assert [rules.medium for rules in registry.lanes()] == ["push", "telegram", "webhook"]


def test_a_name_belongs_to_one_channel(bot: None) -> None:
    with pytest.raises(ValueError, match="Two channels are named 'telegram'"):
        registry.register(module.TelegramChannel())


@pytest.mark.parametrize(
    ("channels", "carried"),
    [(("email", PEOPLE), {"email", "push", "telegram"}), (("webhook",), {"webhook"}), (Kind("k", "k", Book().compose).channels, None)],
)
def test_kinds_name_channels_or_whom_they_are_for(bot: None, channels: tuple[str, ...], carried: set[str] | None) -> None:
    kind = Kind("k", "k", Book().compose, channels=channels)
    assert {name for name, channel in registry.CHANNELS.items() if channel.carries(kind)} == (carried or set(registry.CHANNELS))


def test_its_setting_is_one_of_the_sites() -> None:
    (setting,) = settings_of(site_settings)
    assert (setting.name, setting.default, setting.secret) == ("FATE_TELEGRAM_TOKEN", None, True)


def test_an_address_is_added_and_removed_on_the_settings_page(anna: Any, client: Client) -> None:
    client.force_login(anna)
    page = client.get(PREFERENCES).content.decode()
    assert "in Telegram" in page
    assert ADD in page
    wrong = client.post(ADD, {"address": "@anna", "name": "Phone"})
    assert wrong.status_code == 422
    assert "Write the number" in wrong.content.decode()
    assert 'value="@anna"' in wrong.content.decode()
    client.post(ADD, {"address": "4711", "name": "Phone"})
    row = Endpoint.objects.get()
    assert (row.owner, row.medium, row.address, row.channel) == (anna, "telegram", "4711", f"telegram:{row.pk}")
    assert "Phone" in client.get(PREFERENCES).content.decode()
    client.post(f"/messages/channels/telegram/{row.pk}/remove/")
    assert not Endpoint.objects.exists()


def test_nobody_removes_anothers_address(anna: Any, make_player: MakePlayer, client: Client) -> None:
    row = endpoints.add(make_player("bert"), CHANNEL, "1")
    client.force_login(anna)
    assert client.post(f"/messages/channels/telegram/{row.pk}/remove/").status_code == 404
    assert Endpoint.objects.filter(pk=row.pk).exists()


def test_there_are_ten_addresses_at_most(anna: Any, client: Client) -> None:
    for number in range(endpoints.MOST):
        endpoints.add(anna, CHANNEL, str(number))
    client.force_login(anna)
    assert client.post(ADD, {"address": "99", "name": ""}).status_code == 422
    endpoints.add(anna, CHANNEL, "3", "renamed")
    assert sorted(Endpoint.objects.values_list("address", "name"))[3] == ("3", "renamed")
    assert Endpoint.objects.count() == endpoints.MOST


@pytest.mark.parametrize("count", [1, 3])
def test_the_settings_page_asks_once_for_each_channel(
    anna: Any, count: int, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        endpoints.add(anna, CHANNEL, str(number))
    client.force_login(anna)
    client.get(PREFERENCES)
    with django_assert_num_queries(6):  # session, person, preferences, rhythm, devices, chats
        client.get(PREFERENCES)


def test_programs_list_add_and_remove_addresses(anna: Any, client: Client) -> None:
    client.force_login(anna)
    made = client.post("/api/v1/me/channels/telegram", {"address": "4711", "name": "Phone"}, content_type="application/json")
    assert (made.status_code, made.json()["name"]) == (201, "Phone")
    listed = {one["name"]: one for one in client.get("/api/v1/me/channels").json()["items"]}
    assert listed["telegram"] == {"name": "telegram", "title": "in Telegram", "addable": True, "addresses": [made.json()]}
    assert not listed["webhook"]["addable"]
    bad = client.post("/api/v1/me/channels/telegram", {"address": "@anna"}, content_type="application/json")
    assert (bad.status_code, bad.json()["code"]) == (422, "bad_address")
    assert client.post("/api/v1/me/channels/push", {"address": "1"}, content_type="application/json").status_code == 404
    assert client.delete(made.headers["Location"]).status_code == 204
    assert client.delete(made.headers["Location"]).status_code == 404


def test_preferences_of_programs_name_every_channel_for_people(anna: Any, client: Client) -> None:
    client.force_login(anna)
    wish = {"kinds": {"turn": {"enabled": True, "telegram": False}}}
    answer = client.put("/api/v1/me/preferences", wish, content_type="application/json").json()
    assert answer["kinds"]["turn"] == {"enabled": True, "mode": "at_once", "push": True, "telegram": False}
    assert (
        client.put(
            "/api/v1/me/preferences", {"kinds": {"turn": {"enabled": True, "webhook": False}}}, content_type="application/json"
        ).status_code
        == 422
    )


def test_news_goes_to_the_chat_and_to_nobody_elses(anna: Any, make_player: MakePlayer, sink: Sink, api: Receiver) -> None:
    row = endpoints.add(anna, CHANNEL, "4711")
    endpoints.add(make_player("bert"), CHANNEL, "815")
    queue(anna, "a1", thread="abc")
    assert deliver_due(NOON) == Delivered(found=1, sent=1, fanned_out=1)
    assert call_due(NOON) == Delivered(found=1, sent=1)
    (call,) = api.calls
    assert call.path == "/bot17:abc/sendMessage"
    assert json.loads(call.body) == {"chat_id": "4711", "text": "News a1\nhttp://127.0.0.1:8000/messages/"}
    assert Message.objects.get(channel=row.channel).state == "sent"


def test_a_kind_that_was_switched_off_is_not_sent_there(anna: Any, sink: Sink, api: Receiver) -> None:
    endpoints.add(anna, CHANNEL, "4711")
    choose(anna, [Preference(kind="turn", channel="telegram", enabled=False)], window=10, hour=8)
    queue(anna, "a1")
    assert deliver_due(NOON).fanned_out == 0


@pytest.mark.parametrize(("status", "state", "left"), [(403, "bounced", 0), (400, "bounced", 1), (429, "queued", 1), (500, "queued", 1)])
def test_a_refusal_costs_the_message_or_the_address(
    anna: Any, sink: Sink, api: Receiver, monkeypatch: pytest.MonkeyPatch, status: int, state: str, left: int
) -> None:
    monkeypatch.setattr(api, "answer", lambda handler: (handler.send_response(status), handler.end_headers()))
    row = endpoints.add(anna, CHANNEL, "4711")
    queue(anna, "a1")
    deliver_due(NOON)
    call_due(NOON)
    assert Message.objects.get(channel=row.channel).state == state
    assert Endpoint.objects.count() == left


def test_what_waits_for_a_removed_address_is_withdrawn(anna: Any, sink: Sink, api: Receiver) -> None:
    row = endpoints.add(anna, CHANNEL, "4711")
    queue(anna, "a1")
    deliver_due(NOON)
    assert CHANNEL.remove(anna, row.pk)
    assert Message.objects.get(channel=row.channel).state == "superseded"
    assert call_due(NOON).found == 0


def test_export_and_erasure_know_the_addresses(anna: Any, make_player: MakePlayer) -> None:
    bert = make_player("bert")
    endpoints.add(anna, CHANNEL, "4711", "Phone")
    endpoints.add(bert, CHANNEL, "815")
    (exported,) = registry.export(anna.pk)["telegram"]
    assert (exported["address"], exported["name"]) == ("4711", "Phone")
    registry.erase(anna.pk)
    assert [row.owner for row in Endpoint.objects.all()] == [bert]


def test_without_a_token_the_channel_is_not_offered_and_the_doctor_says_why(
    anna: Any, client: Client, monkeypatch: pytest.MonkeyPatch, sink: Sink
) -> None:
    endpoints.add(anna, CHANNEL, "4711")
    assert list(stores.channels()) == []
    monkeypatch.delitem(site.FATE, "FATE_TELEGRAM_TOKEN")
    (finding,) = stores.channels()
    assert finding.remedy == "Set FATE_TELEGRAM_TOKEN to the token of your bot."
    client.force_login(anna)
    assert client.get(ADD).status_code == 404
    assert ADD not in client.get(PREFERENCES).content.decode()
    queue(anna, "a1")
    assert deliver_due(NOON) == Delivered(found=1, sent=1)


def test_figures_have_a_lane_for_it(anna: Any) -> None:
    assert by_label("fate_lane_oldest_seconds").keys() == by_label("fate_open_circuits").keys() | {"email"}
    assert "telegram" in by_label("fate_open_circuits")


def test_the_admin_shows_who_but_not_where(anna: Any, make_player: MakePlayer, client: Client) -> None:
    client.force_login(make_player("chief", is_staff=True, is_superuser=True))
    endpoints.add(anna, CHANNEL, "4711", "Phone")
    page = client.get("/admin/notifications/endpoint/").content.decode()
    assert "Phone" in page
    assert "4711" not in page
