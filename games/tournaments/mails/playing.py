"""Texts of mails about a running tournament: rounds, half-time, late games, rulings, pauses, the end."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.mails import table_words
from games.models import Game, Seat
from games.tournaments.formats.scoring import decimal, points_of
from games.tournaments.mails.told import About, MailText, Status, meeting, opponents, pairing_named, pairing_of, standing, with_pause
from games.tournaments.models import Pairing
from games.tournaments.queries.standings import lines_of, podium


def _round(about: About) -> MailText | None:
    tournament, number = about.tournament, about.payload["number"]
    if not about.drawn or tournament.status != Status.RUNNING or tournament.rounds.filter(number__gt=number).exists():
        return None
    row = pairing_of(about, number)
    facts = {"number": number, "names": opponents(about, row) if row is not None else ""}
    subject = _("round %(number)d: you play %(names)s") if row is not None and row.game else _("round %(number)d")
    lines = [*meeting(about, row), *(standing(about) if number > 1 else []), *_show_up(about, row)]
    return MailText(subject, _("Round %(number)d of %(title)s has begun."), lines, facts=facts)


def _show_up(about: About, row: Pairing | None) -> list[str]:
    hours = about.tournament.show_up_hours
    if not hours or row is None or row.game is None:
        return []
    return [_("Move, or check in on the tournament’s page, within %(hours)d hours; otherwise you forfeit this game.") % {"hours": hours}]


def _half(about: About) -> MailText | None:
    number = about.payload["number"]
    row = pairing_of(about, number) if about.drawn else None
    if row is None or row.game is None or row.round.closed_at is not None or not _runs(row):
        return None
    headline = _("Half the time of round %(number)d of %(title)s is over.")
    return MailText(_("round %(number)d: half the time is over"), headline, meeting(about, row), facts={"number": number})


def _late(about: About) -> MailText | None:
    row = pairing_named(about)
    if row is None:
        return None
    lines = [*_result(about, row), _("It was still running when the round ended, and was decided by the announced rule for late games.")]
    headline, facts = _("Your game of round %(number)d of %(title)s is decided."), {"number": row.round.number}
    return MailText(_("round %(number)d: your game was decided"), headline, [*lines, *standing(about)], facts=facts)


def _ruled(about: About) -> MailText | None:
    row = pairing_named(about)
    if row is None:
        return None
    headline = _("There is a ruling on your game of round %(number)d of %(title)s.")
    lines = [*_result(about, row), *about.reason(), *standing(about)]
    return MailText(_("round %(number)d: a ruling on your game"), headline, lines, facts={"number": row.round.number})


def _repaired(about: About) -> MailText | None:
    row = pairing_named(about)
    if row is None or not about.drawn or row.round.closed_at is not None:
        return None
    facts = {"number": row.round.number, "names": opponents(about, row)}
    subject = _("round %(number)d: you play %(names)s") if row.game else _("round %(number)d")
    again = (
        _("Your game of round %(number)d of %(title)s starts again.") if row.game else _("Round %(number)d of %(title)s is paired again.")
    )
    return MailText(subject, again, [*meeting(about, row), *about.reason()], facts=facts)


def _undone(about: About) -> MailText | None:
    ruling = about.ruling()
    if ruling is None:
        return None
    lines = [_("Its games do not count; the round is paired again."), *about.reason()]
    headline = _("Round %(number)d of %(title)s has been taken back.")
    return MailText(_("round %(number)d is taken back"), headline, lines, facts={"number": ruling.facts["round"]})


def _paused(about: About) -> MailText | None:
    if about.tournament.paused_at is None:
        return None
    until = about.tournament.paused_until
    when = {"when": table_words.local_moment(until)} if until else {}
    runs = _("All its clocks are stopped until %(when)s.") % when if until else _("All its clocks are stopped.")
    return MailText(_("paused"), _("%(title)s is paused."), [runs, *about.reason()])


def _resumed(about: About) -> MailText | None:
    if about.tournament.paused_at is not None or about.tournament.status != Status.RUNNING:
        return None
    lines = [_("All clocks resume with the time they had left.")]
    return MailText(_("it goes on"), _("%(title)s resumes."), lines)


def _extended(about: About) -> MailText | None:
    current = about.tournament.rounds.order_by("-number").first()
    if current is None or current.ends_at is None or current.closed_at is not None:
        return None
    lines = [*with_pause(about), _("Games still running then are decided by the rule for late games."), *about.reason()]
    facts = {"when": table_words.local_moment(current.ends_at), "number": current.number}
    return MailText(_("round %(number)d has a new end"), _("The round of %(title)s lasts until %(when)s."), lines, facts=facts)


def _cancelled(about: About) -> MailText | None:
    lines = [*about.reason(), *([_("Running games continue as ordinary games.")] if about.tournament.rounds.exists() else [])]
    return MailText(_("cancelled"), _("%(title)s was cancelled."), lines)


def _revived(about: About) -> MailText | None:
    if about.tournament.status == Status.CANCELLED:
        return None
    return MailText(_("the cancellation is withdrawn"), _("%(title)s takes place after all."), [*about.reason(), *standing(about)])


def _closed(about: About) -> MailText | None:
    tournament = about.tournament
    if tournament.status != Status.CLOSED or about.entry is None:
        return None
    names = dict(tournament.entries.filter(seed__isnull=False).values_list("seed", "player__name"))
    first = podium(lines_of(tournament))
    lines = [_("%(rank)d. %(name)s") % {"rank": line.rank, "name": names[line.entrant]} for line in first]
    headline = _("The final table of %(title)s is published.")
    return MailText(_("the final table"), headline, [*lines, *standing(about)])


def _runs(row: Pairing) -> bool:
    return any(game is not None and game.status == Game.Status.ACTIVE for game in (row.game, row.second))


def _result(about: About, row: Pairing) -> list[str]:
    """The points of a meeting by name, with rulings, as lines of the mail."""
    played = row.played()
    if played is None and _runs(row):
        lost = row.game.seats.filter(state=Seat.State.FORFEITED).order_by("index") if row.game is not None else []
        return [_("Lost this game: %(names)s. The others play on.") % {"names": ", ".join(str(seat.player) for seat in lost)}]
    if played is None:
        return [_("It does not count.")]
    names = dict(about.tournament.entries.filter(seed__in=row.seats).values_list("seed", "player__name"))
    return [_("Result: %(result)s") % {"result": ", ".join(f"{names[seed]}: {decimal(gain)}" for seed, gain in points_of(played).items())}]


SORTS: dict[str, Callable[[About], MailText | None]] = {
    "round": _round, "half": _half, "late": _late, "ruled": _ruled, "repaired": _repaired, "undone": _undone, "paused": _paused,
    "resumed": _resumed, "extended": _extended, "cancelled": _cancelled, "revived": _revived, "closed": _closed,
}  # fmt: skip
