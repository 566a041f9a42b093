"""Test of five wrong replies to a turn mail and a right one, by SMTP and LMTP; each wrong one is answered in the player's language."""

from __future__ import annotations

import random

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.models import Game, Player
from games.services.tables import bots
from notifications.clock import database_now
from notifications.models import InboundMail
from tests.e2e.mail_programs import PROGRAMS, Correspondent, text_of
from tests.e2e.test_by_mail import Ports, incoming, outgoing, round_trip
from tests.games.conftest import person, start
from tests.games.moves import asked, legal
from tests.games.replies.mailing import facts, words
from tests.notifications.sink import Sink

__all__ = ["incoming", "outgoing"]

TURNS = 1
MISTAKES = {
    "en": ("xyzzy", "99", "I would rather have tea", "yes", "the first or the second?"),
    "de": ("xyzzy", "99", "Ich hätte lieber Tee", "ja", "die erste oder die zweite?"),
    "fr": ("xyzzy", "99", "Je préférerais du thé", "oui", "la première ou la deuxième ?"),
}
"""Nonsense, an unknown number, a sentence, a yes without a question, two choices at once: the last one leads to a question."""
REMEDY = "Reply with the number or the name of one of your choices below, or write help."
ASKED_BACK = {"en": "Then answer yes.", "de": "Dann antworte ja.", "fr": "Alors répondez oui."}


@pytest.mark.parametrize("language", sorted(MISTAKES))
def test_five_mistakes_a_turn_are_answered_five_times_with_the_remedy(language: str, outgoing: Sink, incoming: Ports) -> None:
    player = person("ada", language=language)
    game = start(player, Player.objects.create_bot(), now=database_now())
    writer = Correspondent(str(player.email), PROGRAMS[0], incoming[0])
    with translation.override(language):
        remedy = gettext(REMEDY)
    assert (remedy == REMEDY) == (language == "en")
    for _turn in range(TURNS):
        until_asked(game, player)
        before, mail = facts(game), outgoing.to(writer.address)[-1]
        for number, mistake in enumerate(MISTAKES[language]):
            writer.port, writer.lmtp = incoming[number % 2], bool(number % 2)
            writer.reply(mail, mistake)
            came = len(outgoing.to(writer.address))
            round_trip()
            (mail,) = outgoing.to(writer.address)[came:]
            assert facts(game) == before, mistake
            assert mistake in words(text_of(mail)), mistake
            last = number == len(MISTAKES[language]) - 1
            assert (ASKED_BACK[language] if last else words(remedy)) in words(text_of(mail)), mistake
            assert last or "  1) " in text_of(mail), mistake
        writer.reply(mail, legal(game, asked(game), random.Random(1)))
        round_trip()
        assert facts(game) != before
    assert set(InboundMail.objects.values_list("state", flat=True)) == {"done"}


def until_asked(game: Game, player: Player) -> None:
    """The bots play until this player has to, and the mails are sent."""
    while asked(game).player != player:
        bots.play_in(game.pk, database_now())
    round_trip()
