"""Hints from the site's bots: only in games against bots alone, so that no rating and no opponent is affected."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.queries.tables.table import Look
from games.render.words import answer_words, said
from games.rules.contract import Decision, Shape
from games.rules.errors import RulesError
from games.rules.messages import Reader


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice and its reason as text, and the ids it picks on the table."""

    label: str
    reason: str
    ids: tuple[str, ...]


def may_ask(look: Look) -> bool:
    """Whether this player has a decision now, against bots alone, in a game whose bots are strong enough for hints."""
    if look.decision is None or look.own is None or not look.game.book.sound_advice:
        return False
    return all(seat.is_bot for seat in look.seats if seat.index != look.own.index)


def hint(look: Look, reader: Reader) -> Hint | None:
    """The hint; the bot sees only what this player sees. None if hints are not allowed or the bot has no legal advice."""
    decision, session = look.decision, look.session
    if not may_ask(look) or decision is None or session is None or look.view is None:
        return None
    try:
        answer = session.read(decision.seat, look.game.book.advise(look.view, decision))
    except RulesError:
        return None
    why = look.game.book.advice_reason(look.view, decision, answer)
    shown = next((option.outcome for option in decision.options if option.token == answer), None)  # beside Play, as the choice is picked
    reason = said(why, reader) if why is not None and why != shown else _("The bots rate this choice highest.")
    return Hint(answer_words(decision, answer, reader), reason, _ids(decision, answer))


def _ids(decision: Decision, answer: str) -> tuple[str, ...]:
    """The ids to pick: the objects that the choice concerns, and the choice itself."""
    chosen = [option for option in decision.options if option.token in answer.split()]
    if decision.shape is Shape.ONE and chosen:
        return (*chosen[0].touches, f"={chosen[0].token}")
    return tuple(f"={token}" for token in answer.split()) if decision.shape is not Shape.NUMBER else ()
