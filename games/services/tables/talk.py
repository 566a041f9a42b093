"""Saying something at the table. Where the rules listen (a silence is broken), they hear it as that seat's own answer."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Move, Talk
from games.rules.messages import msg
from games.services.errors import NotYours, Refused
from games.services.tables import answers, consequences, store

HEARD = "!talk"
"""What the rules of some games heed out of turn."""

LONGEST = 600
MOST_PER_HOUR = 60


def say(game_id: int, seat: int, text: str, *, source: str, now: datetime, player_id: int) -> Talk:
    """Say something; everybody who may see the table reads it.

    Raises `Refused` for nothing, too much or too often, `NotYours` for somebody who does not sit there.
    """
    text = " ".join(text.split())
    answers.check_text("", text)
    if not text:
        raise Refused(msg("There is nothing to say in this text."), code="empty")
    with transaction.atomic():
        game = store.lock_game(game_id)
        if not 0 <= seat < len(game.seats) or game.seats[seat].player_id != player_id:
            raise NotYours(msg("Only those who sit at the table talk there."))
        if Talk.objects.filter(game_id=game.id, player_id=player_id, at__gt=now - timedelta(hours=1)).count() >= MOST_PER_HOUR:
            raise Refused(msg("That is a lot of talk for one hour; please let the others have a word."), code="too_much_talk")
        talk = Talk.objects.create(game_id=game.id, seat=seat, player_id=player_id, text=text, at=now)
        if game.status == "active" and not game.trouble:
            _let_the_rules_hear(game, seat, source, now, player_id)
        return talk


def _let_the_rules_hear(game: store.RunningGame, seat: int, source: str, now: datetime, player_id: int) -> None:
    session = game.wake()
    if not any(HEARD in question.heeds for question in session.questions):
        return
    before = consequences.questions_of(session)
    entries = session.interject(seat, HEARD)
    entries += consequences.settle(game, session)
    line = consequences.Line(seat, "", "", source, player_id, kind=Move.Kind.REMARK)
    consequences.record(game, session, before, entries, line, now)
