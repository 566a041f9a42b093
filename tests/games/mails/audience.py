"""Fixtures for the audiences of mails: a running game, the people around it, and the events that cause mails.

Each person has a part. `mover` is asked, `second` and `third` sit at the same table, and so does `bot`; `deputy` plays for the
mover where an event says so; `volunteer` wants notices of free seats; `stranger` has an account and no part in the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.mails import account
from games.models import Game, Player, Seat
from games.services.absence import autopilot, deputies, nudges
from games.services.absence.ladder import Ladder
from games.services.clocks import downtime, pauses
from games.services.clocks.pace import per_move
from games.services.operations import ending
from games.services.people import guests
from games.services.tables import answers, invitations, leaving, letters, lobby
from games.tournaments.models import Tournament
from games.tournaments.services import director as desk, entering, rounds
from notifications import selftest
from notifications.channels.webhook import health, service as webhooks
from notifications.clock import database_now
from notifications.models import Message, Webhook, WebhookCall
from tests.games.conftest import DAY, person, start
from tests.games.moves import asked, legal, move, sweep_at
from tests.games.replies.mailing import newest, post, send

HOUR = timedelta(hours=1)
HOOK = "http://127.0.0.1:9999/hook"
"""An address on loopback, which the test allows; no request is made."""


@dataclass
class House:
    """A public game of four with an open question, and the people around it."""

    game: Game
    now: datetime
    people: dict[str, Player]

    def seat(self, part: str) -> Seat:
        """The seat of a part."""
        return Seat.objects.get(game=self.game, player=self.people[part])

    def pk(self, part: str) -> int:
        """The id of the player of a part."""
        return self.people[part].pk

    def forget(self) -> None:
        """Delete all messages written before the event."""
        Message.objects.all().delete()


def furnish() -> House:
    """Create the game and its people, with no mail written."""
    now = database_now()
    seated = [person(name) for name in ("alice", "bob", "carol")]
    bot = Player.objects.create_bot()
    ladder = Ladder("bot", autopilot_after=2, keep=3)
    game = start(*seated, bot, rules="council_of_kings", visibility="public", now=now, forfeit_after=0, ladder=ladder)
    while (mover := asked(game).player) is None or mover.is_bot:
        move(game, now=now)
    second, third = (one for one in seated if one != mover)
    people = {"mover": mover, "second": second, "third": third, "bot": bot}
    people |= {"volunteer": person("frank", volunteer=True), "deputy": person("grace", volunteer=True), "stranger": person("erin")}
    house = House(game, now, people)
    house.forget()
    return house


def table_fills(house: House) -> None:
    """A player takes the last free seat of a table."""
    start(house.people["second"], house.people["third"], now=house.now)


def table_fills_late(house: House) -> None:
    """A table fills whose first player sat down two days ago and must confirm to be present."""
    table = _table(house, house.now - 2 * DAY)
    lobby.take_seat(table, house.people["third"], now=house.now)


def table_is_withdrawn(house: House) -> None:
    """The host cancels a table with a waiting player."""
    table = _table(house, house.now, seats=3, rules="council_of_kings")
    lobby.take_seat(table, house.people["third"], now=house.now)
    lobby.cancel(table, house.people["second"], now=house.now)


def host_invites(house: House) -> None:
    """The host invites a known person by address."""
    guests.invite(_table(house, house.now), house.people["second"], str(house.people["stranger"].email), now=house.now)
    account.send_due(database_now)


def invited_one_declines(house: House) -> None:
    """An invited person declines; the host is informed."""
    game = _table(house, house.now)
    house.forget()
    invitations.decline(game, house.people["stranger"])


def mover_writes_a_letter(house: House) -> None:
    """A private letter to another player of the table."""
    letters.send(house.game, house.people["mover"], house.people["second"].name, "Between us.", now=house.now)


def mover_moves(house: House) -> None:
    """The mover answers until another seat is asked."""
    while asked(house.game).player == house.people["mover"]:
        house.forget()
        move(house.game, now=house.now)


def deputised_mover_is_asked(house: House) -> None:
    """The mover has a deputy and is asked again."""
    appoint(house)
    while (seat := asked(house.game)).player != house.people["mover"] or not Message.objects.filter(kind="your_turn").exists():
        house.forget()
        answers.answer(
            house.game.pk, seat.index, seat.nth, legal(house.game, seat), source="form", now=house.now, player_id=seat.player_id
        )  # fmt: skip


def time_runs_short(house: House) -> None:
    """The first reminder of the open question falls due."""
    seat = house.seat("mover")
    assert seat.remind_at is not None
    sweep_at(seat.remind_at)


def time_runs_short_for_the_deputy_too(house: House) -> None:
    """The first reminder falls due while a deputy stands in."""
    appoint(house)
    house.forget()
    time_runs_short(house)


def opponent_nudges(house: House) -> None:
    """A player of the table nudges the mover."""
    nudges.nudge(house.game.pk, house.pk("second"), house.seat("mover").index, now=house.now)


def opponent_nudges_a_deputised_seat(house: House) -> None:
    """A player nudges the mover while a deputy stands in."""
    appoint(house)
    house.forget()
    opponent_nudges(house)


def mover_goes_on_autopilot(house: House) -> None:
    """The mover has missed too many moves; a former deputy wants no seat here and could not have it."""
    appoint(house)
    Seat.objects.filter(pk=house.seat("mover").pk).update(timeouts=1, due_at=house.now, deputy_until=None)
    house.forget()
    sweep_at(house.now + HOUR)


def seat_is_taken_over(house: House) -> None:
    """The volunteer takes over the mover's seat."""
    autopilot.hand_over(house.game.pk, house.pk("mover"), now=house.now)
    index = house.seat("mover").index
    house.forget()
    autopilot.take_over(house.game.pk, house.people["volunteer"], index, now=house.now)


