"""`manage.py role`: lists the staff roles, or gives one to a person or takes it away."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Player
from games.services.operations import roles


class Command(BaseCommand):
    help = "Give a person a staff role (director, moderator, operator), take it away, or list who has which role."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", nargs="?", choices=sorted(roles.ROLES))
        parser.add_argument("who", nargs="?", help="the name or the email address of the person")
        parser.add_argument("--take", action="store_true", help="take the role away instead")

    def handle(self, *args: Any, role: str | None, who: str | None, take: bool, **options: Any) -> None:
        """Change the role if one is named, then list all roles. Raises CommandError for an unknown person."""
        if role is not None and who is not None:
            player = Player.objects.called(who)
            if player is None or player.is_bot:
                raise CommandError(f"Nobody here is called “{who}”, or has that address; they sign up first.")
            (roles.take if take else roles.give)(player, role)
        elif role is not None:
            raise CommandError("Say whose role it is: the name or the email address follows the role.")
        for held in roles.ROLES:
            people = Player.objects.filter(groups__name=held).order_by("name_key").values_list("name", "email")
            self.stdout.write(f"{held}: {', '.join(f'{name} <{address}>' if address else name for name, address in people) or 'nobody'}")
