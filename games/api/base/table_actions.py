"""Factory of views with one POST that performs an action on a table and returns the table."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import operation, ref
from games.api.base.fields import Body, EmptyBody
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Game, Player
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.requests import moment

Verb = Callable[..., object]
"""Performs the action with table, player, `now` and the fields of the body by name. If it returns a table, that one is shown."""

Show = Callable[[Look, Player | None, datetime], dict[str, Any]]


def table(look: Look, viewer: Player | None, now: datetime | None = None) -> dict[str, Any]:
    """A game; its host also sees the invitation, which lets others in."""
    facts = shapes.game(look.game, look.seats, look.mine, reader_for(look.names))
    hosts = viewer is not None and look.game.host_id == viewer.pk
    return facts | ({"invitation": look.game.invitation} if hosts else {})


def verb(
    name: str,
    words: str,
    do: Verb,
    shape: type[Body] = EmptyBody,
    *,
    tag: str = "tables",
    scope: str = "table:write",
    show: Show = table,
    answer: str = "Game",
) -> type[View]:
    """A view with one POST that does one thing to a table and shows the table (or what `show` makes of it) afterwards."""

    class Act(View):
        write_scope = scope

        @operation(name, tag, {200: ref(answer)}, body=shape, once=True)
        def post(self, request: Any, code: str) -> Response:
            player, now = me(request), moment(request)
            look = self.look(request, code, invitation=str(request.data.get("invitation", "")))
            given = self.body(request, shape)

            def effect() -> tuple[int, dict[str, Any]]:
                made = do(look.game, player, now=now, **given)
                target = made if isinstance(made, Game) else look.game
                return 200, show(self.look(request, target.code, invitation=target.invitation), player, now)

            return self.change(request, effect)

        post.__doc__ = words

    Act.__name__ = Act.__qualname__ = "".join(part.title() for part in name.split("_"))
    Act.__doc__ = words
    return Act
