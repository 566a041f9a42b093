"""API operations of playing: view, moves, undo, resignation, private notes."""

import re
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from django.utils.translation import get_language
from rest_framework.response import Response

from games.api.base import shapes
from games.api.base.auth import demand
from games.api.base.describe import IF_MATCH, OMIT, choice, operation, ref
from games.api.base.fields import Body, StrictCharField, StrictIntegerField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.token_reads import NewerTable, recognise_with_newer_table, recognise_with_table
from games.api.base.views import View, etags, with_etag
from games.mails.reply_lines import told
from games.models import ApiToken, Game, Move, Player, Seat
from games.queries.process_cache import BoundedCache, tables_read
from games.queries.tables.state_digest import COVERED
from games.queries.tables.table import Look, seen_by
from games.render.reader import reader_for
from games.requests import moment, person
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Stale
from games.services.people import api_tokens
from games.services.replies import What, act, has_rematch, is_one_answer
from games.services.tables import answers as play, leaving, seat_notes, store, undo


class Shown(NamedTuple):
    """A cached view: its bytes, its ETag, and the state mark of the table from which it was rendered."""

    mark: str
    content: bytes
    etag: str


class MoveTarget(NamedTuple):
    """The facts of a game that a move needs: id and code, length of the log, seat of the caller (-1: none).

    `game` is the loaded game, for callers with a seat.
    """

    id: int
    code: str
    seq: int
    seat: int
    game: store.RunningGame | None


QUOTED = re.compile(r'"[^"]*"')
TAG = re.compile(r'"(?P<code>[a-z0-9]{1,12})-(?P<seq>[0-9]{1,9})-(?P<nth>[0-9]{1,9})-[0-9a-f]{24}"')


seen: BoundedCache[Shown] = BoundedCache(512)
"""Cache of the last views by game, player, language and omitted parts. A repeated request costs one small query."""
marks: BoundedCache[str] = BoundedCache(512)
"""The marks of the views last sent, by game and digest of the token: the query that reads the token compares them."""


INCLUDE = choice("include", ["view"], "`view`: the response has your view of the table after the move, in `view`. Needs `game:read`, too.")


class MoveRequest(Body):
    """An answer to the open question."""

    text = StrictCharField(
        max_length=play.LONGEST_TEXT,
        help_text="A token, the number of an option, or words, as in a mail. Separate choices by spaces, answers by line breaks.",
    )
    nth = StrictIntegerField(
        min_value=0, max_value=2**31 - 1, required=False, help_text="The `nth` of the view you answer. Required unless If-Match is sent."
    )
    story = StrictCharField(max_length=play.LONGEST_STORY, default="", help_text="A line of story, visible to everybody at the table.")


class UndoRequest(Body):
    """The number of the open question."""

    nth = StrictIntegerField(
        min_value=0, max_value=2**31 - 1, required=False, help_text="The `nth` of the view. Required unless If-Match is sent."
    )


class ResignRequest(Body):
    """The request to resign; it has no fields."""


class NotesUpdate(Body):
    """Your private notes on a game."""

    text = StrictCharField(max_length=seat_notes.LONGEST_NOTE, help_text="The new text, which replaces the old one.")


class SeatView(View):
    open_to_all = True
    table_read: NewerTable | None = None
    """The table as it was read with the token; None for a session."""

    def recognise(self, request: Any, key: str) -> tuple[ApiToken, datetime] | None:
        """The token and the time, and with the same statement the table."""
        code = self.kwargs["code"]
        found = recognise_with_newer_table(key, code, marks.get((code, api_tokens.digest(key))) or "")
        if found is None:
            return None
        self.table_read = found[2]
        return found[:2]

    @operation("games_view", "play", {200: ref("View")}, parameters=[OMIT])
    def get(self, request: Any, code: str) -> Response:
        """Get your view of a game: the position visible to you, the question you are asked, and its options. Has an ETag."""
        player, omit = person(request), self.query.get("omit", frozenset())
        key = (code, player and player.pk, get_language(), omit)
        shown = seen.get(key)
        with tables_read() as names:
            mark, look = self._newer(request, code, shown)
            if look is not None:
                shown = Shown(mark or "", *with_etag(shapes.view(look, reader_for(look.names), omit), tag_of(look)))
        assert shown is not None  # the table is left out only if its mark is that of the cached view
        if look is not None and mark is not None and names <= COVERED:
            seen.put(key, shown)
            if request.auth is not None:
                marks.put((code, request.auth.digest), mark)
        return self.answer(request, shown.content, shown.etag)

    def _newer(self, request: Any, code: str, shown: Shown | None) -> tuple[str | None, Look | None]:
        """The mark of the table, and the table unless it is that of the cached view."""
        read = self.table_read
        if read is None:
            return self.newer_look(request, code, shown.mark if shown is not None else "")
        found = self.found(lambda: read.look(code, me(request).pk))
        if found[1] is None and (shown is None or shown.mark != found[0]):  # the last view was in another language or had other parts
            return self.newer_look(request, code, "")
        return found


