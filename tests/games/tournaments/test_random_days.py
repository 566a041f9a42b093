"""Tests of random actions of a director of a Swiss: late entries, withdrawals, returns, byes, rulings, rounds taken back.

After every action the tie-breaks are computed again from the handbook. Every round is paired again by py4swiss, and the
files of the tournament are checked by docs/verify_tournament.py. A seed makes the run reproducible.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games.models import Game, Player, Seat
from games.rules.errors import RulesError
from games.tournaments.formats import c07, swiss
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.queries import exports
from games.tournaments.queries.standings import results_mark
from games.tournaments.services import director as desk, entering, half_byes, interventions, latecomers, repairing, results, rounds
from tests.bench.reference_pairing import reference
from tests.bench.swiss_histories import History
from tests.games.conftest import NOON, person
from tests.games.tournaments.handbook_values import encounter_order, values
from tests.games.tournaments.test_rounds import end, people, running
from tests.games.tournaments.verifier import script

pytestmark = pytest.mark.django_db
pytest.importorskip("py4swiss")
BREAKS = ["DE", "BH-C1", "BH", "SB", "WIN", "PS", "BH-C2", "BH-M1"]
HOUR = timedelta(hours=1)
SEEDS = (2, 5, 8)
MOST_ACTS = 40
FILES_EVERY = 8
"""Actions between two checks of the files, which pair every round again."""
Status = Tournament.Status


class Day:
    """A tournament and its random generator. `now` advances by an hour with each action."""

    def __init__(self, director: Player, seed: int) -> None:
        """Start with five to nine people in the first of three to five rounds."""
        self.chance, self.director = random.Random(seed), director
        size, count = self.chance.randint(5, 9), self.chance.choice((0, 3, 4, 5))
        self.tournament = running(
            director, people(size), round_count=count, half_byes=self.chance.choice((0, 2)), tie_breaks=BREAKS, seed=f"day{seed}",
        )  # fmt: skip
        self.spare = [person(f"e{number}") for number in range(4)]
        self.now, self.log = NOON, [f"start {size} {count}"]

    # actions, each on a random object

    def anybody(self, *, withdrawn: bool = False) -> Player:
        found = self.tournament.entries.filter(withdrawn=withdrawn, seed__isnull=False).select_related("player").order_by("seed")
        return self.chance.choice(list(found)).player

    def meeting(self, *, running: bool) -> Pairing:
        rows = Pairing.objects.filter(round__tournament=self.tournament, game__isnull=False).select_related("round", "game")
        rows = rows.filter(game__status=Game.Status.ACTIVE) if running else rows.exclude(game__status=Game.Status.ACTIVE)
        return self.chance.choice(list(rows.order_by("pk")))

    def rule(self, service: Callable[..., Any], *given: Any) -> None:
        service(self.tournament.pk, *given, self.director, "So.", now=self.now)

    def play(self) -> None:
        game = self.meeting(running=True).game
        assert game is not None
        end(game, *self.chance.choice(((1, 2), (2, 1), (1, 1))))

    def play_all(self) -> None:
        for game in self.tournament.games().filter(status=Game.Status.ACTIVE).order_by("pk"):
            end(game, *self.chance.choice(((1, 2), (2, 1), (1, 1))))

    def advance(self) -> None:
        field = self.tournament.field()
        number, history = field.next_round, {(one.round, seat) for one in field.history for seat in one.seats}
        without = {one: frozenset(past for past in range(1, number) if (past, one) not in history) for one in field.entrants}
        rounds.advance(self.tournament.pk, self.now)
        if self.tournament.rounds.filter(number=number).exists():
            rows = Pairing.objects.filter(round__tournament=self.tournament, round__number=number)
            there = tuple(one for one in field.active if number not in field.rests.get(one, ()) or number == self.count)
            theirs = reference(History(replace(field, missed=without), there, self.count, sides=True)) if len(there) > 1 else None
            if theirs is not None:
                ours = {tuple(row.seats) if len(row.seats) > 1 else (row.seats[0], swiss.BYE) for row in rows if row.label != "rest"}
                assert ours == set(theirs)

    @property
    def count(self) -> int:
        return self.tournament.formula.round_count(self.tournament.entries.filter(seed__isnull=False).count())

    def withdraw(self) -> None:
        if self.chance.random() < 0.5:
            self.rule(interventions.withdraw, self.anybody())
        else:
            entering.withdraw(self.tournament.pk, self.anybody(), now=self.now)

    def come_back(self) -> None:
        self.rule(latecomers.reinstate, self.anybody(withdrawn=True))

    def enter_late(self) -> None:
        self.rule(latecomers.enter_late, self.chance.choice(self.spare), self.chance.randint(0, 2))

    def substitute(self) -> None:
        self.rule(interventions.replace, self.anybody(), self.chance.choice(self.spare))

    def correct(self) -> None:
        self.rule(results.correct, self.meeting(running=False).pk, self.chance.choice(([1, 2], [2, 1], [1, 1])))

    def forfeit(self) -> None:
        row = self.meeting(running=self.chance.random() < 0.5)
        self.rule(results.forfeit, row.pk, self.chance.choice((row.seats, row.seats[:1], row.seats[1:])))

    def annul(self) -> None:
        self.rule(results.annul, self.meeting(running=self.chance.random() < 0.3).pk)

    def restore(self) -> None:
        self.rule(results.restore, self.meeting(running=False).pk)

    def replay(self) -> None:
        self.rule(results.replay, self.meeting(running=False).pk)

    def exchange(self) -> None:
        self.rule(repairing.exchange, self.anybody(), self.anybody())

    def sit_out(self) -> None:
        self.rule(repairing.sit_out, self.anybody())

    def pair(self) -> None:
        self.rule(repairing.pair, self.anybody(), self.anybody())

    def keep_apart(self) -> None:
        self.rule(repairing.forbid, self.anybody(), self.anybody())

    def take_round_back(self) -> None:
        self.rule(repairing.undo_round)
        if self.chance.random() < 0.5:
            self.change()
        self.rule(interventions.resume)

    def ask_for_a_bye(self) -> None:
        half_byes.ask(self.tournament.pk, self.anybody(), self.chance.randint(1, 5))

    WEIGHTS = {  # noqa: RUF012 - a table of this class alone
        "play": 6, "play_all": 4, "advance": 8, "withdraw": 2, "come_back": 2, "enter_late": 2, "substitute": 1, "correct": 2, "forfeit": 1,
        "annul": 1, "restore": 1, "replay": 2, "exchange": 1, "sit_out": 1, "pair": 2, "keep_apart": 1, "take_round_back": 1,
        "ask_for_a_bye": 2,
    }  # fmt: skip

    def change(self) -> None:
        """Run one action. One that is refused or has no possible object changes nothing."""
        name = self.chance.choices(list(self.WEIGHTS), list(self.WEIGHTS.values()))[0]
        self.now += HOUR
        before = results_mark(self.tournament.pk)
        try:
            getattr(self, name)()
            self.log.append(name)
        except (RulesError, IndexError) as error:
            self.log.append(f"{name} refused: {error!r}")
            if name != "take_round_back":
                assert results_mark(self.tournament.pk) == before
        self.tournament.refresh_from_db()

    # checks after every action

    def check(self) -> None:
        """Nobody who withdrew is paired, nobody is paired twice, and the tie-breaks are those of the handbook."""
        tournament = self.tournament
        gone = Entry.objects.filter(tournament=tournament, withdrawn=True).values("player")
        playing = Seat.objects.filter(game__in=tournament.games().filter(status=Game.Status.ACTIVE), player__in=gone)
        assert not playing.filter(state__in=(Seat.State.PLAYING, Seat.State.AWAY)).exists()
        rows = Pairing.objects.filter(round__tournament=tournament).values_list("round__number", "seats")
        seated = [(number, seed) for number, seats in rows for seed in seats]
        assert len(seated) == len(set(seated))
        field, last = tournament.field(), tournament.rounds.count()
        missed = {one: frozenset(range(1, last + 1)) - {number for number, seed in seated if seed == one} for one in field.entrants}
        assert {one: field.unpaired(one) for one in field.entrants} == missed
        again = replace(field, missed=missed, left={}, begun=last)
        expected, found = values(again), c07.Rounds(field)
        for name, work in c07.TIE_BREAKS.items():
            assert {one: c07.value(terms) for one, terms in work(found).items()} == expected[name], name
        for worth in set(found.points.values()):
            level = [one for one in field.entrants if found.points[one] == worth]
            assert [set(part) for part in c07.direct(found, level)] == encounter_order(field, level)

    def check_files(self) -> None:
        """The document with its pairings; the report with a zero-point bye for every missed round, its points and its tie-breaks."""
        assert script.check(script.from_json(json.dumps(exports.whole(self.tournament)))) == []
        field = self.tournament.field()
        missed = {one: field.unpaired(one) for one in field.entrants}
        text = exports.report(self.tournament)
        cells = {int(line[4:8]): line[91:] for line in text.splitlines() if line.startswith("001")}
        assert all(cells[one][10 * number - 10 : 10 * number - 2] == "0000 - Z" for one, numbers in missed.items() for number in numbers)
        found = script.from_trf(text)
        assert [*script.check_points(found), *script.check_breaks(found)] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_standings_pairings_and_exports_agree_on_every_day(carol: Player, seed: int) -> None:
    day = Day(carol, seed)
    try:
        for number in range(MOST_ACTS):
            if day.tournament.status != Status.RUNNING:
                break
            day.change()
            day.check()
            if number % FILES_EVERY == 0:
                day.check_files()
        if day.tournament.status == Status.REVIEW:
            desk.approve(day.tournament.pk, carol, "So.", now=day.now)
        day.check_files()
    except Exception:
        print("\n".join(day.log))
        raise
