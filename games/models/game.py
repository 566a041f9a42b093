"""A table: one game from its announcement to its result."""

import secrets
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.models.player import Player
from games.rules.chance import SECRET_BYTES
from games.rules.game import Game as Rules
from games.rules.messages import Message, msg
from games.rules.registry import all_games, every_version, game_in, versions

CODE_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
"""Without characters that are easily confused."""


def new_code() -> str:
    """A random public code of a game: eight characters, 6·10^11 codes; the column is unique."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(8))


def new_secret() -> bytes:
    """The random secret that decides every shuffle of a game; it is published when the game is over."""
    return secrets.token_bytes(SECRET_BYTES)


def new_invitation() -> str:
    """The random part of an invitation link."""
    return secrets.token_urlsafe(12)


def default_pace() -> dict[str, Any]:
    """The default pace: two days for each move."""
    return {"kind": "move", "seconds": 172_800}


def rules_available(prefix: str = "") -> Q:
    """The condition for games whose version of the rules this process has; rounds over many games skip all others.

    `prefix` is the lookup path from the queried model to the game, such as `game__`.
    """
    known = {key: [book.version for book in versions(key)] for key in all_games()}
    return reduce(or_, (Q(**{f"{prefix}rules": key, f"{prefix}rules_version__in": numbers}) for key, numbers in known.items()))


def announced_rules(rules: str, version: int, carried: Sequence[dict[str, Any]]) -> str:
    """The rules with which a game was announced, as its commitment and its draws name them, such as `tempting_fate/1`.

    `carried` is `Game.carried`: a game that was carried over keeps the name of its first version.
    """
    return f"{rules}/{carried[0]['version'] if carried else version}"


def table_url(code: str) -> str:
    """The URL of a table's page, without the search of `reverse` that each page and move would pay for."""
    return f"/g/{code}/"


