"""Models of tournaments: tournament, entries, invitations, rounds, and pairings with their games."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.models.game import Game, default_pace, new_code
from games.models.late_rule import LateRule
from games.models.player import Player
from games.models.tournament import usual_order
from games.tournaments.event_log import Call, Official, Ruling
from games.tournaments.formats.meetings import Field, Played
from games.tournaments.formats.registry import Format as Formula
from games.tournaments.formats.standings import ACCEPTED, KNOWN
from games.tournaments.formats.stored_results import played_meeting

__all__ = ["FACTS", "HIDDEN", "Call", "Entry", "Invited", "Official", "Pairing", "Round", "Ruling", "Tournament", "games_of"]

HIDDEN = ("game__position", "game__secret", "second__position", "second__secret")
"""Large columns that lists of pairings defer."""

PAIRED_AFRESH = ("swiss", "tables", "balanced")
"""Formats that pair all active players in each round, so that a player without a meeting has missed it."""

FACTS = ("round__number", "seats", "label", "game_id", "game__result", "second_id", "second__result", "ruled")
"""The columns from which the outcome of a meeting follows. A large round robin has thousands of rows, so only these are read."""


class Tournament(models.Model):
    """A tournament: its announced settings and its status. All random draws follow from `seed`."""

    class Status(models.TextChoices):
        """The statuses, in the order in which a tournament passes through them."""

        ANNOUNCED = "announced", pgettext_lazy("tournament", "announced")
        REGISTRATION = "registration", _("open for registration")
        CHECK_IN = "check_in", _("asking who is there")
        RUNNING = "running", _("running")
        REVIEW = "review", _("waiting for the director's approval")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", pgettext_lazy("tournament", "cancelled")

    class Format(models.TextChoices):
        """Names as in `games.tournaments.formats.registry`."""

        ROUND_ROBIN = "round_robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        SINGLE = "single", _("single elimination")
        DOUBLE = "double", _("double elimination")
        GROUPS = "groups", _("groups, then finals")
        LEAGUE = "league", _("league with divisions")
        TABLES = "tables", _("tables of several")
        BALANCED = "balanced", _("round robin of tables")

    class Seeding(models.TextChoices):
        """The source of the seeds. Older tournaments have an empty value: seeds by lot, and ratings never break ties."""

        LOT = "lot", _("by lot")
        RATING = "rating", _("by rating")
        HAND = "hand", _("by the director’s list")

    LateRule = LateRule

    code = models.CharField(_("code"), max_length=12, unique=True, default=new_code, editable=False)
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("announcement"), blank=True, max_length=4000)
    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    options = models.JSONField(_("settings of the game"), default=dict, blank=True)
    pace = models.JSONField(_("pace"), default=default_pace)
    format = models.CharField(_("format"), max_length=12, choices=Format.choices, default=Format.SWISS)
    round_count = models.PositiveSmallIntegerField(
        _("rounds"), default=0, help_text=_("For Swiss and tables; 0: the usual number. For a league: the number of seasons.")
    )
    games_each = models.PositiveSmallIntegerField(
        _("games of a pairing"), default=1, choices=((1, _("one game")), (2, _("a match of two, roles swapped"))),
        help_text=_("A match is for games of two; both of its games run at the same time."),
    )  # fmt: skip
    group_size = models.PositiveSmallIntegerField(_("players per group or division"), default=4)
    through = models.PositiveSmallIntegerField(_("players per group who reach the finals"), default=2)
    movers = models.PositiveSmallIntegerField(
        _("promoted and relegated"), default=1, help_text=_("How many players move between neighbouring divisions.")
    )
    tie_breaks = models.JSONField(_("tie-breaks"), default=usual_order, help_text=_("In the order in which they apply."))
    seeding = models.CharField(_("seeds"), max_length=8, choices=Seeding.choices, default=Seeding.LOT, db_default="", blank=True)
    least = models.PositiveSmallIntegerField(_("smallest table"), default=3)
    most = models.PositiveSmallIntegerField(_("largest table"), default=7)
    cap = models.PositiveSmallIntegerField(_("places"), default=0, help_text=_("0: no limit."))
    round_days = models.PositiveSmallIntegerField(
        _("days per round"), default=0, help_text=_("Games still running after that are decided by the rule for late games. 0: no limit.")
    )
    late_rule = models.CharField(_("late games"), max_length=8, choices=LateRule.choices, default=LateRule.SCORES)
    half_byes = models.PositiveSmallIntegerField(
        _("half-point byes"),
        default=0,
        help_text=_("In a Swiss tournament, how many half-point byes a player may request; never for the last round. 0: none."),
    )
    by_date = models.BooleanField(
        _("rounds begin by date"),
        default=False,
        help_text=_("The next round starts after the last day of this round, even if all its games are over."),
    )
    show_up_hours = models.PositiveSmallIntegerField(
        _("hours to show up in a round"), default=0, db_default=0,
        help_text=_("A player who has neither moved nor checked in by then forfeits the game of the round. 0: no check."),
    )  # fmt: skip
    invite_only = models.BooleanField(_("by invitation"), default=False)
    least_reliability = models.PositiveSmallIntegerField(
        _("minimum reliability"),
        default=0,
        help_text=_("Percentage of games played to the end. Players without a record may enter. 0: no minimum."),
    )
    starts_at = models.DateTimeField(
        _("starts"), null=True, blank=True, help_text=_("Starts automatically at this time. Empty: the director starts it.")
    )
    check_in_hours = models.PositiveSmallIntegerField(
        _("hours for check-in"),
        default=0,
        help_text=_("Players confirm in these hours before the start that they will play. 0: no check-in."),
    )
    follows = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by", verbose_name=_("continues"),
        help_text=_("A league takes over the divisions of that season; new players start in the lowest one."),
    )  # fmt: skip
    paused_at = models.DateTimeField(_("paused since"), null=True, blank=True, editable=False)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True, editable=False)
    forbidden = models.JSONField(_("kept apart"), default=list, db_default=[], blank=True, editable=False)
    """Pairs of player ids that are not paired with each other where the format has a choice."""
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.ANNOUNCED)
    seed = models.CharField(_("seed"), max_length=12, default=new_code, editable=False)
    director = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="directed", verbose_name=_("director"))
    created_at = models.DateTimeField(pgettext_lazy("tournament", "announced"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        app_label = "games"
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(least__gte=2, most__gte=models.F("least"), most__lte=12), name="tournament_tables"),
            models.CheckConstraint(
                condition=models.Q(games_each__in=(1, 2), group_size__gte=3, through__gte=1, through__lt=models.F("group_size")),
                name="tournament_groups",
            ),
            models.CheckConstraint(condition=models.Q(least_reliability__lte=100), name="tournament_reliability"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/tournaments/{self.code}/"

    @property
    def is_knock_out(self) -> bool:
        """Whether it is a single or double elimination, where points have no meaning."""
        return self.format in (self.Format.SINGLE, self.Format.DOUBLE)

    @property
    def formula(self) -> Formula:
        """The format with its settings, for the functions of `games.tournaments.formats`."""
        return Formula(
            self.format, rounds=self.round_count, sides=self.games_each == 1, least=self.least, most=self.most, group=self.group_size,
            through=self.through, movers=self.movers, order=tuple(self.tie_breaks),
        )  # fmt: skip

    def clean(self) -> None:
        """Validate tie-breaks, matches, rounds by date, half-point byes and numbers. Raises ValidationError."""
        super().clean()
        if not isinstance(self.tie_breaks, list) or not set(map(str, self.tie_breaks)) <= set(ACCEPTED):
            raise ValidationError({"tie_breaks": _("A list of some of these: %s.") % ", ".join(KNOWN)})
        if self.format in (self.Format.TABLES, self.Format.BALANCED) and self.games_each != 1:
            raise ValidationError({"games_each": _("A match of two is for duels, not for tables of several.")})
        if self.by_date and not self.round_days:
            raise ValidationError({"round_days": _("Rounds that begin by date need their number of days.")})
        if self.half_byes and self.format != self.Format.SWISS:
            raise ValidationError({"half_byes": _("Half-point byes belong to a Swiss.")})
        self._clean_numbers()

    def _clean_numbers(self) -> None:
        """Check the conditions of the database constraints with readable messages. Fields with invalid input are None here."""
        numbers = {name: getattr(self, name) or 0 for name in ("least", "most", "group_size", "through", "least_reliability")}
        if not 2 <= numbers["least"] <= numbers["most"] <= 12:
            raise ValidationError({"most": _("A table has between 2 and 12 people, and the fewest are not more than the most.")})
        if numbers["group_size"] < 3:
            raise ValidationError({"group_size": _("A group or division has 3 people or more.")})
        if not 1 <= numbers["through"] < numbers["group_size"]:
            raise ValidationError({"through": _("At least one of a group goes on into the finals, and at least one does not.")})
        if numbers["least_reliability"] > 100:
            raise ValidationError({"least_reliability": _("Per cent are 0 to 100.")})

    def days_later(self, moment: datetime, days: int) -> datetime:
        """The moment `days` later at the same local time of the director's zone, across changes of daylight saving."""
        zone = ZoneInfo(self.director.zone) if self.director is not None else UTC
        there = moment.astimezone(zone)
        return (there.replace(tzinfo=None) + timedelta(days=days)).replace(tzinfo=zone).astimezone(moment.tzinfo)

    def by_its_clocks(self, now: datetime) -> datetime:
        """The present time by the clocks of the tournament: in a pause, when they were stopped. Rounds end by these clocks."""
        return self.paused_at or now

    def end_of_round(self, begins: datetime) -> datetime | None:
        """The announced end of a round that begins at `begins`; None where rounds have no limit."""
        return self.days_later(begins, self.round_days) if self.round_days else None

    def games(self) -> models.QuerySet[Game]:
        return games_of(Pairing.objects.filter(round__tournament=self))

    def pairings(self) -> "models.QuerySet[Pairing]":
        """All pairings in order, with their rounds and games without the large columns."""
        found = Pairing.objects.filter(round__tournament=self).select_related("round", "game", "second").defer(*HIDDEN)
        return found.order_by("round__number", "number")

    def field(self) -> Field:
        """The `Field` for the functions of `games.tournaments.formats`: entrants by seed, all meetings with an outcome. Two queries."""
        entries = [(entry, entry.seed) for entry in self.entries.order_by("seed") if entry.seed is not None]
        seeds = {entry.player_id: seed for entry, seed in entries}
        rows = list(self.pairings().values_list(*FACTS))
        outcomes = (played_meeting(self.rules, *row) for row in rows)
        begun = max((row[0] for row in rows), default=0)
        return Field(
            tuple(seed for _entry, seed in entries),
            self.seed,
            tuple(outcome for outcome in outcomes if outcome is not None),
            {seed: entry.left_round for entry, seed in entries if entry.withdrawn},
            begun,
            apart=frozenset(frozenset(seeds[pk] for pk in pair) for pair in self.forbidden if all(pk in seeds for pk in pair)),
            rests={seed: frozenset(entry.rests) for entry, seed in entries if entry.rests},
            ratings={seed: entry.rating for entry, seed in entries if entry.rating is not None},
            missed=_missed(seeds.values(), begun, rows) if self.format in PAIRED_AFRESH else {},
        )


