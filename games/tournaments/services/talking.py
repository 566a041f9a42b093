"""Services for messages of a director to players, and for calls of players to a director and their answers."""

from datetime import datetime

from django.db import transaction

from games.models import Game, Player, Seat
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.tournaments.models import Call, Pairing, Tournament
from games.tournaments.services import director, log
from games.tournaments.services.notices import at_table, officials, people_of, tell

LONGEST = 600
MOST_OPEN = 3
"""Most open calls of one player."""


def write(tournament_id: int, to: str, text: str, by: Player, reason: str, *, now: datetime) -> None:
    """Mail a message. `to` is "all", "late" (players to move in running games), or the id of a pairing. Raises `Refused`."""
    with director.step(tournament_id, director.LIVING, by, "message", reason, now) as tournament:
        people = _recipients(tournament, to)
        if not people:
            raise Refused(msg("There are no recipients."), code="nobody")
        ruling = log.add(log.latest(tournament), to=to, text=_checked(text))
        tell(tournament, "message", people, moment=now, ruling=ruling.pk)


def _recipients(tournament: Tournament, to: str) -> list[int]:
    if to == "all":
        return people_of(tournament)
    if to == "late":
        asked = Seat.objects.filter(
            game__in=tournament.games().filter(status=Game.Status.ACTIVE), pending=True, is_bot=False, player__isnull=False
        )
        return list(asked.order_by("player_id").values_list("player_id", flat=True).distinct())
    row = Pairing.objects.filter(round__tournament=tournament, pk=int(to)).first() if to.isdecimal() else None
    return at_table(tournament, row.seats) if row is not None else []


def call(tournament_id: int, game_id: int | None, player: Player, text: str, *, now: datetime) -> Call:
    """Call the director, about a game of the player or the tournament; the officials get a mail. A second equal call changes nothing.

    Raises `NotYours` or `Refused`.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(of=("self",)).select_related("director").get(pk=tournament_id)
        if not tournament.entries.filter(player=player).exists():
            raise NotYours(msg("You have not entered this tournament."))
        if game_id is not None and not Seat.objects.filter(game__in=tournament.games().filter(pk=game_id), player=player).exists():
            raise NotYours(msg("You do not play in this game."))
        text, waiting = _checked(text), tournament.calls.filter(player=player, answered_at=None)
        same = waiting.filter(game=game_id, text=text).first()
        if same is not None:
            return same
        if waiting.count() >= MOST_OPEN:
            raise Refused(msg("You have asked {most} times; wait for an answer.", most=MOST_OPEN), code="too_many_calls")
        made = Call.objects.create(tournament=tournament, game_id=game_id, player=player, text=text, at=now)
        tell(tournament, "call", officials(tournament), moment=now, call=made.pk)
        return made


def answer(call_id: int, text: str, by: Player, reason: str, *, now: datetime) -> None:
    """Answer a call; the caller gets a mail. Raises `Closed` if it has been answered."""
    with transaction.atomic():
        row = Call.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=call_id)
        log.rule(row.tournament, "answer call", by, reason, now, call=row.pk)
        if row.answered_at is not None:
            raise Closed(msg("This call has already been answered."), code="answered")
        row.answer, row.answered_by, row.answered_at = _checked(text), by, now
        row.save(update_fields=["answer", "answered_by", "answered_at"])
        tell(row.tournament, "answer", [row.player_id], moment=now, call=row.pk)


def _checked(text: str) -> str:
    text = text.strip()
    if not 1 <= len(text) <= LONGEST:
        raise Refused(msg("Write 1 to {most} characters.", most=LONGEST), code="bad_text")
    return text
