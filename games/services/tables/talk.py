"""Table talk. Rules that react to talk (a broken silence) get it as an answer of the seat out of turn."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Move, Talk
from games.rules.messages import msg
from games.services.errors import NotYours, Refused
from games.services.tables import answers, consequences, store

TALK_COMMAND = "!talk"
"""The answer out of turn by which the rules of some games learn that a seat has talked."""

LONGEST = 600
MOST_PER_HOUR = 60


def say(game_id: int, seat: int, text: str, *, source: str, now: datetime, player_id: int) -> Talk:
    """Post a remark at a table; everybody who may see the table can read it.

    Raises `Refused` for an empty or too long text and for too many remarks in an hour, `NotYours` for anybody but the seat's holder.
    """
    text = " ".join(text.split())
    answers.check_text("", text)
    if not any(char.isprintable() and not char.isspace() for char in text):
        raise Refused(msg("Your message is empty."), code="empty")
    with transaction.atomic():
        game = store.lock_game(game_id)
        if not 0 <= seat < len(game.seats) or game.seats[seat].player_id != player_id:
            raise NotYours(msg("Only players of this table can write here."))
        if Talk.objects.filter(game_id=game.id, player_id=player_id, at__gt=now - timedelta(hours=1)).count() >= MOST_PER_HOUR:
            raise Refused(msg("You have written a lot in the last hour. Please try again later."), code="too_much_talk")
        talk = Talk.objects.create(game_id=game.id, seat=seat, player_id=player_id, text=text, at=now)
        if game.status == "active" and not game.trouble:
            _pass_to_rules(game, seat, source, now, player_id)
        return talk


def _pass_to_rules(game: store.RunningGame, seat: int, source: str, now: datetime, player_id: int) -> None:
    """Pass the talk to the rules where the open questions react to it."""
    session = game.load_session()
    if not any(TALK_COMMAND in question.heeds for question in session.questions):
        return
    before = consequences.questions_of(session)
    entries = session.interject(seat, TALK_COMMAND)
    entries += consequences.settle(game, session)
    cause = consequences.Cause(seat, "", "", source, player_id, kind=Move.Kind.REMARK)
    consequences.record(game, session, before, entries, cause, now)
