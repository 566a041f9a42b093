"""The acts of staff on a player."""

from allauth.mfa.models import Authenticator
from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from games.admin.base.confirmed_actions import Act, foresee
from games.models import Player
from games.queries.people import data_export
from games.services.operations import arranged_games, mailing, members
from games.services.operations.roles import ROLES
from notifications.models import Suppression

MODERATE, ERASE = "games.moderate_player", "games.erase_player"
HAND_OUT = "auth.change_group"
"""A permission that only superusers have."""


def is_member(player: Player) -> bool:
    """Whether this is a person without a staff role."""
    return not player.is_bot and not player.is_staff


def is_suppressed(player: Player) -> bool:
    """Whether the player's address is suppressed without an end."""
    return Suppression.objects.filter(address=(player.email or "").lower(), until=None).exists()


def roles_of(player: Player) -> list[str]:
    return [name for name in player.groups.order_by("name").values_list("name", flat=True) if name in ROLES]


def roles_left(player: Player) -> list[str]:
    current = roles_of(player)
    return [name for name in ROLES if name not in current]


def role_field(names: list[str]) -> forms.Field:
    return forms.ChoiceField(label=_("Role"), choices=[(name, name) for name in names])


def archive(request: HttpRequest, row: Player, player: Player) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="player-{player.pk}.zip"', "Cache-Control": "no-store, private"}
    return HttpResponse(data_export.archive(player), content_type="application/zip", headers=headers)


ACTS = (
    Act(
        "ban", _("Shut out"), MODERATE, members.ban,
        foresee(
            _("They are signed out everywhere and cannot sign in; their tokens are refused."),
            _(
                "They are removed from tables that have not started and from tournaments. "
                "Other running games go on until their deadlines pass."
            ),
        ),
        lambda player: is_member(player) and player.is_active,
        witness=lambda player: arranged_games.hooks.witness_of_person(player.pk),
    ),
    Act(
        "unban", _("Let in again"), MODERATE, members.unban, foresee(_("They can sign in again.")),
        lambda player: is_member(player) and not player.is_active,
    ),
    Act(
        "export", _("Export their data"), ERASE, members.record_export,
        foresee(_("You get an archive of all data about this person. Send it only to them, in a secure way.")),
        is_member, answer=archive,
    ),
    Act(
        "forget", _("Delete for good"), ERASE, members.forget,
        foresee(
            _(
                "Running games are resigned, and all data about the person is deleted. "
                "Games of other players stay complete. This cannot be undone."
            )
        ),
        is_member, lambda _player: {"name": forms.CharField(label=_("Type their name to confirm"), max_length=30)},
    ),
    Act(
        "suppress", _("Stop all mails"), "notifications.add_suppression", mailing.suppress,
        lambda player, _data: [gettext("No mails are sent to %(address)s until the address is tried again.") % {"address": player.email}],
        lambda player: bool(player.email) and not player.is_bot and not is_suppressed(player),
    ),
    Act(
        "drop-factors", _("Remove lost second factors"), "mfa.delete_authenticator", members.drop_factors,
        foresee(_("They can sign in without a second factor. Make sure that the request is really from them.")),
        lambda player: Authenticator.objects.filter(user=player).exists(),
    ),
    Act(
        "give-role", _("Give a role"), HAND_OUT, members.give_role,
        lambda player, data: [gettext("%(name)s gets the role %(role)s.") % {"name": player.name, "role": data["role"]}],
        lambda player: player.is_active and not player.is_bot and bool(roles_left(player)),
        lambda player: {"role": role_field(roles_left(player))},
    ),
    Act(
        "take-role", _("Remove a role"), HAND_OUT, members.take_role,
        lambda player, data: [gettext("%(name)s no longer has the role %(role)s.") % {"name": player.name, "role": data["role"]}],
        lambda player: bool(roles_of(player)), lambda player: {"role": role_field(roles_of(player))},
    ),
)  # fmt: skip
