"""Carry a running game over to the newest version of its rules (`manage.py rehearse --apply`)."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Game, Move
from games.rules.contract import CHANCE, Entry
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.rules.session import Session
from games.services.tables import consequences, store


def carry_over(game_id: int, *, now: datetime) -> bool:
    """Continue a running game under the newest version of its rules; False where there is nothing to do.

    A line in the log tells the players. A seat whose question differs is asked again, with a new clock. Raises `CannotUpgrade`,
    `UnknownRules` or `Trouble`; nothing has changed then.
    """
    with transaction.atomic(durable=True):
        game = store.lock_game(game_id)
        newest = all_games().get(game.rules)
        if newest is None or newest.version <= game.rules_version or game.status != Game.Status.ACTIVE or game.trouble:
            return False
        old = game.load_session()
        before = consequences.questions_of(old)
        session, entries = taken_over(newest, old)
        entries += consequences.settle(game, session)
        line = consequences.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, None, now, said="upgrade")
        stage = {"version": game.rules_version, "options": Game.objects.values_list("options", flat=True).get(pk=game.id), "upto": game.seq}
        consequences.record(game, session, before, entries, None, now, extra=[line])
        now_played = {"rules_version": newest.version, "options": dict(session.table.options), "carried": [*game.carried, stage]}
        Game.objects.filter(pk=game.id).update(**now_played)
        return True


def taken_over(newest: Rules[Any], old: Session[Any]) -> tuple[Session[Any], list[Entry]]:
    """The session under the newest version, and its log entries: a sealed answer is kept where its question is the same.

    Raises `CannotUpgrade`.
    """
    session, before = newest.take_over(old.position, old.game.version), consequences.questions_of(old)
    after = consequences.questions_of(session)
    entries: list[Entry] = []
    for seat, text in old.position.sealed.items():
        if after.get(seat) == before[seat]:
            entries += session.answer(seat, text)
    return session, entries
