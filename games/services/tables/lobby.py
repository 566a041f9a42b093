"""Tables before the start: announce, join, seat a bot, confirm, leave, cancel. See also `invitations` and `rematches`."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.models import BotLevel, Game, Player, Seat, Tenure
from games.rules.errors import BadOption
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import all_games, game_in, versions
from games.services.absence.ladder import Ladder
from games.services.clocks.pace import Pace
from games.services.errors import Closed, NotYours, Refused
from games.services.people import relations
from games.services.tables import starting, switches
from notifications import outbox
from notifications.sanitise import one_line

READY_LASTS = timedelta(hours=24)
"""A player who took a seat longer ago than this has to confirm it before the game starts."""

WAITING = (Game.Status.OPEN, Game.Status.READY)
"""The states of a table before the start."""

MOST_OPEN = 50
"""The most tables looking for players that one host may have, so that nobody fills the lobby."""

STALE_AFTER = timedelta(days=30)
"""Tables that have not started after this time are cancelled."""
LONGEST_NOTE = 200
PLAIN_LADDER = Ladder()
"""The absence ladder of a table whose host has chosen none."""


def create(
    host: Player,
    rules: str,
    seats: int,
    *,
    now: datetime,
    options: Mapping[str, Any] | None = None,
    pace: Pace,
    visibility: str = Game.Visibility.PRIVATE,
    forfeit_after: int = 3,
    note: str = "",
    ladder: Ladder = PLAIN_LADDER,
    host_plays: bool = True,
    **switched: bool,
) -> Game:
    """Announce a table; with `host_plays` the host takes the first seat. `switched` are values of `switches`, by name.

    A host who plays needs an email address, and has at most `MOST_OPEN` tables that look for players. Rematches pass `host_plays=False` and
    seat the host themselves. Raises `BadOption` or `Refused`.
    """
    if host_plays:
        check_address(host)
        if Game.objects.filter(host=host, status=Game.Status.OPEN).count() >= MOST_OPEN:
            raise Refused(msg("You already have {most} open tables. Please cancel one first.", most=MOST_OPEN), code="too_many_tables")
    if visibility not in Game.Visibility.values or not 0 <= forfeit_after <= 20:
        raise _bad_setting()
    game = _announced(host, newest(rules), seats, options or {}, pace, note, now)
    game.visibility, game.forfeit_after, game.ladder = visibility, forfeit_after, ladder.to_json()
    switches.set_values(game, switched)
    with transaction.atomic():
        game.save()
        Seat.objects.bulk_create(Seat(game=game, index=index) for index in range(seats))
        if host_plays:
            take_seat(game, host, now=now)
    return game


def arrange(
    host: Player,
    rules: str,
    tables: Sequence[Sequence[Player]],
    *,
    now: datetime,
    version: int,
    options: Mapping[str, Any],
    pace: Pace,
    note: str,
) -> list[Game]:
    """Create public tables with these players in the order of the seats, for example those of a round of a tournament.

    Blocks between players are ignored. The caller starts the games in the same transaction. Four statements for any number of tables.
    Raises `BadOption`, `Refused` or `UnknownRules`.
    """
    book = game_in(rules, version)
    games = [_announced(host, book, len(players), options, pace, note, now) for players in tables]
    for game in games:
        game.visibility, game.ladder, game.random_seats = Game.Visibility.PUBLIC, PLAIN_LADDER.to_json(), False
    with transaction.atomic():
        Game.objects.bulk_create(games)
        seats = Seat.objects.bulk_create(
            Seat(game=game, index=index, player=player, is_bot=player.is_bot, ready=True)
            for game, players in zip(games, tables, strict=True)
            for index, player in enumerate(players)
        )
        Tenure.objects.bulk_create(Tenure(seat=seat, player=seat.player, since=now) for seat in seats)
    return games


def newest(rules: str) -> Rules[Any]:
    """The newest version of the rules of a game, with which new tables are played. Raises `Refused`."""
    book = all_games().get(rules)
    if book is None:
        raise Refused(msg("There is no game “{name}” here.", name=rules[:40]), code="no_such_rules")
    return book


def newest_for(rules: str, sizes: Collection[int], options: Mapping[str, Any]) -> int:
    """The newest version of a game that has these options for all these numbers of seats, else the newest one. Raises `Refused`."""
    return next((book.version for book in versions(rules) if all(_fits(book, seats, options) for seats in sizes)), newest(rules).version)


def _fits(book: Rules[Any], seats: int, options: Mapping[str, Any]) -> bool:
    try:
        book.settle_options(seats, options)
    except BadOption:
        return False
    return True


def _announced(host: Player, book: Rules[Any], seats: int, options: Mapping[str, Any], pace: Pace, note: str, now: datetime) -> Game:
    """An open table that is not saved yet. Raises `BadOption` or `Refused`."""
    if len(note) > LONGEST_NOTE:
        raise _bad_setting()
    game = Game(rules=book.key, rules_version=book.version, options=book.settle_options(seats, options), seat_count=seats)
    game.pace, game.note, game.host, game.created_at = pace.to_json(), one_line(note, LONGEST_NOTE), host, now
    game.commitment = starting.commitment_of(game)
    return game


def _bad_setting() -> Refused:
    return Refused(msg("One of the settings of the table is not valid."), code="bad_setting")


def lock(game: Game) -> Game:
    """Lock a game and read it again. Only inside a transaction."""
    return Game.objects.select_for_update().get(pk=game.pk)


def take_seat(game: Game, player: Player, *, now: datetime, word: str = "", invitation: str = "") -> Seat:
    """Take a seat at an open table; the last seat starts the game if nobody has to confirm theirs.

    A repeated call returns the same seat. Raises `Closed` when no seat is free, and `Refused` beside a blocked player, or for a guest
    without an address who does not have the invitation.
    """
    with transaction.atomic():
        game = lock(game)
        seats = list(game.seats.order_by("index"))
        mine = next((seat for seat in seats if seat.player_id == player.pk and not player.is_bot), None)
        if mine is not None:
            return mine
        if game.status != Game.Status.OPEN:
            raise Closed(msg("This table is no longer looking for players."), code="not_open")
        seat = next((seat for seat in seats if seat.player_id is None), None)
        if seat is None:
            raise Closed(msg("This table is full."), code="full")
        if invitation != game.invitation:
            check_address(player)
        relations.check_company(player, [game.host_id, *(other.player_id for other in seats)])
        seat.player, seat.is_bot, seat.ready, seat.word = player, player.is_bot, True, word.strip()[:80]
        seat.save(update_fields=["player", "is_bot", "ready", "word"])
        Tenure.objects.create(seat=seat, player=player, since=now)
        _start_when_full(game, seats, now)
        return seat


def seat_bot(game: Game, by: Player, *, now: datetime, level: str = BotLevel.EASY) -> Seat:
    """Seat one of the site's bots of a level. Raises `NotYours` for anybody but the host, `Refused` for an unknown level."""
    check_host(game, by)
    if level not in BotLevel.values:
        raise Refused(
            msg("Please choose one of these levels for the bot: {levels}.", levels=", ".join(BotLevel.values)), code="no_such_level"
        )
    taken = game.seats.filter(is_bot=True).values_list("player_id", flat=True)
    levels = ("", level) if level == BotLevel.EASY else (level,)  # bots of early releases have no level and are easy
    bot = Player.objects.filter(is_bot=True, is_active=True, bot_level__in=levels).exclude(pk__in=list(taken)).order_by("pk").first()
    if bot is None:
        bot = Player.objects.create_bot(level)
    return take_seat(game, bot, now=now)


