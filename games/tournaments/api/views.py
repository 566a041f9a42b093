"""Tournaments: what is announced, who takes part, rounds, pairings, the table; and entering or leaving.

Results are not reported by anybody: a pairing's game is played here, and its end is its result.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse
from rest_framework.response import Response

from games.api.base import pagination
from games.api.base.describe import CURSOR, PAGE, choice, flag, key, limit, number, operation, page_of, ref
from games.api.base.fields import Body, EmptyBody, StrictIntegerField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.render.reader import reader_for
from games.requests import moment, person
from games.tournaments.api import shapes
from games.tournaments.api.announcing import TournamentRequest
from games.tournaments.models import Tournament
from games.tournaments.queries import listing as found, rulings
from games.tournaments.services import announcing, entering, half_byes

ANNOUNCE = "games.add_tournament"
MOST_ROUNDS = 10_000


class TournamentList(View):
    open_to_all = True
    write_scope = "tournament:direct"
    cost = 5

    @operation(
        "tournaments_list",
        "tournaments",
        {200: page_of("Tournament")},
        parameters=[
            choice("status", Tournament.Status.values, "Only tournaments with this status."),
            key("rules", "The key of a game: only tournaments of this kind."),
            flag("entered", "`true`: only tournaments you have entered; `false`: only the others."),
            *PAGE,
        ],
    )
    def get(self, request: Any) -> Response:
        """List the tournaments, newest first."""
        wanted = {name: value for name, value in self.query.items() if name in ("status", "rules", "entered")}
        rows = found.find(person(request), self.size + 1, before=self.query.get("cursor"), **wanted)
        return self.page(request, rows, shapes.tournament, lambda row: row.tournament.pk)

    def location(self, made: Mapping[str, Any]) -> str:
        return reverse("api:tournament", args=[made["code"]])

    @operation("tournaments_create", "tournaments", {201: ref("Tournament")}, body=TournamentRequest, once=True)
    def post(self, request: Any) -> Response:
        """Create a tournament that you direct. Needs the permission to announce tournaments. `acts` opens the registration."""
        player, now = me(request), moment(request)
        if not player.has_perm(ANNOUNCE):
            raise Problem("forbidden", "You may not announce tournaments here; the operator of the site names directors.")
        given = self.body(request, TournamentRequest)

        def effect() -> tuple[int, dict[str, Any]]:
            facts = {name: value for name, value in given.items() if name != "reason"}
            made = announcing.announce(Tournament(**facts), player, given["reason"], now=now)
            row = found.one(made.code, player)
            assert row is not None
            return 201, shapes.tournament(row)

        return self.change(request, effect)


class OfTournament(View):
    open_to_all = True

    def row(self, request: Any, code: str) -> found.Row:
        """The tournament of this address. Raises `Problem` not-found."""
        row = found.one(code, person(request))
        if row is None:
            raise Problem("not-found", "There is no such tournament.")
        return row

    def settle(self, request: Any, code: str, do: Callable[[int, dict[str, Any]], Any], shape: type[Body] = EmptyBody) -> Response:
        """Call `do` with the id of the tournament and the fields of the body, and answer with the tournament."""
        row = self.row(request, code)
        given = self.body(request, shape)

        def effect() -> tuple[int, dict[str, Any]]:
            do(row.tournament.pk, given)
            return 200, shapes.tournament(self.row(request, code))

        return self.change(request, effect)


class TournamentDetail(OfTournament):
    @operation("tournaments_get", "tournaments", {200: ref("Tournament")})
    def get(self, request: Any, code: str) -> Response:
        """Get a tournament: its announcement, format, status and your own entry."""
        return self.reply(request, shapes.tournament(self.row(request, code)))


class Standings(OfTournament):
    @operation("tournaments_standings", "tournaments", {200: page_of("TournamentStanding")}, parameters=PAGE)
    def get(self, request: Any, code: str) -> Response:
        """List the standings, leader first."""
        row, first = self.row(request, code), self.query.get("cursor", 0)
        field = row.tournament.field()
        lines = row.tournament.formula.standings(field)[first : first + self.size + 1]
        people = found.names_by_seed(row.tournament, {line.entrant for line in lines})
        items = [shapes.standing(line, people[line.entrant], line.entrant in field.out) for line in lines]
        return self.reply(request, pagination.page(items, range(first + 1, first + len(lines) + 1), self.size))


class Entries(OfTournament):
    @operation("tournaments_entries", "tournaments", {200: page_of("TournamentEntry")}, parameters=PAGE)
    def get(self, request: Any, code: str) -> Response:
        """List the entries in the order of registration. `seed` is null before the draw and on the waiting list."""
        tournament = self.row(request, code).tournament
        return self.page(request, found.entries(tournament, after=self.query.get("cursor"), limit=self.size + 1), shapes.entry)


class Rounds(OfTournament):
    @operation("tournaments_rounds", "tournaments", {200: page_of("TournamentRound")}, parameters=PAGE)
    def get(self, request: Any, code: str) -> Response:
        """List the rounds, latest first."""
        rows = found.rounds(self.row(request, code).tournament, before=self.query.get("cursor"), limit=self.size + 1)
        return self.page(request, rows, shapes.round_, lambda row: row.number)


class Pairings(OfTournament):
    @operation(
        "tournaments_pairings",
        "tournaments",
        {200: page_of("TournamentPairing")},
        parameters=[number("round", 1, MOST_ROUNDS, "Only pairings of this round."), *PAGE],
    )
    def get(self, request: Any, code: str) -> Response:
        """List the pairings, latest first, each with its reason, its game and, after the end, the ranks by seat."""
        row, number, before = self.row(request, code), self.query.get("round"), self.query.get("cursor")
        rows = found.pairings(row.tournament, number=number, before=before, limit=self.size + 1)
        people = found.names_by_seed(row.tournament, {seed for it in rows for seed in it.seats})
        reader = reader_for()
        return self.page(request, rows, lambda it: shapes.pairing(it, people, reader))


class Rulings(OfTournament):
    @operation("tournaments_rulings", "tournaments", {200: page_of("TournamentRuling")}, parameters=[CURSOR, limit(rulings.MOST)])
    def get(self, request: Any, code: str) -> Response:
        """List the rulings of directors and arbiters with the players concerned and the reasons, latest first."""
        tournament, size = self.row(request, code).tournament, self.query.get("limit", rulings.MOST)
        rows = rulings.public_rulings(tournament, before=self.query.get("cursor"), limit=size + 1)
        return self.reply(request, pagination.page([shapes.ruling(one) for one in rows], [one.pk for one in rows], size))


class Register(OfTournament):
    write_scope = "tournament:write"
    cost = 5

    @operation("tournaments_register", "tournaments", {200: ref("Tournament")}, body=EmptyBody, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Register for a tournament or its waiting list. Repeating the request has no further effect."""
        return self.settle(request, code, lambda pk, _given: entering.enter(pk, me(request), now=moment(request)))


