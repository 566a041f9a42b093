"""API operations on tables: list, announce, show; join, leave, bots, ready and withdraw before the start, rematch after the end."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import PAGE, Parameter, choice, flag, key, operation, page_of, ref
from games.api.base.fields import (
    Body,
    LadderField,
    OptionsField,
    PaceField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
)
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.table_actions import table, verb
from games.api.base.views import View
from games.api.people.others import somebody
from games.models import BotLevel, Game, Player
from games.models.player import LONGEST_NAME
from games.queries.tables.search import Wanted, find
from games.render.reader import reader_for
from games.requests import moment, person
from games.services.absence.ladder import Ladder
from games.services.clocks.pace import DEFAULT_PRESET, PRESETS, Pace
from games.services.people import guests
from games.services.tables import challenges, lobby, rematches, switches

NAMED = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}


def name_word(text: str) -> str:
    """Parse the name of a player. Raises ValueError."""
    if not 1 <= len(text) <= LONGEST_NAME:
        raise ValueError(f"A name of 1 to {LONGEST_NAME} characters is wanted.")
    return text


class GameRequest(Body):
    """The settings of a new table. Only `rules` and `seats` are required."""

    rules = StrictCharField(allow_blank=False, max_length=40, help_text="The key of the game, from `/rules`.")
    seats = StrictIntegerField(min_value=1, max_value=12)
    options = OptionsField(required=False, help_text="Settings of the game. Their schema is `options` of `/rules/{key}`.")
    pace = PaceField(required=False, help_text='Like {"kind": "move", "seconds": 86400}; two days for each move unless given.')
    preset = StrictChoiceField(
        choices=list(PRESETS),
        required=False,
        help_text="A pace by name, instead of `pace`: for example six hours, or one, two, three or seven days for each move.",
    )
    visibility = StrictChoiceField(choices=Game.Visibility.values, default=Game.Visibility.PRIVATE)
    ladder = LadderField(
        required=False,
        help_text='What happens after timeouts, like {"plays": "bot", "autopilot_after": 1, "keep": 14, "ending": "forfeit"}.',
    )
    forfeit_after = StrictIntegerField(
        min_value=0, max_value=20, default=3, help_text="Number of timeouts in a row after which a seat is lost; 0: never."
    )
    note = StrictCharField(max_length=lobby.LONGEST_NOTE, default="")
    bots = StrictIntegerField(min_value=0, max_value=11, default=0, help_text="Number of seats taken by bots of the site immediately.")
    level = StrictChoiceField(choices=BotLevel.values, default=BotLevel.EASY, help_text="Playing strength of these bots.")

    def get_fields(self) -> dict[str, Any]:
        switched = {one.name: StrictBooleanField(default=one.default, help_text=one.meaning) for one in switches.SWITCHES}
        return {**super().get_fields(), **switched}


class JoinRequest(Body):
    """The request to take a seat."""

    word = StrictCharField(max_length=80, default="", help_text="A text of your own that is mixed into the seed of the shuffle.")
    invitation = StrictCharField(max_length=40, default="", help_text="The invitation from the invite link. Required for private tables.")


class BotRequest(Body):
    """The bot to seat."""

    level = StrictChoiceField(choices=BotLevel.values, default=BotLevel.EASY, help_text="Playing strength of the bot.")


class FreeSeatRequest(Body):
    """The seat to free."""

    seat = StrictIntegerField(min_value=0, max_value=11)


class InviteRequest(Body):
    """The address to invite to a free seat."""

    address = StrictCharField(
        allow_blank=False, max_length=254, help_text="The email address. The response does not reveal whether it belongs to an account."
    )


class ChallengeRequest(Body):
    """The player to challenge."""

    name = StrictCharField(
        allow_blank=False,
        max_length=LONGEST_NAME,
        help_text="The name of the player. Their `challenges` setting decides who may challenge them.",
    )


class DeclineRequest(Body):
    """The reason for declining."""

    reason = StrictCharField(max_length=challenges.LONGEST_REASON, default="", help_text="The reason, sent to the host.")
    invitation = StrictCharField(max_length=40, default="", help_text="The `invitation` of the challenge.")


class GameList(View):
    open_to_all = True
    write_scope = "table:write"
    cost = 5

    def location(self, made: Mapping[str, Any]) -> str:
        return reverse("api:game", args=[made["code"]])

    @operation(
        "games_list",
        "games",
        {200: page_of("Game")},
        also=("404",),
        parameters=[
            choice("status", Game.Status.values, "Only games with this status."),
            key("rules", "The key of a game: only games of this kind."),
            flag("mine", "`true`: only games in which you play or which you host; `false`: only the others."),
            flag("my_turn", "`true`: only games in which it is your turn; `false`: only the others."),
            Parameter("player", NAMED, name_word, "Only games in which this player has a seat."),
            Parameter("with", NAMED, name_word, "Only games in which this player has a seat, too."),
            *PAGE,
        ],
    )
    def get(self, request: Any) -> Response:
        """List the games visible to you, newest first."""
        wanted = {name: value for name, value in self.query.items() if name in ("status", "rules", "mine", "my_turn")}
        player, other = (somebody(self.query[name]).pk if name in self.query else None for name in ("player", "with"))
        rows = find(person(request), Wanted(**wanted, player=player, other=other, before=self.query.get("cursor")), self.size + 1)
        reader = reader_for()
        return self.page(request, rows, lambda row: shapes.game(row.game, row.seats, row.mine, reader), lambda row: row.game.pk)

    @operation("games_create", "games", {201: ref("Game")}, body=GameRequest, once=True)
    def post(self, request: Any) -> Response:
        """Create a table and take its first seat. The game starts when the last seat is taken."""
        given = self.body(request, GameRequest)
        if "pace" in given and "preset" in given:
            raise Problem("invalid", errors=[{"pointer": "#/preset", "detail": "Give `pace` or `preset`, not both.", "code": "both"}])
        pace = Pace.read(given.pop("pace")) if "pace" in given else PRESETS[given.get("preset", DEFAULT_PRESET)]
        given.pop("preset", None)
        given["ladder"] = Ladder.read(given.get("ladder", {}))
        host, now, bots = me(request), moment(request), given.pop("bots")
        level = given.pop("level")
        if bots >= given["seats"] and bots:
            detail = "One seat is yours. Please choose fewer bots."
            raise Problem("invalid", errors=[{"pointer": "#/bots", "detail": detail, "code": "too_many"}])

        def effect() -> tuple[int, dict[str, Any]]:
            row = lobby.create(host, given.pop("rules"), given.pop("seats"), now=now, pace=pace, **given)
            for _bot in range(bots):
                lobby.seat_bot(row, host, now=now, level=level)
            return 201, table(self.look(request, row.code), host)

        return self.change(request, effect)


class GameDetail(View):
    open_to_all = True

    @operation("games_get", "games", {200: ref("Game")})
    def get(self, request: Any, code: str) -> Response:
        """Get a game without its position."""
        return self.reply(request, table(self.look(request, code), person(request)))


def _challenge(row: Game, player: Player, name: str, *, now: datetime) -> None:
    challenges.challenge(row, player, somebody(name), now=now)


def _decline(row: Game, player: Player, reason: str, **_given: object) -> None:
    challenges.decline(row, player, reason)


def _free(row: Game, player: Player, seat: int, *, now: datetime) -> None:
    lobby.remove(row, player, seat, now=now)


VERBS: dict[str, type[View]] = {
    "join": verb("games_join", "Take a free seat. Repeating the request has no further effect.", lobby.take_seat, JoinRequest),
    "bots": verb("games_seat_bot", "Seat one of the site's bots in a free seat. Host only.", lobby.seat_bot, BotRequest),
    "guest": verb("games_invite", "Invite an email address to a free seat. Host only. No account is needed.", guests.invite, InviteRequest),
    "challenge": verb(
        "games_challenge", "Challenge a player by name to take a free seat. Host only.", _challenge, ChallengeRequest, tag="challenges"
    ),
    "decline": verb("games_decline", "Decline a challenge. The reason is sent to the host.", _decline, DeclineRequest, tag="challenges"),
    "ready": verb("games_ready", "Confirm that you are ready. The game starts when all players have confirmed.", lobby.say_ready),
    "leave": verb("games_leave", "Leave your seat before the start. If the host leaves, the table is cancelled.", lobby.leave),
    "free": verb("games_free", "Free a seat before the start. Host only.", _free, FreeSeatRequest),
    "cancel": verb("games_cancel", "Cancel a table that has not started. Host only.", lobby.cancel),
    "rematch": verb(
        "games_rematch", "Create a rematch with the same players. Repeating the request returns the same table.", rematches.create
    ),
}
