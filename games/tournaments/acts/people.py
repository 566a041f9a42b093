"""Acts that appoint and remove the officials of a tournament."""

from django import forms
from django.utils.translation import gettext as _, gettext_lazy as lazy

from games.admin.base.confirmed_actions import foresee
from games.admin.tables.game_actions import PersonField
from games.tournaments.acts.fields import SomebodyField, player
from games.tournaments.acts.making import Data, act, at, with_fields
from games.tournaments.models import Official, Tournament
from games.tournaments.services import appointing, director

LIVING = at(*director.LIVING)


def foresee_appoint(_tournament: Tournament, data: Data) -> list[str]:
    facts = {"name": data["who"].name, "role": Official.Role(data["role"]).label}
    return [
        _("%(name)s is %(role)s of this tournament.") % facts,
        _("%(name)s can sign in to the administration, see tournaments, and act on this one only.") % facts,
    ]


def appoint_fields(_tournament: Tournament) -> dict[str, forms.Field]:
    choices = [
        (Official.Role.ARBITER, lazy("arbiter: rules on results, rounds and people")),
        (Official.Role.DIRECTOR, lazy("director: may do everything")),
    ]
    return {"who": PersonField(label=lazy("Name"), max_length=30), "role": forms.ChoiceField(label=lazy("Role"), choices=choices)}


def dismiss_fields(tournament: Tournament) -> dict[str, forms.Field]:
    rows = tournament.officials.select_related("player").order_by("player__name_key")
    choices = [(row.player_id, row.player.name) for row in rows]
    return {"who": SomebodyField(label=lazy("Who"), coerce=player, choices=choices)}


ACTS = (
    act("appoint", lazy("Appoint an official"), with_fields(appointing.appoint, "who", "role"), foresee_appoint, LIVING, appoint_fields),
    act(
        "dismiss", lazy("Remove an official"), with_fields(appointing.dismiss, "who"),
        foresee(lazy("They can no longer act on this tournament.")),
        lambda one: LIVING(one) and one.officials.exists(), dismiss_fields,
    ),
)  # fmt: skip
