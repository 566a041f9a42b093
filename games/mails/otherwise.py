"""What happens if a deadline is missed, in one sentence."""

from django.utils.translation import gettext as _

from games.models import Seat
from games.queries.tables.table import Look
from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader
from games.services.absence.ladder import ADJUDICATE, BOT, ladder_of


def what_if_nothing(look: Look, decision: Decision, reader: Reader) -> str:
    """One sentence: what is played for a seat whose time runs out, and the consequences."""
    if look.mine is None or look.session is None:
        return ""
    ladder, count, last = ladder_of(look.game), look.mine.timeouts + 1, look.game.forfeit_after
    if ladder.autopilot_after and count >= ladder.autopilot_after and _others_play(look):
        return _("If you do not play by then, your seat goes on autopilot and is offered to a substitute. You can take it back.")
    if last and count >= last and ladder.ending == ADJUDICATE:
        return _("If you do not play by then, the game ends and the others’ scores decide, because your time has run out too often.")
    if last and count >= last:
        return _("If you do not play by then, you lose your seat, because your time has run out too often.")
    if ladder.plays == BOT:
        return _("If you do not play by then, a bot moves for you.")
    text = look.game.book.fallback(look.session.table, decision)
    labels = {option.token: said(option.label, reader) for option in decision.options}
    chosen = text if decision.shape is Shape.NUMBER else ", ".join(labels.get(token, token) for token in text.split())
    return _("If you do not play by then, this is played for you: %(move)s.") % {"move": chosen or _("nothing")}


def _others_play(look: Look) -> bool:
    """Whether another person is still playing; without one, no seat goes on autopilot."""
    return any(seat != look.mine and seat.player and not seat.is_bot and seat.state == Seat.State.PLAYING for seat in look.seats)
