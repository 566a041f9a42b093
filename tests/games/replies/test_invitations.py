"""Tests of invitations by mail: content, friendly wordings of yes and no, bounces reported to the host, and sending again."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.rules.registry import all_games
from games.services.clocks.pace import per_move
from games.services.people import guests
from games.services.replies.consent import consents
from games.services.tables import invitations, lobby
from notifications.clock import database_now
from notifications.delivery import undelivered
from notifications.delivery.results import block
from notifications.models import Message, Suppression
from tests.games.conftest import person
from tests.games.replies.mailing import newest, post, send

pytestmark = pytest.mark.django_db

YES = """Yes|yes please|Yes, please!|I'm in!|I’m in|Count me in.|Sure, why not?|OK|Sounds great!|I'd love to|Deal me in!
👍|Yes 🎉|Okay, thanks!
Absolutely|Let's play!|With pleasure|Ja|Ja, gerne!|Gerne|Sehr gern|Bin dabei!|Ich mache mit|Na klar!|Klar, gerne|Natürlich|Warum nicht?
Auf jeden Fall!|Super Idee, danke|Oui|Oui, avec plaisir !|Volontiers|D'accord|J'en suis !|Bien sûr !|Pourquoi pas ?|Je joue
Sure, happy to help!|fine with me|No problem!|Geht klar|Pas de problème
Avec plaisir, merci
Hi Alice,⏎⏎yes please⏎⏎Best, Grace"""
NO = """No|no thanks|No, thank you!|Sorry, no|Not this time|Maybe later|I can't, sorry no|👎|Count me out|Rather not
Nein|Nein danke|Leider nein
No, sorry, I am away too|Sorry, I can't, I'm travelling|I'm afraid I can't, too busy|sorry can't
Geht leider nicht, bin selbst unterwegs|No. My mother is visiting.|Nein, tut mir leid, ich bin selbst im Urlaub
Leider nein, ich bin auch weg
Non, désolée, je suis aussi en vacances|Désolé, je ne peux pas : trop de travail
Lieber nicht|Keine Zeit|Diesmal nicht, danke|Ein andermal|Non|non merci|Pas cette fois|Désolé, non|Une autre fois|Sans moi"""
YES += """|Yes, I'll join.|I want to play|yes, thank you for the invitation!|Thanks for the invite, I'm in|I'm ready!|Game on!|You bet|Cool!
Klar doch|Danke für die Einladung, ich bin dabei|Ich möchte mitspielen|Oui, avec grand plaisir !|Merci pour l’invitation, je veux bien
Ok pour moi"""
NO += """|Not interested|I don't have time|Thanks but no thanks|Thanks for the invitation, but I can't|I'll pass|Maybe next time
Leider keine Zeit|Ich habe leider keine Zeit|Danke für die Einladung, aber ich bin raus|Je n'ai pas le temps|Ça ne m’intéresse pas"""
NEITHER = """Maybe|yes but not this one|What is this?|Who are you?|2|Thanks!|How long does it take?
Ja aber nein|No, wait, let me think|No, but ask me tomorrow|Nein, kein Problem|No worries, I do it
No, I don't mind|No, of course I will do it|No, I'm not busy|No. I have time|No, I'll do it|Nein, ich habe Zeit
Nein, das macht mir nichts aus|Non, ça ne me dérange pas|Not today, tomorrow is fine
No, yes|Non, mais oui|No, why?|I will ask my wife|Grace
Thanks for the invitation!|Danke für die Einladung|Merci de l'invitation, qui êtes-vous ?
I want to play chess
I'm ready to leave"""


def split(text: str) -> list[str]:
    return [one.replace("⏎", "\n") for one in text.replace("\n", "|").split("|")]


@pytest.mark.parametrize("text", split(YES))
def test_friendly_yes(text: str) -> None:
    assert consents(text.split("\n")) is True


@pytest.mark.parametrize("text", split(NO))
def test_friendly_no(text: str) -> None:
    assert consents(text.split("\n")) is False


@pytest.mark.parametrize("text", split(NEITHER))
def test_neither_yes_nor_no(text: str) -> None:
    assert consents(text.split("\n")) is None


@pytest.fixture
def table(alice: Player) -> Game:
    """A table of alice with a seat reserved for an address."""
    game = lobby.create(alice, "turn_of_fate", 2, now=database_now(), pace=per_move(86_400))
    guests.invite(game, alice, "Grace@example.net", now=database_now())
    post()
    return game


