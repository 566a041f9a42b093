"""API operations on the talk of a table: read and write remarks."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from rest_framework.response import Response

from games.api.base import pagination, shapes
from games.api.base.describe import PAGE, operation, page_of, ref
from games.api.base.fields import Body, StrictCharField
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Move, Talk
from games.requests import moment
from games.services.tables import talk


class TalkRequest(Body):
    """A remark at the table."""

    text = StrictCharField(allow_blank=False, max_length=talk.LONGEST)


class TableTalk(View):
    open_to_all = True
    cost = 2

    def location(self, made: Mapping[str, Any]) -> str:
        """The page of the list that begins with this remark."""
        return f"{reverse('api:talk', args=[self.kwargs['code']])}?cursor={pagination.cursor(made['id'] + 1)}&limit=1"

    @operation("talk_list", "play", {200: page_of("TalkRemark")}, parameters=PAGE)
    def get(self, request: Any, code: str) -> Response:
        """List the talk at the table, newest first. Everyone who can see the table can read it."""
        rows = Talk.objects.filter(game=self.look(request, code).game).select_related("player").order_by("-id")
        return self.newest(request, rows, remark)

    @operation("talk_create", "play", {201: ref("TalkRemark")}, body=TalkRequest, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Post a remark at the table. Some games have rules that react to remarks."""
        player, now = me(request), moment(request)
        look = self.look(request, code)
        given = self.body(request, TalkRequest)

        def effect() -> tuple[int, dict[str, Any]]:
            row = talk.say(look.game.pk, look.acting_seat, given["text"], source=Move.Source.API, now=now, player_id=player.pk)
            return 201, remark(row)

        return self.change(request, effect)


def remark(row: Talk) -> dict[str, Any]:
    return {"id": row.pk, "at": row.at, "seat": row.seat, "player": shapes.player(row.player), "text": row.text}
