"""The ladder of bots: programs that stand in it are seated against each other, for as long as they answer in time.

The site does it by itself, every few seconds (`manage.py sweeper`). Whoever waited longest sits down with those it plays least at the
moment, of these with the nearest in strength. A program that loses a game on time has left the ladder.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import F

from games.models import Block, BotLadderPlace, Player, Rating, Seat
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.clocks.pace import MINUTE, Pace
from games.services.errors import Refused
from games.services.ratings.formula import BEGINNER
from games.services.tables import lobby, starting
from games.transient_errors import database_is_away

log = structlog.get_logger(__name__)

MOST_GAMES = 50
"""At the same time, of one program and one game."""
PACE = Pace("move", seconds=10 * MINUTE)
NOTE = "Bot ladder"
TOGETHER = 20
"""Tables that are started in one transaction."""
Pair = frozenset[int]


def join(player: Player, rules: str, games_at_once: int, *, now: datetime) -> BotLadderPlace:
    """Stand in the ladder of a game, or change how many games at the same time. Raises `Refused`."""
    if not player.by_program:
        raise Refused(
            msg("The ladder is for accounts that a program plays for. Say in your profile that one plays for you."), code="not_by_program"
        )
    lobby.newest(rules)
    wish = {"games_at_once": min(max(games_at_once, 1), MOST_GAMES)}
    place, _made = BotLadderPlace.objects.update_or_create(
        player=player, rules=rules, defaults=wish, create_defaults={**wish, "since": now}
    )
    return place


def leave(player_id: int, rules: str) -> None:
    """Be seated no more; running games go on."""
    BotLadderPlace.objects.filter(player=player_id, rules=rules).delete()


def seat_all(now: datetime) -> int:
    """Start the games that are due in all ladders; how many. A game whose rules fail does not stop the others."""
    started = 0
    for rules in all_games():
        try:
            started += seat(rules, now)
        except Exception as error:
            if database_is_away(error):
                raise
            log.exception("bot_ladder_failed", rules=rules)
    return started


def seat(rules: str, now: datetime) -> int:
    """Start the games that are due in one ladder. Seven queries, one where too few stand in it, and those of each table."""
    standing = BotLadderPlace.objects.filter(rules=rules, player__is_active=True, player__by_program=True)
    with transaction.atomic():
        locked = standing.select_for_update(of=("self",), skip_locked=True).select_related("player")
        places = list(locked.order_by(F("seated_at").asc(nulls_first=True), "pk"))
        book = all_games()[rules]
        if len(places) < book.seats[0]:
            return 0
        tables = _tables(places, rules, book.seats[0])
        for table in tables:
            secrets.SystemRandom().shuffle(table)
            [game] = lobby.arrange(table[0], rules, [table], now=now, version=book.version, options={}, pace=PACE, note=NOTE)
            starting.start(lobby.lock(game), now=now)
        if tables:
            BotLadderPlace.objects.filter(rules=rules, player__in={it for table in tables for it in table}).update(seated_at=now)
    return len(tables)


def _tables(places: list[BotLadderPlace], rules: str, size: int) -> list[list[Player]]:
    """Who sits down with whom now. Three queries."""
    people = {place.player_id: place.player for place in places}
    running = list(Seat.objects.filter(player__in=people, live=True, game__rules=rules).values_list("game_id", "player_id"))
    free = {place.player_id: place.games_at_once for place in places}
    met: Counter[Pair] = Counter()
    for game in {game for game, _player in running}:
        company = [player for other, player in running if other == game and player is not None]
        for player in company:
            free[player] -= 1
        met.update(_pairs(company))
    levels = dict(Rating.objects.filter(rules=rules, player__in=people).values_list("player_id", "mu"))
    apart = {frozenset(pair) for pair in Block.objects.filter(owner__in=people, blocked__in=people).values_list("owner_id", "blocked_id")}
    waiting = [pk for pk in people if free[pk] > 0]
    found: list[list[Player]] = []
    while waiting and len(found) < TOGETHER:
        table = _table(waiting, size, met, levels, apart)
        if len(table) < size:
            waiting.pop(0)
            continue
        found.append([people[pk] for pk in table])
        met.update(_pairs(table))
        for pk in table:
            free[pk] -= 1
            waiting.remove(pk)
        waiting += [pk for pk in table if free[pk] > 0]
    return found


def _table(waiting: list[int], size: int, met: Mapping[Pair, int], levels: Mapping[int, float], apart: set[Pair]) -> list[int]:
    """Whoever waits longest, and the others one by one; shorter than `size` where there is nobody more."""
    table = [waiting[0]]
    near = sorted(waiting[1:], key=lambda pk: (met[frozenset((table[0], pk))], abs(_level(levels, pk) - _level(levels, table[0]))))
    for pk in near:
        if len(table) < size and not any(frozenset((pk, other)) in apart for other in table):
            table.append(pk)
    return table


def _level(levels: Mapping[int, float], player: int) -> float:
    return levels.get(player, BEGINNER.mu)


def _pairs(company: Iterable[int]) -> list[Pair]:
    known = list(company)
    return [frozenset((one, other)) for number, one in enumerate(known) for other in known[:number]]
