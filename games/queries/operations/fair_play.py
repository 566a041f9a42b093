"""Signals of unfair play, with their figures, for directors and moderators. No code acts on them.

Every signal can have an innocent explanation: a household shares a network, friends play each other often, a beginner resigns early.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games.models import Player
from games.rules.messages import Message, msg, plural

LOOKED_BACK = timedelta(days=90)
OFTEN = 6
"""The least number of games of two players for a signal, if they are also at least 80 % of the games of one of them."""

FEW_GIFTS = 3
"""The least number of games in which one player resigned early against the other for a signal."""

PAIRS = """
SELECT a.player_id, b.player_id, count(*),
    count(*) FILTER (WHERE a.state = 'resigned' AND 2 * g.seq < usual.lines),
    count(*) FILTER (WHERE b.state = 'resigned' AND 2 * g.seq < usual.lines), array_agg(g.code ORDER BY g.id DESC)
FROM games_seat a JOIN games_seat b ON b.game_id = a.game_id AND b.player_id > a.player_id AND NOT b.is_bot
    JOIN games_game g ON g.id = a.game_id
    LEFT JOIN LATERAL (
        SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seq) AS lines FROM (
            SELECT seq FROM games_game o WHERE o.rules = g.rules AND o.seat_count = g.seat_count AND o.status = 'finished'
                AND NOT EXISTS (SELECT 1 FROM games_seat s WHERE s.game_id = o.id AND s.state <> 'playing')
            ORDER BY o.id DESC LIMIT 50) AS latest
    ) AS usual ON true
WHERE NOT a.is_bot AND g.status = 'finished' AND g.ended_at > %(since)s
    AND (a.player_id = ANY(%(players)s) OR b.player_id = ANY(%(players)s))
GROUP BY 1, 2
"""
TOTALS = """
SELECT s.player_id, count(*) FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE g.status = 'finished' AND g.ended_at > %(since)s AND s.player_id = ANY(%(players)s) GROUP BY 1
"""
SHARED = """
SELECT DISTINCT least(a.player_id, b.player_id), greatest(a.player_id, b.player_id), a.kind
FROM games_trace a JOIN games_trace b ON b.kind = a.kind AND b.tag = a.tag AND b.player_id <> a.player_id
WHERE a.player_id = ANY(%(players)s) AND EXISTS (
    SELECT 1 FROM games_seat s JOIN games_seat t ON t.game_id = s.game_id WHERE s.player_id = a.player_id AND t.player_id = b.player_id)
"""


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal about two players: a sentence with figures, and the codes of games to look at."""

    kind: str
    people: tuple[Player, Player]
    why: Message
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """The finished games of two players: their number, the early resignations of each, and codes of the latest."""

    games: int
    gifts: tuple[int, int]
    codes: tuple[str, ...]


def signals(players: Collection[int], now: datetime) -> list[Signal]:
    """The signals about these players and their opponents in the last 90 days. Four queries."""
    facts: dict[str, Any] = {"players": list(players), "since": now - LOOKED_BACK}
    pairs = {(a, b): Pair(count, (one, two), tuple(codes[:5])) for a, b, count, one, two, codes in _rows(PAIRS, facts)}
    shared = [((a, b), kind) for a, b, kind in _rows(SHARED, facts)]
    involved = {pk for pair in (*pairs, *(pair for pair, _kind in shared)) for pk in pair}
    totals: dict[int, int] = dict(_rows(TOTALS, facts | {"players": list(involved)}))
    names = Player.objects.in_bulk(involved)
    found = [_same_place(pair, kind, names, pairs.get(pair)) for pair, kind in shared]
    for (a, b), pair in pairs.items():
        people = (names[a], names[b])
        found += _gifts(people, pair) + _gifts((people[1], people[0]), Pair(pair.games, pair.gifts[::-1], pair.codes))
        found += _often(people, pair, min(totals[a], totals[b]))
    return sorted(found, key=lambda signal: (signal.kind, signal.people[0].name_key, signal.people[1].name_key))


def _same_place(pair: tuple[int, int], kind: str, names: dict[int, Player], games: Pair | None) -> Signal:
    """The signal of two players of one table who share a network or a browser."""
    place = msg("with the same browser") if kind == "device" else msg("from the same network")
    people = (names[pair[0]], names[pair[1]])
    why = msg("{one} and {two} share tables and have played {place}.", one=people[0].name, two=people[1].name, place=place)
    return Signal(f"same {kind}", people, why, games.codes if games else ())


def _gifts(people: tuple[Player, Player], pair: Pair) -> list[Signal]:
    """The signal that the first player resigned early in at least half of the games with the second."""
    given = pair.gifts[0]
    if given < FEW_GIFTS or 2 * given < pair.games:
        return []
    why = plural(
        "{giver} resigned early from {given} of {count} game with {taker}.",
        "{giver} resigned early from {given} of {count} games with {taker}.",
        pair.games, giver=people[0].name, taker=people[1].name, given=given,
    )  # fmt: skip
    return [Signal("give-aways", people, why, pair.codes)]


def _often(people: tuple[Player, Player], pair: Pair, total: int) -> list[Signal]:
    """The signal that one of the players has played mostly against the other."""
    if pair.games < OFTEN or 5 * pair.games < 4 * total:
        return []
    share = round(100 * pair.games / total)
    why = msg(
        "{one} and {two} met in {games} games, which is {share} % of what one of them has played.",
        one=people[0].name, two=people[1].name, games=pair.games, share=share,
    )  # fmt: skip
    return [Signal("repeated pairs", people, why, pair.codes)]


def _rows(sql: str, facts: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, facts)
        return list(cursor.fetchall())
