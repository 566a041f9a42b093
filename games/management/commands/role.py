"""`manage.py role`: who works for the house, and as what."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Player
from games.services.operations import roles


class Command(BaseCommand):
    """Lists, gives and takes roles."""

    help = "Give somebody a role of the house (director, moderator, operator), take it away, or list who has which."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which role, and whose."""
        parser.add_argument("role", nargs="?", choices=sorted(roles.ROLES))
        parser.add_argument("address", nargs="?", help="the e-mail address of the person")
        parser.add_argument("--take", action="store_true", help="take the role away instead")

    def handle(self, *args: Any, role: str | None, address: str | None, take: bool, **options: Any) -> None:
        """Do it, then list."""
        if role is not None and address is not None:
            player = Player.objects.filter(email__iexact=address, is_bot=False).first()
            if player is None:
                raise CommandError(f"Nobody here has the address {address}; they sign up first.")
            (roles.take if take else roles.give)(player, role)
        elif role is not None:
            raise CommandError("Say whose role it is: the e-mail address follows the role.")
        for name in roles.ROLES:
            people = Player.objects.filter(groups__name=name).order_by("name_key").values_list("name", "email")
            self.stdout.write(f"{name}: {', '.join(f'{who} <{address}>' for who, address in people) or 'nobody'}")
