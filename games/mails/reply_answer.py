"""The answer to a reply: what came of each line, the table, and the choices as they are now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.mails import answering, table_words
from games.models import Game
from games.queries.tables.table import Look
from games.render.text import decision_text, scene_text
from games.render.words import said
from notifications.composed import Composed
from notifications.models import Message
from notifications.render import render_mail


def answer(message: Message, now: datetime) -> Composed | None:
    """Always true: it says what happened. The table and the choices are those of the moment it is sent."""
    person: Any = message.recipient
    look = table_words.look_for(message)
    if look is None:
        game = Game.objects.filter(code=message.payload["game"]).first()
        if game is None:
            return None
        look = Look(game, list(game.seats.select_related("player").order_by("index")), None)
    reader = table_words.reader_of(look, person.language)
    show = look.viewer is not None and look.scene is not None
    context: dict[str, Any] = {
        "subject": table_words.subject(look, reader),
        "game": said(look.game.title, reader),
        "told": message.payload["told"],
        "table": scene_text(look.scene, reader) if show and look.scene else "",
        "choices": decision_text(look.decision, reader) if look.decision else "",
        "waiting": [look.names[seat.index] for seat in look.waiting_for if seat != look.mine],
        "due_at": look.mine.due_at if look.mine else None,
        "link": table_words.table_link(look.game),
        **answering.turn_context(look, person),
    }
    return render_mail(
        "reply_answer", context, person.language, person.zone, headers=answering.reply_to(context["answers"]), thread=look.game.code
    )
