"""API operations on challenges to the caller, search for players, and results between two players."""

import re
from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import Parameter, operation, page_of
from games.api.base.requests import me
from games.api.base.views import View
from games.api.people.others import somebody
from games.models import Game
from games.models.player import LONGEST_NAME
from games.queries.people import encounters
from games.render.reader import reader_for
from games.requests import person
from notifications.models import Message

OF_NAMES = r"[^\x00-\x1f!-&(-,/:-@\[-^`{-\x7f]+"
"""A pattern for the characters of names (`games.models.player.check_name`). It excludes ASCII characters only, because dialects of
regular expressions differ in the definition of other letters, and the OpenAPI document has to be valid for all of them."""


def beginning(text: str) -> str:
    """Parse the beginning of a name. Raises ValueError for characters that no name has."""
    if not 2 <= len(text) <= LONGEST_NAME or re.fullmatch(OF_NAMES, text) is None:
        raise ValueError(f"The first 2 to {LONGEST_NAME} characters of a name are wanted: letters, digits, spaces and - _ . '")
    return text


NAME = Parameter(
    "name",
    {"type": "string", "minLength": 2, "maxLength": LONGEST_NAME, "pattern": f"^{OF_NAMES}$"},
    beginning,
    "The beginning of the name. Without it the list is empty.",
)


class Challenges(View):
    @operation("me_challenges", "challenges", {200: page_of("Challenge")})
    def get(self, request: Any) -> Response:
        """List the open challenges to you, latest first. Join or decline with `invitation`."""
        found = encounters.challenges_to(me(request))
        return self.reply(request, {"items": [challenge(message, game) for message, game in found], "next": None})


class Players(View):
    @operation("players_list", "players", {200: page_of("PlayerName")}, parameters=[NAME])
    def get(self, request: Any) -> Response:
        """Search players by the beginning of the name. Returns at most 20."""
        found = encounters.named(self.query["name"]) if "name" in self.query else []
        return self.reply(request, {"items": [shapes.player(it) for it in found], "next": None})


class HeadToHead(View):
    @operation("players_head_to_head", "players", {200: page_of("HeadToHead")})
    def get(self, request: Any, name: str, other: str) -> Response:
        """Get the head-to-head record of two players by game. Counts public games and your own."""
        found = encounters.between(somebody(name), somebody(other), person(request))
        items = [{"rules": it.rules, "games": it.games, "ahead": it.ahead, "level": it.level, "behind": it.behind} for it in found]
        return self.reply(request, {"items": items, "next": None})


def challenge(message: Message, game: Game) -> dict[str, Any]:
    facts = {"game": game.code, "rules": game.rules, "title": shapes.say(game.title, reader_for()), "by": shapes.player(game.host)}
    return facts | {"invitation": game.invitation, "note": game.note, "pace": game.pace, "at": message.created_at}
