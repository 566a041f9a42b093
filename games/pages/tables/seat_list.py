"""The seats of a table as list items."""

from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from games.models import BotLevel, Game, Seat
from games.queries.tables.table import Look
from games.render.timestamps import moment_html
from games.render.words import escaped

LEFT: dict[str, tuple[str, str]] = {
    Seat.State.RESIGNED: (gettext_noop("resigned"), "badge-bad"),
    Seat.State.FORFEITED: (gettext_noop("lost on time"), "badge-bad"),
    Seat.State.AWAY: (gettext_noop("on autopilot"), "badge-warn"),
}
"""How a player has left: label and kind of badge."""


def seat_words(seat: Seat, look: Look, *, linked: bool) -> SafeString:
    """The player with badges, then whether and until when the seat has to move. `linked`: names link to profiles."""
    return SafeString(
        f'<span class="list-main">{_name(seat, linked=linked)}\n{_badges(seat, look)}</span>\n'
        f'<span class="list-side">{_asked(seat, look)}\n{_not_ready(seat, look)}</span>'
    )


def _name(seat: Seat, *, linked: bool) -> str:
    if seat.player is None:
        return escaped(gettext("free seat"))
    name = escaped(seat.player.name)
    return f'<a href="{_profile(seat.player.name)}">{name}</a>' if linked and seat.player.is_active else name


@lru_cache(maxsize=2048)
def _profile(name: str) -> str:
    return reverse("games:person", args=[name])


def _badges(seat: Seat, look: Look) -> str:
    """Badges: bot, guest without mail (shown to the other players), the viewer, and how a player has left."""
    bot = _badge(_bot(seat)) if seat.is_bot else ""
    if seat.player is not None and seat.player.without_address and look.mine is not None:
        bot = _badge(gettext("guest, gets no mails"), "badge-warn")
    mine = _badge(gettext("you")) if seat == look.mine else ""
    words, kind = LEFT.get(seat.state, ("", ""))
    return f"{bot} {mine} {_badge(gettext(words), kind) if words else ''}"


def _bot(seat: Seat) -> str:
    """The badge of a bot, with its level unless it is the easy one."""
    level = seat.player.bot_level if seat.player is not None else ""
    return gettext("bot") if level in ("", BotLevel.EASY) else gettext("bot, %(level)s") % {"level": BotLevel(level).label}


def _asked(seat: Seat, look: Look) -> str:
    if seat.index not in look.game.waiting:
        return ""
    asked, until = _badge(gettext("to decide"), "badge-turn"), escaped(gettext("until"))
    return f"{asked} {until} {moment_html(seat.due_at)}" if seat == look.mine and seat.due_at else asked


def _not_ready(seat: Seat, look: Look) -> str:
    missing = look.game.status == Game.Status.READY and seat.player is not None and not seat.ready
    return _badge(gettext("not ready yet"), "badge-warn") if missing else ""


def _badge(words: str, kind: str = "") -> str:
    return f'<span class="badge{kind and " "}{kind}">{escaped(words)}</span>'
