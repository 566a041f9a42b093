"""The sentences of the public page about the fields of `games.tournaments.services.announcement`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.rules.contract import GameOption
from games.rules.messages import Message, msg, plural
from games.rules.registry import all_games
from games.services.clocks.pace import pace_of
from games.tournaments.models import Tournament

BREAKS = {
    "DE": (msg("Direct encounter"), msg("the games between tied players (direct encounter)")),
    "BH": (msg("Buchholz"), msg("the points of all opponents (Buchholz of C.07)")),
    "BH-C1": (msg("Buchholz Cut-1"), msg("the points of all opponents except the lowest (Buchholz Cut-1)")),
    "BH-C2": (msg("Buchholz Cut-2"), msg("the points of all opponents except the two lowest (Buchholz Cut-2)")),
    "BH-M1": (msg("Median Buchholz"), msg("the points of all opponents except the lowest and the highest (Median Buchholz)")),
    "SB": (msg("Sonneborn–Berger"), msg("the points of beaten opponents, and half the points of drawn ones (Sonneborn–Berger of C.07)")),
    "WIN": (msg("Wins"), msg("the number of wins, with or without a game")),
    "PS": (msg("Progressive score"), msg("the points after each round, added up (progressive score)")),
    "score_difference": (msg("Score difference"), msg("the score against the opponents’")),
    "head_to_head": (msg("between tied players"), msg("the games between tied players")),
    "buchholz": (msg("Buchholz"), msg("the points of all opponents (Buchholz)")),
    "sonneborn_berger": (msg("Sonneborn–Berger"), msg("the points of beaten opponents (Sonneborn–Berger)")),
    "wins": (msg("Wins"), msg("the number of wins")),
}
"""The tie-breaks: the headings of their columns, and what they are."""

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


def if_set(name: str, sentence: Callable[[Any], Message]) -> Callable[[Tournament], Iterable[Message]]:
    """A sentence about the value of a field; none for 0 and False."""
    return lambda tournament: [sentence(value)] if (value := getattr(tournament, name)) else []


invitation = if_set("invite_only", lambda _value: msg("By invitation."))
reliability = if_set(
    "least_reliability", lambda percent: msg("Players with a record must have finished {percent} % of their games.", percent=percent)
)
check_in = if_set(
    "check_in_hours",
    lambda count: plural(
        "The check-in is open for {count} hour before the start; players who do not check in do not play.",
        "The check-in is open for {count} hours before the start; players who do not check in do not play.", count,
    ),
)  # fmt: skip
rounds = if_set("round_days", lambda count: plural("A round lasts {count} day at most.", "A round lasts {count} days at most.", count))
by_date = if_set("by_date", lambda _value: msg("The next round does not begin before the end date of a round."))
show_up = if_set(
    "show_up_hours",
    lambda count: plural(
        "Players who have neither moved nor checked in {count} hour after a round began forfeit their game.",
        "Players who have neither moved nor checked in {count} hours after a round began forfeit their game.", count,
    ),
)  # fmt: skip
half_byes = if_set(
    "half_byes",
    lambda count: plural("You may request a half-point bye for {count} round, but not for the last.",
                         "You may request a half-point bye for {count} rounds, but not for the last.", count),
)  # fmt: skip


def places(tournament: Tournament) -> Iterator[Message]:
    """The number of places, and the condition of a confirmed address."""
    if tournament.cap:
        yield plural("There is {count} place; later entries go on the waiting list.",
                     "There are {count} places; later entries go on the waiting list.", tournament.cap)  # fmt: skip
    yield msg("You need a confirmed email address to enter.")


def game(tournament: Tournament) -> Iterator[Message]:
    book = all_games().get(tournament.rules)
    pace = pace_of(tournament, of="tournament").words()
    yield msg("{game}, {pace}.", game=book.title if book else msg(tournament.rules), pace=pace)


def settings(tournament: Tournament) -> Iterator[Message]:
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
    if tournament.games_each == 2:
        yield msg("Each pairing is a match of two games with the seats exchanged, played at the same time.")


def late(tournament: Tournament) -> Iterator[Message]:
    if tournament.round_days:
        yield LATE[Tournament.LateRule(tournament.late_rule)]
        yield msg("A player without a move of their own loses to one who has moved; if nobody has moved, all lose.")


SEEDING = {
    Tournament.Seeding.LOT: msg("The seeds are drawn by lot when it starts."),
    Tournament.Seeding.RATING: msg("The seeds follow the ratings at the start; equal and unrated players are ordered by lot."),
    Tournament.Seeding.HAND: msg("The seeds follow the director’s list; players who are not on it are ordered by lot."),
}


def seeding(tournament: Tournament) -> Iterator[Message]:
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
        yield msg("Each table has {least} to {most} players; tables are as equal in size as possible.",
                  least=tournament.least, most=tournament.most)  # fmt: skip


def through(tournament: Tournament) -> Iterator[Message]:
    if tournament.format == Tournament.Format.GROUPS:
        yield plural("The best of each group advances to the finals.",
                     "The best {count} of each group advance to the finals.", tournament.through)  # fmt: skip


def movers(tournament: Tournament) -> Iterator[Message]:
    if tournament.format == Tournament.Format.LEAGUE:
        yield plural("After a season {count} player is promoted and {count} relegated between neighbouring divisions.",
                     "After a season {count} players are promoted and {count} relegated between neighbouring divisions.",
                     tournament.movers)  # fmt: skip


def tie_breaks(tournament: Tournament) -> Iterator[Message]:
    if tournament.is_knock_out:
        if tournament.seeding:
            yield msg(
                "After a drawn meeting the player with the higher score advances, "
                "then the one with the higher rating at the start, then the one with the better seed."
            )
        else:
            yield msg("After a drawn meeting the player with the higher score advances, then the one with the better seed.")
    elif tournament.tie_breaks:
        order = tuple(BREAKS[name][1] for name in tournament.tie_breaks)
        yield msg("Ties are broken in this order: {order}.", order=order)
