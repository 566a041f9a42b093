"""Staff roles: groups with permissions, which every migration updates."""

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
"""The permissions by role. Directors run tournaments, officials those they are appointed to, moderators act on people, operators run
the site.

Superusers give roles; a director makes a player an official by appointing them.
"""


def ensure(**_signal: Any) -> None:
    """Create the groups and set their permissions. Runs after each migration. Idempotent."""
    for name, wanted in ROLES.items():
        group, _new = Group.objects.get_or_create(name=name)
        by_label: dict[str, Permission] = {}
        codes = [permission.partition(".")[2] for permission in wanted]
        for permission in Permission.objects.filter(codename__in=codes).select_related("content_type"):
            by_label[f"{permission.content_type.app_label}.{permission.codename}"] = permission
        group.permissions.set([by_label[label] for label in wanted])


def give(player: Player, role: str) -> None:
    """Give a player a staff role. Raises KeyError for an unknown role."""
    with transaction.atomic():
        ROLES[role]
        player.groups.add(Group.objects.get(name=role))
        Player.objects.filter(pk=player.pk).update(is_staff=True)


def take(player: Player, role: str) -> None:
    """Take a staff role from a player, who stays staff only with another role or as a superuser."""
    with transaction.atomic():
        player.groups.remove(*Group.objects.filter(name=role))
        if not player.is_superuser and not player.groups.exists():
            Player.objects.filter(pk=player.pk).update(is_staff=False)
