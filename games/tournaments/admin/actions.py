"""What a director can do about a tournament, and how its consequences read beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.admin.base.confirmed_actions import Act, said
from games.admin.tables.game_actions import PersonField
from games.models import Game, Player
from games.services.errors import Refused
from games.tournaments.models import Tournament
from games.tournaments.queries import standings
from games.tournaments.queries.forecast import forecast
from games.tournaments.services import announcing, director, entering, interventions, lifecycle, seeding
from notifications.clock import database_now

DIRECT = "games.change_tournament"
Data = Mapping[str, Any]
Status = Tournament.Status


def at(*stations_: str) -> Callable[[Tournament], bool]:
    """Where in its life a tournament has to be."""
    return lambda tournament: tournament.status in stations_


def foresee(*sentences: Any) -> Callable[[Tournament, Data], list[Any]]:
    """Consequences that do not depend on what was chosen."""
    return lambda _tournament, _data: list(sentences)


def foresee_start(tournament: Tournament, _data: Data) -> list[str]:
    there = lifecycle.entered(tournament)
    if tournament.status == Status.CHECK_IN:
        there = [entry for entry in there if entry.checked_in_at is not None]
    there = there[: tournament.cap] if tournament.cap else there
    facts = forecast(tournament, max(2, len(there)))
    return [
        _("%(count)d take part: %(names)s.") % {"count": len(there), "names": ", ".join(entry.player.name for entry in there)},
        _("At most %(rounds)d rounds and %(games)d games.") % {"rounds": facts.rounds, "games": facts.games},
        _("The games of the first round begin at once."),
    ]


def foresee_order(tournament: Tournament, data: Data) -> list[str]:
    try:
        found, unknown = seeding.listed(tournament, data["text"])
    except Refused as error:
        return [said(error.message)]
    facts = {"count": len(found), "unknown": ", ".join(unknown[:20])}
    known = ngettext("%(count)d person has the place of the list.", "%(count)d people have the places of the list.", len(found)) % facts
    return [known, *([_("Nobody who has entered is called: %(unknown)s.") % facts] if unknown else [])]


def foresee_extend(tournament: Tournament, data: Data) -> list[str]:
    current = tournament.rounds.order_by("-number").first()
    if current is None or current.ends_at is None:
        return [_("Nothing: the round has no last day.")]
    ends = max(current.ends_at, database_now()) + timedelta(days=data["days"])
    facts = {"round": current.number, "now": moment(current.ends_at), "then": moment(ends)}
    return [_("Round %(round)d ends at %(then)s instead of %(now)s.") % facts, _("Everybody who takes part is told.")]


def foresee_withdraw(tournament: Tournament, data: Data) -> list[str]:
    games = len(entering.seats_of(tournament, data["who"].pk))
    facts = {"name": data["who"].name, "count": games}
    leaves = _("%(name)s leaves the tournament and is not paired again.") % facts
    return [leaves, ngettext("%(count)d running game is resigned.", "%(count)d running games are resigned.", games) % facts]


def foresee_replace(tournament: Tournament, data: Data) -> list[str]:
    games = len(entering.seats_of(tournament, data["who"].pk))
    facts = {"old": data["who"].name, "new": data["substitute"].name, "count": games}
    return [
        _("%(new)s takes the place of %(old)s with its results; both are told.") % facts,
        ngettext(
            "%(count)d running game is played on, with time as at the start.",
            "%(count)d running games are played on, with time as at the start.", games,
        ) % facts,
    ]  # fmt: skip


def foresee_approve(tournament: Tournament, _data: Data) -> list[str]:
    first = standings.board(tournament).standings[:3]
    names = ", ".join(f"{line.rank}. {line.name}" for line in first)
    return [_("The table stands: %(names)s.") % {"names": names}, _("The tournament is closed, and everybody hears of it.")]


def foresee_cancel(tournament: Tournament, _data: Data) -> list[str]:
    games = tournament.games().filter(status=Game.Status.ACTIVE).count()
    on = ngettext(
        "%(count)d running game is played on as an ordinary game.", "%(count)d running games are played on as ordinary games.", games
    )
    return [_("No further round is paired."), on % {"count": games}]


def moment(value: datetime) -> str:
    """A moment as the admin shows it."""
    return date_format(timezone.localtime(value), "DATETIME_FORMAT")


def people(tournament: Tournament) -> forms.Field:
    """Who takes part."""
    rows = tournament.entries.filter(withdrawn=False).select_related("player").order_by("player__name_key")
    return forms.TypedChoiceField(label=lazy("Who"), coerce=_player, choices=[(row.player_id, row.player.name) for row in rows])


def _player(pk: str) -> Player:
    return Player.objects.get(pk=pk)


def number(label: Any, least: int, most: int, initial: int) -> forms.Field:
    """A whole number."""
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial)


def swapped(service: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """A service that takes what was chosen before the person and the reason."""

    def do(pk: int, by: Player, reason: str, *, now: datetime, **data: Any) -> Any:
        return service(pk, *(data[name] for name in names), by, reason, now=now)

    return do


def invite(pk: int, by: Player, reason: str, *, who: Player, now: datetime) -> None:
    """One more person."""
    director.invite(pk, [who], by, reason, now=now)


ACTS = (
    Act(
        "open", lazy("Open registration"), DIRECT, director.open_registration,
        foresee(lazy("People can enter from now on; what was announced can no longer be changed.")), at(Status.ANNOUNCED),
    ),
    Act(
        "invite", lazy("Invite somebody"), DIRECT, invite, foresee(lazy("They are told, and may enter.")),
        lambda one: one.invite_only and one.status in (Status.ANNOUNCED, Status.REGISTRATION),
        lambda _one: {"who": PersonField(label=lazy("Name"), max_length=30)},
    ),
    Act(
        "bots", lazy("Let bots take part"), DIRECT, announcing.enter_bots,
        foresee(lazy("Bots of the house enter like people. They answer at once and are not rated.")), at(*lifecycle.BEFORE),
        lambda _one: {"count": number(lazy("How many"), 1, announcing.MOST_BOTS, 1)},
    ),
    Act(
        "call-in", lazy("Ask who is there"), DIRECT, director.call_in,
        foresee(lazy("Everybody who entered is asked by mail; who does not check in does not play.")), at(Status.REGISTRATION),
    ),
    Act(
        "order", lazy("Put the seeds in order"), DIRECT, swapped(seeding.put_in_order, "text"), foresee_order,
        lambda one: one.seeding == Tournament.Seeding.HAND and one.status in lifecycle.BEFORE,
        lambda _one: {"text": forms.CharField(
            label=lazy("Names, best first"), max_length=100_000, widget=forms.Textarea(attrs={"rows": 12}),
            help_text=lazy("One a line, a table with a column “name”, or a report file of FIDE."),
        )},
    ),
    Act("start", lazy("Draw the seeds and pair the first round"), DIRECT, director.start, foresee_start, at(*lifecycle.BEFORE)),
    Act(
        "extend", lazy("Make the round longer"), DIRECT, swapped(interventions.extend, "days"),
        foresee_extend,
        lambda one: one.status == Status.RUNNING and bool(one.round_days),
        lambda _one: {"days": number(lazy("Days"), 1, interventions.MOST_DAYS, 3)},
    ),
    Act(
        "pause", lazy("Stop all clocks"), DIRECT, interventions.pause,
        foresee(lazy("No clock of the tournament runs until you let them run again; everybody is told.")),
        lambda one: one.status == Status.RUNNING and one.paused_at is None,
    ),
    Act(
        "resume", lazy("Let the clocks run again"), DIRECT, interventions.resume, foresee(lazy("Clocks go on from where they stood.")),
        lambda one: one.status == Status.RUNNING and one.paused_at is not None,
    ),
    Act(
        "give-back", lazy("Give time back after an outage"), DIRECT, swapped(interventions.give_back, "hours"),
        foresee(lazy("Every open question and every running round gets these hours.")), at(Status.RUNNING),
        lambda _one: {"hours": number(lazy("Hours"), 1, interventions.MOST_HOURS, 12)},
    ),
    Act(
        "withdraw", lazy("Take somebody out"), DIRECT, swapped(interventions.withdraw, "who"),
        foresee_withdraw, at(*lifecycle.BEFORE, Status.RUNNING),
        lambda one: {"who": people(one)},
    ),
    Act(
        "replace", lazy("Give a place to somebody else"), DIRECT, swapped(interventions.replace, "who", "substitute"),
        foresee_replace, at(Status.RUNNING),
        lambda one: {"who": people(one), "substitute": PersonField(label=lazy("Name of the substitute"), max_length=30)},
    ),
    Act(
        "approve", lazy("Approve the final table"), DIRECT, director.approve, foresee_approve, at(Status.REVIEW),
    ),
    Act(
        "cancel", lazy("Cancel the tournament"), DIRECT, director.cancel, foresee_cancel, at(*director.LIVING),
    ),
)  # fmt: skip