def say_ready(game: Game, player: Player, *, now: datetime) -> None:
    """Confirm one's seat; the last confirmation starts the game. Raises `NotYours` or `Closed`."""
    with transaction.atomic():
        game = lock(game)
        seats = list(game.seats.order_by("index"))
        mine = next((seat for seat in seats if seat.player_id == player.pk), None)
        if mine is None:
            raise NotYours(msg("You have no seat at this table."))
        if game.status != Game.Status.READY:
            raise Closed(msg("This table is not waiting for you to confirm."), code="not_waiting")
        mine.ready = True
        mine.save(update_fields=["ready"])
        if all(seat.ready for seat in seats):
            starting.start(game, now=now)


def leave(game: Game, player: Player, *, now: datetime) -> None:
    """Give up a seat before the start; if the host leaves, the table is cancelled. Raises `Closed` or `NotYours`."""
    with transaction.atomic():
        game = lock(game)
        if game.status not in WAITING:
            raise Closed(msg("The game has already started. You can resign instead."), code="started")
        if not game.seats.filter(player=player).exists():
            raise NotYours(msg("You have no seat at this table."))
        _leave(game, player, now)


def leave_all(player: Player, *, now: datetime) -> None:
    """Leave all tables of a player that have not started, and cancel those they host. Tables that start meanwhile are left as they are."""
    mine = Game.objects.filter(Q(host=player) | Q(seats__player=player), status__in=WAITING)
    for pk in list(mine.order_by("pk").values_list("pk", flat=True).distinct()):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=pk)
            if game.status in WAITING:
                _leave(game, player, now)


