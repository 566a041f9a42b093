"""The log of a game: append-only, one line for each answer that became final."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player


class Move(models.Model):
    """One line: who answered what, when, by which way, and what followed.

    `text` is the canonical answer (with the answers of chance enough to play the game again without any generator);
    `said` is what was typed, by which a repeated request is recognised (in lines of the house: what was done). `events` carry
    public and private parts: nobody but `games.queries` may read them for showing, and only through `Event.seen_by`.
    """

    class Source(models.TextChoices):
        """By which way an answer came."""

        FORM = "form", _("web form")
        API = "api", _("API")
        MAIL = "mail", _("e-mail")
        BOT = "bot", _("bot")
        TIMEOUT = "timeout", _("timeout")
        ORDER = "order", _("standing order")
        SEALED = "sealed", _("sealed answer")
        AUTOPILOT = "auto", _("autopilot")
        DEPUTY = "deputy", _("deputy")
        CHANCE = "chance", _("chance")
        DESK = "desk", _("director")

    class Kind(models.TextChoices):
        """What sort of line it is."""

        ANSWER = "answer", _("answer")
        UNDO = "undo", _("taken back")
        REMARK = "remark", _("said out of turn")
        RESIGN = "resign", _("resigned")
        FORFEIT = "forfeit", _("lost on time")
        DESK = "desk", _("by the house")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves", db_index=False)
    seq = models.PositiveIntegerField(_("line"))
    seat = models.SmallIntegerField(_("seat"), help_text=_("-1 is chance."))
    nth = models.PositiveIntegerField(_("question"), default=0)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices, default=Kind.ANSWER)
    text = models.TextField(_("answer"))
    said = models.CharField(_("as typed"), max_length=200, blank=True)
    source = models.CharField(_("way"), max_length=8, choices=Source.choices)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False)
    story = models.CharField(_("story"), max_length=600, blank=True)
    at = models.DateTimeField(_("at"))
    events = models.TextField(default="[]")

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seq"], name="move_once")]
        indexes: ClassVar = [models.Index(fields=["game", "seat", "nth"], name="move_of_question")]

    def __str__(self) -> str:
        return f"#{self.seq}"
