"""The ladder of bots: programs that have joined it are seated against each other for as long as they answer in time.

The sweeper (`manage.py sweeper`) starts the games, every few seconds. The program that has waited longest meets those with which it
shares the fewest running games, and of these the nearest in rating. A program that loses a game on time leaves the ladder.
"""

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
from games.transient_errors import database_unavailable

log = structlog.get_logger(__name__)

MOST_GAMES = 50
"""The most games that one program plays at the same time in one ladder."""
PACE = Pace("move", seconds=10 * MINUTE)
NOTE = "Bot ladder"
TOGETHER = 20
"""Tables that are started in one transaction."""
Pair = frozenset[int]
"""The ids of two players."""


def join(player: Player, rules: str, games_at_once: int, *, now: datetime) -> BotLadderPlace:
    """Join the ladder of a game, or change the number of games at the same time. Raises `Refused`."""
    if not player.by_program:
        raise Refused(
            msg("The bot ladder is for accounts that a program plays for. Please turn this on in your profile first."),
            code="not_by_program",
        )
    lobby.newest(rules)
    values = {"games_at_once": min(max(games_at_once, 1), MOST_GAMES)}
    place, _created = BotLadderPlace.objects.update_or_create(
        player=player, rules=rules, defaults=values, create_defaults={**values, "since": now}
    )
    return place


def leave(player_id: int, rules: str) -> None:
    """Leave the ladder of a game; running games go on."""
    BotLadderPlace.objects.filter(player=player_id, rules=rules).delete()


def seat_all(now: datetime) -> int:
    """Start the games that are due in all ladders; returns their number. A game whose rules fail does not stop the others."""
    started = 0
    for rules in all_games():
        try:
            started += seat(rules, now)
        except Exception as error:
            if database_unavailable(error):
                raise
            log.exception("bot_ladder_failed", rules=rules)
    return started


def seat(rules: str, now: datetime) -> int:
    """Start the games that are due in one ladder; returns their number. Seven queries and those of each table; one if too few joined."""
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
    """The tables to start now, as lists of players. Three queries."""
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
    """One table: the player who waits longest and the best opponents for them; fewer than `size` where there are not enough."""
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