class Game(models.Model):
    """One game, without its seats and its log.

    `position` is JSON as text, because no query reads it and jsonb would take twice the time of a move. Everything that is queried is a
    column.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("looking for players")
        READY = "ready", _("waiting until everybody is ready")
        ACTIVE = "active", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("private: only its players")
        UNLISTED = "unlisted", _("unlisted: whoever has the link may watch")
        PUBLIC = "public", _("public: listed, everybody may watch")

    code = models.CharField(_("code"), max_length=12, unique=True, default=new_code, editable=False)
    rules = models.CharField(pgettext_lazy("rules", "game"), max_length=40)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1)
    carried = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    """The previous versions of its rules, oldest first: `{"version", "options", "upto"}`, where `upto` is the next one's first line."""
    options = models.JSONField(_("settings"), default=dict, blank=True)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(_("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    pace = models.JSONField(_("pace"), default=default_pace)
    pauses = models.JSONField(_("pauses"), default=list, blank=True, help_text=_("[start, end or null, reason]: no clock runs then."))
    absences_count = models.BooleanField(_("absences count"), default=True, help_text=_("Announced absences stop the clock."))
    forfeit_after = models.PositiveSmallIntegerField(
        _("timeouts in a row until the seat is lost"), default=3, help_text=_("0: never; the default move is played every time.")
    )
    ladder = models.JSONField(_("absence ladder"), default=dict, blank=True, help_text=_("What happens to players who miss deadlines."))
    orders_delayed = models.BooleanField(
        _("standing orders answer late"),
        default=False,
        db_default=False,
        help_text=_("They answer after the time their owner usually takes."),
    )
    proposal = models.JSONField(_("proposed pause"), null=True, blank=True, help_text=_("A pause that starts when everybody agrees."))
    host = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="hosted_games", verbose_name=_("host"))
    invitation = models.CharField(max_length=24, unique=True, default=new_invitation, editable=False)
    random_seats = models.BooleanField(_("seats are drawn"), default=True, help_text=_("Off: players keep the seats they chose."))
    note = models.CharField(_("a word from the host"), max_length=200, blank=True)
    rematch_of = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches")

    position = models.TextField(default="", blank=True, editable=False)
    seq = models.PositiveIntegerField(_("moves"), default=0, help_text=_("Number of entries in the log."))
    changes = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """Incremented by every change under the game's lock; the optimistic write of an answer succeeds only if it has not changed."""
    waiting = models.JSONField(
        _("waiting for"), default=list, blank=True, help_text=_("The seats whose turn it is, as far as everybody may know.")
    )
    secret = models.BinaryField(max_length=SECRET_BYTES, default=new_secret, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, blank=True, editable=False)
    result = models.JSONField(_("result"), null=True, blank=True)
    trouble = models.TextField(_("needs attention"), blank=True, help_text=_("Why the rules stopped. All clocks are stopped."))

    created_at = models.DateTimeField(_("announced"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    rated_at = models.DateTimeField(_("looked at for ratings"), null=True, blank=True)
    voided_at = models.DateTimeField(_("declared void"), null=True, blank=True, help_text=_("It does not count for ratings."))

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions: ClassVar = [
            ("referee_game", _("Can extend, pause, judge, call off and void games, and seat substitutes")),
            ("repair_game", _("Can set games going again whose rules stopped")),
            ("peek_game", _("Can look at hidden cards, which the players are told")),
        ]
        constraints: ClassVar = [models.CheckConstraint(condition=models.Q(seat_count__gte=1, seat_count__lte=12), name="game_seat_count")]
        indexes: ClassVar = [
            models.Index(fields=["-id"], condition=models.Q(status="open", visibility="public"), name="game_open_public"),
            models.Index(fields=["-moved_at"], condition=models.Q(status="active", visibility="public"), name="game_watchable"),
            models.Index(fields=["created_at"], condition=models.Q(status__in=("open", "ready")), name="game_unstarted"),
            models.Index(fields=["ended_at", "id"], condition=models.Q(status="finished", rated_at=None), name="game_unrated"),
            models.Index(fields=["moved_at"], condition=~models.Q(trouble=""), name="game_in_trouble"),
        ]

    has_talk: bool | None = None
    """Whether there is talk at the table; None where the query has not read it."""

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return table_url(self.code)

    @property
    def book(self) -> Rules[Any]:
        """The rules of the game. Raises `UnknownRules` when this process does not have their version."""
        return game_in(self.rules, self.rules_version)

    @property
    def is_known(self) -> bool:
        return (self.rules, self.rules_version) in every_version()

    @property
    def title(self) -> Message:
        """The title of the game, by another version where this process does not have its own; the key of an unknown game."""
        book = self._any_version
        return book.title if book is not None else msg(self.rules)

    @property
    def tagline(self) -> Message:
        """The sentence shown below the title."""
        book = self._any_version
        return book.aim(self.seat_count, self.options) if book is not None else Message("")

    @property
    def introduction(self) -> Message:
        """What the game is about, in one sentence; empty for an unknown game."""
        book = self._any_version
        return book.tagline if book is not None else Message("")

    @property
    def _any_version(self) -> Rules[Any] | None:
        """The rules in the version of the game, else the newest; None for an unknown game."""
        return every_version().get((self.rules, self.rules_version)) or all_games().get(self.rules)

    @property
    def announced_rules(self) -> str:
        """The rules as its commitment and its draws name them."""
        return announced_rules(self.rules, self.rules_version, self.carried)

    def book_of(self, seq: int) -> Rules[Any]:
        """The rules in the version of line `seq` of the log. Raises `UnknownRules`."""
        version = next((stage["version"] for stage in self.carried if seq < stage["upto"]), None)
        return self.book if version is None else game_in(self.rules, version)

    @property
    def beginning(self) -> tuple[Rules[Any], dict[str, Any]]:
        """The rules and options of the first line of the log. Raises `UnknownRules`."""
        return (game_in(self.rules, self.carried[0]["version"]), self.carried[0]["options"]) if self.carried else (self.book, self.options)

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)
