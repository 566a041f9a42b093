"""Tests of private letters: delivered to one person, shown on two people's pages, and in the chronicle if both agree."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Letter, Player
from games.queries.people.data_export import archive
from games.services.errors import Refused
from games.services.people import erasure, relations
from games.services.replies.signatures import without_signature
from games.services.tables import letters
from notifications.clock import database_now
from notifications.models import Message
from tests.games.conftest import person, start
from tests.games.moves import asked, play_out
from tests.games.replies.mailing import facts, newest, post, send, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> dict[str, Player]:
    """Ada, Bert and Cleo, who play at a public table."""
    return {name: person(name) for name in ("ada", "bert", "cleo")}


@pytest.fixture
def table(people: dict[str, Player]) -> Game:
    """Their game, with its mails sent."""
    game = start(*people.values(), rules="council_of_kings", visibility="public")
    post()
    return game


def writer(table: Game) -> Player:
    player = asked(table).player
    assert player is not None
    return player


def page(table: Game, player: Player | None) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    return browser.get(table.get_absolute_url()).content.decode()


@pytest.mark.parametrize("begins", ["to {name}: ", "to {name}:\n", "Letter to @{name}: "])
def test_letter_reaches_one_person_alone(table: Game, people: dict[str, Player], begins: str) -> None:
    sender, before = writer(table), facts(table)
    to = next(player for player in people.values() if player != sender)
    third = next(player for player in people.values() if player not in (sender, to))
    assert "Private letters" not in page(table, to)  # the page cached now must not be shown later
    send(sender, begins.format(name=to.name.title()) + "I hold the Troll.\n2\nBest,\nA.")
    post()

    mail = newest(to, "letter")
    assert "I hold the Troll." in mail.text
    assert "\n    2\n" in mail.text
    assert facts(table) == before
    assert "sent as a private letter" in newest(sender, "reply_answer").text
    for player in (sender, to):
        assert "I hold the Troll." in page(table, player)
        assert b"I hold the Troll." in archive(player) or Letter.objects.exists()
    for player in (third, None):
        assert "I hold the Troll." not in page(table, player)
    assert not Message.objects.filter(recipient=third, text__contains="Troll.").exists()
    browser = Client()
    browser.force_login(third)
    assert "I hold the Troll." not in browser.get(f"/api/v1/games/{table.code}/talk").content.decode()


def test_answer_to_a_letter_goes_back_and_is_no_move(table: Game) -> None:
    sender = writer(table)
    to = next(seat.player for seat in table.seats.all() if seat.player not in (sender, None))
    assert to is not None
    send(sender, f"an {to.name}: Bündnis?")
    post()
    before = facts(table)
    send(to, "Gern, 2 für mich.\n\nGruß, B.", mail=newest(to, "letter"))
    post()
    assert facts(table) == before
    assert "Gern, 2 für mich." in newest(sender, "letter").text
    assert f"sent to {sender.name} only" in newest(to, "reply_answer").text
    send(to, "games", mail=newest(to, "letter"))
    post()
    assert Letter.objects.count() == 2


SIGNATURE = "\n\nBest,\nHans Meier\nMuster GmbH\nHauptstr. 5, 12345 Berlin\nTel. 0170 5551234"


def test_signature_of_the_mail_program_goes_to_nobody(table: Game) -> None:
    """In a letter and in the answer to one; the writer is told."""
    sender = writer(table)
    to = next(seat.player for seat in table.seats.all() if seat.player not in (sender, None))
    assert to is not None
    send(sender, f"to {to.name}: Shall we?\nI hold the Troll.{SIGNATURE}")
    post()
    assert Letter.objects.get().text == "Shall we?\nI hold the Troll.\n\nBest,\nHans Meier"
    assert "without signature and links" in words(newest(sender, "reply_answer").text)
    send(to, f"Gladly.{SIGNATURE}", mail=newest(to, "letter"))
    post()
    assert Letter.objects.order_by("pk")[1].text == "Gladly.\n\nBest,\nHans Meier"
    assert "without signature and links" in words(newest(to, "reply_answer").text)
    assert "5551234" not in newest(sender, "letter").text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("meet me\nat 5\n\nHans Meier\nTel 0170 5551234", "meet me\nat 5"),
        ("Hi\n\nHans\n\nMuster AG\nwww.muster.example\n\nTel. 030 1234567", "Hi\n\nHans"),
        ("D'accord.\n\nCordialement,\nJean Dupont\n12 rue de la Lune\n75002 Paris", "D'accord.\n\nCordialement,\nJean Dupont"),
        ("Let us meet.\n\nThanks,\nHans +49 170 5551234", "Let us meet.\n\nThanks,"),
        ("ok\n-- Hans, hans@example.org", "ok"),
        ("Viele Grüße\nHans Meier\n12345 Berlin", "Viele Grüße\nHans Meier"),
        *((kept, kept) for kept in (
            "I hold the Troll.\n2\nBest,\nA.",
            "Cheers to that plan.\nI'll attack Eva.",
            "Call me: 0170 5551234",
            "Deal?\n\nCall me at 0170 5551234 tonight.",
            "- first the Sun\n- then the Moon",
            "",
        )),
    ],
)  # fmt: skip
def test_only_the_signature_is_cut_off(text: str, left: str) -> None:
    assert without_signature(text) == left


def test_chronicle_keeps_what_both_have_agreed_to(alice: Player, bob: Player, client: Client) -> None:
    game = start(alice, bob)
    for text in ("First letter", "Second letter"):
        letters.send(game, alice, "bob", text, now=database_now())
    post()
    first, second = Letter.objects.order_by("pk")
    letters.share(second, alice, agreed=True)
    send(bob, "Keep.", mail=newest(bob, "letter"))
    letters.share(first, bob, agreed=True)
    play_out(game)
    client.force_login(alice)
    book = client.get(f"/g/{game.code}/chronicle.txt")
    text = (book if book.status_code == 200 else client.get(f"/g/{game.code}/chronicle/text/")).content.decode()
    assert "Second letter" in text
    assert "First letter" not in text
    assert client.post(f"/g/{game.code}/letters/{first.pk}/share/", {"agreed": "1"}).status_code == 302
    first.refresh_from_db()
    assert first.sender_shares
    client.force_login(person("eve"))
    assert client.post(f"/g/{game.code}/letters/{first.pk}/share/", {"agreed": "1"}).status_code == 404


def test_letters_that_are_refused(table: Game, people: dict[str, Player], dora: Player) -> None:
    ada, bert, cleo = people.values()
    relations.block(bert, ada, now=database_now())
    for to, text in (("bert", "hello"), ("dora", "hello"), ("", "hello"), ("cleo", " "), ("cleo", "x" * 3000), ("cleo", "a\x00b")):
        with pytest.raises(Refused):
            letters.send(table, ada, to, text, now=database_now())
    for number in range(letters.MOST_PER_HOUR):
        letters.send(table, cleo, "ada", str(number), now=database_now())
    with pytest.raises(Refused):
        letters.send(table, cleo, "ada", "one more", now=database_now())
    assert not Letter.objects.filter(recipient=bert).exists()


@pytest.mark.parametrize("text", ["{}, I will crush you!", "Dear {}: you will lose!"])
def test_words_to_another_player_are_answered_with_the_ways_to_say_them(table: Game, text: str) -> None:
    sender = writer(table)
    to = next(seat.player for seat in table.seats.all() if seat.player not in (sender, None))
    assert to is not None
    send(sender, text.format(to.name.title()))
    post()
    assert f"To write to {to.name} alone, write: to {to.name}: …" in words(newest(sender, "reply_answer").text)
    assert not Letter.objects.exists()


def test_wrong_name_is_answered_with_the_names(table: Game) -> None:
    sender = writer(table)
    send(sender, "to Zoe: hello")
    post()
    text = newest(sender, "reply_answer").text
    assert all(seat.player.name in text for seat in table.seats.select_related("player") if seat.player not in (sender, None))


def test_letters_go_with_an_account(table: Game, people: dict[str, Player]) -> None:
    letters.send(table, people["ada"], "bert", "hello", now=database_now())
    erasure.erase(people["ada"], now=database_now())
    assert not Letter.objects.exists()
    post()
    assert not Message.objects.filter(kind="letter", state="sent").exists()


def letter_between(game: Game) -> tuple[Player, Player]:
    """The writer and the recipient of a letter that was mailed."""
    sender = writer(game)
    to = next(seat.player for seat in game.seats.all() if seat.player not in (sender, None))
    assert to is not None
    send(sender, f"to {to.name}: truce?")
    post()
    return sender, to


@pytest.mark.parametrize(
    "text",
    ["Haha, but what does The Sailor do for you?", "I am away until Friday, wait for me.", "Who played the Ace of Suns? Whose turn is it?"],
)
def test_question_in_an_answer_to_a_letter_is_for_its_writer(table: Game, text: str) -> None:
    sender, to = letter_between(table)
    send(to, text, mail=newest(to, "letter"))
    post()
    assert text in words(newest(sender, "letter").text)
    assert f"sent to {sender.name} only" in newest(to, "reply_answer").text


def test_command_in_an_answer_to_a_letter_is_done(table: Game) -> None:
    sender, to = letter_between(table)
    send(to, "games", mail=newest(to, "letter"))
    post()
    assert f"[{table.code}]" in newest(to, "reply_answer").text
    assert not Message.objects.filter(kind="letter", recipient=sender).exists()
