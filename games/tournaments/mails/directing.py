"""Texts of mails from and to directors: messages, calls, answers, appointments, a postponed start, a final table to approve, an error."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy as lazy

from games.mails import table_words
from games.tournaments.mails.told import About, MailText, Status
from games.tournaments.models import Call, Official, Tournament
from games.tournaments.services.lifecycle import fewest

DESK: Any = lazy("Director’s desk")


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
    headline = _("%(name)s has a question for the director of %(title)s.")
    return MailText(
        _("a call from %(name)s"), headline, [call.text, *at], _("Answer"), _desk(about.tournament), {"name": call.player.name}
    )  # fmt: skip


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
    return MailText(_("you are an official"), headline, about.reason(), _("Open the administration"), _desk(about.tournament))


def _dismissed(about: About) -> MailText | None:
    if about.tournament.officials.filter(player=about.reader).exists():
        return None
    headline = _("You are no longer an official of %(title)s.")
    return MailText(_("you are no longer an official"), headline, about.reason())


def _not_begun(about: About) -> MailText | None:
    tournament = about.tournament
    if tournament.status != Status.REGISTRATION or tournament.starts_at is not None:
        return None
    facts = {"there": about.payload["there"], "needed": fewest(tournament)}
    lines = [
        _("Players at the announced time: %(there)d. Needed: %(needed)d.") % facts,
        _("Nothing starts automatically any more: announce another start, or start the check-in or the first round yourself."),
    ]
    return MailText(_("the start is postponed"), _("%(title)s does not begin yet."), lines, DESK, _desk(tournament))


def _review(about: About) -> MailText | None:
    if about.tournament.status != Status.REVIEW:
        return None
    headline = _("All rounds of %(title)s are played.")
    lines = [_("The final table waits for your approval.")]
    return MailText(_("the final table waits for you"), headline, lines, DESK, _desk(about.tournament))


def _failed(about: About) -> MailText | None:
    if about.tournament.status in (Status.CLOSED, Status.CANCELLED):
        return None
    headline = _("%(title)s cannot go on by itself.")
    lines = [
        _("An error on the server stops the next step of the tournament. Its games go on, and the server tries again every minute."),
        _("An operator of this site finds the error in the log (tournament_failed). You will be told once a day until it is corrected."),
    ]
    return MailText(_("an error stops the tournament"), headline, lines, DESK, _desk(about.tournament))


def _desk(tournament: Tournament) -> str:
    return f"/admin/games/tournament/{tournament.pk}/desk/"


def _of(about: About) -> Call | None:
    return (
        about.tournament.calls.select_related("player", "game")
        .defer("game__position", "game__secret")
        .filter(pk=about.payload["call"])
        .first()
    )


SORTS: dict[str, Callable[[About], MailText | None]] = {
    "message": _message, "call": _call, "answer": _answer, "appointed": _appointed, "dismissed": _dismissed,
    "not_begun": _not_begun, "review": _review, "failed": _failed,
}  # fmt: skip
