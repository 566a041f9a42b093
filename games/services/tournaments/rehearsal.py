"""A whole tournament in rows, from its announcement to the approved table, with made-up people and results, for `simulate_tournament`.

Nothing but the services is used, so what happens is what would happen; the caller rolls the transaction back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from games.models import Game, Pairing, Player, Tournament
from games.models.game import new_code
from games.models.player import name_key
from games.rules.contract import Result
from games.services import aftermath, store
from games.services.tournaments import desk, entering, rounds
from games.tournaments.simulation import Hazards, ranks_of, strike

Status = Tournament.Status
DAY = timedelta(days=1)
ROUND_DAYS = 7
BOUND = 2_000
"""Steps after which a tournament counts as stuck."""


def rehearse(format: str, size: int, seed: int, hazards: Hazards, now: datetime, **settings: object) -> Tournament:
    """Announce, register, check in, play and approve. Raises RuntimeError when it needs more than its director.

    Only inside a transaction that is rolled back.
    """
    director, people = _cast(size)
    facts = {"title": "Rehearsal", "rules": "turn_of_fate", "round_days": ROUND_DAYS, "check_in_hours": 24, "seed": str(seed), **settings}
    tournament = Tournament.objects.create(format=format, director=director, starts_at=now + 3 * DAY, created_at=now, **facts)
    desk.open_registration(tournament.pk, director, "A rehearsal.", now=now)
    for player in people:
        entering.enter(tournament.pk, player, now=now)
    _check_in(tournament, people, seed, hazards, now + 2 * DAY)
    now += 3 * DAY
    for _step in range(BOUND):
        rounds.advance(tournament.pk, now)
        tournament.refresh_from_db()
        if tournament.status == Status.REGISTRATION:
            desk.start(tournament.pk, director, "Too few checked in; the others are content.", now=now)
        elif tournament.status == Status.REVIEW:
            desk.approve(tournament.pk, director, "Played out.", now=now)
            tournament.refresh_from_db()
            return tournament
        else:
            _play(tournament, people, seed, hazards, now)
            _leave(tournament, people, seed, hazards, now)
            now += ROUND_DAYS * DAY
    raise RuntimeError(f"A tournament of the format {format!r} with {size} people does not come to its end.")


def _cast(size: int) -> tuple[Player, list[Player]]:
    """A director and so many people whose addresses are confirmed; their names are taken by nobody else, not even another rehearsal."""
    code = new_code()
    names = [f"Rehearsal {code} {number}" for number in range(size + 1)]
    made = Player.objects.bulk_create(
        Player(name=name, name_key=name_key(name), email=f"{name_key(name).replace(' ', '-')}@rehearsal.invalid", password="!")
        for name in names
    )
    EmailAddress.objects.bulk_create(EmailAddress(user=player, email=player.email, verified=True, primary=True) for player in made)
    return made[0], made[1:]


def _check_in(tournament: Tournament, people: Sequence[Player], seed: int, hazards: Hazards, now: datetime) -> None:
    """The hour comes; who is away does not check in, and one in so many has withdrawn."""
    rounds.advance(tournament.pk, now)
    for number, player in enumerate(people):
        if strike(hazards.leaving, "early", seed, number):
            entering.withdraw(tournament.pk, player, now=now)
        elif not strike(hazards.away, "asleep", seed, number):
            entering.check_in(tournament.pk, player, now=now)


def _play(tournament: Tournament, people: Sequence[Player], seed: int, hazards: Hazards, now: datetime) -> None:
    """Most games of the round end by themselves; those of who is away are left to the rule for late games."""
    place = {player.pk: number for number, player in enumerate(people)}
    for row in Pairing.objects.filter(round__tournament=tournament).select_related("round").order_by("pk"):
        for leg, game_id in enumerate((row.game_id, row.second_id)):
            if game_id is not None and not strike(hazards.away, "unfinished", seed, row.round.number, row.number, leg):
                _end(game_id, place, seed, row.round.number, now)


def _end(game_id: int, place: dict[int, int], seed: int, number: int, now: datetime) -> None:
    game = store.lock_game(id=game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.wake()
    ranks = ranks_of([place.get(seat.player_id or 0, -1) for seat in game.seats], seed, Hazards(), number)
    result = Result(ranks, tuple(-rank for rank in ranks), "rehearsed")
    aftermath.record(game, session, aftermath.questions_of(session), [], None, now, result=result)


def _leave(tournament: Tournament, people: Sequence[Player], seed: int, hazards: Hazards, now: datetime) -> None:
    there = set(tournament.entries.filter(withdrawn=False, seed__isnull=False).values_list("player_id", flat=True))
    for number, player in enumerate(people):
        if player.pk in there and strike(hazards.leaving, "late", seed, number, tournament.rounds.count()):
            entering.withdraw(tournament.pk, player, now=now)
