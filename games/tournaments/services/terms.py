"""The sentences of the public page about an announcement: one function per field of `games.tournaments.services.announcement`."""

from collections.abc import Iterator
from typing import Any

from games.rules.contract import GameOption
from games.rules.messages import Message, msg, plural
from games.rules.registry import all_games
from games.services.clocks.pace import pace_of
from games.tournaments.models import Tournament

TIE_BREAKS = {
    "DE": msg("the games between tied players (direct encounter)"),
    "BH": msg("the points of all opponents (Buchholz of C.07)"),
    "BH-C1": msg("the points of all opponents except the lowest (Buchholz Cut-1)"),
    "BH-C2": msg("the points of all opponents except the two lowest (Buchholz Cut-2)"),
    "BH-M1": msg("the points of all opponents except the lowest and the highest (Median Buchholz)"),
    "SB": msg("the points of beaten opponents, and half the points of drawn ones (Sonneborn–Berger of C.07)"),
    "WIN": msg("the number of wins, with or without a game"),
    "PS": msg("the points after each round, added up (progressive score)"),
    "score_difference": msg("the score against the opponents’"),
    "head_to_head": msg("the games between tied players"),
    "buchholz": msg("the points of all opponents (Buchholz)"),
    "sonneborn_berger": msg("the points of beaten opponents (Sonneborn–Berger)"),
    "wins": msg("the number of wins"),
}

BREAKS = {
    "DE": msg("Direct encounter"),
    "BH": msg("Buchholz"),
    "BH-C1": msg("Buchholz Cut-1"),
    "BH-C2": msg("Buchholz Cut-2"),
    "BH-M1": msg("Median Buchholz"),
    "SB": msg("Sonneborn–Berger"),
    "WIN": msg("Wins"),
    "PS": msg("Progressive score"),
    "score_difference": msg("Score difference"),
    "head_to_head": msg("between tied players"),
    "buchholz": msg("Buchholz"),
    "sonneborn_berger": msg("Sonneborn–Berger"),
    "wins": msg("Wins"),
}
"""The headings of the columns of the standings."""

LATE = {
    Tournament.LateRule.SCORES: msg("A game still running then is decided by the public scores; without scores it is a draw."),
    Tournament.LateRule.OUTLOOK: msg(
        "A game still running then is played to the end many times by our bots, with other luck: "
        "the player who does clearly better on average wins."
    ),
    Tournament.LateRule.DRAW: msg("A game still running then is a draw."),
    Tournament.LateRule.FORFEIT: msg("A game still running then is lost by the player who has to move."),
    Tournament.LateRule.MOVES: msg("A game still running then is lost by the player who made the fewest moves of their own."),
}


def places(tournament: Tournament) -> Iterator[Message]:
    """The number of places, and the condition of a confirmed address."""
    if tournament.cap:
        yield plural(
            "There is {count} place; later entries go on the waiting list.",
            "There are {count} places; later entries go on the waiting list.",
            tournament.cap,
        )
    yield msg("You need a confirmed email address to enter.")


def invitation(tournament: Tournament) -> Iterator[Message]:
    """That entering requires an invitation."""
    if tournament.invite_only:
        yield msg("By invitation.")


def reliability(tournament: Tournament) -> Iterator[Message]:
    """The minimum reliability."""
    if tournament.least_reliability:
        yield msg("Players with a record must have finished {percent} % of their games.", percent=tournament.least_reliability)


def check_in(tournament: Tournament) -> Iterator[Message]:
    """The length of the check-in before the start."""
    if tournament.check_in_hours:
        yield plural(
            "The check-in is open for {count} hour before the start; players who do not check in do not play.",
            "The check-in is open for {count} hours before the start; players who do not check in do not play.",
            tournament.check_in_hours,
        )


def game(tournament: Tournament) -> Iterator[Message]:
    """The game and its pace."""
    book = all_games().get(tournament.rules)
    pace = pace_of(tournament, of="tournament").words()
    yield msg("{game}, {pace}.", game=book.title if book else msg(tournament.rules), pace=pace)


def settings(tournament: Tournament) -> Iterator[Message]:
    """The settings of the game that differ from the defaults."""
    book = all_games().get(tournament.rules)
    for option in book.options if book else ():
        value = tournament.options.get(option.key, option.default)
        if value != option.default:
            yield msg("{label}: {value}.", label=option.title, value=_value(option, value))


