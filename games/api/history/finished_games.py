"""API operations on finished games: the chronicle, consent to share it, and readings of the cards."""

from typing import Any

from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.describe import operation, page_of, ref
from games.api.base.fields import Body, StrictBooleanField, StrictCharField, StrictIntegerField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Reading
from games.queries.history.chronicle import NoChronicle, chronicle, is_shared, seats_for
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.render.text import scene_text
from games.requests import moment, person
from games.rules.messages import msg
from games.services.errors import NotYours
from games.services.history import readings, sharing


class ShareChronicleRequest(Body):
    """Whether others may read the chronicle."""

    agreed = StrictBooleanField()


class ReadingRequest(Body):
    """The reading to request."""

    number = StrictIntegerField(
        min_value=1, max_value=readings.MOST_GAMES, default=1, help_text="The number of the game in a match, from 1."
    )
    kind = StrictCharField(allow_blank=False, max_length=20)
    layout = StrictCharField(max_length=20, default="")


class ReadingUpdate(Body):
    """Whether spectators see a reading."""

    published = StrictBooleanField()


class ChronicleView(View):
    open_to_all = True

    @operation("chronicle_get", "history", {200: ref("Chronicle")})
    def get(self, request: Any, code: str) -> Response:
        """Get the chronicle of a finished game: chapters, positions and ranking. Private to its players until all of them share it."""
        game, seats, mine = _open(code, person(request))
        told = chronicle(game, seats)
        reader = reader_for(told.names)
        chapters = [
            {"seq": it.seq, "lines": [shapes.log_line(line, reader) for line in it.lines], "text": scene_text(it.scene, reader)}
            for it in told.chapters
        ]
        facts = {"game": game.code, "opening": scene_text(told.opening, reader), "chapters": chapters}
        facts |= {"ranking": [{"rank": rank, "name": name, "score": score} for rank, name, score in told.ranking]}
        facts |= {"reason": shapes.say(told.reason, reader), "shared": is_shared(seats)}
        return self.reply(request, facts | {"agreed": mine.shares_chronicle if mine is not None else None})


class Share(View):
    @operation("chronicle_share", "history", {204: None}, body=ShareChronicleRequest)
    def post(self, request: Any, code: str) -> Response:
        """Agree to share the chronicle with everybody, or withdraw your agreement."""
        game, _seats, mine = _open(code, me(request))
        given = self.body(request, ShareChronicleRequest)
        if mine is None:
            raise NotYours(msg("Only those who played can share the chronicle."))
        sharing.share_chronicle(game, mine, me(request).pk, agreed=given["agreed"])
        return Response(status=204)


class Readings(View):
    open_to_all = True

    @operation("readings_list", "history", {200: page_of("Reading")})
    def get(self, request: Any, code: str) -> Response:
        """List the card readings of a game. Players see all readings, spectators the published ones."""
        look = _with_readings(self.look(request, code))
        rows = Reading.objects.filter(game=look.game).order_by("number", "seat", "at", "pk")
        rows = rows if look.mine is not None else rows.filter(published=True)
        return self.reply(request, {"items": [shape(row) for row in rows], "next": None})

    @operation("readings_create", "history", {200: ref("Reading")}, body=ReadingRequest, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Request a card reading. Repeating the same kind returns the reading that was drawn first."""
        look, now = _with_readings(self.look(request, code)), moment(request)
        given = self.body(request, ReadingRequest)

        def effect() -> tuple[int, dict[str, Any]]:
            return 200, shape(readings.ask(look.game, look.mine, given["number"], given["kind"], given["layout"], now=now))

        return self.change(request, effect)


class ReadingDetail(View):
    @operation("readings_publish", "history", {200: ref("Reading")}, body=ReadingUpdate)
    def patch(self, request: Any, code: str, pk: int) -> Response:
        """Publish your reading to spectators, or hide it again."""
        look = _with_readings(self.look(request, code))
        row = Reading.objects.filter(pk=pk, game=look.game).first() if look.mine is not None else None
        if row is None or look.mine is None:
            raise Problem("not-found", "There is no such reading.")
        readings.publish(row, look.mine, published=self.body(request, ReadingUpdate)["published"])
        row.refresh_from_db()
        return Response(shape(row))


def _open(code: str, viewer: Any) -> Any:
    try:
        return seats_for(code, viewer)
    except NoChronicle as error:
        raise Problem("not-found", "There is no such chronicle, or it is private.") from error


def _with_readings(look: Look) -> Look:
    if look.game.book.readings is None or look.session is None:
        raise Problem("not-found", "This table has no readings.")
    return look


def shape(row: Reading) -> dict[str, Any]:
    """A reading as JSON; `cards` are in the format of the rules."""
    return {
        "id": row.pk,
        "number": row.number,
        "seat": row.seat,
        "kind": row.kind,
        "cards": row.facts,
        "published": row.published,
        "at": row.at,
    }
