"""The context shared by all pages of a table: seats, log, chat, result, error."""

import math
from collections import defaultdict
from typing import Any

from django.http import HttpRequest

from games.mails.otherwise import what_if_nothing
from games.models import BotLevel, Player
from games.pages.refusals import sentence
from games.pages.tables.context import at_table
from games.queries.absence.presence import open_pause, waiting_since
from games.queries.orders.standing_orders import sheet
from games.queries.tables.letters import letters_of
from games.queries.tables.lists import waiting_count
from games.queries.tables.table import Look, reason_of
from games.render.words import answer_words
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.messages import Reader
from games.services.clocks.pace import pace_of
from games.services.operations import arranged_games
from games.services.people import sign_in_links
from games.services.tables import answers, seat_notes
from notifications.links import absolute

LINES_SHOWN = 20
"""Lines of the log on the page; older ones are on the replay pages. This keeps the page below 60 KB for games of any length."""


def around(request: HttpRequest, look: Look, reader: Reader, *, error: RulesError | None, typed: dict[str, str] | None) -> dict[str, Any]:
    """The context of the templates below `games/` that begin with an underscore."""
    decision = look.to_decide
    return {
        **at_table(look, reader),
        "decision": decision,
        "log": look.log(upto=look.game.seq, most=LINES_SHOWN),  # up to the position of the scene, which was read before the log
        "letters": letters_of(look.game, _me(look)) if look.game.started_at else [],
        "talk": look.talk() if look.game.started_at else [],
        "pace": pace_of(look.game).words(),
        "otherwise": what_if_nothing(look, decision, reader) if decision else "",
        "result": look.result,
        "ranking": _ranking(look),
        "secret": bytes(look.game.secret).hex() if look.result else "",
        "reason": reason_of(look, look.result) if look.result else None,
        "error": sentence(error, reader) if error else "",
        "error_rule": error.rule if error else "",
        "typed": defaultdict(str, typed or {}),  # in a template, a missing key costs three exceptions
        "seen_seq": look.mine.seen_seq if look.mine else look.game.seq,
        "longest_story": answers.LONGEST_STORY,
        "my_turns": waiting_count(look.mine.player) if look.mine and look.mine.player else 0,
        "held": held(request, look, reader),
        "waiting": waiting_since(look) if look.decision is None else (),
        "bots_think": decision is None and bool(look.waiting_for) and all(seat.is_bot for seat in look.waiting_for),
        "pause": open_pause(look.game, moment(request)) if look.game.pauses else None,
        "orders": sheet(look),
        "call_url": arranged_games.hooks.page_of(look.game.pk) if look.game.note and _me(look) is not None else None,
        "levels": BotLevel.choices,
        "own_link": _own_link(look),
        "host_url": request.build_absolute_uri("/")[:-1],
    }


def _me(look: Look) -> Player | None:
    """The reader of private letters: the holder of a seat, never a deputy."""
    return look.own.player if look.own is not None else None


def _own_link(look: Look) -> str:
    """The personal link of a guest without an address; "" for everybody else."""
    me = _me(look)
    return absolute(sign_in_links.own_link(me)) if me is not None and me.without_address else ""


def _ranking(look: Look) -> list[dict[str, Any]]:
    if look.result is None:
        return []
    rows = zip(look.result.ranks, look.names, look.result.scores, look.seats, strict=True)
    return [{"rank": rank, "name": name, "score": score, "seat": seat} for rank, name, score, seat in sorted(rows, key=lambda row: row[0])]


def held(request: HttpRequest, look: Look, reader: Reader) -> dict[str, Any] | None:
    """The answer that this player can still undo, and the seconds until it is sent."""
    if look.held is None or look.decision is None or look.mine is None or look.mine.held_until is None:
        return None
    left = (look.mine.held_until - moment(request)).total_seconds()
    return {"words": answer_words(look.decision, look.held["text"], reader), "left": max(0, math.ceil(left))}


def note_visit(request: HttpRequest, look: Look) -> None:
    """Store how far a player has read the log, after the page is rendered."""
    if look.own is not None and request.method == "GET":
        seat_notes.mark_seen(look.own, look.game.seq)
