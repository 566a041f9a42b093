"""The games one can play: seats, settings, and a JSON Schema of the settings."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response

from games.api.describe import operation, page_of, ref
from games.api.problems import Problem
from games.api.shapes import say
from games.api.views import View, reader
from games.rules.contract import GameOption
from games.rules.game import Game as Rules
from games.rules.messages import Reader
from games.rules.registry import all_games


class RulesList(View):
    """Every game on the shelf."""

    open_to_all = True

    @operation("rules_list", "rules", {200: page_of("Rules")})
    def get(self, request: Any) -> Response:
        """List the games one can play."""
        voice = reader()
        return self.reply(request, {"items": [rules(book, voice) for book in all_games().values()], "next": None})


class RulesDetail(View):
    """One game."""

    open_to_all = True

    @operation("rules_get", "rules", {200: ref("Rules")})
    def get(self, request: Any, key: str) -> Response:
        """Show a game: how many can play it and which settings it has."""
        book = all_games().get(key)
        if book is None:
            raise Problem("not-found", f"There is no game “{key[:40]}” here.")
        return self.reply(request, rules(book, reader()))


def rules(book: Rules[Any], voice: Reader) -> dict[str, Any]:
    """A game of the shelf."""
    properties = {option.key: option_schema(option, voice) for option in book.options}
    return {
        "key": book.key,
        "version": book.version,
        "title": say(book.title, voice),
        "tagline": say(book.tagline, voice),
        "seats": list(book.seats),
        "best_seats": list(book.best_seats or book.seats),
        "options": {"type": "object", "additionalProperties": False, "properties": properties},
        "rulebook": f"/rules/{book.key}/",
    }


def option_schema(option: GameOption, voice: Reader) -> dict[str, Any]:
    """A setting as JSON Schema."""
    schema: dict[str, Any] = {"title": say(option.title, voice), "default": option.default}
    if option.help is not None:
        schema["description"] = say(option.help, voice)
    if isinstance(option.default, bool):
        return schema | {"type": "boolean"}
    if option.choices:
        return schema | {"type": "string", "enum": [word for word, _title in option.choices]}
    kind = ["integer", "null"] if option.optional else "integer"
    return schema | {"type": kind, "minimum": option.least, "maximum": option.most}
