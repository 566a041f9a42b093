"""Texts of mails from and to directors: messages, calls, answers, appointments."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.mails import table_words
from games.tournaments.mails.told import About, MailText
from games.tournaments.models import Call, Official


def _message(about: About) -> MailText | None:
    ruling = about.ruling()
    if ruling is None:
        return None
    headline = _("A message from the director of %(title)s:")
    return MailText(_("a message from the director"), headline, ruling.facts["text"].splitlines())


def _call(about: About) -> MailText | None:
    call = _of(about)
    if call is None or call.answered_at is not None:
        return None
    at = [table_words.table_link(call.game)] if call.game is not None else []
    desk = f"/admin/games/tournament/{about.tournament.pk}/desk/"
    headline = _("%(name)s has a question for the director of %(title)s.")
    return MailText(_("a call from %(name)s"), headline, [call.text, *at], _("Answer"), desk, {"name": call.player.name})


def _answer(about: About) -> MailText | None:
    call = _of(about)
    if call is None:
        return None
    headline = _("The director of %(title)s has answered you.")
    return MailText(_("an answer to your question"), headline, [f"> {call.text}", *call.answer.splitlines()])


def _appointed(about: About) -> MailText | None:
    official = about.tournament.officials.filter(player=about.reader).first()
    if official is None:
        return None
    directs = official.role == Official.Role.DIRECTOR
    headline = _("You direct %(title)s.") if directs else _("You are arbiter of %(title)s.")
    desk = f"/admin/games/tournament/{about.tournament.pk}/desk/"
    return MailText(_("you are an official"), headline, about.reason(), _("Open the administration"), desk)


def _dismissed(about: About) -> MailText | None:
    if about.tournament.officials.filter(player=about.reader).exists():
        return None
    headline = _("You are no longer an official of %(title)s.")
    return MailText(_("you are no longer an official"), headline, about.reason())


def _of(about: About) -> Call | None:
    return (
        about.tournament.calls.select_related("player", "game")
        .defer("game__position", "game__secret")
        .filter(pk=about.payload["call"])
        .first()
    )


SORTS: dict[str, Callable[[About], MailText | None]] = {
    "message": _message, "call": _call, "answer": _answer, "appointed": _appointed, "dismissed": _dismissed,
}  # fmt: skip
