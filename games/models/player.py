"""The user model of the site: players, which are people, programs and bots."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class BotLevel(models.TextChoices):
    EASY = "easy", _("easy")
    FAIR = "fair", _("fair")
    HARD = "hard", _("hard")


BOT_NAMES = {
    BotLevel.EASY: ("Clotho", "Lachesis", "Atropos", "Urd", "Verdandi", "Skuld", "Moira"),
    BotLevel.FAIR: ("Nona", "Decima", "Morta", "Fortuna", "Parca", "Laima", "Dekla"),
    BotLevel.HARD: ("Ananke", "Nemesis", "Themis", "Tyche", "Adrasteia", "Heimarmene", "Aisa"),
}
"""The names of the site's bots, by level."""

NEUTRAL_DIGITS = 6
"""The digits of the number in a neutral name: too many to find new accounts by trying all names."""

FORMER = "former player"
"""The name of a deleted account begins with this."""
RESERVED_NAMES = frozenset({
    "admin", "administrator", "root", "fate", "oracle", "moderator", "support", "nobody", "system", "you", "du", "vous",
})  # fmt: skip
"""In lower case. Tables and logs call their reader “You”."""


LONGEST_NAME = 30
LONGEST_GRACE = 60
"""Seconds."""
NAME_MARKS = " -_.'"


def name_key(name: str) -> str:
    """The form under which a name is unique: casefolded NFKC, applied until it no longer changes.

    One pass is not idempotent for every script (the "BIGBIRD" attack). Four passes are enough for every string of Unicode 15.
    """
    for _pass in range(4):
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded == name:
            break
        name = folded
    return name


INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Fillers of the Hangul script: letters by their category, but invisible."""


def check_name(name: str) -> None:
    """Raises ValidationError for a name that could be confused with another one or with staff, or that cannot be part of a URL.

    The compatibility form (NFKC) is checked as well: names are compared by it, and it can be longer or have other characters than the
    name (½ is 1, a fraction slash and 2).
    """
    plain = unicodedata.normalize("NFKC", name)
    if not 2 <= len(name) <= LONGEST_NAME or len(plain) > LONGEST_NAME:
        raise ValidationError(_("A name has 2 to 30 characters."), code="length")
    if not all(char.isalnum() or char in NAME_MARKS for char in name + plain) or name != " ".join(name.split()):
        raise ValidationError(_("A name is made of letters, digits, single spaces and - _ . '"), code="characters")
    if not any(char.isalnum() for char in name) or INVISIBLE_LETTERS.intersection(name + plain):
        raise ValidationError(_("A name needs a letter or a digit that can be seen."), code="invisible")
    scripts = {unicodedata.name(char, "?").split()[0] for char in plain if char.isalpha()}
    if len(scripts) > 1:
        raise ValidationError(_("A name keeps to one alphabet, so that nobody can be imitated."), code="mixed")
    if name_key(name) in RESERVED_NAMES or name_key(name).startswith(FORMER):
        raise ValidationError(_("That name is reserved."), code="reserved")


class PlayerManager(BaseUserManager["Player"]):
    def create_user(self, email: str | None, password: str | None = None, **fields: Any) -> Player:
        """Create a person, or a guest without an address. The default name is a neutral one that does not depend on the address."""
        player = self.model(email=self.normalize_email(email) or None, **fields)
        if not player.name:
            player.name, player.name_chosen = self.neutral_name(), False
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """Create an operator with all permissions in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def create_bot(self, level: str = BotLevel.EASY) -> Player:
        """Create a bot of the site, with a name that no player has."""
        free = (name for name in self._bot_names(BotLevel(level)) if not self.filter(name_key=name_key(name)).exists())
        player = self.model(is_bot=True, bot_level=level, name=next(free))
        player.set_unusable_password()
        player.save(using=self._db)
        return player

    @staticmethod
    def _bot_names(level: BotLevel) -> Iterator[str]:
        yield from BOT_NAMES[level]
        yield from (f"{name} {number}" for number in range(2, 1000) for name in BOT_NAMES[level])

    def neutral_name(self) -> str:
        """A free name for a player who has not chosen one: "Guest" in the active language and a random number."""
        return self.free_name(_("Guest %(number)d") % {"number": 1000 + secrets.randbelow(10**NEUTRAL_DIGITS)})

    def free_name(self, wish: str, *, mine: Player | None = None) -> str:
        """The wanted name without special characters, with the first free number if it is taken by a player other than `mine`."""
        wish = "".join(char for char in wish if char.isalnum() or char in " -_.")[:24].strip()
        wish = wish if len(wish) >= 2 and name_key(wish) not in RESERVED_NAMES else "player"
        others = self.exclude(pk=mine.pk) if mine is not None else self
        taken = set(others.filter(name_key__startswith=name_key(wish)).values_list("name_key", flat=True))
        numbers = (f"{wish}{number}" for number in range(2, len(taken) + 3))
        return next(name for name in (wish, *numbers) if name_key(name) not in taken)

    def at(self, address: str) -> Player | None:
        """The player with this address in any case, active or not, or None. Uses the index of `player_email_unique`."""
        return self.alias(address=models.functions.Lower("email")).filter(address=address.lower()).first()

    def called(self, who: str) -> Player | None:
        """The player with this name, or with this address if it contains an @, or None: for commands of operators."""
        return self.at(who) if "@" in who else self.filter(name_key=name_key(who)).first()

    def by_address(self, addresses: Collection[str]) -> dict[str, Player]:
        """The players with these addresses, by address in lower case."""
        found = self.annotate(address=models.functions.Lower("email")).filter(address__in=addresses)
        return {player.address: player for player in found}

    def get_by_natural_key(self, username: str | None) -> Player:
        """The player with this address, in any case, for authentication."""
        return self.get(email__iexact=username)


