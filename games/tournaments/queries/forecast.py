"""Forecast of an announced tournament for a number of players: rounds, games and days, and warnings about its settings."""

from dataclasses import dataclass
from datetime import timedelta

from games.queries.clocks.expected_length import Expectation, expectation
from games.rules.messages import Message, msg, plural
from games.rules.registry import all_games
from games.tournaments.formats.group_tables import sizes
from games.tournaments.models import Tournament

TABLES = (Tournament.Format.TABLES, Tournament.Format.BALANCED)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast for `size` players: rounds, most games per player, most games in all, and days (None if they cannot be estimated)."""

    size: int
    rounds: int
    games_each: int
    games: int
    days: int | None


def forecast(draft: Tournament, size: int) -> Forecast:
    """The forecast of a draft for `size` players, if nobody withdraws. No query."""
    tables = draft.format in TABLES
    widths = sizes(size, draft.least, draft.most) if tables else []
    seats = max(widths, default=2)
    rounds = draft.formula.round_count(size)
    out_after = {Tournament.Format.SINGLE: size - 1, Tournament.Format.DOUBLE: 2 * size - 1}
    games = out_after.get(Tournament.Format(draft.format), rounds * len(widths) if tables else rounds * (size // 2))
    return Forecast(size, rounds, rounds * draft.games_each, games * draft.games_each, _days(draft, seats, rounds))


def warnings(draft: Tournament) -> list[Message]:
    """Warnings about too few places, and about rounds that are too short for the pace or the length of the game. No query."""
    least = draft.least if draft.format in TABLES else 2
    found = [msg("There are too few places: at least {least} players are needed.", least=least)] if 0 < draft.cap < least else []
    if not draft.round_days:
        return found
    seats, round_length, move = _seats(draft), timedelta(days=draft.round_days), _longest_move(draft)
    needed = _expected(draft, seats)
    if move is not None and move * 2 > round_length:
        found.append(
            plural(
                "At this pace one move may take half a round of {count} day or more: many games would be decided as late games.",
                "At this pace one move may take half a round of {count} days or more: many games would be decided as late games.",
                draft.round_days,
            )
        )
    if needed is not None and needed.days > draft.round_days:
        found.append(msg("A game takes about {days} days; plan rounds of at least {days} days.", days=needed.days))
    return found


def _seats(draft: Tournament) -> int:
    return draft.most if draft.format in TABLES else 2


def _longest_move(draft: Tournament) -> timedelta | None:
    return timedelta(seconds=draft.pace["seconds"]) if draft.pace.get("kind") == "move" else None


def _expected(draft: Tournament, seats: int) -> Expectation | None:
    book = all_games().get(draft.rules)
    return expectation(book, seats, draft.options, longest=_longest_move(draft)) if book is not None else None


def _days(draft: Tournament, seats: int, rounds: int) -> int | None:
    """Days of all rounds: the announced length of rounds by date, else the expected length of a game, limited by that of a round."""
    guess = _expected(draft, seats)
    if draft.by_date or guess is None:
        return rounds * draft.round_days or None
    return rounds * (min(guess.days, draft.round_days) if draft.round_days else guess.days)
