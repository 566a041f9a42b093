"""What an announced tournament will be like: rounds, games and days, before anybody has entered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from games.queries.clocks.expected_length import expectation
from games.rules.registry import all_games
from games.tournaments.formats.group_tables import sizes
from games.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Forecast:
    """For a field of `size`: the rounds, the games of one person at most, all games at most, and days; None where nobody knows."""

    size: int
    rounds: int
    games_each: int
    games: int
    days: int | None


def forecast(draft: Tournament, size: int) -> Forecast:
    """At most this much, when nobody withdraws. No query."""
    tables = draft.format in (Tournament.Format.TABLES, Tournament.Format.BALANCED)
    widths = sizes(size, draft.least, draft.most) if tables else []
    seats = max(widths, default=2)
    rounds = draft.formula.round_count(size)
    out_after = {Tournament.Format.SINGLE: size - 1, Tournament.Format.DOUBLE: 2 * size - 1}
    games = out_after.get(Tournament.Format(draft.format), rounds * len(widths) if tables else rounds * (size // 2))
    return Forecast(size, rounds, rounds * draft.games_each, games * draft.games_each, _days(draft, seats, rounds))


def _days(draft: Tournament, seats: int, rounds: int) -> int | None:
    """Rounds by date last as long as they say; else as long as a game may take, or the last day of a round."""
    longest = timedelta(seconds=draft.pace["seconds"]) if draft.pace.get("kind") == "move" else None
    book = all_games().get(draft.rules)
    guess = expectation(book, seats, longest=longest) if book is not None else None
    if draft.by_date or guess is None:
        return rounds * draft.round_days or None
    return rounds * (min(guess.days, draft.round_days) if draft.round_days else guess.days)
