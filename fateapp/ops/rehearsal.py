"""Check the running games with this release before it serves them. Read-only, a few hundred games at a time.

Each game is loaded with the version of its rules, rendered for every seat, and its questions compared; where the rules have a newer
version, it is upgraded in memory. `manage.py rehearse` prints the findings.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson
from django.db import connection, transaction
from django.db.models import Count, Prefetch, QuerySet

from games.models import Game, Seat
from games.models.game import rules_available
from games.rules.contract import Position
from games.rules.errors import CannotUpgrade, UnknownRules
from games.rules.registry import all_games
from games.rules.session import Session
from games.services.tables import consequences, rules_upgrade

CHUNK = 200
GAME = ("code", "rules", "rules_version", "seat_count", "position", "waiting", "trouble", "changes")
SEAT = ("game_id", "index", "pending")
"""The columns that are read: none that a migration of this release has yet to add."""
SAME, CARRIED, STAYS, UNKNOWN, BROKEN, OTHERWISE = "same", "carried", "stays", "unknown", "broken", "otherwise"
BAD = (UNKNOWN, BROKEN, OTHERWISE)
"""States that block this release: unknown rules, games that cannot be loaded, and different questions by rules of the same version."""


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a seat's question: its kind before and after (None: nothing is asked), and the choices added and removed."""

    seat: int
    before: str | None
    after: str | None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __str__(self) -> str:
        kinds = self.before if self.before == self.after else f"{self.before or 'nothing'} → {self.after or 'nothing'}"
        choices = " ".join([*(f"+{token}" for token in self.added), *(f"-{token}" for token in self.removed)])
        return f"seat {self.seat + 1}: {kinds}{': ' + choices if choices else ''}"


@dataclass(slots=True)
class Finding:
    """The result for one game. `asked` has a digest of each seat's question, because the choices reveal hidden cards."""

    id: int
    game: str
    rules: str
    version: int
    newest: int | None
    changes_count: int
    state: str = SAME
    why: str = ""
    changes: list[Change] = field(default_factory=list)
    asked: dict[int, str] = field(default_factory=dict)

    @property
    def is_bad(self) -> bool:
        return self.state in BAD

    def facts(self) -> dict[str, Any]:
        return asdict(self) | {"asked": {str(seat): digest for seat, digest in self.asked.items()}}

    def __str__(self) -> str:
        said = [part for part in (self.why, *map(str, self.changes)) if part]
        return f"{self.game} ({self.rules}, version {self.version}): {self.state}{': ' + '; '.join(said) if said else ''}"


def findings(only: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Every running game by id, each read in a short read-only transaction."""
    running = Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk").only(*GAME)
    running = running.filter(rules__in=only) if only else running
    last = 0
    while chunk := _read(running.filter(pk__gt=last)[:CHUNK]):
        yield from (judged(game, seats) for game, seats in chunk)
        last = chunk[-1][0].pk


def _read(games: QuerySet[Game]) -> list[tuple[Game, list[Seat]]]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        return [(game, list(game.seats.all())) for game in games.prefetch_related(Prefetch("seats", Seat.objects.only(*SEAT)))]


def judged(game: Game, seats: list[Seat]) -> Finding:
    newest = all_games().get(game.rules)
    found = Finding(game.pk, game.code, game.rules, game.rules_version, newest.version if newest else None, game.changes)
    try:
        session = _loaded(game)
        _look_at(found, game, seats, session)
        if newest is not None and newest.version > game.rules_version and not found.is_bad:
            _try_upgrade(found, session)
    except UnknownRules as error:
        found.state, found.why = UNKNOWN, str(error)
    except Exception as error:  # whatever the rules raise is the finding
        found.state, found.why = BROKEN, f"{type(error).__name__}: {error}"
    return found


def _loaded(game: Game) -> Session[Any]:
    """Load the game and render everything once. Raises whatever the rules raise."""
    session = game.book.resume(Position.from_json(orjson.loads(game.position)))
    for seat in (None, *range(game.seat_count)):
        session.game.scene(session.view(seat))
    for seat in session.unanswered:
        decision = session.decision(seat)
        assert decision is not None
        session.read(seat, session.game.fallback(session.table, decision))
    return session


def _look_at(found: Finding, game: Game, seats: list[Seat], session: Session[Any]) -> None:
    """Compare the questions of the rules with the stored ones."""
    found.asked = {seat: _digest(signature) for seat, signature in consequences.questions_of(session).items()}
    stored = sorted(seat.index for seat in seats if seat.pending)
    if game.trouble:
        found.why = f"stopped: {game.trouble[:200]}"
    elif stored != sorted(session.unanswered) or sorted(game.waiting) != sorted(session.waiting_for):
        found.state = OTHERWISE
        found.why = f"seats {_numbers(stored)} are asked, and by these rules {_numbers(session.unanswered)} would be"


def _try_upgrade(found: Finding, old: Session[Any]) -> None:
    before = consequences.questions_of(old)
    try:
        session, _entries = rules_upgrade.taken_over(all_games()[found.rules], old)
    except CannotUpgrade as error:
        found.state, found.why = STAYS, found.why or str(error)
        return
    found.state, after = CARRIED, consequences.questions_of(session)
    for seat in range(session.table.seats):
        session.game.scene(session.view(seat))
        if before.get(seat) != after.get(seat):
            found.changes.append(_change(seat, before.get(seat), after.get(seat)))


def _change(seat: int, before: consequences.Signature | None, after: consequences.Signature | None) -> Change:
    had, has = tuple(before[1]) if before else (), tuple(after[1]) if after else ()
    added, removed = tuple(token for token in has if token not in had), tuple(token for token in had if token not in has)
    return Change(seat, before[0] if before else None, after[0] if after else None, added, removed)


def compare_with_earlier(found: Finding, earlier: dict[str, Any]) -> None:
    """Compare with the finding of the previous release for the same game, unless it was played in between."""
    if found.is_bad or (earlier["changes_count"], earlier["version"]) != (found.changes_count, found.version):
        return
    asked = {int(seat): digest for seat, digest in earlier["asked"].items()}
    other = sorted(seat for seat in asked.keys() | found.asked.keys() if asked.get(seat) != found.asked.get(seat))
    if other:
        found.state = OTHERWISE
        found.why = f"seats {_numbers(other)} would be asked something else by rules of the same version; its number has to be raised"


def without_rules() -> list[tuple[str, int, int]]:
    """Finished games that this release cannot show: key, version, how many."""
    shown = Game.objects.filter(status=Game.Status.FINISHED).exclude(rules_available())
    return list(shown.values_list("rules", "rules_version").annotate(count=Count("pk")).order_by("rules", "rules_version"))


def _digest(signature: consequences.Signature) -> str:
    return f"{signature[0]} {hashlib.sha256(repr(signature).encode()).hexdigest()[:16]}"


def _numbers(seats: Any) -> str:
    return ", ".join(str(seat + 1) for seat in sorted(seats)) or "none"
