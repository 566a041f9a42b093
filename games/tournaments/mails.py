"""What people hear from a tournament they take part in: invited, asked to check in, a place, rounds and results, pauses, replacements."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.mails import table_words
from games.models import Player
from games.render.reader import reader_for
from games.render.words import said
from games.rules.registry import all_games
from games.tournaments.formats.meetings import REST
from games.tournaments.formats.scoring import decimal
from games.tournaments.models import HIDDEN, Entry, Pairing, Tournament
from games.tournaments.queries.standings import lines_of
from notifications.composed import Composed
from notifications.models import Message
from notifications.render import render_mail

Status = Tournament.Status
Told = tuple[str, list[str], str]
"""The headline, some sentences, and the words on the button."""


def notice(message: Message, now: datetime) -> Composed | None:
    """The piece of news that the payload names; None when it is no longer true."""
    tournament = Tournament.objects.filter(code=message.payload["tournament"]).first()
    if tournament is None:
        return None
    entry = tournament.entries.filter(player_id=message.recipient_id).first()
    told = SORTS[message.payload["what"]](tournament, entry, message)
    if told is None:
        return None
    person: Any = message.recipient
    headline, lines, button = told
    link = table_words.absolute(tournament.get_absolute_url())
    context = {"subject": headline.rstrip("."), "headline": headline, "lines": lines, "link": link, "button": button}
    return render_mail("absence", context, person.language, person.zone, thread=tournament.code, link=link, preview=" ".join(lines))


def _invited(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if tournament.status not in (Status.ANNOUNCED, Status.REGISTRATION) or entry is not None:
        return None
    book = all_games().get(tournament.rules)
    kind = tournament.get_format_display()
    what = [_("%(game)s, %(format)s.") % {"game": said(book.title, reader_for((), get_language() or "en")), "format": kind}] if book else []
    when = [_("It begins at %(when)s.") % {"when": table_words.local_moment(tournament.starts_at)}] if tournament.starts_at else []
    lines = [*what, *when, *([tournament.text] if tournament.text else [])]
    return _("You are invited to %(title)s.") % {"title": tournament.title}, lines, _("Look at the tournament")


def _check_in(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if tournament.status != Status.CHECK_IN or tournament.starts_at is None or entry is None or entry.withdrawn or entry.checked_in_at:
        return None
    when = {"when": table_words.local_moment(tournament.starts_at)}
    lines = [_("It begins at %(when)s with those who have said by then that they are there.") % when]
    return _("%(title)s is about to begin. Are you there?") % {"title": tournament.title}, lines, _("Check in")


def _place(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if tournament.status not in (Status.REGISTRATION, Status.CHECK_IN) or entry is None or entry.withdrawn:
        return None
    lines = [_("Somebody withdrew, and you were the first on the waiting list.")]
    return _("You have a place in %(title)s now.") % {"title": tournament.title}, lines, _("Look at the tournament")


def _paused(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if tournament.paused_at is None:
        return None
    return _("%(title)s is paused.") % {"title": tournament.title}, [_("No clock of it runs.")], _("Look at the tournament")


def _resumed(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if tournament.paused_at is not None or tournament.status != Status.RUNNING:
        return None
    lines = [_("Clocks run again from where they stood.")]
    return _("%(title)s goes on.") % {"title": tournament.title}, lines, _("Look at the tournament")


def _extended(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    current = tournament.rounds.order_by("-number").first()
    if current is None or current.ends_at is None or current.closed_at is not None:
        return None
    lines = [_("Games that still run then are decided by the rule for late games.")]
    facts = {"title": tournament.title, "when": table_words.local_moment(current.ends_at)}
    return _("The round of %(title)s lasts until %(when)s.") % facts, lines, _("Look at the tournament")


def _replaced(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    facts = {"title": tournament.title, "name": _name(message)}
    return _("%(name)s plays on for you in %(title)s.") % facts, [_("The director has given them your place.")], _("Look at the tournament")


def _place_taken(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if entry is None or entry.withdrawn or tournament.status != Status.RUNNING:
        return None
    facts = {"title": tournament.title, "name": _name(message)}
    lines = [_("Their results count for you, and their running games are yours.")]
    return _("You play on for %(name)s in %(title)s.") % facts, lines, _("Look at the tournament")


def _round(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    number = message.payload["number"]
    if entry is None or entry.withdrawn or tournament.status != Status.RUNNING or tournament.rounds.filter(number__gt=number).exists():
        return None
    facts = {"title": tournament.title, "number": number}
    lines = [*_meeting(tournament, entry, number), _standing(tournament, entry)] if entry.seed is not None else []
    return _("Round %(number)d of %(title)s has begun.") % facts, lines, _("Look at the tournament")


def _closed(tournament: Tournament, entry: Entry | None, message: Message) -> Told | None:
    if tournament.status != Status.CLOSED or entry is None:
        return None
    names = dict(tournament.entries.filter(seed__isnull=False).values_list("seed", "player__name"))
    first = lines_of(tournament)[:3]
    lines = [_("%(rank)d. %(name)s") % {"rank": line.rank, "name": names[line.entrant]} for line in first]
    lines += [_standing(tournament, entry)] if entry.seed is not None else []
    return _("The final table of %(title)s stands.") % {"title": tournament.title}, lines, _("Look at the tournament")


def _meeting(tournament: Tournament, entry: Entry, number: int) -> list[str]:
    """Whom they meet in this round; [] when it has no place for them."""
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number).select_related("game").defer(*HIDDEN)
    pairing = next((row for row in rows.order_by("number") if entry.seed in row.seats), None)
    if pairing is None:
        return []
    others = [seed for seed in pairing.seats if seed != entry.seed]
    if pairing.game is None or not others:
        return [_("You sit out this round, for half a point.") if pairing.label == REST else _("You have a bye in this round.")]
    people = tournament.entries.filter(seed__in=others).order_by("seed").values_list("player__name", flat=True)
    return [_("You play %(names)s: %(link)s") % {"names": ", ".join(people), "link": table_words.table_link(pairing.game)}]


def _standing(tournament: Tournament, entry: Entry) -> str:
    line = next(line for line in lines_of(tournament) if line.entrant == entry.seed)
    return _("Your place: %(rank)d, with %(points)s points.") % {"rank": line.rank, "points": decimal(line.points)}


def _name(message: Message) -> str:
    return Player.objects.filter(pk=message.payload["by"]).values_list("name", flat=True).first() or _("somebody")


SORTS: dict[str, Callable[[Tournament, Entry | None, Message], Told | None]] = {
    "invited": _invited,
    "check_in": _check_in,
    "place": _place,
    "paused": _paused,
    "resumed": _resumed,
    "extended": _extended,
    "round": _round,
    "closed": _closed,
    "replaced": _replaced,
    "place_taken": _place_taken,
}
