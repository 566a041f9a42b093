"""Tests of standing orders by mail, page, text box and API: the same text gives the same order."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Move, Player
from notifications.models import Message
from tests.games.api.conftest import Call, call  # noqa: F401  (a fixture)
from tests.games.conftest import person
from tests.games.moves import asked
from tests.games.replies.mailing import newest, post, send, words
from tests.games.services.test_orders import at
from tests.rules.council_of_kings.build import council

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db: None) -> Game:
    """Anna is asked to bid for the Troll; Bert, Cleo and Dirk wait."""
    return at([person(name) for name in ("anna", "bert", "cleo", "dirk")], council(up="troll", hands={0: ["hush_money"], 1: ["old_debts"]}))


def one(name: str) -> Player:
    return Player.objects.get(name=name)


def test_by_mail_before_ones_turn(game: Game) -> None:
    Client().get("/")
    anna, bert = one("anna"), one("bert")
    send(anna, "bid\n", mail=_turn_mail(game))
    mail = _turn_mail(game)
    assert mail.recipient_id == bert.pk
    assert "order take_at 6 spend 3" in words(mail.text)
    send(bert, "order take_at 3 spend 5\n", mail=mail)
    post()
    assert Move.objects.get(game=game, seat=1).source == "order"  # he was asked, so the order answers at once
    assert game.seats.get(index=1).orders == {"auction:5": "take_at 3 spend 5"}
    told = words(newest(bert, "reply_answer").text)
    assert "You take it once 3 coins lie on it." in told

    send(bert, "order\n", mail=mail)
    post()
    send(bert, "order none\n", mail=mail)
    post()
    answers = Message.objects.filter(recipient=bert, kind="reply_answer", state="sent").order_by("pk")
    assert ["You take it once 3 coins" in words(answer.text) for answer in answers] == [True, True, False]
    assert game.seats.get(index=1).orders == {}


def test_by_mail_in_everyday_words_and_as_proposed(game: Game) -> None:
    Client().get("/")
    anna, bert = one("anna"), one("bert")
    mail = _turn_mail(game)
    assert "To set the suggested standing order, add this line: order proposed" in words(mail.text)
    send(anna, "bid\nstatus\n", mail=mail)
    post()
    told = words(newest(anna, "reply_answer").text)
    assert "Plan your next move? To set this standing order, reply: order proposed You take it once" in told
    send(anna, "order proposed\n", mail=mail)
    post()
    assert list(game.seats.get(index=0).orders) == ["auction:5"]
    assert "your standing orders; only you can see them: You take it once" in words(newest(anna, "reply_answer").text)
    send(bert, "Vorgabe: biete höchstens 2 Münzen, danach frag mich; jedes Monster bei 6\n", mail=_turn_mail(game))
    post()
    orders = game.seats.get(index=1).orders
    assert orders == {"auction:5": "take_at none spend 2 then ask", "evil:monster": "always take_at 6 of monster"}
    assert words(newest(bert, "reply_answer").text).count("- ") >= 2


def test_an_order_that_cannot_be_read_is_answered_with_one_that_could(game: Game) -> None:
    Client().get("/")
    anna, mail = one("anna"), _turn_mail(game)
    send(anna, "bid\n", mail=mail)
    post()
    send(anna, "order the moon for my breakfast\n", mail=mail)
    post()
    assert "A standing order looks like this: order take_at" in words(newest(anna, "reply_answer").text)
    assert game.seats.get(index=0).orders == {}


def _turn_mail(game: Game) -> Message:
    """The turn mail of the seat that is asked, as received."""
    player = asked(game).player
    assert player is not None
    Message.objects.filter(kind="your_turn").exclude(payload__nth__gte=10).delete()
    if not Message.objects.filter(kind="your_turn", recipient=player).exists():
        payload = {"game": game.code, "seat": asked(game).index, "nth": asked(game).nth}
        Message.objects.create(kind="your_turn", recipient=player, key="first", payload=payload, thread=game.code)
    post()
    return newest(player, "your_turn")


def test_by_the_form_of_the_page(game: Game, client: Client) -> None:
    client.force_login(one("bert"))
    path = game.get_absolute_url()
    page = client.get(path, {"orders": "1"}).content.decode()
    assert page.count('action="' + path + 'order/"') == 7  # panel, one press, auction, Good, Evil, Action phase, text box
    fields = {
        "slot": "auction:5",
        "take_at": "6",
        "spend": "2",
        "max_tax": "",
        "bargain": ["old_debts"],
        "bargain_when": "first",
        "then": "ask",
    }
    done = client.post(f"{path}order/", fields, follow=True)
    assert game.seats.get(index=1).orders == {"auction:5": "take_at 6 spend 2 bargain old_debts bargain_when first then ask"}
    assert "Your standing order has been saved. Only you can see it." in done.content.decode()
    client.post(f"{path}order/withdraw/", {"slot": "auction:5"})
    assert game.seats.get(index=1).orders == {}


def test_a_refused_order_shows_the_page_with_what_was_typed(game: Game, client: Client) -> None:
    client.force_login(one("bert"))
    answer = client.post(f"{game.get_absolute_url()}order/", {"order": "buy_at 4"})
    assert answer.status_code == 422
    assert 'value="buy_at 4"' in answer.content.decode()
    assert "Troll is an Evil card" in answer.content.decode()


def test_by_the_text_box_and_the_api(game: Game, call: Call) -> None:  # noqa: F811
    anna, bert = call(one("anna")), call(one("bert"))
    path = f"games/{game.code}/orders"
    offers = bert.get(path).json()["offers"]
    assert [offer["slot"] for offer in offers] == ["auction:5", "good", "evil", "action"]
    assert [field["key"] for field in offers[0]["fields"]] == ["take_at", "spend", "max_tax", "bargain", "bargain_when", "then"]
    made = bert.post(path, {"text": offers[0]["example"]})
    assert (made.status_code, made.json()["standing"][0]["text"]) == (200, "take_at 6 spend 3")
    assert anna.get(path).json()["standing"] == []
    nth = anna.get(f"games/{game.code}/view").json()["nth"]
    said = anna.post(f"games/{game.code}/moves", {"text": "bid\norder take_at 9", "nth": nth}).json()
    assert [line["what"] for line in said["heard"]] == ["played", "ordered"]
    assert "once 9 coins lie on it" in said["heard"][1]["words"]
    assert Move.objects.filter(game=game, seat=1, source="order").count() == 1
    assert bert.send("delete", f"{path}/auction:5").status_code == 204
    assert bert.send("delete", path).status_code == 204
    assert bert.get(path).json()["standing"] == []
    assert bert.code(path, {"text": "spend lots"}) == "illegal"
    assert call(person("eve")).get(path).status_code == 404
