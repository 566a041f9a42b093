"""API operations on the clocks of a table: seats to move, nudges, pauses, extra time, deputies, seats offered to substitutes."""

from datetime import datetime
from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import operation, ref
from games.api.base.fields import Body, EmptyBody, StrictCharField, StrictIntegerField
from games.api.base.table_actions import Verb, verb
from games.api.base.views import View
from games.api.people.others import somebody
from games.models import Game, Player, Seat
from games.queries.absence.presence import open_pause, waited_for
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.requests import moment, person
from games.services.absence import autopilot, deputies, nudges
from games.services.clocks import pauses, personal_time
from games.services.clocks.pace import pace_of


class NudgeRequest(Body):
    """The player to nudge."""

    seat = StrictIntegerField(min_value=0, max_value=11)


class PauseRequest(Body):
    """The length of the pause and its reason."""

    days = StrictIntegerField(min_value=1, max_value=pauses.LONGEST)
    why = StrictCharField(max_length=pauses.LONGEST_REASON, default="")


class ExtraTimeRequest(Body):
    """The seat and the number of extra days."""

    seat = StrictIntegerField(min_value=0, max_value=11)
    days = StrictIntegerField(min_value=1, max_value=pauses.MOST_EXTRA.days)


class DeputyRequest(Body):
    """The deputy and the length of the appointment."""

    name = StrictCharField(allow_blank=False, max_length=30)
    days = StrictIntegerField(min_value=1, max_value=deputies.LONGEST.days)


class SeatOfferRequest(Body):
    """The seat to offer and the player to offer it to."""

    seat = StrictIntegerField(min_value=0, max_value=11)
    name = StrictCharField(allow_blank=False, max_length=30)


class TakeOverRequest(Body):
    """The seat to take over."""

    seat = StrictIntegerField(min_value=0, max_value=11)
    invitation = StrictCharField(
        max_length=40, default="", help_text="The invitation from the link of the offer. Required for private tables."
    )


class Clocks(View):
    open_to_all = True

    @operation("clocks_get", "time", {200: ref("Clocks")})
    def get(self, request: Any, code: str) -> Response:
        """Get the clocks of a game: whom it waits for and until when, the current pause, and a pause proposed to you."""
        return self.reply(request, clocks(self.look(request, code), person(request), moment(request)))


def clocks(look: Look, viewer: Player | None, now: datetime) -> dict[str, Any]:
    """The clocks of a table as JSON. In a sealed phase, the times do not show which seats have answered."""
    game, mine = look.game, look.mine
    seated = look.own is not None
    deputised = mine is not None and mine.deputy_until is not None and mine.deputy_until > now
    waited = waited_for(look, now, personal_time.resting_at(game, now)) if game.status == Game.Status.ACTIVE else []
    return {
        "game": game.code,
        "pace": game.pace,
        "words": shapes.say(pace_of(game).words(), reader_for(look.names)),
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


def _by_ids(do: Verb) -> Verb:
    """A service that takes the ids of table and player."""
    return lambda row, player, **given: do(row.pk, player.pk, **given)


def _appoint(row: Game, player: Player, name: str, days: int, *, now: datetime) -> None:
    deputies.appoint(row.pk, player.pk, somebody(name, bots=False), days, now=now)


def _take_over(row: Game, player: Player, seat: int, *, now: datetime, **_invitation: str) -> None:
    autopilot.take_over(row.pk, player, seat, now=now)


def _offer(row: Game, player: Player, seat: int, name: str, **_now: datetime) -> None:
    autopilot.invite(row, player, seat, somebody(name, bots=False))


def _verb(name: str, words: str, do: Verb, shape: type[Body] = EmptyBody) -> type[View]:
    return verb(f"clocks_{name}", words, do, shape, tag="time", scope="game:play", show=clocks, answer="Clocks")


VERBS: dict[str, type[View]] = {
    "nudge": _verb(
        "nudge", "Nudge a player the table waits for: sends a friendly reminder, at most once a day.", _by_ids(nudges.nudge), NudgeRequest
    ),
    "pause": _verb(
        "pause",
        "Pause the game for up to a week if you are the host, otherwise propose a pause to the others.",
        _by_ids(pauses.propose),
        PauseRequest,
    ),
    "agree": _verb("agree", "Agree to the proposed pause. It begins when all players have agreed.", _by_ids(pauses.agree)),
    "decline": _verb("decline", "Decline the proposed pause, or withdraw your own proposal.", _by_ids(pauses.decline)),
    "resume": _verb("resume", "End the pause now. Allowed for every player of the game.", _by_ids(pauses.resume)),
    "give": _verb(
        "give",
        "Give another player extra days for the open question. Allowed for the host, and in games of two.",
        _by_ids(pauses.give_time),
        ExtraTimeRequest,
    ),
    "deputy": _verb("appoint", "Appoint a deputy, who sees your seat and plays for you for some days.", _appoint, DeputyRequest),
    "no-deputy": _verb("dismiss", "Dismiss your deputy, or stop being the deputy of another player.", deputies.dismiss),
    "hand-over": _verb(
        "hand_over",
        "Put your seat on autopilot and offer it to others. You can come back until somebody has taken it.",
        _by_ids(autopilot.hand_over),
    ),
    "come-back": _verb("come_back", "Take your own seat back from autopilot.", _by_ids(autopilot.come_back)),
    "take-over": _verb("take_over", "Take over an offered seat that is on autopilot.", _take_over, TakeOverRequest),
    "offer": _verb("offer", "Offer a seat on autopilot to a player by name. Host only.", _offer, SeatOfferRequest),
}