class Moves(View):
    table_read: tuple[Game, list[Seat]] | None = None
    """The table as it was read with the token; None without `include=view` and for a session."""

    def recognise(self, request: Any, key: str) -> tuple[ApiToken, datetime] | None:
        """The token and the time, and with the same statement the game, as `running_game` of the inner request."""
        if request.query_params.get("include") == "view":
            return self._recognise_with_table(request, key)
        found = api_tokens.recognise_at(key, self.kwargs["code"])
        if found is None:
            return None
        token, moment, request._request.running_game = found
        return token, moment

    def _recognise_with_table(self, request: Any, key: str) -> tuple[ApiToken, datetime] | None:
        """The same with everything that the view after the move shows."""
        found = recognise_with_table(key, self.kwargs["code"])
        if found is None:
            return None
        token, moment, self.table_read = found
        row, seats = self.table_read or (None, [])
        request._request.running_game = store.running_game_of(row, seats, moment) if row is not None and seats else None
        return token, moment

    @operation("moves_create", "play", {200: ref("Outcome")}, body=MoveRequest, parameters=[IF_MATCH, INCLUDE, OMIT], once=True)
    def post(self, request: Any, code: str) -> Response:
        """Answer the open question. Repeating the same answer to the same question makes no second move and returns the same outcome."""
        if self.query.get("include") == "view" and isinstance(request.auth, ApiToken):
            demand(request.auth, "game:read")
        player, target = me(request), self._target(request, code)
        now = moment(request)
        given = self.body(request, MoveRequest)
        if isinstance(request.auth, ApiToken) and has_rematch(given["text"]):
            demand(request.auth, "table:write")

        def effect() -> tuple[int, dict[str, Any]]:
            nth = question(request, target.code, target.seq, given)
            try:
                if not is_one_answer(given["text"]) and not is_choice(target, given["text"]):
                    return 200, read(target, player, given, nth, now)
                outcome = play.answer(
                    target.id,
                    target.seat,
                    nth,
                    given["text"],
                    source=Move.Source.API,
                    now=now,
                    player_id=player.pk,
                    story=given["story"],
                    game=target.game,
                )
            except Stale as error:
                raise moved_on(request, error) from error
            return 200, {
                "seq": outcome.seq,
                "final": outcome.final,
                "over": outcome.over,
                "my_turn": outcome.asked,
                "repeated": outcome.repeated,
                "heard": [],
            }

        return self._with_view(request, target, self.change(request, effect))

    def _target(self, request: Any, code: str) -> MoveTarget:
        """The seat of the caller; the table is looked at only for callers without one. Raises `Problem` not-found."""
        game = running_game(request, code)
        seat = game.seat_of(me(request).pk) if game is not None else None
        if game is None or seat is None:
            look = self.look(request, code)
            return MoveTarget(look.game.pk, code, look.game.seq, look.acting_seat, None)
        request._request.moment = game.moment
        return MoveTarget(game.id, code, game.seq, seat, game)

    def _with_view(self, request: Any, target: MoveTarget, answer: Response) -> Response:
        """With `include=view` the table as it is now, which is not kept with the answer of an Idempotency-Key."""
        if self.query.get("include") != "view":
            return answer
        data = orjson.loads(answer.data) if isinstance(answer.data, bytes) else answer.data
        look = self._look_after(request, target)
        answer.data = data | {"view": shapes.view(look, reader_for(look.names), self.query.get("omit", ()))}
        return answer

    def _look_after(self, request: Any, target: MoveTarget) -> Look:
        """The table after the move: what was read with the token and what the move has written; read again if it wrote something else."""
        if self.table_read is not None and target.game is not None and store.update_as_written(target.game, *self.table_read):
            look = seen_by(me(request).pk, *self.table_read)
            if target.game.session is not None:
                look.session = target.game.session
            return look
        return self.look(request, target.code)


def running_game(request: Any, code: str) -> store.RunningGame | None:
    """The game that was read with the token, or read now for a session; None if there is none or no seat is taken."""
    if request.auth is not None:
        with_token: store.RunningGame | None = request._request.running_game
        return with_token
    try:
        return store.read_game(code=code)
    except Closed:
        return None


def is_choice(target: MoveTarget, text: str) -> bool:
    """Whether a text that would be a command in mails is an option of the open question. Raises `Trouble`."""
    if target.game is None or target.game.status != Game.Status.ACTIVE or target.game.trouble:
        return False
    return is_one_answer(text, target.game.load_session().decision(target.seat))


