"""API operation that exports all finished games of the caller, one JSON object per line."""

import logging
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse

from games.api.base import pagination
from games.api.base.describe import CURSOR, key, limit, operation, ref
from games.api.base.renderer import FastJSONRenderer, LinesRenderer, encode
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Game
from games.queries.history.export import export, finished_games
from games.rules.errors import RulesError, UnknownRules

log = logging.getLogger(__name__)

MOST_GAMES = 100


class MyGames(View):
    """The finished games of the caller."""

    read_cost = 20
    renderer_classes = (LinesRenderer, FastJSONRenderer)

    @operation(
        "me_games_export",
        "history",
        {(200, "application/x-ndjson"): ref("Export")},
        parameters=[key("rules", "The key of a game, to export only games of this kind."), CURSOR, limit(MOST_GAMES)],
    )
    def get(self, request: Any) -> HttpResponse:
        """Export your finished games, oldest first, one per line in the format of `/games/{code}/export`. `Link` has the next page."""
        size = self.query.get("limit", MOST_GAMES)
        rules = self.query.get("rules", "")
        games = finished_games(me(request), rules=rules, after=self.query.get("cursor", 0), limit=size + 1)
        shown = games[:size]
        content = b"".join(map(_line, shown))
        more = {"rules": rules} if rules else {}
        query = urlencode({**more, "cursor": pagination.cursor(shown[-1].pk), "limit": size}) if shown else ""
        link = {"Link": f'<{settings.SITE_URL}{reverse("api:my-games")}?{query}>; rel="next"'} if len(games) > size else {}
        return HttpResponse(content, headers=link, content_type="application/x-ndjson")  # DRF's Response has no content type without a body


def _line(game: Game) -> bytes:
    """One line of the document; empty for a game that cannot be replayed, which does not keep the others from their owner."""
    try:
        return encode(export(game, list(game.seats.all()), game.moves.all())) + b"\n"
    except UnknownRules:
        raise
    except RulesError:
        log.exception("export_failed: game %s is left out", game.code)
        return b""
