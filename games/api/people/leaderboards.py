"""API operations on leaderboards and on the ladder of bots."""

from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import flag, operation, page_of, ref
from games.api.base.fields import Body, StrictIntegerField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.models import BotLadderPlace
from games.queries.people import leaderboards
from games.requests import moment
from games.rules.registry import all_games
from games.services.tables import bot_ladder


class LadderRequest(Body):
    """The number of games to play."""

    games_at_once = StrictIntegerField(
        min_value=1, max_value=bot_ladder.MOST_GAMES, default=5, help_text="Number of games of this kind at the same time."
    )


class Leaderboard(View):
    @operation("leaderboards_get", "players", {200: page_of("Leader")}, parameters=[flag("bots", "`true`: programs instead of people.")])
    def get(self, request: Any, key: str) -> Response:
        """List the 100 highest ratings in a game. Programs are rated separately."""
        rows = leaderboards.leaders(_known(key), programs=self.query.get("bots", False))
        items = [
            {"player": shapes.player(row.player), "rating": row.shown, "games": row.games, "provisional": row.provisional} for row in rows
        ]
        return self.reply(request, {"items": items, "next": None})


class BotLadder(View):
    write_scope = "table:write"

    @operation("bot_ladder_get", "players", {200: page_of("BotLadderPlace")})
    def get(self, request: Any, key: str) -> Response:
        """List the programs in the bot ladder of a game, highest rating first."""
        return self.reply(request, {"items": [place(row) for row in leaderboards.ladder(_known(key))], "next": None})

    @operation("bot_ladder_join", "players", {200: ref("BotLadderPlace")}, body=LadderRequest)
    def put(self, request: Any, key: str) -> Response:
        """Join the bot ladder: the site starts games against other programs for you until you leave or lose a game on time."""
        given, player = self.body(request, LadderRequest), me(request)
        bot_ladder.join(player, _known(key), given["games_at_once"], now=moment(request))
        return Response(place(leaderboards.place_of(player.pk, key)))

    @operation("bot_ladder_leave", "players", {204: None})
    def delete(self, request: Any, key: str) -> Response:
        """Leave the bot ladder. Running games continue. Repeating the request has no further effect."""
        bot_ladder.leave(me(request).pk, _known(key))
        return Response(status=204)


def place(row: BotLadderPlace) -> dict[str, Any]:
    facts = {"player": shapes.player(row.player), "games_at_once": row.games_at_once, "since": row.since}
    return facts | {"running": row.running, "rating": row.rating}  # type: ignore[attr-defined]


def _known(key: str) -> str:
    """Check that `key` is that of a game and return it. Raises `Problem` not-found."""
    if key not in all_games():
        raise Problem("not-found", f"There is no game “{key[:40]}” here.")
    return key
