"""Reviews of finished games: requested once, computed in the background, and stored."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


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
