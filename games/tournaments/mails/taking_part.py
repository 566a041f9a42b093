"""Texts of mails about participation: invitation, registration, places, exclusion, reinstatement, changes of the announcement."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.mails import table_words
from games.render.reader import reader_for
from games.render.words import said
from games.rules.registry import all_games
from games.tournaments.mails.told import About, MailText, Status, standing
from games.tournaments.models import Tournament
from games.tournaments.services.announcement import BY_NAME, label, shown


def _what(tournament: Tournament) -> list[str]:
    book = all_games().get(tournament.rules)
    kind = tournament.get_format_display()
    what = [_("%(game)s, %(format)s.") % {"game": said(book.title, reader_for()), "format": kind}] if book else []
    when = [_("It begins at %(when)s.") % {"when": table_words.local_moment(tournament.starts_at)}] if tournament.starts_at else []
    return [*what, *when, *([tournament.text] if tournament.text else [])]


def _invited(about: About) -> MailText | None:
    if about.tournament.status not in (Status.ANNOUNCED, Status.REGISTRATION) or about.entry is not None:
        return None
    director = about.tournament.director
    facts = {"name": director.name if director is not None else ""}
    headline = _("%(name)s invites you to %(title)s.") if director is not None else _("You are invited to %(title)s.")
    return MailText(_("you are invited"), headline, _what(about.tournament), facts=facts)


def _opened(about: About) -> MailText | None:
    if about.tournament.status != Status.REGISTRATION or about.entry is not None:
        return None
    return MailText(_("registration is open"), _("You may enter %(title)s now."), _what(about.tournament))


def _entered(about: About) -> MailText | None:
    tournament, entry = about.tournament, about.entry
    if entry is None or entry.withdrawn or tournament.status not in (Status.REGISTRATION, Status.CHECK_IN):
        return None
    ids = list(tournament.entries.filter(withdrawn=False).order_by("entered_at", "pk").values_list("pk", flat=True))
    behind = ids.index(entry.pk) + 1 - tournament.cap if tournament.cap else 0
    when = [_("It begins at %(when)s.") % {"when": table_words.local_moment(tournament.starts_at)}] if tournament.starts_at else []
    if behind > 0:
        lines = [_("You are number %(number)d on the waiting list. You will be notified when a place becomes free.") % {"number": behind}]
        return MailText(_("you are on the waiting list"), _("%(title)s is full."), [*lines, *when])
    return MailText(_("you have entered"), _("You take part in %(title)s."), when or [_("You will be notified when it begins.")])


def _check_in(about: About) -> MailText | None:
    tournament, entry = about.tournament, about.entry
    if tournament.status != Status.CHECK_IN or tournament.starts_at is None or entry is None or entry.withdrawn or entry.checked_in_at:
        return None
    when = {"when": table_words.local_moment(tournament.starts_at)}
    lines = [_("It begins at %(when)s with the players who have checked in by then.") % when]
    headline = _("%(title)s is about to begin. Please check in.")
    return MailText(_("please check in"), headline, lines, _("Check in"))


def _place(about: About) -> MailText | None:
    if about.tournament.status not in (Status.REGISTRATION, Status.CHECK_IN) or about.entry is None or about.entry.withdrawn:
        return None
    lines = [_("A place has become free, and you were first on the waiting list.")]
    return MailText(_("you have a place"), _("You have a place in %(title)s now."), lines)


def _left_out(about: About) -> MailText | None:
    if about.entry is None or about.entry.seed is not None or about.tournament.status != Status.RUNNING:
        return None
    asked = about.entry.checked_in_at is None and about.tournament.starts_at is not None and about.tournament.check_in_hours
    why = _("You did not check in in time.") if asked else _("You were on the waiting list, and no place became free.")
    return MailText(_("it has started without you"), _("%(title)s has started without you."), [why])


def _called_off(about: About) -> MailText | None:
    if about.tournament.status != Status.REGISTRATION:
        return None
    lines = [_("Too few players were there at the announced time. The director decides when it begins; you keep your place.")]
    return MailText(_("the start is postponed"), _("%(title)s does not begin yet."), lines)


def _excluded(about: About) -> MailText | None:
    if about.entry is None or not about.entry.withdrawn:
        return None
    lines = [
        *about.reason(),
        _("Your running games there were resigned.") if about.entry.seed else _("Your place goes to the next player."),
    ]
    return MailText(_("you were removed"), _("You no longer take part in %(title)s."), lines)


def _back(about: About) -> MailText | None:
    if not about.drawn:
        return None
    headline = _("You take part in %(title)s from the next round on.")
    return MailText(_("you take part"), headline, [*about.reason(), *standing(about)])


def _replaced(about: About) -> MailText | None:
    lines = [_("The director has given them your place.")]
    facts = {"name": table_words.player_name(about.payload["by"])}
    return MailText(_("you were substituted"), _("%(name)s is your substitute in %(title)s."), lines, facts=facts)


def _place_taken(about: About) -> MailText | None:
    if not about.drawn or about.tournament.status != Status.RUNNING:
        return None
    headline = _("You are the substitute for %(name)s in %(title)s.")
    lines = [_("Their results count for you, and their running games are yours.")]
    return MailText(_("you are a substitute"), headline, lines, facts={"name": table_words.player_name(about.payload["by"])})


def _changed(about: About) -> MailText | None:
    ruling = about.ruling()
    if ruling is None or about.tournament.status in (Status.CLOSED, Status.CANCELLED):
        return None
    names = [name for name in ruling.facts.get("changes", {}) if name in BY_NAME]
    lines = [_("%(label)s: %(value)s") % {"label": label(name), "value": shown(about.tournament, name)} for name in names]
    free = [_("You may withdraw until it begins.")] if about.tournament.status in (Status.REGISTRATION, Status.CHECK_IN) else []
    headline = _("The announcement of %(title)s has changed.")
    return MailText(_("the announcement has changed"), headline, [*lines, *about.reason(), *free])


SORTS: dict[str, Callable[[About], MailText | None]] = {
    "invited": _invited, "opened": _opened, "entered": _entered, "check_in": _check_in, "place": _place, "left_out": _left_out,
    "called_off": _called_off, "excluded": _excluded, "reinstated": _back, "late_entry": _back, "replaced": _replaced,
    "place_taken": _place_taken, "changed": _changed,
}  # fmt: skip
