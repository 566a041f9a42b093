"""The clocks of one table: seats to move, pauses, extra time, deputies, autopilot and substitutes."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.pages.refusals import sentence, status_of
from games.pages.requests import page_view, posted_number
from games.pages.tables.context import at_table, reader_at, table
from games.pages.tables.seating import changing_table
from games.queries.absence.presence import open_pause, waited_for
from games.queries.clocks import expected_length
from games.queries.people.profiles import active_player
from games.queries.tables.table import Look
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.messages import msg
from games.services.absence import autopilot, deputies, nudges
from games.services.absence.ladder import ladder_of
from games.services.clocks import pauses, personal_time
from games.services.clocks.pace import pace_of
from games.services.errors import Refused


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Show everything about time at this table."""
    return page(request, table(request, code))


@page_view
def offered(request: HttpRequest, code: str, invitation: str) -> HttpResponse:
    """Show the clocks through the link of an offered seat. GET changes nothing."""
    return page(request, table(request, code, invitation=invitation), invitation=invitation)


def page(request: HttpRequest, look: Look, *, error: RulesError | None = None, invitation: str = "") -> HttpResponse:
    """Render the clocks; with an error, the HTTP status is that of the refusal."""
    game, now, reader = look.game, moment(request), reader_at(look)
    running = game.status == Game.Status.ACTIVE
    seated = look.own is not None
    ladder = ladder_of(game)
    context: dict[str, Any] = {
        **at_table(look, reader),
        "pace": pace_of(game).words(),
        "ladder": ladder.words(game.forfeit_after),
        "offers_seats": bool(ladder.autopilot_after),
        "waited": waited_for(look, now, personal_time.resting_at(game, now)) if running else [],
        "health": expected_length.health(game, now) if running else None,
        "expected": _expected(look) if not game.started_at else None,
        "pause": open_pause(game, now),
        "proposal": game.proposal,
        "agreed": bool(look.mine and game.proposal and look.mine.index in game.proposal["yes"]),
        "seated": seated,
        "may_give": look.is_host or (seated and game.seat_count == 2),
        "deputised": look.mine is not None and look.mine.deputy_until is not None and look.mine.deputy_until > now,
        "invitation": invitation or request.POST.get("invitation", ""),
        "error": sentence(error, reader) if error else "",
    }
    return render(request, "games/time_table.html", context, status=status_of(error) if error else 200)


def _expected(look: Look) -> expected_length.Expectation | None:
    people = [seat.player_id for seat in look.seats if seat.player_id is not None and not seat.is_bot]
    return expected_length.of_table(look.game, look.seats, pace_of(look.game).longest, wait=expected_length.usual_wait(people))


act = changing_table(page, "games:time-table")


@act
def nudge(request: HttpRequest, game: Game, player: Player) -> None:
    """Remind an opponent to move."""
    nudges.nudge(game.pk, player.pk, posted_number(request, "seat"), now=moment(request))
    messages.success(request, _("They have been reminded."))


@act
def pause(request: HttpRequest, game: Game, player: Player) -> None:
    at_once = pauses.propose(game.pk, player.pk, posted_number(request, "days"), request.POST.get("why", ""), now=moment(request))
    messages.success(request, _("The table is paused.") if at_once else _("The other players have been asked to agree."))


@act
def agree(request: HttpRequest, game: Game, player: Player) -> None:
    begun = pauses.agree(game.pk, player.pk, now=moment(request))
    messages.success(request, _("The table is paused.") if begun else _("You agree. The others still have to agree."))


@act
def decline(request: HttpRequest, game: Game, player: Player) -> None:
    """Decline or withdraw a proposed pause."""
    pauses.decline(game.pk, player.pk, now=moment(request))


@act
def resume(request: HttpRequest, game: Game, player: Player) -> None:
    pauses.resume(game.pk, player.pk, now=moment(request))


@act
def give(request: HttpRequest, game: Game, player: Player) -> None:
    pauses.give_time(game.pk, player.pk, posted_number(request, "seat"), posted_number(request, "days"), now=moment(request))
    messages.success(request, _("The extra time has been added."))


@act
def appoint(request: HttpRequest, game: Game, player: Player) -> None:
    deputies.appoint(game.pk, player.pk, _friend(request), posted_number(request, "days"), now=moment(request))
    messages.success(request, _("Your deputy has been notified and can play for you now."))


@act
def dismiss(request: HttpRequest, game: Game, player: Player) -> None:
    deputies.dismiss(game, player, now=moment(request))
    messages.success(request, _("The deputy has been removed."))


@act
def hand_over(request: HttpRequest, game: Game, player: Player) -> None:
    autopilot.hand_over(game.pk, player.pk, now=moment(request))
    messages.success(request, _("Your seat is on autopilot and offered to others. You can take it back."))


@act
def come_back(request: HttpRequest, game: Game, player: Player) -> Game:
    """Take the player's own seat back from autopilot."""
    autopilot.come_back(game.pk, player.pk, now=moment(request))
    messages.success(request, _("Welcome back. The seat is yours again."))
    return game


@act
def take_over(request: HttpRequest, game: Game, player: Player) -> Game:
    autopilot.take_over(game.pk, player, posted_number(request, "seat"), now=moment(request))
    messages.success(request, _("The seat is yours. Thank you for playing on."))
    return game


@act
def invite(request: HttpRequest, game: Game, player: Player) -> None:
    autopilot.invite(game, player, posted_number(request, "seat"), _friend(request))
    messages.success(request, _("The request has been sent."))


def _friend(request: HttpRequest) -> Player:
    """The player whose name was typed. Raises `Refused` when there is none."""
    friend = active_player(request.POST.get("name", "").strip())
    if friend is None or friend.is_bot:
        raise Refused(msg("There is no player with that name."), code="no_such_player")
    return friend
