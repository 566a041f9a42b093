"""Mails about absence: seats on autopilot, offered seats, deputies, pauses."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _, ngettext

from games.mails import table_words
from games.mails.answering import ASKED
from games.mails.notice import game_title, notice
from games.models import Game, Seat
from games.queries.tables.table import Look
from games.render.words import said
from games.services.clocks.pace import pace_of
from notifications.inbound.addresses import address_for
from notifications.mail.composed import Composed
from notifications.models import Message


def autopilot(message: Message, now: datetime) -> Composed | None:
    """The recipient's seat is on autopilot; None once they are back or the seat is taken."""
    look = table_words.look_for(message)
    if look is None or look.own is None or look.own.state != Seat.State.AWAY:
        return None
    headline = _("Your seat in %(game)s is on autopilot now.") % {"game": game_title(look, message)}
    lines = [_("You can take it back as long as nobody else has taken it.")]
    if look.own.away_until is not None:
        lines.append(_("If nobody takes it by %(when)s, you lose the seat.") % {"when": table_words.local_moment(look.own.away_until)})
    return notice(message, look, headline, lines, _("Take my seat back"), link=_time_page(look.game, message))


def seat_offer(message: Message, now: datetime) -> Composed | None:
    """A running game needs a substitute; None once the seat is taken."""
    seat = _offered(message)
    if seat is None:
        return None
    look = table_words.look_of_nobody(seat.game)
    headline = _("A seat is free in a running game of %(game)s.") % {"game": game_title(look, message)}
    reader = table_words.recipients_reader(look, message)
    pace = _("Pace: %(pace)s.") % {"pace": said(pace_of(seat.game).words(), reader)}
    lines = [_("Its player is away. You would continue from the current position."), pace]
    path = f"/g/{seat.game.code}/substitute/{seat.game.invitation}/"
    return notice(message, look, headline, lines, _("See the seat"), link=table_words.absolute(path))


def seat_taken(message: Message, now: datetime) -> Composed | None:
    """A substitute has taken over the recipient's seat."""
    game = Game.objects.filter(code=message.payload["game"]).first()
    if game is None:
        return None
    look = table_words.look_of_nobody(game)
    names = {"name": table_words.player_name(message.payload["by"]), "game": game_title(look, message)}
    headline = _("%(name)s has taken over your seat in %(game)s.") % names
    lines = [_("The seat is theirs now. Your part of the game stays in your record.")]
    return notice(message, look, headline, lines, _("My games"), link=table_words.absolute("/"))


def deputy(message: Message, now: datetime) -> Composed | None:
    """The recipient was named as deputy, or the recipient's deputy has left; None once that has changed."""
    look = table_words.look_for(message)
    if look is None or look.mine is None or look.game.status != Game.Status.ACTIVE:
        return None
    names = {"name": table_words.player_name(message.payload["by"]), "game": game_title(look, message)}
    if message.payload.get("what") == "left":
        return _deputy_left(message, look, names) if look.mine.deputy_until is None else None
    if not look.deputy or look.mine.deputy_until is None:
        return None
    headline = _("%(name)s asks you to be their deputy in %(game)s.") % names
    until = table_words.local_moment(look.mine.deputy_until)
    lines = [_("Until %(when)s you see their seat, get their turn mails and can play for them. The log says so.") % {"when": until}]
    address = address_for(message.recipient_id, ASKED, f"deputy:{message.pk}", {"game": look.game.code, "ask": {"do": "deputy"}})
    reply = _("To decline, reply to this mail with the single word no, or use the clocks page of the table.")
    lines.append(reply if address else _("You can decline on the clocks page of the table."))
    return notice(message, look, headline, lines, _("See the table"), address=address)


def _deputy_left(message: Message, look: Look, names: dict[str, str]) -> Composed:
    headline = _("%(name)s is no longer your deputy in %(game)s.") % names
    lines = [_("You play for your seat yourself again. You can choose somebody else.")]
    return notice(message, look, headline, lines, _("Choose a deputy"), link=_time_page(look.game, message))


def pause(message: Message, now: datetime) -> Composed | None:
    """A pause is proposed, begins, or ends early; None if that is outdated."""
    look = table_words.look_for(message)
    if look is None or look.game.status != Game.Status.ACTIVE:
        return None
    game, what = look.game, message.payload["what"]
    until = datetime.fromisoformat(game.pauses[-1][1]) if game.pauses and game.pauses[-1][1] else now
    titles, address = {"game": game_title(look, message)}, ""
    if what == "pause_proposed" and game.proposal is not None:
        headline = _("A pause has been proposed in %(game)s.") % titles
        lines = [_proposed(look, game.proposal), game.proposal["why"], _("It begins when every player agrees.")]
        ask = {"game": game.code, "ask": {"do": "pause"}}
        if address := address_for(message.recipient_id, ASKED, f"pause:{message.pk}", ask):
            lines.append(_("To agree, reply to this mail with the single word yes. To decline, reply with no."))
    elif what == "paused" and until > now:
        headline = _("%(game)s is paused.") % titles
        lines = [_("All clocks are stopped until %(when)s.") % {"when": table_words.local_moment(until)}, str(game.pauses[-1][2])]
    elif what == "resumed" and until <= now:
        headline, lines = _("%(game)s continues.") % titles, [_("The pause is over and the clocks are running again.")]
    else:
        return None
    return notice(message, look, headline, lines, _("See the table"), link=_time_page(game, message), address=address)


def _proposed(look: Look, proposal: Mapping[str, Any]) -> str:
    facts = {"name": look.names[proposal["by"]], "days": proposal["days"]}
    text = ngettext("%(name)s proposes a pause of %(days)d day.", "%(name)s proposes a pause of %(days)d days.", facts["days"])
    return text % facts


def _offered(message: Message) -> Seat | None:
    seats = Seat.objects.select_related("game").filter(game__code=message.payload["game"], index=message.payload["seat"])
    return seats.filter(state=Seat.State.AWAY, live=True).exclude(game__seats__player=message.recipient_id).first()


def _time_page(game: Game, message: Message) -> str:
    return table_words.own_link(game, message.recipient, "mine-time")
