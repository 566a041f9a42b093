"""The log of a game: append-only, one line for each answer that became final."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player


class Move(models.Model):
    """One line of the log: the seat, its answer, the source, the time and the events.

    `text` is the canonical answer; with the answers of chance it is enough to replay the game. `said` is the typed text, by which a
    repeated request is recognised; in lines of staff it is the action. `events` have public and private parts: only `games.queries` may
    read them for display, and only through `Event.seen_by`.
    """

    class Source(models.TextChoices):
        FORM = "form", _("web form")
        API = "api", _("API")
        MAIL = "mail", _("email")
        BOT = "bot", _("bot")
        TIMEOUT = "timeout", _("timeout")
        ORDER = "order", _("standing order")
        SEALED = "sealed", _("sealed answer")
        AUTOPILOT = "auto", _("autopilot")
        DEPUTY = "deputy", _("deputy")
        CHANCE = "chance", _("chance")
        DESK = "desk", _("director")

    BY_HAND: ClassVar[list[str]] = [Source.FORM.value, Source.API.value, Source.MAIL.value, Source.SEALED.value]
    """The sources of answers that the player of the seat gave by hand."""

    class Kind(models.TextChoices):
        ANSWER = "answer", _("answer")
        UNDO = "undo", _("taken back")
        REMARK = "remark", _("said out of turn")
        RESIGN = "resign", _("resigned")
        FORFEIT = "forfeit", _("lost on time")
        DESK = "desk", _("by the organizers")

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