class Challenges(models.TextChoices):
    """Who may challenge a player by name."""

    ALL = "all", _("everybody")
    KNOWN = "known", _("people I have played with")
    NOBODY = "nobody", _("nobody")


class Player(AbstractBaseUser, PermissionsMixin):
    """A player, who can hold seats. Bots have no address and cannot sign in; guests of an invitation link may have no address."""

    name = models.CharField(_("name"), max_length=LONGEST_NAME, validators=[check_name])
    name_chosen = models.BooleanField(
        _("chose the name"), default=True, db_default=True, help_text=_("Off for guests and corrected names until a name is chosen.")
    )
    name_key = models.CharField(max_length=60, unique=True, editable=False)
    email = models.EmailField(_("email address"), null=True, blank=True)  # noqa: DJ001 - bots and some guests have none, and none are equal
    language = models.CharField(_("language"), max_length=12, default="en")
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    personal = models.JSONField(_("personal time"), default=dict, blank=True, help_text=_("Quiet hours, days off, absences, reminders."))
    refused_address = models.CharField(_("address that refused mail"), max_length=254, blank=True, db_default="", default="")
    volunteer = models.BooleanField(_("takes over seats"), default=False, help_text=_("Gets a message when a seat needs a substitute."))
    confirms = models.BooleanField(_("asked before a move is played"), default=False, help_text=_("Asks you to confirm each move."))
    grace = models.PositiveSmallIntegerField(
        _("seconds to take a move back"), default=0, db_default=0, validators=[MaxValueValidator(LONGEST_GRACE)],
        help_text=_("A move made on the page of a table is sent after this time; until then you can take it back. 0 sends it at once."),
    )  # fmt: skip
    sounds = models.BooleanField(
        _("play a sound when it is my turn"), default=False, db_default=False, help_text=_("While a table is open in your browser.")
    )
    challenges = models.CharField(
        _("who may challenge me"), max_length=8, choices=Challenges.choices, default=Challenges.ALL, db_default=Challenges.ALL,
        help_text=_("Who may ask you by name for a game."),
    )  # fmt: skip
    by_program = models.BooleanField(
        _("a program plays for me"), default=False, db_default=False, help_text=_("Everyone sees that a program plays on this account.")
    )
    is_bot = models.BooleanField(_("bot"), default=False)
    bot_level = models.CharField(_("plays"), max_length=4, choices=BotLevel.choices, blank=True, default="", db_default="")
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions: ClassVar = [
            ("fairplay_player", _("Can see signs of unfair play")),
            ("moderate_player", _("Can shut people out and settle reports")),
            ("erase_player", _("Can hand out and delete what is held about people")),
        ]
        constraints: ClassVar = [models.UniqueConstraint(models.functions.Lower("email"), name="player_email_unique")]
        indexes: ClassVar = [models.Index(fields=["id"], condition=models.Q(volunteer=True), name="player_volunteer")]

    def get_short_name(self) -> str:
        """The name that the header of the admin shows, instead of the address."""
        return self.name

    def __str__(self) -> str:
        return self.name

    @property
    def mail_comes_back(self) -> bool:
        """Whether mails to the current address bounced, and none has been delivered since."""
        return bool(self.refused_address) and self.refused_address == (self.email or "").lower()

    @property
    def without_address(self) -> bool:
        """Whether this is a guest who has not confirmed an address and cannot get mails."""
        return not self.is_bot and not self.email

    def clean(self) -> None:
        """Validate the name, too."""
        super().clean()
        check_name(self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row with the unique key of the name."""
        self.name_key = name_key(self.name)
        super().save(*args, **kwargs)


SETTINGS: Mapping[str, str] = {
    "language": f"The language of pages and mails: {', '.join(dict(settings.LANGUAGES))}.",
    "zone": "The time zone, like Europe/Vienna.",
    "confirms": "Whether the pages show every move once more before it counts.",
    "grace": "Seconds in which a move made on the page of a table can be taken back before it is sent; 0: it is sent at once.",
    "sounds": "Whether the open page of a table plays a sound when it is your turn.",
    "challenges": "Who may challenge you by name.",
    "by_program": "Whether a program plays under this account; everybody sees that.",
}
"""The columns that players set themselves, with their meanings. The form, the API with its document, the data export and the erasure
follow from this; `games.services.people.profile` validates values."""


def setting(name: str) -> models.Field[Any, Any]:
    found = Player._meta.get_field(name)
    assert isinstance(found, models.Field)
    return found
