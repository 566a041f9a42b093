"""Acts that change the status or the schedule of a tournament: open, change, invite, start, pause, approve, cancel, copy."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.shortcuts import redirect
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext as _, gettext_lazy as lazy, ngettext

from games.admin.base.confirmed_actions import foresee, said
from games.admin.tables.game_actions import PersonField
from games.models import Game, Player
from games.services.errors import Refused
from games.tournaments.acts.fields import TextField, TieBreaksField, date_and_time, number
from games.tournaments.acts.making import Data, act, at, begun, with_fields
from games.tournaments.models import Tournament
from games.tournaments.queries import standings
from games.tournaments.queries.forecast import forecast, warnings
from games.tournaments.services import announcing, changing, director, interventions, lifecycle, seeding
from games.tournaments.services.announcement import changeable, differences

Status = Tournament.Status


def foresee_start(tournament: Tournament, _data: Data) -> list[str]:
    there = lifecycle.starters(tournament)
    facts = forecast(tournament, max(2, len(there)))
    return [
        _("%(count)d take part: %(names)s.") % {"count": len(there), "names": ", ".join(entry.player.name for entry in there)},
        _("At most %(rounds)d rounds and %(games)d games.") % {"rounds": facts.rounds, "games": facts.games},
        _("The games of the first round begin at once."),
        *_follows(tournament),
    ]


def _follows(tournament: Tournament) -> list[str]:
    """The sentence that the seeds follow from a table that may still change, if they do."""
    before = tournament.follows
    if before is None or before.status == Status.CLOSED:
        return []
    return [_("“%(title)s” has no final table yet: the seeds follow from its present standings.") % {"title": before.title}]


def foresee_order(tournament: Tournament, data: Data) -> list[str]:
    try:
        found, unknown = seeding.listed(tournament, data["text"])
    except Refused as error:
        return [said(error.message)]
    facts = {"count": len(found), "unknown": ", ".join(unknown[:20])}
    known = ngettext("%(count)d player is placed as on the list.", "%(count)d players are placed as on the list.", len(found)) % facts
    return [known, *([_("No entrant has this name: %(unknown)s.") % facts] if unknown else [])]


def order_fields(_tournament: Tournament) -> dict[str, forms.Field]:
    return {
        "text": forms.CharField(
            label=lazy("Names, best first"), max_length=100_000, widget=forms.Textarea(attrs={"rows": 12}),
            help_text=lazy("One per line, a table with a column “name”, or a FIDE report file."),
        )
    }  # fmt: skip


def foresee_pause(_tournament: Tournament, data: Data) -> list[str]:
    until = data.get("until")
    ends = _("All clocks of the tournament are stopped until %(when)s.") % {"when": date_and_time(until)} if until else None
    return [ends or _("All clocks of the tournament are stopped until you resume them; all players are notified.")]


def foresee_approve(tournament: Tournament, _data: Data) -> list[str]:
    first = standings.podium(standings.board(tournament).standings)
    names = ", ".join(f"{line.rank}. {line.name}" for line in first)
    return [_("The final table is approved: %(names)s.") % {"names": names}, _("The tournament is closed, and all players are notified.")]


def foresee_cancel(tournament: Tournament, _data: Data) -> list[str]:
    games = tournament.games().filter(status=Game.Status.ACTIVE).count()
    on = ngettext("%(count)d running game continues as an ordinary game.", "%(count)d running games continue as ordinary games.", games)
    return [_("No further round is paired."), on % {"count": games}]


def foresee_change(tournament: Tournament, data: Data) -> list[str]:
    draft = Tournament.objects.get(pk=tournament.pk)
    for one in changeable(tournament):
        setattr(draft, one.name, data[one.name])
    changes = [
        _("%(label)s: %(new)s instead of %(old)s.") % {"label": label, "old": old, "new": new}
        for label, old, new in differences(tournament, draft)
    ]
    leaving = (
        _("Until the start all players may withdraw.")
        if tournament.status in lifecycle.BEFORE
        else _("A running round keeps its end date.")
    )
    return [*changes, *(said(warning) for warning in warnings(draft)), leaving]


def change_fields(tournament: Tournament) -> dict[str, forms.Field]:
    """The fields that may still be changed, with their present values."""
    found: dict[str, forms.Field] = {}
    for one in changeable(tournament):
        how: dict[str, Any] = {"form_class": TieBreaksField} if one.name == "tie_breaks" else {}
        field = one.field.formfield(initial=getattr(tournament, one.name), **how)
        assert isinstance(field, forms.Field)
        if one.name == "text":
            field = TextField(label=field.label, required=False, initial=tournament.text, widget=forms.Textarea(attrs={"rows": 4}))
        if one.name == "seeding" and tournament.seeding and isinstance(field, forms.ChoiceField):
            field.choices = Tournament.Seeding.choices  # without the empty one of older tournaments
        found[one.name] = field
    return found


def change(pk: int, by: Player, reason: str, *, now: datetime, **data: Any) -> None:
    changing.change(pk, data, by, reason, now=now)


def invite(pk: int, by: Player, reason: str, *, who: Player, now: datetime) -> None:
    director.invite(pk, [who], by, reason, now=now)


COPY = act(
    "copy", lazy("Copy this tournament"), with_fields(changing.copy, "title", "follows"),
    lambda _one, data: [_("“%(title)s” is announced with the same settings, directed by you.") % {"title": data["title"]}],
    lambda _one: True,
    lambda one: {
        "title": forms.CharField(label=lazy("Title"), max_length=80, initial=one.title),
        "follows": forms.BooleanField(label=lazy("Seeds follow from the final table here"), required=False),
    },
)  # fmt: skip

ACTS = (
    act(
        "open", lazy("Open registration"), director.open_registration, foresee(lazy("People can enter from now on.")),
        at(Status.ANNOUNCED),
    ),
    act(
        "change", lazy("Change the announcement"), change, foresee_change,
        at(*lifecycle.BEFORE, Status.RUNNING), change_fields,
    ),
    act(
        "invite", lazy("Invite a player"), invite, foresee(lazy("They are notified and may enter.")),
        lambda one: one.invite_only and one.status in (Status.ANNOUNCED, Status.REGISTRATION),
        lambda _one: {"who": PersonField(label=lazy("Name"), max_length=30)}, public=False,
    ),
    act(
        "bots", lazy("Enter bots"), announcing.enter_bots,
        foresee(lazy("The site’s bots enter like other players. They answer at once and are not rated.")), at(*lifecycle.BEFORE),
        lambda _one: {"count": number(lazy("How many"), 1, announcing.MOST_BOTS, 1)},
    ),
    act(
        "call-in", lazy("Start the check-in"), director.call_in,
        foresee(lazy("All entrants are asked by mail to check in; players who do not check in do not play.")), at(Status.REGISTRATION),
    ),
    act(
        "order", lazy("Set the seeds"), with_fields(seeding.put_in_order, "text"), foresee_order,
        lambda one: one.seeding == Tournament.Seeding.HAND and one.status in lifecycle.BEFORE, order_fields,
    ),
    act("start", lazy("Draw the seeds and pair the first round"), director.start, foresee_start, at(*lifecycle.BEFORE)),
    act(
        "extend", lazy("Move the end of the round"), with_fields(interventions.extend, "days"),
        lambda one, _data: [_("All participants are notified."), *([_("The length of the pause is added.")] if one.paused_at else [])],
        lambda one: one.status == Status.RUNNING and bool(one.round_days) and begun(one),
        lambda _one: {
            "days": number(
                lazy("Days later"), -interventions.MOST_DAYS, interventions.MOST_DAYS, 3, lazy("A negative number moves it earlier.")
            )
        },
    ),
    act(
        "pause", lazy("Stop all clocks"), interventions.pause, foresee_pause,
        lambda one: one.status == Status.RUNNING and one.paused_at is None,
        lambda _one: {
            "until": forms.DateTimeField(
                label=lazy("Until"), required=False,
                help_text=_("Year-month-day hour:minute in your time zone, %(zone)s; empty: until you resume them.")
                % {"zone": get_current_timezone_name()},
            )
        },
    ),
    act(
        "resume", lazy("Let the clocks run again"), interventions.resume, foresee(lazy("Clocks resume with the time they had left.")),
        lambda one: one.status == Status.RUNNING and one.paused_at is not None,
    ),
    act(
        "give-back", lazy("Give time back after an outage"), with_fields(interventions.give_back, "hours"),
        foresee(lazy("Every open question and every running round is extended by these hours.")), at(Status.RUNNING),
        lambda _one: {"hours": number(lazy("Hours"), 1, interventions.MOST_HOURS, 12)},
    ),
    act("approve", lazy("Approve the final table"), director.approve, foresee_approve, at(Status.REVIEW)),
    act("cancel", lazy("Cancel the tournament"), director.cancel, foresee_cancel, at(*director.LIVING)),
    act(
        "revive", lazy("Undo the cancellation"), interventions.revive,
        foresee(
            lazy("The tournament resumes where it stopped; all players are notified."),
            lazy("Games that ended in the meantime keep their results."),
        ),
        at(Status.CANCELLED),
    ),
    replace(COPY, answer=lambda _request, _row, made: redirect("admin:games_tournament_desk", made.pk)),
)  # fmt: skip