def _missed(seeds: Iterable[int], begun: int, rows: Iterable[tuple[Any, ...]]) -> dict[int, frozenset[int]]:
    """The rounds up to `begun` in which a seed has no meeting, for the seeds that have such rounds. `rows` begin with `FACTS`."""
    paired = {(number, seed) for number, meeting, *_outcome in rows for seed in meeting}
    missed = {seed: frozenset(number for number in range(1, begun + 1) if (number, seed) not in paired) for seed in seeds}
    return {seed: numbers for seed, numbers in missed.items() if numbers}


class Entry(models.Model):
    """The entry of a player in a tournament. `seed` is set at the start; afterwards, an entry without a seed has no place."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries", verbose_name=_("player"))
    seed = models.PositiveSmallIntegerField(pgettext_lazy("entry", "seed"), null=True, blank=True)
    order = models.PositiveSmallIntegerField(_("place in the director’s list"), null=True, blank=True)
    rating = models.PositiveSmallIntegerField(_("rating at the start"), null=True, blank=True)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    left_round = models.PositiveSmallIntegerField(_("withdrew in round"), default=0)
    rests = models.JSONField(
        _("sits out"), default=list, blank=True, help_text=_("The rounds for which the player requested a half-point bye.")
    )
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    instead_of = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("instead of"),
        help_text=_("The player whose place and results this person has taken over."),
    )  # fmt: skip
    entered_at = models.DateTimeField(_("entered"))

    class Meta:
        app_label = "games"
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.player_id}"


class Invited(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invited")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))

    class Meta:
        app_label = "games"
        verbose_name = _("invited person")
        verbose_name_plural = _("invited people")
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "player"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.player_id}"


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    started_at = models.DateTimeField(_("started"))
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    half_told_at = models.DateTimeField(_("reminded at half-time"), null=True, blank=True)

    class Meta:
        app_label = "games"
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}#{self.number}"


class Pairing(models.Model):
    """A meeting of a round: seeds in the order of the seats, the reason (`why` with `params`), and its game (none for a bye).

    In a match of two games, the `second` game has the seats reversed. `ruled` is a ruling (see `formats.stored_results.Ruled`).
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField(_("number"))
    seats = models.JSONField(_("seeds by seat"))
    label = models.CharField(_("place"), max_length=12, blank=True)
    why = models.CharField(_("why"), max_length=200)
    params = models.JSONField(default=dict)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="pairing")
    second = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="second_of")
    ruled = models.JSONField(_("ruled"), null=True, blank=True, editable=False)
    present = models.JSONField(_("said they are there"), default=list, db_default=[], blank=True, editable=False)

    class Meta:
        app_label = "games"
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["round", "number"], name="pairing_once")]

    def __str__(self) -> str:
        return f"{self.round_id}.{self.number}"

    @classmethod
    def of_games(cls, *games: int) -> "models.QuerySet[Pairing]":
        """The pairings to which these games, by id, belong."""
        return cls.objects.filter(models.Q(game__in=games) | models.Q(second__in=games))

    def played(self) -> Played | None:
        """The outcome; None while a game runs, and if a game was cancelled. A bye has an outcome at once."""
        results = [(game.pk, game.result) if game else (None, None) for game in (self.game, self.second)]
        rules = self.game.rules if self.game else ""
        return played_meeting(
            rules, self.round.number, self.seats, self.label, results[0][0], results[0][1], results[1][0], results[1][1], self.ruled
        )


def games_of(pairings: models.QuerySet[Pairing]) -> models.QuerySet[Game]:
    """Both games of these pairings. The query is a union, because an OR over two joins would scan all games."""
    return Game.objects.filter(pk__in=pairings.values("game").union(pairings.values("second")))
