"""What is computed after a game and stored: readings of the cards, and reviews."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Reading(models.Model):
    """A reading for one seat and one game of a match; `facts` is JSON data of the rules."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="readings")
    number = models.PositiveSmallIntegerField(_("game of the match"), default=1)
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=20)
    facts = models.JSONField(_("cards"))
    published = models.BooleanField(_("open to spectators"), default=False)
    at = models.DateTimeField(_("drawn"))

    class Meta:
        verbose_name = _("reading")
        verbose_name_plural = _("readings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number", "seat", "kind"], name="reading_once")]

    def __str__(self) -> str:
        return f"{self.kind} of seat {self.seat + 1}"


class Review(models.Model):
    """The evaluation of the decisions of a finished game, each from the view of its seat.

    `judged` are rows of `games.services.history.reviews.Judged`; `upto` is the log line at which the work continues.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="review")
    judged = models.JSONField(_("decisions"), default=list)
    upto = models.PositiveIntegerField(_("lines looked at"), default=0)
    spent = models.FloatField(_("seconds of computing"), default=0)
    done = models.BooleanField(_("done"), default=False)
    at = models.DateTimeField(_("asked for"))

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        indexes = [models.Index(fields=["at"], condition=models.Q(done=False), name="review_open")]  # noqa: RUF012

    def __str__(self) -> str:
        return f"review of {self.game_id}"
