"""What the bots of the site would do, for who asks: only where nobody else is a person, so no rating and no rival is concerned."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.queries.tables.table import Look
from games.render.words import answer_words, said
from games.rules.contract import Decision, Shape
from games.rules.errors import RulesError
from games.rules.messages import Reader


@dataclass(frozen=True, slots=True)
class Hint:
    """The advice and its reason in words, and what it picks on the table."""

    label: str
    reason: str
    ids: tuple[str, ...]


def may_ask(look: Look) -> bool:
    """This person decides now, against bots alone, in a game whose bots play well enough to be asked."""
    if look.decision is None or look.mine is None or look.deputy or not look.game.book.sound_advice:
        return False
    return all(seat.is_bot for seat in look.seats if seat.index != look.mine.index)


def hint(look: Look, reader: Reader) -> Hint | None:
    """The adviser sees what this person sees. None where no hint may be asked for, or the adviser has none that the rules allow."""
    decision, session = look.decision, look.session
    if not may_ask(look) or decision is None or session is None or look.view is None:
        return None
    try:
        answer = session.read(decision.seat, look.game.book.advise(look.view, decision))
    except RulesError:
        return None
    why = look.game.book.advice_reason(look.view, decision, answer)
    reason = said(why, reader) if why is not None else _("The bots rate this choice highest.")
    return Hint(answer_words(decision, answer, reader), reason, _ids(decision, answer))


def _ids(decision: Decision, answer: str) -> tuple[str, ...]:
    """What is pressed for it: the objects it concerns, and the choice itself."""
    chosen = [option for option in decision.options if option.token in answer.split()]
    if decision.shape is Shape.ONE and chosen:
        return (*chosen[0].touches, f"={chosen[0].token}")
    return tuple(f"={token}" for token in answer.split()) if decision.shape is not Shape.NUMBER else ()
