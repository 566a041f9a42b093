"""Private notes about players, blocks, and reports to the moderators."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player


class PersonalNote(models.Model):
    """A note of one player about another. Only the owner can read it."""

    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes_on_people")
    about = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(_("note"), max_length=1000)

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "about"], name="personal_note_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} on {self.about_id}"


class Block(models.Model):
    """A block of one player by another. It works in both directions; the blocked player is not notified."""

    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} blocks {self.blocked_id}"


class Report(models.Model):
    """A report about a player to the moderators. Reports about the same matter are merged into the first one and closed with it."""

    class Matter(models.TextChoices):
        CONDUCT = "conduct", _("rude or unwanted words")
        PLAY = "play", _("unfair play")
        LEAVING = "leaving", _("leaves games")
        NAME = "name", _("an offensive name")
        OTHER = "other", _("something else")

    reporter = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="reports_made", verbose_name=_("reported by"))
    about = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports_about", verbose_name=_("about"))
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("game"))
    matter = models.CharField(_("matter"), max_length=10, choices=Matter.choices)
    text = models.TextField(_("what happened"), max_length=1000)
    at = models.DateTimeField(_("at"))
    merged_into = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reporter", "about", "matter"], condition=models.Q(closed_at=None), name="report_open_once")
        ]
        indexes: ClassVar = [models.Index(fields=["at"], condition=models.Q(closed_at=None, merged_into=None), name="report_open")]

    def __str__(self) -> str:
        return f"#{self.pk}"
