"""The seats of a table, and who held them when."""

from datetime import datetime
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.player import Player


class Seat(models.Model):
    """One seat of a game: its holder, its open question and the deadline.

    `nth` is the number of the open question. It is incremented with every new question of the seat, so an old form or mail is recognised
    as stale. In a sealed phase `pending` is private to the seat; the public information is `Game.waiting`.
    """

    class State(models.TextChoices):
        """Whether the holder still plays."""

        PLAYING = "playing", _("playing")
        RESIGNED = "resigned", _("resigned")
        FORFEITED = "forfeited", _("lost on time")
        AWAY = "away", _("on autopilot")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats")
    is_bot = models.BooleanField(default=False)
    ready = models.BooleanField(_("ready"), default=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLAYING)
    live = models.BooleanField(default=False, help_text=_("The game is running."))

    nth = models.PositiveIntegerField(_("question"), default=0)
    pending = models.BooleanField(_("asked"), default=False)
    asked_at = models.DateTimeField(_("asked since"), null=True, blank=True)
    due_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)
    reserve = models.PositiveIntegerField(_("time in reserve"), default=0, help_text=_("Seconds left in the time bank or reserve."))
    extra = models.PositiveIntegerField(_("time given"), default=0, help_text=_("Seconds added to the open question by others."))
    shifts = models.PositiveIntegerField(
        default=0, db_default=0, help_text=_("How often an open deadline was moved (SEQUENCE of the calendar entry).")
    )
    nudged_at = models.DateTimeField(_("last nudge"), null=True, blank=True)
    away_until = models.DateTimeField(_("on autopilot until"), null=True, blank=True, help_text=_("After that the seat is lost."))
    deputy = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="deputised", verbose_name=_("deputy"), db_index=False
    )
    deputy_until = models.DateTimeField(_("deputy until"), null=True, blank=True)
    timeouts = models.PositiveSmallIntegerField(_("timeouts in a row"), default=0)

    seen_at = models.DateTimeField(_("looked"), null=True, blank=True, editable=False)
    seen_seq = models.PositiveIntegerField(default=0, help_text=_("The last log entry that this person has seen."))
    notes = models.TextField(_("notes to self"), blank=True, max_length=4000)
    orders = models.JSONField(_("standing orders"), default=dict, db_default={}, blank=True, editable=False)
    """The text of standing orders by slot; private to the holder. An order whose slot no longer exists has no effect."""
    order_at = models.DateTimeField(_("order answers at"), null=True, blank=True, editable=False)
    """The moment at which a delayed order answers the open question."""
    held_answer = models.JSONField(_("answer to be sent"), null=True, blank=True, editable=False)
    """`nth`, `text`, `said`, `story` and `player` of a held answer; private to the holder and the deputy."""
    held_until = models.DateTimeField(_("answer is sent at"), null=True, blank=True, editable=False)
    word = models.CharField(_("word for the shuffle"), max_length=80, blank=True)
    shares_chronicle = models.BooleanField(_("shares the chronicle"), default=False, help_text=_("Others may read it when all agree."))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "player"], condition=models.Q(is_bot=False), name="seat_one_each"),
            models.UniqueConstraint(fields=["game", "deputy"], name="seat_one_deputy"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="seat_due"),
            models.Index(fields=["remind_at"], condition=models.Q(remind_at__isnull=False), name="seat_remind"),
            models.Index(fields=["game"], condition=models.Q(pending=True, is_bot=True), name="seat_bot_turn"),
            models.Index(fields=["order_at"], condition=models.Q(order_at__isnull=False), name="seat_order"),
            models.Index(fields=["held_until"], condition=models.Q(held_until__isnull=False), name="seat_held"),
            models.Index(fields=["away_until"], condition=models.Q(away_until__isnull=False), name="seat_away"),
            models.Index(fields=["deputy"], condition=models.Q(deputy__isnull=False), name="seat_deputy"),
            models.Index(fields=["game"], condition=models.Q(state="away", live=True), name="seat_offered"),
            models.Index(fields=["player", "-pending", "due_at"], condition=models.Q(live=True), name="seat_my_games"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index + 1}"

    @property
    def held(self) -> dict[str, Any] | None:
        """The held answer to the open question; None where there is none, or the question has changed."""
        held: dict[str, Any] | None = self.held_answer
        return held if held is not None and self.pending and held["nth"] == self.nth else None

    def deputy_at(self, now: datetime) -> int | None:
        """The id of the deputy who may play for the holder at this moment, or None."""
        return self.deputy_id if self.deputy_until is not None and now < self.deputy_until else None


class Tenure(models.Model):
    """The time in which a player held a seat, so that a substitute and the previous holder are judged separately."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tenures")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tenures")
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"), null=True, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("tenure")
        verbose_name_plural = _("tenures")
        indexes: ClassVar = [models.Index(fields=["player", "-since"], name="tenure_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id} since {self.since:%Y-%m-%d}"
