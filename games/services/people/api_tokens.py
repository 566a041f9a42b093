"""Create, authenticate and revoke API tokens. A key is `fate_` and 256 random bits; only its SHA-256 is stored."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import ApiToken, Player
from games.models.rows import Columns, rows
from games.rules.messages import msg
from games.services.errors import Refused
from games.services.tables.store import BY, RunningGame, running_game

PREFIX = "fate_"
MOST_TOKENS = 50
LONGEST_DAYS = 366
USE_IS_NOTED_EVERY = timedelta(minutes=5)
"""`last_used_at` is updated at most once in this time, to avoid a write for each request."""

TOKEN, PERSON = Columns(ApiToken, "t"), Columns(Player, "p")
READ = f"""
SELECT {TOKEN.sql}, {PERSON.sql}, clock_timestamp() FROM games_apitoken t JOIN games_player p ON p.id = t.player_id WHERE t.digest = %s
"""
READ_WIDTH = TOKEN.width + PERSON.width + 1
HELD = f"{TOKEN.sql}, {Columns(Player, 'holder').sql}"
"""The columns that `recognised` reads, followed by the clock, for a statement that reads more: the token as `t`, its player as `holder`."""
READ_AT = f"""
SELECT {TOKEN.sql}, {PERSON.sql}, clock_timestamp(), seat.* FROM games_apitoken t JOIN games_player p ON p.id = t.player_id
LEFT JOIN LATERAL ({BY["code"]}) seat ON true WHERE t.digest = %s ORDER BY seat.index
"""

SCOPES: Mapping[str, Promise] = {
    "game:read": _("see my games as I see them"),
    "game:play": _("play in my games: answer, take back, talk, pause, resign, keep notes"),
    "table:write": _("announce tables, join and leave them"),
    "me:read": _("read my profile with my email address, my messages and what I keep about others"),
    "me:write": _("change my profile, my preferences, my time and what I keep about others"),
    "tournament:write": _("register for tournaments and withdraw from them"),
    "tournament:direct": _("direct the tournaments I am an official of"),
}


def make(player: Player, name: str, scopes: Iterable[str], *, now: datetime, days: int | None = None) -> tuple[ApiToken, str]:
    """Create a token; returns it with its key, which is not stored. `days` is its validity, None for ever. Raises `Refused`."""
    key = PREFIX + secrets.token_urlsafe(32)
    return keep(player, name, key, scopes, now=now, days=days), key


def keep(player: Player, name: str, key: str, scopes: Iterable[str], *, now: datetime, days: int | None = None) -> ApiToken:
    """Create a token with a given unguessable key. Raises `Refused`, and `IntegrityError` for a key that exists."""
    wanted = sorted(set(scopes))
    name = name.strip()
    if not wanted or not set(wanted) <= set(SCOPES):
        raise Refused(msg("A token needs at least one of these scopes: {scopes}.", scopes=", ".join(SCOPES)), code="bad_scope")
    if not 1 <= len(name) <= 60:
        raise Refused(msg("A token needs a name of 1 to 60 characters."), code="bad_name")
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise Refused(msg("A token can be valid for 1 to {most} days, or without an end date.", most=LONGEST_DAYS), code="bad_days")
    if player.api_tokens.count() >= MOST_TOKENS:
        raise Refused(msg("You already have {most} tokens. Please revoke one first.", most=MOST_TOKENS), code="too_many")
    ends = None if days is None else now + timedelta(days=days)
    return ApiToken.objects.create(
        player=player, name=name, hint=key[:12], digest=digest(key), scopes=wanted, created_at=now, expires_at=ends
    )


def digest(key: str) -> str:
    """The SHA-256 of a key, in hex. No salt is needed for 256 random bits."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def recognise(key: str, *, now: datetime | None = None) -> tuple[ApiToken, datetime] | None:
    """The token of a key and the current time, if the token is valid and its player active; updates `last_used_at`. One query.

    The time is that of the database's clock, unless it is given.
    """
    found = rows(READ, [digest(key)]) if key.startswith(PREFIX) else []
    return recognised(found[0], now) if found else None


def recognise_at(key: str, code: str) -> tuple[ApiToken, datetime, RunningGame | None] | None:
    """The same together with the game of this code; None for the game where there is none, or nobody has a seat yet. One query."""
    found = rows(READ_AT, [code, digest(key)]) if key.startswith(PREFIX) else []
    valid = recognised(found[0]) if found else None
    if valid is None:
        return None
    seats = [row[READ_WIDTH:] for row in found if row[READ_WIDTH] is not None]
    return *valid, running_game(seats) if seats else None


def recognised(row: Sequence[Any], now: datetime | None = None) -> tuple[ApiToken, datetime] | None:
    """The same from a row that begins with the columns `HELD` and the clock."""
    token = TOKEN.read_required(row)
    token.player = PERSON.read_required(row, TOKEN.width)
    moment: datetime = now or row[READ_WIDTH - 1]
    return (token, moment) if _is_valid(token, moment) else None


def _is_valid(token: ApiToken, now: datetime) -> bool:
    """Whether a token is valid; updates `last_used_at` if so."""
    if not token.player.is_active or (token.expires_at is not None and token.expires_at <= now):
        return False
    if token.last_used_at is None or now - token.last_used_at > USE_IS_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return True


def still_valid(ids: Iterable[int], *, now: datetime) -> set[int]:
    """Which of these tokens are valid now. One query."""
    valid = ApiToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), pk__in=list(ids), player__is_active=True)
    return set(valid.values_list("pk", flat=True))


def revoke(player: Player, pk: int) -> bool:
    """Revoke one of a player's tokens. False when they have no such token."""
    deleted, _rows = ApiToken.objects.filter(player=player, pk=pk).delete()
    return deleted > 0
