"""A whole simulated tournament in the database, from announcement to approved table, for `simulate_tournament`.

It calls only the services, as the site does; the caller rolls the transaction back.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from games.models import Game, Player
from games.models.game import new_code
from games.models.player import name_key
from games.rules.contract import Result
from games.services.tables import consequences, store
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services import director as desk, entering, half_byes, rounds
from tests.bench.tournament_simulation import Hazards, ranks_of, rest_of, strike

Status = Tournament.Status
DAY = timedelta(days=1)
ROUND_DAYS = 7
BOUND = 2_000
"""Steps after which a tournament counts as stuck."""


def rehearse(format: str, size: int, seed: int, hazards: Hazards, now: datetime, **settings: object) -> tuple[Tournament, float]:
    """Announce, register, check in, play and approve; returns the tournament and the CPU seconds of its slowest step.

    Raises RuntimeError when the tournament does not end within `BOUND` steps. Call it only inside a transaction that is rolled back.
    """
    director, people = cast(size)
    facts = {"title": "Rehearsal", "rules": "turn_of_fate", "round_days": ROUND_DAYS, "check_in_hours": 24, "seed": str(seed), **settings}
    tournament = Tournament.objects.create(format=format, director=director, starts_at=now + 3 * DAY, created_at=now, **facts)
    desk.open_registration(tournament.pk, director, "A rehearsal.", now=now)
    for player in people:
        entering.enter(tournament.pk, player, now=now)
    _check_in(tournament, people, seed, hazards, now + 2 * DAY)
    _ask_for_rests(tournament, people, seed, hazards)
    now += 3 * DAY
    place = {player.pk: number for number, player in enumerate(people)}
    slowest = 0.0
    for _step in range(BOUND):
        begun = time.process_time()
        rounds.advance(tournament.pk, now)
        slowest = max(slowest, time.process_time() - begun)
        tournament.refresh_from_db()
        if tournament.status == Status.REGISTRATION:
            desk.start(tournament.pk, director, "Too few checked in; the others are content.", now=now)
        elif tournament.status == Status.REVIEW:
            desk.approve(tournament.pk, director, "Played out.", now=now)
            tournament.refresh_from_db()
            return tournament, slowest
        else:
            _play(tournament, place, seed, hazards, now)
            _leave(tournament, people, seed, hazards, now)
            now += ROUND_DAYS * DAY
    raise RuntimeError(f"A tournament of the format {format!r} with {size} people does not come to its end.")


def cast(size: int) -> tuple[Player, list[Player]]:
    """A director and so many people with confirmed addresses and unique names."""
    code = new_code()
    names = [f"Rehearsal {code} {number}" for number in range(size + 1)]
    made = Player.objects.bulk_create(
        Player(name=name, name_key=name_key(name), email=f"{name_key(name).replace(' ', '-')}@rehearsal.invalid", password="!")
        for name in names
    )
    EmailAddress.objects.bulk_create(EmailAddress(user=player, email=player.email, verified=True, primary=True) for player in made)
    return made[0], made[1:]


def _check_in(tournament: Tournament, people: Sequence[Player], seed: int, hazards: Hazards, now: datetime) -> None:
    """Open the check-in: absent people do not check in, and a share of the entrants withdraws."""
    rounds.advance(tournament.pk, now)
    for number, player in enumerate(people):
        if strike(hazards.leaving, "early", seed, number):
            entering.withdraw(tournament.pk, player, now=now)
        elif not strike(hazards.away, "asleep", seed, number):
            entering.check_in(tournament.pk, player, now=now)


def _ask_for_rests(tournament: Tournament, people: Sequence[Player], seed: int, hazards: Hazards) -> None:
    for number, player in enumerate(people):
        entry = tournament.entries.filter(player=player, withdrawn=False).first() if tournament.half_byes else None
        for wish in rest_of(number, seed, hazards) & set(half_byes.choices(tournament, entry) if entry else ()):
            half_byes.ask(tournament.pk, player, wish)


def _play(tournament: Tournament, place: Mapping[int, int], seed: int, hazards: Hazards, now: datetime) -> None:
    """End most games of the round; those of absent people are left to the rule for late games."""
    running = Pairing.objects.filter(round__tournament=tournament)
    for leg, column in enumerate(("game", "second")):
        there = running.filter(**{f"{column}__status": Game.Status.ACTIVE}).order_by("pk")
        for number, pairing, game_id in there.values_list("round__number", "number", column):
            if not strike(hazards.away, "unfinished", seed, number, pairing, leg):
                end(game_id, place, seed, number, now)


def end(game_id: int, place: Mapping[int, int], seed: int, number: int, now: datetime) -> None:
    game = store.lock_game(game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.load_session()
    ranks = ranks_of([place.get(seat.player_id or 0, -1) for seat in game.seats], seed, Hazards(), number)
    result = Result(ranks, tuple(-rank for rank in ranks), "rehearsed")
    consequences.record(game, session, consequences.questions_of(session), [], None, now, result=result)


def _leave(tournament: Tournament, people: Sequence[Player], seed: int, hazards: Hazards, now: datetime) -> None:
    number = tournament.rounds.count()
    there = set(tournament.entries.filter(withdrawn=False, seed__isnull=False).values_list("player_id", flat=True))
    for place, player in enumerate(people):
        if player.pk in there and strike(hazards.leaving, "late", seed, place, number):
            entering.withdraw(tournament.pk, player, now=now)
