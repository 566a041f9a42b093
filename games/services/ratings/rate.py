"""Rate finished games in order, once each; rate later games again when one is declared void.

One transaction per game, under the lock of the pool's row: after a crash nothing has changed, and a second run finds nothing to do. The
unique key on (game, player) enforces this.
"""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

import structlog
from django.db import transaction

from games.models import Game, Move, Rating, RatingEvent, RatingPool, Seat, Tenure
from games.services.ratings.formula import BEGINNER, Level, after
from notifications.process import faults

log = structlog.get_logger(__name__)
AUTOMATIC = (Move.Source.TIMEOUT, Move.Source.AUTOPILOT, Move.Source.BOT, Move.Source.CHANCE, Move.Source.DESK)
"""Sources of answers that are no decisions of a person."""

BEFORE_START = ("left", "removed")
"""Values of `Tenure.ended_by` before the start of a game."""
MOST_AT_ONCE = 500


def rate_due(now: datetime) -> int:
    """Rate finished games that are not rated, oldest first; returns their number. A game that fails does not stop the others."""
    due = Game.objects.filter(status=Game.Status.FINISHED, rated_at=None).order_by("ended_at", "pk")
    count = 0
    for pk in list(due.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        try:
            count += rate(pk, now)
            faults.hit("rating.rated")
        except Exception:
            log.exception("rating_failed", game=pk)
    return count


def rate(game_id: int, now: datetime) -> bool:
    """Rate one finished game; False when that was done before. A game that rates nobody is marked as rated, too."""
    with transaction.atomic():
        rules = Game.objects.values_list("rules", flat=True).get(pk=game_id)
        pool = lock_pool(rules)
        game = Game.objects.select_for_update().defer("position", "secret").get(pk=game_id)
        if game.rated_at is not None or game.status != Game.Status.FINISHED:
            return False
        ranks = ranks_of(game)
        if ranks:
            levels = {row.player_id: row for row in Rating.objects.filter(rules=rules, player__in=ranks)}
            known = {pk: Level(row.mu, row.sigma) for pk, row in levels.items()}
            RatingEvent.objects.bulk_create(_events(game.pk, rules, ranks, known, pool.replays, now))
            faults.hit("rating.events")
            _save(rules, known, {pk: (levels[pk].games if pk in levels else 0) + 1 for pk in ranks})
        Game.objects.filter(pk=game_id).update(rated_at=now)
        return True


def take_back(game: Game, now: datetime) -> int:
    """Void a finished game and rate all later ones of its pool again; returns their number. Only inside a transaction."""
    pool = lock_pool(game.rules)
    Game.objects.filter(pk=game.pk).update(voided_at=now, rated_at=now)
    valid = RatingEvent.objects.filter(rules=game.rules, superseded=False)
    first = valid.filter(game=game).order_by("pk").values_list("pk", flat=True).first()
    if first is None:
        return 0
    pool.replays += 1
    pool.save(update_fields=["replays"])
    later = list(valid.filter(pk__gte=first).order_by("pk"))
    players = {event.player_id for event in later}
    known, counts = _before(game.rules, first, players)
    valid.filter(pk__gte=first).update(superseded=True)
    fresh: list[RatingEvent] = []
    again = [list(events) for pk, events in groupby(later, key=lambda event: event.game_id) if pk != game.pk]
    for events in again:
        ranks = {event.player_id: event.rank for event in events}
        fresh += _events(events[0].game_id, game.rules, ranks, known, pool.replays, events[0].at)
        for pk in ranks:
            counts[pk] = counts.get(pk, 0) + 1
    RatingEvent.objects.bulk_create(fresh, batch_size=2000)
    _save(game.rules, known, {pk: counts.get(pk, 0) for pk in players})
    return len(again)


def lock_pool(rules: str) -> RatingPool:
    """Lock the pool's row for the running transaction; creates it if it is missing."""
    RatingPool.objects.bulk_create([RatingPool(rules=rules)], ignore_conflicts=True)
    return RatingPool.objects.select_for_update().get(pk=rules)


def replayed(rules: str) -> dict[int, Level]:
    """The strengths by player id, computed again from the ranks of all valid events; they must equal the stored ones."""
    known: dict[int, Level] = {}
    events = RatingEvent.objects.filter(rules=rules, superseded=False).order_by("pk")
    for _pk, of_game in groupby(events.iterator(chunk_size=2000), key=lambda event: event.game_id):
        ranks = {event.player_id: event.rank for event in of_game}
        _apply(ranks, known)
    return known


def _apply(ranks: dict[int, int], known: dict[int, Level]) -> None:
    """Update the strengths in `known` by one game."""
    before = [known.get(pk, BEGINNER) for pk in ranks]
    known.update(zip(ranks, after(before, list(ranks.values())), strict=True))


def _events(game_id: int, rules: str, ranks: dict[int, int], known: dict[int, Level], replay: int, at: datetime) -> list[RatingEvent]:
    """The events of one game; updates the strengths in `known`."""
    _apply(ranks, known)
    return [
        RatingEvent(game_id=game_id, rules=rules, player_id=pk, rank=rank, mu=known[pk].mu, sigma=known[pk].sigma, replay=replay, at=at)
        for pk, rank in ranks.items()
    ]


def _before(rules: str, first: int, players: Iterable[int]) -> tuple[dict[int, Level], dict[int, int]]:
    """Strengths and numbers of games by player id, before the event `first`. Players without earlier games are left out."""
    earlier = RatingEvent.objects.filter(rules=rules, superseded=False, pk__lt=first, player__in=players).order_by("pk")
    known: dict[int, Level] = {}
    counts: dict[int, int] = {}
    for event in earlier.iterator(chunk_size=2000):
        known[event.player_id] = Level(event.mu, event.sigma)
        counts[event.player_id] = counts.get(event.player_id, 0) + 1
    return known, counts


def _save(rules: str, known: dict[int, Level], games: dict[int, int]) -> None:
    """Write the ratings of these players, whose numbers of games are `games`; a player without a rated game has no rating."""
    unrated = [pk for pk, count in games.items() if not count]
    Rating.objects.filter(rules=rules, player__in=unrated).delete()
    rows = [Rating(player_id=pk, rules=rules, mu=known[pk].mu, sigma=known[pk].sigma, games=count) for pk, count in games.items() if count]
    Rating.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player", "rules"], update_fields=["mu", "sigma", "games"])


def ranks_of(game: Game) -> dict[int, int]:
    """The ranks by player id of those whom this game rates; {} when it rates nobody. Three queries.

    The first holder of each seat is rated: by the game's result if they played to its end, else with the last rank. A game with at least
    two people rates the people, any other game the programs. Guests without an address are not rated.
    """
    if game.status != Game.Status.FINISHED or game.result is None or game.voided_at is not None:
        return {}
    seats = {seat.pk: seat for seat in Seat.objects.filter(game=game)}
    first: dict[int, Tenure] = {}
    tenures = Tenure.objects.filter(seat__game=game, player__is_bot=False, player__email__isnull=False).exclude(ended_by__in=BEFORE_START)
    for tenure in tenures.select_related("player").order_by("since", "pk"):
        first.setdefault(tenure.seat_id, tenure)
    people = {pk: tenure for pk, tenure in first.items() if not tenure.player.by_program}
    first = people if len(people) > 1 else {pk: tenure for pk, tenure in first.items() if pk not in people}
    if len(first) < 2 or not {seats[pk].index for pk in first} <= _deciders(game):
        return {}
    last = len(seats) + 1
    return {
        tenure.player_id: game.result["ranks"][seats[pk].index] if tenure.until is None and seats[pk].state == Seat.State.PLAYING else last
        for pk, tenure in first.items()
    }


def _deciders(game: Game) -> set[int]:
    """The seats for which a person has made a decision."""
    moves = Move.objects.filter(game=game, kind=Move.Kind.ANSWER, seat__gte=0).exclude(source__in=AUTOMATIC)
    return set(moves.order_by().values_list("seat", flat=True).distinct())
