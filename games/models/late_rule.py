"""The rules by which a game that has to end early is decided."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LateRule(models.TextChoices):
    """How to decide a game that staff end, or that still runs when the round of its tournament ends."""

    SCORES = "scores", _("decided by the public scores; a draw where there are none")
    OUTLOOK = "outlook", _("decided by how the house’s bots play it on")
    DRAW = "draw", _("a draw")
    FORFEIT = "forfeit", _("lost by whoever has to move")
    MOVES = "moves", _("lost by whoever made the fewest moves of their own")
