"""Table talk: reading what was said, saying something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from rest_framework.response import Response

from games.api import pages, shapes
from games.api.describe import CURSOR, limit, operation, page_of, ref
from games.api.fields import Body, Text
from games.api.play import seat_of
from games.api.requests import me, moment, whole
from games.api.views import View
from games.models import Move, Talk
from games.queries.talk import said
from games.services import talk


class Saying(Body):
    """Words for everybody."""

    text = Text(allow_blank=False, max_length=talk.LONGEST)


class TableTalk(View):
    """What is said at a table."""

    open_to_all = True
    cost = 2
    known: ClassVar[Any] = {"cursor": pages.read_cursor, "limit": whole(1, pages.MOST)}

    def location(self, made: Mapping[str, Any]) -> str:
        """The page of the list that begins with this remark."""
        return f"{reverse('api:talk', args=[self.kwargs['code']])}?cursor={pages.cursor(made['id'] + 1)}&limit=1"

    @operation("talk_list", "play", {200: page_of("Remark")}, parameters=[CURSOR, limit(pages.MOST)])
    def get(self, request: Any, code: str) -> Response:
        """List what was said at the table, the latest first; whoever may see the table may read it."""
        look, size = self.look(request, code), self.query.get("limit", pages.USUAL)
        rows = said(look.game, before=self.query.get("cursor"), limit=size + 1)
        return self.reply(request, pages.page([remark(row) for row in rows], [row.pk for row in rows], size))

    @operation("talk_create", "play", {201: ref("Remark")}, body=Saying, once=True, example={"text": "Well played!"})
    def post(self, request: Any, code: str) -> Response:
        """Say something at the table. Some rules listen, too."""
        player, now = me(request), moment(request)
        look = self.look(request, code)
        given = self.body(request, Saying)

        def effect() -> tuple[int, dict[str, Any]]:
            row = talk.say(look.game.pk, seat_of(look), given["text"], source=Move.Source.API, now=now, player_id=player.pk)
            return 201, remark(row)

        return self.change(request, effect)


def remark(row: Talk) -> dict[str, Any]:
    """One remark."""
    return {"id": row.pk, "at": row.at, "seat": row.seat, "player": shapes.player(row.player), "text": row.text}
