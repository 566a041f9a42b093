"""What can be done about a person."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin.acting import Act
from games.models import Player
from games.queries import personal
from games.services.desk import members

MODERATE, ERASE = "games.moderate_player", "games.erase_player"


def is_member(player: Player) -> bool:
    """A person who does not work for the house."""
    return not player.is_bot and not player.is_staff


def archive(request: HttpRequest, row: Player, player: Player) -> HttpResponse:
    """The zip, for saving."""
    headers = {"Content-Disposition": f'attachment; filename="player-{player.pk}.zip"', "Cache-Control": "no-store, private"}
    return HttpResponse(personal.archive(player), content_type="application/zip", headers=headers)


def foresee(*sentences: Any) -> Any:
    """Consequences that are always the same."""
    return lambda _row, _data: list(sentences)


ACTS = (
    Act(
        "ban", _("Shut out"), MODERATE, members.ban,
        foresee(
            _("They are signed out everywhere and cannot sign in; their tokens are refused."),
            _("They leave tables that have not started. Running games are left to their clocks."),
        ),
        lambda player: is_member(player) and player.is_active,
    ),
    Act(
        "unban", _("Let in again"), MODERATE, members.unban, foresee(_("They can sign in again.")),
        lambda player: is_member(player) and not player.is_active,
    ),
    Act(
        "export", _("Hand out their data"), ERASE, members.hand_out,
        foresee(_("You get the archive of everything we hold about them. Send it only to the person, in a safe way.")),
        is_member, answer=archive,
    ),
    Act(
        "forget", _("Delete for good"), ERASE, members.forget,
        foresee(_("Running games are resigned, all about the person is deleted, the games of others stay whole. There is no way back.")),
        is_member, lambda _player: {"name": forms.CharField(label=_("Their name once more"), max_length=30)},
    ),
)  # fmt: skip