def read(target: MoveTarget, player: Player, given: dict[str, Any], nth: int, now: datetime) -> dict[str, Any]:
    """Execute a text of several lines, or with a story or commands. Raises the error of the first line.

    If a later line is refused, the lines before it stay in the log, and `heard` has the outcome of each line.
    """
    heard = act(given["text"], code=target.code, player=player, nth=nth, source=Move.Source.API, now=now, story=given["story"])
    if heard[0].error is not None:
        raise heard[0].error
    game = Game.objects.get(pk=target.id)
    asked = game.seats.filter(index=target.seat, pending=True).exists()
    answers = [one.what for one in heard if one.what in (What.PLAYED, What.SEALED, What.REPEATED)]
    return {
        "seq": game.seq,
        "final": What.SEALED not in answers,
        "over": game.is_over,
        "my_turn": asked and not game.is_over,
        "repeated": bool(answers) and all(what is What.REPEATED for what in answers),
        "heard": [{"line": one.line, "what": one.what.value, "words": told(one)} for one in heard],
    }


class Undo(View):
    @operation("moves_undo", "play", {200: ref("LogLength")}, body=UndoRequest, parameters=[IF_MATCH], once=True)
    def post(self, request: Any, code: str) -> Response:
        """Take back your last answer. Possible while the turn lasts and as long as the answer revealed nothing."""
        player, now = me(request), moment(request)
        look = self.look(request, code)
        given = self.body(request, UndoRequest)

        def effect() -> tuple[int, dict[str, Any]]:
            nth = question(request, look.game.code, look.game.seq, given)
            try:
                seq = undo.take_back(look.game.pk, look.acting_seat, nth, source=Move.Source.API, now=now, player_id=player.pk)
            except Stale as error:
                raise moved_on(request, error) from error
            return 200, {"seq": seq}

        return self.change(request, effect)


class Resign(View):
    @operation("games_resign", "play", {200: ref("LogLength")}, body=ResignRequest, once=True)
    def post(self, request: Any, code: str) -> Response:
        """Resign a running game."""
        player, now = me(request), moment(request)
        look = self.look(request, code)
        self.body(request, ResignRequest)

        def effect() -> tuple[int, dict[str, Any]]:
            return 200, {"seq": leaving.resign(look.game.pk, look.acting_seat, source=Move.Source.API, now=now, player_id=player.pk)}

        return self.change(request, effect)


class MyNotes(View):
    @operation("notes_get", "play", {200: ref("Notes")})
    def get(self, request: Any, code: str) -> Response:
        """Get your private notes on a game."""
        return self.reply(request, {"text": self._mine(request, code).notes})

    @operation("notes_put", "play", {200: ref("Notes")}, body=NotesUpdate)
    def put(self, request: Any, code: str) -> Response:
        """Replace your private notes on a game."""
        mine = self._mine(request, code)
        given = self.body(request, NotesUpdate)
        seat_notes.keep_note(mine, given["text"])
        return Response({"text": given["text"].strip()})

    def _mine(self, request: Any, code: str) -> Any:
        look = self.look(request, code)
        if look.mine is None or look.mine.player_id != me(request).pk:
            raise NotYours(msg("Only players at this table can keep notes."))
        return look.mine


def tag_of(look: Look) -> str:
    """The readable prefix of a view's ETag, which contains the number of the question."""
    return f"{look.game.code}-{look.game.seq}-{look.mine.nth if look.mine is not None else 0}-"


def question(request: Any, code: str, seq: int, given: dict[str, Any]) -> int:
    """The number of the answered question, from `nth` or If-Match. Raises `Problem` if both are missing or the ETag is outdated.

    `If-Match: *` is true, because the game exists (RFC 9110, 13.1.1), but names no question.
    """
    condition = _condition(request)
    if condition is None:
        if "nth" not in given:
            raise Problem("precondition-required", "Say which question you answer: `nth` from the view, or its ETag in If-Match.")
        return int(given["nth"])
    if not all(QUOTED.fullmatch(tag) for tag in etags(condition)):
        raise Problem(
            "bad-request", "If-Match has the ETag of a view with its quotes, or several with commas between.", code="bad_condition"
        )
    tags = (tag for tag in map(TAG.fullmatch, etags(condition)) if tag is not None)
    found = next((tag for tag in tags if tag["code"] == code and int(tag["seq"]) == seq), None)
    if found is None:
        raise Problem("precondition-failed", "The game is not as it was when you looked; please look at it again.")
    nth = int(found["nth"])
    if given.get("nth", nth) != nth:
        raise Problem("precondition-failed", "`nth` and If-Match speak of different questions.")
    return nth


def moved_on(request: Any, error: Stale) -> Exception:
    """The error for a stale answer: 412 where If-Match named a view, else 409."""
    return Problem("precondition-failed", str(error)) if _condition(request) is not None else error


def _condition(request: Any) -> str | None:
    """The ETags in If-Match; None without the header and for `*`."""
    condition: str | None = request.headers.get("If-Match")
    return None if condition is not None and condition.strip() == "*" else condition
