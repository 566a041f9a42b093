"""Ratings by player and game, the append-only history from which they follow, and the ladder of bots."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.models.game import Game
from games.models.player import Player

SHOWN_AT_START = 1000
POINTS_PER_MU = 20
PROVISIONAL_BELOW = 10
"""With fewer rated games than this a rating is shown with a question mark."""


def shown(mu: float, sigma: float) -> int:
    """The rating that is shown: three sigmas below the estimate, on a scale around 1000."""
    return round(SHOWN_AT_START + POINTS_PER_MU * (mu - 3 * sigma))


class RatingPool(models.Model):
    """All ratings of one game. Rating locks its row, so that games are rated one after the other."""

    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40, primary_key=True)
    replays = models.PositiveIntegerField(_("times played again"), default=0)

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")

    def __str__(self) -> str:
        return self.rules


class Strength(models.Model):
    """An estimate of a player's strength: mean and standard deviation, on the scale of openskill."""

    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("spread"))

    class Meta:
        abstract = True

    @property
    def shown(self) -> int:
        return shown(self.mu, self.sigma)


class Rating(Strength):
    """The current rating of a player in a game, which is that of the last valid event."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings", verbose_name=_("player"))
    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    games = models.PositiveIntegerField(_("rated games"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "rules"], name="rating_once")]

    def __str__(self) -> str:
        return f"{self.rules}: {self.shown}"

    @property
    def provisional(self) -> bool:
        """Whether there are too few games for a reliable rating."""
        return self.games < PROVISIONAL_BELOW


class RatingEvent(Strength):
    """The strength of one player after one game. The order of the rows is the order of rating.

    A trigger refuses to change any column but `superseded`, which is set when later games are rated again because one was voided.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_events")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_events")
    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    rank = models.PositiveSmallIntegerField(_("rank"))
    replay = models.PositiveIntegerField(_("replay"), default=0)
    superseded = models.BooleanField(_("superseded"), default=False)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("rating event")
        verbose_name_plural = _("rating events")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player"], condition=models.Q(superseded=False), name="rating_event_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "rules", "-id"], condition=models.Q(superseded=False), name="rating_history"),
            models.Index(fields=["rules", "id"], condition=models.Q(superseded=False), name="rating_order"),
        ]

    def __str__(self) -> str:
        return f"{self.rules}: {self.shown}"


class BotLadderPlace(models.Model):
    """One program in the ladder of one game: the site seats it in up to `games_at_once` games at the same time."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    games_at_once = models.PositiveSmallIntegerField(_("games at the same time"))
    since = models.DateTimeField(_("since"))
    seated_at = models.DateTimeField(_("last seated"), null=True, blank=True)

    class Meta:
        verbose_name = _("place in the bot ladder")
        verbose_name_plural = _("places in the bot ladder")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "rules"], name="bot_ladder_once")]

    def __str__(self) -> str:
        return f"{self.rules}: {self.player_id}"