def _value(option: GameOption, value: Any) -> Any:
    """The value of a setting as a message or text."""
    if isinstance(value, bool):
        return msg("yes") if value else msg("no")
    return dict(option.choices).get(value, "–" if value is None else value)


def match(tournament: Tournament) -> Iterator[Message]:
    """That a pairing is a match of two games."""
    if tournament.games_each == 2:
        yield msg("Each pairing is a match of two games with the seats exchanged, played at the same time.")


def rounds(tournament: Tournament) -> Iterator[Message]:
    """The length of a round in days."""
    if tournament.round_days:
        yield plural("A round lasts {count} day at most.", "A round lasts {count} days at most.", tournament.round_days)


def by_date(tournament: Tournament) -> Iterator[Message]:
    """That a round does not end before its last day."""
    if tournament.by_date:
        yield msg("The next round does not begin before the end date of a round.")


def late(tournament: Tournament) -> Iterator[Message]:
    """The rule for late games."""
    if tournament.round_days:
        yield LATE[Tournament.LateRule(tournament.late_rule)]
        yield msg("A player without a move of their own loses to one who has moved; if nobody has moved, all lose.")


def show_up(tournament: Tournament) -> Iterator[Message]:
    """The time within which a player has to move or check in after the beginning of a round."""
    if tournament.show_up_hours:
        yield plural(
            "Players who have neither moved nor checked in {count} hour after a round began forfeit their game.",
            "Players who have neither moved nor checked in {count} hours after a round began forfeit their game.",
            tournament.show_up_hours,
        )


def half_byes(tournament: Tournament) -> Iterator[Message]:
    """The number of half-point byes of a player."""
    if tournament.half_byes:
        yield plural("You may request a half-point bye for {count} round, but not for the last.",
                     "You may request a half-point bye for {count} rounds, but not for the last.", tournament.half_byes)  # fmt: skip


SEEDING = {
    Tournament.Seeding.LOT: msg("The seeds are drawn by lot when it starts."),
    Tournament.Seeding.RATING: msg("The seeds follow the ratings at the start; equal and unrated players are ordered by lot."),
    Tournament.Seeding.HAND: msg("The seeds follow the director’s list; players who are not on it are ordered by lot."),
}


def seeding(tournament: Tournament) -> Iterator[Message]:
    """The source of the seeds, unless they follow from an earlier tournament."""
    if tournament.follows_id is None and tournament.seeding:
        yield SEEDING[Tournament.Seeding(tournament.seeding)]


def tables(tournament: Tournament) -> Iterator[Message]:
    """The sizes of tables, and the byes of players without a table."""
    form = Tournament.Format
    if tournament.format not in (form.TABLES, form.BALANCED):
        return
    if tournament.least == tournament.most:
        yield plural("Each table has {count} person.", "Each table has {count} people.", tournament.least)
        yield msg(
            "If the number of players does not fit, as few players as possible get a one-point bye, "
            "and nobody gets a second one before all have had one."
        )
    else:
        yield msg(
            "Each table has {least} to {most} players; tables are as equal in size as possible.",
            least=tournament.least,
            most=tournament.most,
        )


def through(tournament: Tournament) -> Iterator[Message]:
    """The number of players per group who reach the finals."""
    if tournament.format == Tournament.Format.GROUPS:
        yield plural(
            "The best of each group advances to the finals.", "The best {count} of each group advance to the finals.", tournament.through
        )


def movers(tournament: Tournament) -> Iterator[Message]:
    """The number of players promoted and relegated."""
    if tournament.format == Tournament.Format.LEAGUE:
        yield plural(
            "After a season {count} player is promoted and {count} relegated between neighbouring divisions.",
            "After a season {count} players are promoted and {count} relegated between neighbouring divisions.",
            tournament.movers,
        )


def tie_breaks(tournament: Tournament) -> Iterator[Message]:
    """The order of the tie-breaks."""
    if tournament.is_knock_out:
        if tournament.seeding:
            yield msg(
                "After a drawn meeting the player with the higher score advances, "
                "then the one with the higher rating at the start, then the one with the better seed."
            )
        else:
            yield msg("After a drawn meeting the player with the higher score advances, then the one with the better seed.")
    elif tournament.tie_breaks:
        order = tuple(TIE_BREAKS[name] for name in tournament.tie_breaks)
        yield msg("Ties are broken in this order: {order}.", order=order)
