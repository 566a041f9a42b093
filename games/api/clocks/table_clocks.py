"""API operations on the clocks of a table: seats to move, nudges, pauses, extra time, deputies, seats offered to substitutes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import operation, ref
from games.api.base.fields import Body, Nothing, Text, Whole
from games.api.base.requests import moment, person
from games.api.base.table_actions import Verb, verb
from games.api.base.views import View, reader
from games.api.people.others import somebody
from games.models import Game, Player, Seat
from games.queries.absence.presence import open_pause, waited_for
from games.queries.tables.table import Look
from games.services.absence import autopilot, deputies, nudges
from games.services.clocks import pauses, personal_time
from games.services.clocks.pace import Pace


class NudgeRequest(Body):
    """Whom."""

    seat = Whole(min_value=0, max_value=11)


class PauseRequest(Body):
    """How long the clocks shall stand still."""

    days = Whole(min_value=1, max_value=pauses.LONGEST)
    why = Text(max_length=pauses.LONGEST_REASON, default="")


class ExtraTimeRequest(Body):
    """To whom, and how much."""

    seat = Whole(min_value=0, max_value=11)
    days = Whole(min_value=1, max_value=pauses.MOST_EXTRA.days)


class DeputyRequest(Body):
    """Who plays for me, and how long."""

    name = Text(allow_blank=False, max_length=30)
    days = Whole(min_value=1, max_value=deputies.LONGEST.days)


class SeatOfferRequest(Body):
    """Which seat is offered to whom."""

    seat = Whole(min_value=0, max_value=11)
    name = Text(allow_blank=False, max_length=30)


class TakeOverRequest(Body):
    """Which seat one takes over."""

    seat = Whole(min_value=0, max_value=11)
    invitation = Text(max_length=40, default="", help_text="For private tables: from the link of the offer.")


class Clocks(View):
    """The time of one table."""

    open_to_all = True

    @operation("clocks_get", "time", {200: ref("Clocks")})
    def get(self, request: Any, code: str) -> Response:
        """Show whom the table waits for and until when, its pause, and a pause that is proposed to you."""
        return self.reply(request, clocks(self.look(request, code), person(request), moment(request)))


def clocks(look: Look, viewer: Player | None, now: datetime) -> dict[str, Any]:
    """The clocks of a table as JSON. In a sealed phase, the times do not show which seats have answered."""
    game, mine = look.game, look.mine
    seated = mine is not None and not look.deputy
    deputised = mine is not None and mine.deputy_until is not None and mine.deputy_until > now
    waited = waited_for(look, now, lambda seat: _resting(game, seat, now)) if game.status == Game.Status.ACTIVE else []
    return {
        "game": game.code,
        "pace": game.pace,
        "words": shapes.say(Pace.read(game.pace).words(), reader(look.names)),
        "waiting": [
            {"seat": it.seat.index, "since": it.since, "due_at": it.due_at, "resting": it.resting, "nudged": it.nudged} for it in waited
        ],
        "pause": open_pause(game, now),
        "proposal": game.proposal if seated else None,
        "offered": [seat.index for seat in look.seats if seat.state == Seat.State.AWAY and game.status == Game.Status.ACTIVE],
        "deputy": shapes.player(mine.deputy) if mine is not None and deputised else None,
        "deputy_until": mine.deputy_until if mine is not None and deputised else None,
        "playing_for": shapes.player(mine.player) if mine is not None and look.deputy else None,
    }


def _resting(game: Game, seat: Seat, now: datetime) -> str:
    return personal_time.resting(seat.player, now, absences_count=game.absences_count) if seat.player else ""


def _nudge(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    nudges.nudge(row, player.pk, given["seat"], now=now)


def _pause(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    pauses.propose(row.pk, player.pk, given["days"], given["why"], now=now)


def _agree(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    pauses.agree(row.pk, player.pk, now=now)


def _decline(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    pauses.decline(row.pk, player.pk, now=now)


def _resume(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    pauses.resume(row.pk, player.pk, now=now)


def _give(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    pauses.give_time(row.pk, given["seat"], player.pk, given["days"], now=now)


def _appoint(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    deputies.appoint(row.pk, player.pk, somebody(given["name"], bots=False), given["days"], now=now)


def _dismiss(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    deputies.dismiss(row, player)


def _hand_over(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    autopilot.hand_over(row.pk, player.pk, now=now)


def _come_back(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    autopilot.come_back(row.pk, player.pk, now=now)


def _take_over(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    autopilot.take_over(row.pk, given["seat"], player, now=now)


def _offer(row: Game, player: Player, given: dict[str, Any], now: datetime) -> None:
    autopilot.invite(row, player, given["seat"], somebody(given["name"], bots=False))


def _verb(name: str, words: str, do: Verb, shape: type[Body] = Nothing) -> type[View]:
    return verb(f"clocks_{name}", words, do, shape, tag="time", scope="game:play", show=clocks, answer="Clocks")


VERBS: dict[str, type[View]] = {
    "nudge": _verb("nudge", "Send a friendly word to somebody the table waits for, at most once a day.", _nudge, NudgeRequest),
    "pause": _verb("pause", "Pause as the host for up to a week, or ask the others for a pause.", _pause, PauseRequest),
    "agree": _verb("agree", "Agree to the proposed pause; it begins when everybody has.", _agree),
    "decline": _verb("decline", "Refuse the proposed pause, or withdraw your own proposal.", _decline),
    "resume": _verb("resume", "End the pause now; anybody who plays may.", _resume),
    "give": _verb("give", "Give somebody else days for the open question: as the host, or in a game of two.", _give, ExtraTimeRequest),
    "deputy": _verb("appoint", "Let a friend see your seat and play for you for some days.", _appoint, DeputyRequest),
    "no-deputy": _verb("dismiss", "End a deputy's task: your deputy's, or your own for somebody else.", _dismiss),
    "hand-over": _verb("hand_over", "Let your seat play by itself and offer it to others; come back until it is taken.", _hand_over),
    "come-back": _verb("come_back", "Take your own seat back.", _come_back),
    "take-over": _verb("take_over", "Sit down in a seat that plays by itself and is offered.", _take_over, TakeOverRequest),
    "offer": _verb("offer", "The host offers a seat that plays by itself to somebody by name.", _offer, SeatOfferRequest),
}
