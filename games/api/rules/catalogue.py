"""API operations on the catalogue of games: numbers of seats, settings, and a JSON Schema of the settings."""

from collections.abc import Sequence
from typing import Any

from rest_framework.response import Response

from games.api.base.describe import number, operation, page_of, ref
from games.api.base.problems import Problem
from games.api.base.shapes import say
from games.api.base.views import View
from games.render.reader import reader_for
from games.rulebooks import rules_page_of
from games.rules.contract import GameOption
from games.rules.game import Game as Rules
from games.rules.messages import Reader
from games.rules.registry import all_games, every_version, versions

MOST_VERSIONS = 32_767
VERSION = number(
    "version", 1, MOST_VERSIONS, "The version of the rules, as in `rules_version` of a game. Defaults to the version of new games."
)


class RulesList(View):
    open_to_all = True

    @operation("rules_list", "rules", {200: page_of("Rules")})
    def get(self, request: Any) -> Response:
        """List the available games."""
        reader = reader_for()
        return self.reply(request, {"items": [rules(book, reader) for book in all_games().values()], "next": None})


class RulesDetail(View):
    open_to_all = True

    @operation("rules_get", "rules", {200: ref("Rules")}, parameters=[VERSION])
    def get(self, request: Any, key: str) -> Response:
        """Get a game of the catalogue: its numbers of players and its settings."""
        book = all_games().get(key)
        if book is None:
            raise Problem("not-found", f"There is no game “{key[:40]}” here.")
        if (version := self.query.get("version", book.version)) != book.version:
            book = every_version().get((key, version))
        if book is None:
            raise Problem("not-found", f"There is no version {version} of this game here.")
        return self.reply(request, rules(book, reader_for()))


def rules(book: Rules[Any], reader: Reader) -> dict[str, Any]:
    properties = {option.key: option_schema(option, book.seats, reader) for option in book.options}
    return {
        "key": book.key,
        "version": book.version,
        "versions": [other.version for other in versions(book.key)],
        "title": say(book.title, reader),
        "tagline": say(book.tagline, reader),
        "seats": list(book.seats),
        "best_seats": list(book.best_seats or book.seats),
        "options": {"type": "object", "additionalProperties": False, "properties": properties},
        "rulebook": rules_page_of(book.key, book.version),
    }


def option_schema(option: GameOption, seats: Sequence[int], reader: Reader) -> dict[str, Any]:
    """A setting as JSON Schema. If its default depends on the number of players, `x-defaults` has the default for each number."""
    schema: dict[str, Any] = {"title": say(option.title, reader)}
    if option.by_seats:
        schema["x-defaults"] = {str(n): option.usual(n) for n in seats}
    else:
        schema["default"] = option.default
    if option.help is not None:
        schema["description"] = say(option.help, reader)
    if isinstance(option.default, bool):
        return schema | {"type": "boolean"}
    if option.choices:
        return schema | {"type": "string", "enum": [word for word, _title in option.choices]}
    kind = ["integer", "null"] if option.optional else "integer"
    return schema | {"type": kind, "minimum": option.least, "maximum": option.most}