def remove(game: Game, by: Player, seat_index: int, *, now: datetime) -> None:
    """Free a seat before the start, for its host. Raises `NotYours`, `Closed` or `Refused`."""
    check_host(game, by)
    with transaction.atomic():
        game = lock(game)
        if game.status not in WAITING:
            raise Closed(msg("The game has already started."), code="started")
        seat = game.seats.filter(index=seat_index, player__isnull=False).exclude(player=by).first()
        if seat is None:
            raise Refused(msg("That seat cannot be freed."), code="no_such_seat")
        _vacate(game, seat, now, "removed")


def cancel(game: Game, by: Player, *, now: datetime) -> None:
    """Cancel a table before the start, for its host. Raises `NotYours` or `Closed`."""
    check_host(game, by)
    with transaction.atomic():
        game = lock(game)
        if game.status not in WAITING:
            raise Closed(msg("A table can only be withdrawn before the game starts."), code="started")
        _cancel(game, now)


def withdraw_stale(now: datetime) -> int:
    """Cancel tables that have not started within `STALE_AFTER`; returns their number."""
    stale = Game.objects.filter(status__in=WAITING, created_at__lt=now - STALE_AFTER)
    count = 0
    for pk in list(stale.values_list("pk", flat=True)[:500]):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=pk)
            if game.status in WAITING:
                _cancel(game, now)
                count += 1
    return count


def _start_when_full(game: Game, seats: list[Seat], now: datetime) -> None:
    """Start a full table, or ask the players who took their seats long ago to confirm them."""
    if any(seat.player_id is None for seat in seats):
        return
    since = dict(Tenure.objects.filter(seat__game=game, until=None).values_list("seat_id", "since"))
    unconfirmed = [seat for seat in seats if not seat.is_bot and now - since[seat.pk] > READY_LASTS]
    if not unconfirmed:
        starting.start(game, now=now)
        return
    for seat in unconfirmed:
        seat.ready = False
    Seat.objects.bulk_update(unconfirmed, ["ready"])
    game.status = Game.Status.READY
    game.save(update_fields=["status"])
    payload, moment = {"game": game.code}, f"{now:%Y%m%dT%H%M%S}"
    outbox.put_many(
        outbox.News("ready_check", seat.player_id, f"ready:{game.code}:{seat.pk}:{moment}", payload=payload, thread=game.code)
        for seat in unconfirmed
        if seat.player_id is not None
    )


def check_host(game: Game, by: Player) -> None:
    if game.host_id != by.pk:
        raise NotYours(msg("Only the host of this table can do that."), code="not_host")


def check_address(player: Player) -> None:
    """Raises `Refused`, with the remedy, for a guest without an address. They may only use tables whose invitation link they have."""
    if player.without_address:
        raise Refused(msg("This needs an email address. Please add yours in your settings first."), code="no_address")


def check_may_invite(game: Game, by: Player) -> None:
    """Raises `NotYours` for anybody but the host, `Closed` unless the table looks for players, `Refused` for a host without an address."""
    check_host(game, by)
    if game.status != Game.Status.OPEN:
        raise Closed(msg("This table is no longer looking for players."), code="not_open")
    check_address(by)


def _leave(game: Game, player: Player, now: datetime) -> None:
    if game.host_id == player.pk:
        _cancel(game, now)
    elif (seat := game.seats.filter(player=player).first()) is not None:
        _vacate(game, seat, now, "left")


def _vacate(game: Game, seat: Seat, now: datetime, why: str) -> None:
    """Free a seat of a locked game, which looks for players again; `why` is stored with the tenure."""
    seat.tenures.filter(until=None).update(until=now, ended_by=why)
    seat.player, seat.is_bot, seat.ready, seat.word, seat.notes = None, False, False, "", ""
    seat.save(update_fields=["player", "is_bot", "ready", "word", "notes"])
    game.status = Game.Status.OPEN
    game.save(update_fields=["status"])


def _cancel(game: Game, now: datetime) -> None:
    """Cancel a locked game and notify its players."""
    game.status, game.ended_at = Game.Status.CANCELLED, now
    game.save(update_fields=["status", "ended_at"])
    people = game.seats.filter(is_bot=False, player__isnull=False).exclude(player=game.host_id).values_list("player_id", flat=True)
    outbox.put_many(
        outbox.News("cancelled", player, f"cancelled:{game.code}:{player}", payload={"game": game.code}, thread=game.code)
        for player in people
    )
