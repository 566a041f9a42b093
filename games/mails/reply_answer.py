"""The answer to a reply: what came of each line, and what is asked now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from games.mails import answering, question, table_words
from games.models import Game
from games.queries.tables.table import Look
from games.render.words import said
from games.services.replies import What
from notifications.batching import JOINS
from notifications.composed import Composed
from notifications.models import Message
from notifications.render import render_mail

MOVES = frozenset({What.PLAYED, What.SEALED, What.REPEATED, What.UNDONE})


def answer(message: Message, now: datetime) -> Composed | None:
    """What happened; None where a mail about the same move has left already. Table and choices are those of the moment it is sent."""
    person: Any = message.recipient
    if _was_told(message):
        return None
    look = table_words.look_for(message)
    if look is None:
        game = Game.objects.filter(code=message.payload["game"]).first()
        if game is None:
            return None
        look = Look(game, list(game.seats.select_related("player").order_by("index")), None)
    reader = table_words.reader_of(look, person.language)
    show = look.viewer is not None and look.scene is not None
    asked, told = question.question(look, person, reader, now), message.payload["told"]
    facts, picture = question.table(look, reader, 2 * len(asked["choices"])) if show else ({"table": ""}, ())
    sentences = tuple(f"“{one['line']}”: {one['words']}" if one.get("line") else one["words"] for one in told)
    settled = _is_settled(told)
    context: dict[str, Any] = {
        "subject": table_words.subject(look, reader, _("Your reply") if settled else _("Please write again")),
        "game": said(look.game.title, reader),
        "told": told,
        "waiting": [look.names[seat.index] for seat in look.waiting_for if seat != look.mine],
        "link": table_words.own_link(look.game, person),
        **facts,
        **asked,
    }
    return render_mail(
        "reply_answer", context, person.language, person.zone,
        attachments=picture, headers=answering.reply_to(asked["answers"]), thread=look.game.code, link=context["link"],
        preview=" ".join(sentences), brief=sentences if settled else (),
    )  # fmt: skip


def moment(told: Sequence[dict[str, Any]], now: datetime) -> datetime | None:
    """When the answer to a reply is due: that of a move waits a little for what comes of it, and then travels with that."""
    return now + JOINS if _is_settled(told) and any(What(one["what"]) in MOVES for one in told) else None


def _was_told(message: Message) -> bool:
    """Nothing but moves, and a later question or the result has been mailed already: that mail's first lines tell them."""
    told, nth = message.payload["told"], message.payload.get("nth")
    if nth is None or not all("what" in one and What(one["what"]) in MOVES for one in told):
        return False
    sent = Message.objects.filter(recipient_id=message.recipient_id, thread=message.thread, channel="email", state=Message.State.SENT)
    return sent.filter(Q(kind="your_turn", payload__nth__gt=nth) | Q(kind="game_over")).exists()


def _is_settled(told: Sequence[dict[str, Any]]) -> bool:
    """Nothing failed and nothing was asked for: the next turn mail can say it all in a sentence."""
    asking = {What.REFUSED, What.LEFT, What.ASK_RESIGN, What.SHOW}
    return all("what" in one and What(one["what"]) not in asking for one in told)