def host_offers_the_seat(house: House) -> None:
    """The host offers the seat by name to a person who did not volunteer."""
    autopilot.hand_over(house.game.pk, house.pk("mover"), now=house.now)
    Game.objects.filter(pk=house.game.pk).update(host=house.people["second"])
    house.game.refresh_from_db()
    house.forget()
    autopilot.invite(house.game, house.people["second"], house.seat("mover").index, house.people["stranger"])


def appoint(house: House) -> None:
    """The mover appoints a deputy."""
    deputies.appoint(house.game.pk, house.pk("mover"), house.people["deputy"], 3, now=house.now)


def pause_is_proposed(house: House) -> None:
    """A player proposes a pause longer than one person may decide alone."""
    pauses.propose(house.game.pk, house.pk("mover"), 20, "Snow", now=house.now)


def pause_begins(house: House) -> None:
    """All players have agreed to a pause."""
    pause_is_proposed(house)
    house.forget()
    for part in ("second", "third"):
        pauses.agree(house.game.pk, house.pk(part), now=house.now)


def pause_ends_early(house: House) -> None:
    """A player ends the pause early."""
    pause_begins(house)
    house.forget()
    pauses.resume(house.game.pk, house.pk("third"), now=house.now)


def site_was_away(house: House) -> None:
    """Twenty minutes without a sweeper; only people with an open decision are informed."""
    sweep_at(house.now)
    downtime.record_round(house.now + timedelta(minutes=20))


def game_ends(house: House) -> None:
    """A game of two ends."""
    game = start(house.people["second"], house.people["third"], now=house.now)
    house.forget()
    leaving.resign(game.pk, 0, source="form", now=house.now, player_id=house.pk("second"))


def reply_makes_no_sense(house: House) -> None:
    """The mover answers a turn mail with an unknown word."""
    mail = _turn_mail(house)
    house.forget()
    send(house.people["mover"], "xyzzy", mail=mail)


def reply_is_not_proven(house: House) -> None:
    """The mover's turn mail is answered from an address that no mail server authenticates."""
    mail = _turn_mail(house)
    house.forget()
    send(house.people["mover"], "1", mail=mail, results="")


def mover_tries_the_mail(house: House) -> None:
    """The mover requests a test message."""
    selftest.send_test(house.people["mover"], house.now)


def followed_table_changes(house: House) -> None:
    """A stranger follows the public table by webhook; the mails to the players about a move are tested above."""
    webhooks.create(house.people["stranger"], HOOK, about=house.game.code)
    mover_moves(house)
    Message.objects.exclude(channel__startswith="webhook:").delete()


def webhook_is_tried(house: House) -> Webhook:
    """The owner of a webhook requests a test call."""
    hook, _secret = webhooks.create(house.people["stranger"], HOOK, about=house.game.code)
    webhooks.test(house.people["stranger"], hook.pk, now=house.now)
    return hook


def webhook_is_switched_off(house: House) -> None:
    """The webhook's server answers a test with 410 Gone."""
    hook = webhook_is_tried(house)
    health.note(hook, Message.objects.get(), WebhookCall(status=410, milliseconds=5, error="410 Gone"), house.now)


def house_calls_the_game_off(house: House) -> None:
    """A director ends the game without a result."""
    ending.cancel(house.game.pk, house.people["stranger"], "A mistake of ours.", now=house.now)


def final_table_is_approved(house: House) -> None:
    """A tournament of two with a director who does not play is over."""
    director = house.people["stranger"]
    tournament = Tournament.objects.create(title="Spring", rules="turn_of_fate", format="round_robin", director=director)
    desk.open_registration(tournament.pk, director, "It is spring.", now=house.now)
    for part in ("second", "third"):
        entering.enter(tournament.pk, house.people[part], now=house.now)
    desk.start(tournament.pk, director, "Both are here.", now=house.now)
    for game in tournament.games():
        leaving.resign(game.pk, 0, source="form", now=house.now, player_id=game.seats.get(index=0).player_id or 0)
    rounds.advance(tournament.pk, house.now)
    house.forget()
    desk.approve(tournament.pk, director, "Well played.", now=house.now)


def director_invites(house: House) -> None:
    """The director invites a person to a tournament by name."""
    cup = _cup()
    desk.invite(cup.pk, [house.people["stranger"]], house.people["second"], "They asked.", now=house.now)


def entrant_withdraws(house: House) -> None:
    """An entrant withdraws before the start; the first person on the waiting list gets the place."""
    cup = _cup()
    for part in ("mover", "second", "third", "stranger"):
        entering.enter(cup.pk, house.people[part], now=house.now)
    Message.objects.all().delete()  # the messages about entering
    entering.withdraw(cup.pk, house.people["mover"], now=house.now)


def _cup() -> Tournament:
    return Tournament.objects.create(title="Cup", rules="turn_of_fate", status=Tournament.Status.REGISTRATION, cap=2)


def _turn_mail(house: House) -> Message:
    deputised_mover_is_asked(house)
    post()
    return newest(house.people["mover"], "your_turn")


def _table(house: House, at: datetime, *, seats: int = 2, rules: str = "turn_of_fate") -> Game:
    return lobby.create(house.people["second"], rules, seats, now=at, pace=per_move(int(DAY.total_seconds())))
