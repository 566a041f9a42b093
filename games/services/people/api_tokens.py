"""API tokens: made, recognised, withdrawn. `fate_` and 256 random bits; only the SHA-256 of it is stored."""

from __future__ import annotations

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
"""A write for each request would cost more than the request."""

TOKEN, PERSON = Columns(ApiToken, "t"), Columns(Player, "p")
READ = f"""
SELECT {TOKEN.sql}, {PERSON.sql}, clock_timestamp() FROM games_apitoken t JOIN games_player p ON p.id = t.player_id WHERE t.digest = %s
"""
READ_WIDTH = TOKEN.width + PERSON.width + 1
READ_AT = f"""
SELECT {TOKEN.sql}, {PERSON.sql}, clock_timestamp(), seat.* FROM games_apitoken t JOIN games_player p ON p.id = t.player_id
LEFT JOIN LATERAL ({BY["code"]}) seat ON true WHERE t.digest = %s ORDER BY seat.index
"""

SCOPES: Mapping[str, Promise] = {
    "game:read": _("see my games as I see them"),
    "game:play": _("play in my games: answer, take back, talk, pause, resign, keep notes"),
    "table:write": _("announce tables, join and leave them"),
    "me:read": _("read my profile, my messages and what I keep about others"),
    "me:write": _("change my profile, my preferences, my time and what I keep about others"),
    "tournament:write": _("register for tournaments and withdraw from them"),
    "tournament:direct": _("direct the tournaments I am an official of"),
}


def make(player: Player, name: str, scopes: Iterable[str], *, now: datetime, days: int | None = None) -> tuple[ApiToken, str]:
    """A new token and its key, which is shown once and never again. Raises `Refused`."""
    key = PREFIX + secrets.token_urlsafe(32)
    return keep(player, name, key, scopes, now=now, days=days), key


def keep(player: Player, name: str, key: str, scopes: Iterable[str], *, now: datetime, days: int | None = None) -> ApiToken:
    """A new token with this key, which nobody can guess. Raises `Refused`."""
    wanted = sorted(set(scopes))
    name = name.strip()
    if not wanted or not set(wanted) <= set(SCOPES):
        raise Refused(msg("A token needs at least one of these scopes: {scopes}.", scopes=", ".join(SCOPES)), code="bad_scope")
    if not 1 <= len(name) <= 60:
        raise Refused(msg("A token needs a name of 1 to 60 characters."), code="bad_name")
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise Refused(msg("A token is valid for 1 to {most} days, or without end.", most=LONGEST_DAYS), code="bad_days")
    if player.api_tokens.count() >= MOST_TOKENS:
        raise Refused(msg("You have {most} tokens already; please withdraw one first.", most=MOST_TOKENS), code="too_many")
    ends = None if days is None else now + timedelta(days=days)
    return ApiToken.objects.create(
        player=player, name=name, hint=key[:12], digest=digest(key), scopes=wanted, created_at=now, expires_at=ends
    )


def digest(key: str) -> str:
    """What is stored of a key. A plain hash is enough: 256 random bits cannot be guessed."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def recognise(key: str, *, now: datetime | None = None) -> tuple[ApiToken, datetime] | None:
    """The token of a key and the moment, if it is valid then and its person may sign in; notes its use every few minutes. One query.

    The moment is that of the database's clock, unless it is given.
    """
    found = _read(key)
    if found is None:
        return None
    token, moment = found[0], now or found[1]
    return (token, moment) if _serves(token, moment) else None


def recognise_at(key: str, code: str) -> tuple[ApiToken, datetime, RunningGame | None] | None:
    """The same together with the game of this code; None for the game where there is none, or nobody has a seat yet. One query."""
    found = rows(READ_AT, [code, digest(key)]) if key.startswith(PREFIX) else []
    if not found:
        return None
    token, moment = _token(found[0])
    seats = [row[READ_WIDTH:] for row in found if row[READ_WIDTH] is not None]
    return (token, moment, running_game(seats) if seats else None) if _serves(token, moment) else None


def _serves(token: ApiToken, now: datetime) -> bool:
    if not token.player.is_active or (token.expires_at is not None and token.expires_at <= now):
        return False
    if token.last_used_at is None or now - token.last_used_at > USE_IS_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return True


def _read(key: str) -> tuple[ApiToken, datetime] | None:
    """The token of a key with its person, and when that was."""
    found = rows(READ, [digest(key)]) if key.startswith(PREFIX) else []
    if not found:
        return None
    return _token(found[0])


def _token(row: Sequence[Any]) -> tuple[ApiToken, datetime]:
    token = TOKEN.must(row)
    token.player = PERSON.must(row, TOKEN.width)
    return token, row[READ_WIDTH - 1]


def still_valid(ids: Iterable[int], *, now: datetime) -> set[int]:
    """Which of these tokens are valid now. One query."""
    valid = ApiToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), pk__in=list(ids), player__is_active=True)
    return set(valid.values_list("pk", flat=True))


def withdraw(player: Player, pk: int) -> bool:
    """Make one of a person's tokens worthless. False when they have no such token."""
    deleted, _rows = ApiToken.objects.filter(player=player, pk=pk).delete()
    return deleted > 0
