"""The roles of the house: groups with permissions, made and kept up to date with every migration."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from games.models import Player

LOOKING = ("games.view_game", "games.view_seat", "games.view_move", "games.view_player", "games.view_auditevent", "games.view_rating")
MAILS = (
    "notifications.view_message", "notifications.view_suppression", "notifications.add_suppression", "notifications.delete_suppression",
)  # fmt: skip
ROLES: dict[str, tuple[str, ...]] = {
    "director": (
        *LOOKING, "games.referee_game", "games.fairplay_player",
        "games.add_tournament", "games.change_tournament", "games.view_tournament", "games.view_entry",
    ),
    "official": ("games.view_tournament", "games.view_entry"),
    "moderator": (
        *LOOKING, *MAILS, "games.referee_game", "games.peek_game", "games.fairplay_player",
        "games.view_report", "games.moderate_player", "games.erase_player",
    ),
    "operator": (
        *LOOKING, *MAILS, "games.repair_game", "games.view_tournament",
        "notifications.change_message", "notifications.view_straymail", "notifications.view_inboundmail",
    ),
}  # fmt: skip
"""Directors run tournaments, officials only those they are named for, moderators look after people, operators after the machine.

Only superusers hand out roles; a director makes somebody an official by naming them.
"""


def ensure(**_signal: Any) -> None:
    """Give every role exactly its permissions. Run after each migration, and harmless at any time."""
    for name, wanted in ROLES.items():
        group, _new = Group.objects.get_or_create(name=name)
        by_label: dict[str, Permission] = {}
        codes = [permission.partition(".")[2] for permission in wanted]
        for permission in Permission.objects.filter(codename__in=codes).select_related("content_type"):
            by_label[f"{permission.content_type.app_label}.{permission.codename}"] = permission
        group.permissions.set([by_label[label] for label in wanted])


def give(player: Player, role: str) -> None:
    """Let somebody work for the house in a role. Raises KeyError for a role that does not exist."""
    with transaction.atomic():
        ROLES[role]
        player.groups.add(Group.objects.get(name=role))
        Player.objects.filter(pk=player.pk).update(is_staff=True)


def take(player: Player, role: str) -> None:
    """Take a role away; who has none left is no longer staff, unless a superuser."""
    with transaction.atomic():
        player.groups.remove(*Group.objects.filter(name=role))
        if not player.is_superuser and not player.groups.exists():
            Player.objects.filter(pk=player.pk).update(is_staff=False)
