"""A tournament: who entered, its rounds, and which games decide which meeting."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, default_pace, new_code
from games.models.player import Player
from games.tournaments.formats import Format as Formula
from games.tournaments.meeting import Field, Played


class Tournament(models.Model):
    """What was announced, and where the tournament is in its life. Every draw comes from `seed`."""

    class Status(models.TextChoices):
        """The stations, in order."""

        ANNOUNCED = "announced", _("announced")
        REGISTRATION = "registration", _("open for registration")
        RUNNING = "running", _("running")
        REVIEW = "review", _("waiting for the director's approval")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", _("cancelled")

    class Format(models.TextChoices):
        """Names as in `games.tournaments.formats`."""

        ROUND_ROBIN = "round_robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        SINGLE = "single", _("single elimination")
        DOUBLE = "double", _("double elimination")
        TABLES = "tables", _("tables of several")

    code = models.CharField(_("code"), max_length=12, unique=True, default=new_code, editable=False)
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("announcement"), blank=True, max_length=4000)
    rules = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("settings of the game"), default=dict, blank=True)
    pace = models.JSONField(_("pace"), default=default_pace)
    format = models.CharField(_("format"), max_length=12, choices=Format.choices, default=Format.SWISS)
    round_count = models.PositiveSmallIntegerField(_("rounds"), default=0, help_text=_("Swiss and tables; 0: the usual number."))
    least = models.PositiveSmallIntegerField(_("fewest at a table"), default=3)
    most = models.PositiveSmallIntegerField(_("most at a table"), default=7)
    cap = models.PositiveSmallIntegerField(_("places"), default=0, help_text=_("0: as many as come."))
    round_days = models.PositiveSmallIntegerField(
        _("days per round"), default=0, help_text=_("Games still running then are adjudicated by their public scores. 0: no limit.")
    )
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.ANNOUNCED)
    seed = models.CharField(_("seed"), max_length=12, default=new_code, editable=False)
    director = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="directed", verbose_name=_("director"))
    created_at = models.DateTimeField(_("announced"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(least__gte=2, most__gte=models.F("least"), most__lte=12), name="tournament_tables"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The public page."""
        return f"/tournaments/{self.code}/"

    @property
    def formula(self) -> Formula:
        """The format with its settings, as the pure functions take it."""
        return Formula(self.format, rounds=self.round_count, least=self.least, most=self.most)

    def field(self) -> Field:
        """Who takes part, by seed, and every meeting that has a result. Two queries."""
        entries = [entry for entry in self.entries.order_by("seed") if entry.seed is not None]
        pairings = Pairing.objects.filter(round__tournament=self).select_related("round", "game").defer("game__position", "game__secret")
        played = [pairing.played() for pairing in pairings.order_by("round__number", "number")]
        return Field(
            tuple(entry.seed for entry in entries if entry.seed is not None),
            self.seed,
            tuple(outcome for outcome in played if outcome is not None),
            frozenset(entry.seed for entry in entries if entry.withdrawn and entry.seed is not None),
        )


class Entry(models.Model):
    """Somebody's place in a tournament. `seed` is set when it starts; without one the entry is on the waiting list."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries", verbose_name=_("player"))
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    entered_at = models.DateTimeField(_("entered"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.player_id}"


class Round(models.Model):
    """One round; it exists once, however often the tournament is advanced."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    started_at = models.DateTimeField(_("started"))
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}#{self.number}"


class Pairing(models.Model):
    """A meeting of a round: the entries' seeds in the order of their seats, why, and its game (none for a bye)."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField(_("number"))
    seats = models.JSONField(_("seeds by seat"))
    label = models.CharField(_("place"), max_length=12, blank=True)
    why = models.CharField(_("why"), max_length=200)
    params = models.JSONField(default=dict)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="pairing")

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "number"], name="pairing_once")]

    def __str__(self) -> str:
        return f"{self.round_id}.{self.number}"

    def played(self) -> Played | None:
        """The outcome, or None while the game runs. A bye is its own outcome."""
        if self.game is None:
            return Played(self.round.number, tuple(self.seats), (1,), label=self.label)
        if self.game.result is None:
            return None
        result = self.game.result
        return Played(self.round.number, tuple(self.seats), tuple(result["ranks"]), tuple(result["scores"]), self.label)
