"""API operations on the log of a game: the log as text, earlier positions, the export of a game, and its verification data."""

from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import limit, number, operation, ref
from games.api.base.problems import Problem
from games.api.base.views import View
from games.models import Game
from games.queries.history import export, replay
from games.queries.history.log import MOST_LINES
from games.render.reader import reader_for
from games.render.text import scene_text
from games.rules.messages import msg
from games.services.errors import Closed

LAST = 2**31 - 1


class Log(View):
    open_to_all = True

    @operation(
        "games_log",
        "history",
        {200: ref("Log")},
        parameters=[number("after", 0, LAST, "Only lines from this number on."), limit(MOST_LINES)],
    )
    def get(self, request: Any, code: str) -> Response:
        """List the lines of the log that are visible to you, in words, oldest first. `next` is the `after` of the next page."""
        look = self.look(request, code)
        reader, size = reader_for(look.names), self.query.get("limit", MOST_LINES)
        first = self.query.get("after", 0)
        end = min(first + size, look.game.seq)
        found = look.log(after=first, upto=end)
        items = [shapes.log_line(line, reader) for line in found]
        return self.reply(request, {"items": items, "seq": look.game.seq, "next": end if end < look.game.seq else None})


class PositionAt(View):
    open_to_all = True

    @operation("games_position", "history", {200: ref("Position")})
    def get(self, request: Any, code: str, seq: int) -> Response:
        """Get an earlier position: the table as you could see it when the log had `seq` lines."""
        look = self.look(request, code)
        if look.game.started_at is None or seq > look.game.seq:
            raise Problem("not-found", f"The log of this game has {look.game.seq} lines.")
        session = replay.at(look.game, seq)
        seen, reader = session.view(look.viewer), reader_for(look.names)
        scene = session.game.scene(seen)
        facts = {"seq": seq, "viewer": look.viewer, "table": seen.table, "scene": shapes.scene(scene, reader)}
        return self.reply(request, facts | {"text": scene_text(scene, reader)})


class Export(View):
    open_to_all = True

    @operation("games_export", "history", {200: ref("Export")}, also=("409",))
    def get(self, request: Any, code: str) -> Response:
        """Export a finished game: every answer, every draw and the secret, in one document that `docs/verify.py` checks."""
        look = self.look(request, code)
        if look.game.status != Game.Status.FINISHED:
            raise Closed(msg("A game can be exported when it is over."), code="not_over")
        return self.reply(request, export.export(look.game, look.seats))


class Verification(View):
    open_to_all = True

    @operation("games_verification", "history", {200: ref("Verification")})
    def get(self, request: Any, code: str) -> Response:
        """Get the commitment of a game, and after its end the secret it was made from."""
        look = self.look(request, code)
        return self.reply(request, export.verification(look.game, look.seats))
