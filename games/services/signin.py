"""One-time sign-in links: printed by `manage.py up`, good for one use within an hour."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse

from games.models import Player
from notifications.links import Purpose

SIGN_IN = Purpose("sign-in", timedelta(hours=1))


def one_time_link(player: Player) -> str:
    """The path of a page with a button that signs this person in. Signing in once makes the link worthless."""
    return reverse("games:sign-in", args=[SIGN_IN.sign({"player": player.pk, "seen": _seen(player)})])


def read_link(token: str) -> Player | None:
    """Whom a link signs in, or None when it was used already. Raises `BadLink` for one that is damaged or too old."""
    facts = SIGN_IN.read(token)
    player = Player.objects.filter(pk=facts["player"], is_active=True, is_bot=False).first()
    return player if player is not None and facts["seen"] == _seen(player) else None


def _seen(player: Player) -> str:
    """Changes with every sign-in, so that a used link no longer fits."""
    return player.last_login.isoformat() if player.last_login else ""
