"""Models of a tournament's administration: rulings, officials, and calls for the director."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.models.game import Game
from games.models.player import Player

TOURNAMENT = "games.Tournament"


class Ruling(models.Model):
    """One act of a director or an arbiter, or an automatic one of the site; written in the transaction of the act and never changed.

    `facts` is a JSON object with its details: seeds, numbers, names and the state before it. `public` rulings are shown on the public page.
    """

    tournament = models.ForeignKey(TOURNAMENT, on_delete=models.CASCADE, related_name="rulings")
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by"))
    act = models.CharField(_("action"), max_length=40)
    reason = models.CharField(_("reason"), max_length=300)
    facts = models.JSONField(default=dict, blank=True)
    public = models.BooleanField(_("public"), default=True)

    class Meta:
        app_label = "games"
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        indexes: ClassVar = [models.Index(fields=["tournament", "-id"], name="ruling_latest")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.act}"


class Official(models.Model):
    class Role(models.TextChoices):
        """A director may do all acts; an arbiter rules on results, rounds and players but does not change the announcement."""

        DIRECTOR = "director", pgettext_lazy("official", "director")
        ARBITER = "arbiter", pgettext_lazy("official", "arbiter")

    tournament = models.ForeignKey(TOURNAMENT, on_delete=models.CASCADE, related_name="officials")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    role = models.CharField(_("role"), max_length=8, choices=Role.choices)

    class Meta:
        app_label = "games"
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "player"], name="official_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.player_id}: {self.role}"


class Call(models.Model):
    """A player's call for the director; open until it is answered."""

    tournament = models.ForeignKey(TOURNAMENT, on_delete=models.CASCADE, related_name="calls")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    text = models.CharField(_("question"), max_length=600)
    at = models.DateTimeField(_("at"))
    answer = models.CharField(_("answer"), max_length=600, blank=True)
    answered_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        app_label = "games"
        verbose_name = _("call for the director")
        verbose_name_plural = _("calls for the director")
        indexes: ClassVar = [models.Index(fields=["at"], name="call_open", condition=models.Q(answered_at=None))]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.player_id}"