@pytest.fixture
def grace(table: Game) -> Player:
    """The invited person."""
    return Player.objects.get(email__iexact="grace@example.net")


@pytest.mark.parametrize("key", sorted(all_games()))
def test_invitation_shows_a_turn_and_says_how_long_it_takes(alice: Player, key: str) -> None:
    book = all_games()[key]
    game = lobby.create(alice, key, max(2, min(book.seats)), now=database_now(), pace=per_move(86_400))
    for language in ("en", "de", "fr"):
        invitations.invite(game, alice, [person(f"{language}-{key[:8]}".replace("_", ""), language=language)])
    post()
    for mail in Message.objects.filter(kind="invitation", state="sent"):
        assert "  2) " in mail.text
        assert mail.html.count("2) ") >= 1
    english = newest(Player.objects.get(email__startswith="en-"), "invitation").text
    assert ("turns and takes about" in english) == bool(book.waits(book.seats[0]))
    assert "You reply with a number" in english


def test_yes_in_own_words_takes_the_seat(table: Game, grace: Player) -> None:
    send(grace, "Hi Alice,\n\nyes, please! 👍\n\nBest, Grace\nExample Ltd", mail=newest(grace, "invitation"))
    table.refresh_from_db()
    assert table.status == Game.Status.ACTIVE


def test_question_about_the_game_is_answered_with_its_rules_on_one_page(table: Game, grace: Player) -> None:
    send(grace, "What is this about?", mail=newest(grace, "invitation"))
    post()
    answer = newest(grace, "reply_answer").text
    assert "Turn of Fate on one page" in answer
    assert "single word yes" in answer


def test_remark_is_answered_with_a_way_to_answer_again(table: Game, grace: Player) -> None:
    mail = newest(grace, "invitation")
    for number in range(3):
        send(grace, f"I have to ask my wife first {number}", mail=mail)
        post()
        mail = newest(grace, "reply_answer")
        assert "single word yes" in mail.text
        assert "We cannot tell whether you want to join." in mail.text
        assert mail.reply_to == newest(grace, "invitation").reply_to
    assert Message.objects.filter(kind="reply_answer", recipient=grace, state="sent").count() == 3
    send(grace, "help", mail=mail)
    post()
    assert "language de" in newest(grace, "reply_answer").text
    send(grace, "Ja, gerne!", mail=mail)
    table.refresh_from_db()
    assert table.status == Game.Status.ACTIVE


def test_no_is_answered_and_the_host_is_told_by_the_address_they_know(table: Game, grace: Player, alice: Player) -> None:
    for _time in range(2):
        send(grace, "Non merci !", mail=newest(grace, "invitation"))
        post()
    assert Message.objects.filter(kind="invitation_news", recipient=alice, state="sent").count() == 1
    told = newest(alice, "invitation_news")
    assert "grace@example.net cannot play Turn of Fate" in told.text
    assert grace.name not in told.text
    send(grace, "Oui, finalement... oui", mail=newest(grace, "invitation"))
    send(grace, "Oui !", mail=newest(grace, "invitation"))
    table.refresh_from_db()
    assert table.status == Game.Status.ACTIVE


def test_bounce_is_told_to_the_host_who_can_send_it_again(table: Game, grace: Player, alice: Player) -> None:
    invitation = Message.objects.get(kind="invitation", recipient=grace)
    invitation.state = Message.State.BOUNCED
    invitation.save()
    undelivered.report([invitation], "The mail came back: 5.1.1 no such mailbox")
    block(grace, "grace@example.net", "5.1.1", database_now())
    post()
    told = newest(alice, "invitation_news")
    assert "Your invitation to grace@example.net could not be delivered." in told.text
    assert "no such mailbox" in told.text
    send(alice, "invite grace@example.net", mail=told)
    post()
    assert Message.objects.filter(kind="invitation", recipient=grace, state="sent").count() == 1
    assert not Suppression.objects.exists()
    send(alice, "invite grace@example.net", mail=told)
    post()
    assert Message.objects.filter(kind="invitation", recipient=grace).count() == 2, "what has arrived is not repeated"
    send(grace, "I'm in!", mail=newest(grace, "invitation"))
    table.refresh_from_db()
    assert table.status == Game.Status.ACTIVE
