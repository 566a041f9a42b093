"""The turn mail and its reminders: everything needed to decide, and what happens to those who do not."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails import answering, links, table_words
from games.models import Seat
from games.queries.history.log import said_since_my_last_move, since_my_last_move
from games.queries.tables.table import Look
from games.render.png import scene_png
from games.render.text import decision_text, scene_text
from games.render.words import said
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader
from games.services.absence.ladder import ADJUDICATE, BOT, Ladder
from notifications.composed import Composed, Inline
from notifications.models import Message
from notifications.render import render_mail


def your_turn(message: Message, now: datetime) -> Composed | None:
    """Something new is asked of the recipient; None once it was answered or has changed."""
    return _turn_mail(message, now, "your_turn")


def reminder(message: Message, now: datetime) -> Composed | None:
    """The same question, with the time that is left; None once it was answered."""
    return _turn_mail(message, now, "reminder")


def _turn_mail(message: Message, now: datetime, template: str) -> Composed | None:
    look = table_words.look_for(message)
    if look is None or look.mine is None or look.decision is None or not _still_asked(look.mine, message.payload):
        return None
    person: Any = message.recipient
    reader = table_words.reader_of(look, person.language)
    context = {
        "subject": table_words.subject(look, reader),
        "game": said(look.game.title, reader),
        "recap": table_words.log_lines(since_my_last_move(look.game, look.mine.index, look.view, most=40), reader),
        "talk": said_since_my_last_move(look.game, look.mine.index),
        "table": scene_text(look.scene, reader) if look.scene else "",
        "note": look.mine.notes,
        "deputy_of": look.names[look.mine.index] if look.deputy else "",
        "choices": decision_text(look.decision, reader),
        "prompt": said(look.decision.prompt, reader),
        "options": [(option.token, said(option.label, reader)) for option in look.decision.options],
        "due_at": look.mine.due_at,
        "now": now,
        "otherwise": what_if_nothing(look, look.decision, reader),
        "link": table_words.table_link(look.game),
        **answering.turn_context(look, person),
    }
    context["answer_link"] = table_words.absolute(reverse("games:answer-link", args=[links.ANSWER.sign(_ids(look, person))]))
    picture, headers = _picture(look, reader), answering.reply_to(context["answers"])
    return render_mail(
        template, context | {"picture": bool(picture)}, person.language, person.zone,
        attachments=picture, headers=headers, thread=look.game.code, link=context["link"],
    )  # fmt: skip


def _ids(look: Look, person: Any) -> dict[str, Any]:
    assert look.mine is not None
    return {"player": person.pk, "game": look.game.code, "nth": look.mine.nth}


def _picture(look: Look, reader: Reader) -> tuple[Inline, ...]:
    """The table as the recipient may see it, inside the mail: nothing is fetched from anywhere, so nobody is tracked."""
    return (Inline("table", "image/png", scene_png(look.scene, reader), "table.png"),) if look.scene else ()


def _still_asked(seat: Seat, payload: dict[str, Any]) -> bool:
    return seat.pending and seat.nth == payload["nth"] and seat.index == payload["seat"]


def what_if_nothing(look: Look, decision: Decision, reader: Reader) -> str:
    """One sentence: what is played for somebody whose time runs out, and what that may lead to."""
    if look.mine is None or look.session is None:
        return ""
    ladder, count, last = Ladder.read(look.game.ladder), look.mine.timeouts + 1, look.game.forfeit_after
    if ladder.autopilot_after and count >= ladder.autopilot_after and _others_play(look):
        return _("If you do nothing until then, your seat plays by itself and is offered to a substitute; you may take it back.")
    if last and count >= last and ladder.ending == ADJUDICATE:
        return _("If you do nothing until then, the game ends and the scores decide between the others: your time has run out too often.")
    if last and count >= last:
        return _("If you do nothing until then, you lose your seat: your time has run out too often.")
    if ladder.plays == BOT:
        return _("If you do nothing until then, a bot moves for you.")
    text = look.game.book.fallback(look.session.table, decision)
    labels = {option.token: said(option.label, reader) for option in decision.options}
    chosen = text if decision.shape is Shape.NUMBER else ", ".join(labels.get(token, token) for token in text.split())
    return _("If you do nothing until then, this is played for you: %(move)s.") % {"move": chosen or _("nothing")}


def _others_play(look: Look) -> bool:
    """Another person is still there; an autopilot does not play against nobody."""
    return any(seat != look.mine and seat.player and not seat.is_bot and seat.state == Seat.State.PLAYING for seat in look.seats)
