"""The move played for an absent person: the fallback of the rules, or the advice for the view of that seat."""

from __future__ import annotations

from typing import Any

from games.rules.contract import Decision, Entry, Seat
from games.rules.errors import RulesError
from games.rules.session import Session
from games.services.absence.ladder import BOT, Ladder


def play_for(session: Session[Any], seat: Seat, ladder: Ladder) -> tuple[str, list[Entry]]:
    """Answer the open question of a seat for its absent person; returns the text and what came of it.

    Advice that the rules refuse is replaced by the fallback; a refused fallback raises RulesError: the rules are broken.
    """
    decision = session.decision(seat)
    if decision is None:
        raise LookupError(f"Seat {seat} is not asked anything.")
    advice = _advice(session, seat, decision) if ladder.plays == BOT else None
    if advice is not None:
        try:
            return advice, session.answer(seat, advice)
        except RulesError:
            pass  # a fault of the adviser is not the absent player's: the fallback is always legal
    text = session.game.fallback(session.table, decision)
    return text, session.answer(seat, text)


def _advice(session: Session[Any], seat: Seat, decision: Decision) -> str:
    return session.game.advise(session.view(seat), decision)