class CheckIn(OfTournament):
    write_scope = "tournament:write"

    @operation("tournaments_check_in", "tournaments", {200: ref("Tournament")}, body=EmptyBody, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Check in to a tournament while check-in is open. Repeating the request has no further effect."""
        return self.settle(request, code, lambda pk, _given: entering.check_in(pk, me(request), now=moment(request)))


class HalfByeRequest(Body):
    """The round of a half-point bye."""

    round = StrictIntegerField(min_value=1, max_value=MOST_ROUNDS)


class Rest(OfTournament):
    write_scope = "tournament:write"

    @operation("tournaments_rest", "tournaments", {200: ref("Tournament")}, body=HalfByeRequest, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Request a half-point bye in a round that is not paired yet, if the tournament has such byes. Repeating has no further effect."""
        return self.settle(request, code, lambda pk, given: half_byes.ask(pk, me(request), given["round"]), HalfByeRequest)


class NoRest(OfTournament):
    write_scope = "tournament:write"

    @operation("tournaments_no_rest", "tournaments", {200: ref("Tournament")}, body=HalfByeRequest, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Withdraw your request for a half-point bye in a round. Repeating the request has no further effect."""
        return self.settle(request, code, lambda pk, given: half_byes.take_back(pk, me(request), given["round"]), HalfByeRequest)


class Withdraw(OfTournament):
    write_scope = "tournament:write"
    cost = 5

    @operation("tournaments_withdraw", "tournaments", {200: ref("Tournament")}, body=EmptyBody, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Withdraw from a tournament. Your running games of the tournament are resigned."""
        return self.settle(request, code, lambda pk, _given: entering.withdraw(pk, me(request), now=moment(request)))
