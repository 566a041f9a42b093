"""The move played for an absent player: the fallback of the rules, or the bot's advice for the view of that seat."""

from typing import Any

from games.rules.contract import Entry, Seat
from games.rules.errors import RulesError
from games.rules.session import Session
from games.services.absence.ladder import BOT, Ladder


def play_for(session: Session[Any], seat: Seat, ladder: Ladder) -> tuple[str, list[Entry]]:
    """Answer the open question of a seat for its absent holder; returns the text and the log entries.

    Advice that the rules refuse is replaced by the fallback. Raises `LookupError` without an open question, and `RulesError` where the
    rules refuse their own fallback.
    """
    decision = session.decision(seat)
    if decision is None:
        raise LookupError(f"Seat {seat} has no open question.")
    advice = session.game.advise(session.view(seat), decision) if ladder.plays == BOT else None
    if advice is not None:
        try:
            return advice, session.answer(seat, advice)
        except RulesError:
            pass  # bad advice must not harm the absent player; the fallback is always legal
    text = session.game.fallback(session.table, decision)
    return text, session.answer(seat, text)
