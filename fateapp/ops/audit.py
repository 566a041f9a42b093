"""Check stored games: the log has no gaps, and replaying it gives the stored position.

`rehearse` checks instead whether running games can continue with the rules of this release.
"""

from collections.abc import Iterator
from typing import Any

import orjson

from games.models import Game, Rating, RatingPool, stored_position
from games.queries.history.replay import COLUMNS, after, replayed
from games.rules.contract import Position
from games.rules.errors import Damaged, UnknownRules
from games.rules.session import Session
from games.services.ratings import rate

PLAYED = (Game.Status.ACTIVE, Game.Status.FINISHED)


def problems_of(pk: int) -> list[str]:
    """What is wrong with a game; checked twice, because a move may be stored between two queries."""
    return complaints(Game.objects.get(pk=pk)) and complaints(Game.objects.get(pk=pk))


def complaints(game: Game) -> list[str]:
    """What is wrong with one game, as sentences; [] when it is consistent. Two queries."""
    lines = list(game.moves.order_by("seq").values(*COLUMNS))
    numbers = [line["seq"] for line in lines]
    if numbers != list(range(game.seq)):
        missing = sorted(set(range(game.seq)) ^ set(numbers))
        return [f"{game.code}: the log is broken near line {missing[0] if missing else '?'}; it should have {game.seq} lines."]
    try:
        session = after(game, replayed(game, lines))
        found = [f"{game.code}: {sentence}" for sentence in _compare(game, session)]
    except (UnknownRules, Damaged) as error:
        return [f"{game.code}: {error}"]
    except Exception as error:  # whatever the rules raise is the finding
        return [f"{game.code}: its log does not play again: {type(error).__name__}: {error}"]
    return found


def _compare(game: Game, session: Session[Any]) -> Iterator[str]:
    stored = stored_position.resume(game).position
    fresh = session.position
    if _without_memory(stored) != _without_memory(fresh):
        yield "the stored table is not the one its log leads to."
    if (stored.since, stored.draws) != (fresh.since, fresh.draws):
        yield "the stored turn is not the one its log leads to."
    yield from session.game.audit(session.game.table.load(fresh.table))  # the quiet point: within a turn, a table may be half laid


def _without_memory(position: Position) -> bytes:
    """The table without its memory, which is missing when a release without one made the last move."""
    return orjson.dumps({name: value for name, value in position.table.items() if name != "memory"}, option=orjson.OPT_SORT_KEYS)


def rating_complaints() -> list[str]:
    """The stored ratings that differ from their history; one sentence each."""
    found = []
    for pool in RatingPool.objects.order_by("pk"):
        stored = {row.player_id: (row.mu, row.sigma) for row in Rating.objects.filter(rules=pool.pk)}
        fresh = rate.replayed(pool.pk)
        wrong = sorted(pk for pk in stored.keys() | fresh.keys() if stored.get(pk) != fresh.get(pk))
        found += [f"{pool.pk}: the rating of player {pk} is not the one its history leads to." for pk in wrong]
    return found
