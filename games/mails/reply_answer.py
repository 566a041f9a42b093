"""The answer to a reply: what came of each line, what to write instead where something failed, the table, the choices as they are now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.mails import answering, table_words
from games.mails.answering import ASKED, INVITATION, LETTER, OVER
from games.models import Game
from games.queries.tables import overview
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.render.text import decision_text, scene_text
from games.render.words import said
from games.services.replies import What
from notifications.composed import Composed
from notifications.inbound.addresses import address_for, unasked, written
from notifications.inbound.quotes import MARKER
from notifications.models import InboundMail, Message
from notifications.render import render_mail

OF_THE_TABLE = frozenset({What.PLAYED, What.SEALED, What.REPEATED, What.UNDONE, What.RESIGNED, What.SHOW})
LISTED = 5
"""Games that wait for the writer of a mail that belongs to none."""


def answer(message: Message, now: datetime) -> Composed | None:
    """Always true: it says what happened. The table and the choices are those of the moment it is sent."""
    look = _look(message)
    person: Any = message.recipient
    mail = InboundMail.objects.select_related("address").filter(pk=message.payload.get("mail")).first()
    purpose = mail.address.purpose if mail is not None else ""
    turn = answering.turn_context(look, person) if look is not None else {"answers": ""}
    address = _address(message, look, mail, turn["answers"])
    sort = message.payload.get("sort", "")
    context: dict[str, Any] = {
        "told": [{**one, "words": one["words"].split("\n")} for one in message.payload["told"]],
        "remedy": [*_nothing(sort), *(_remedy(purpose, look, person) if sort in ("failed", "empty", "heard") else []), *_limit(message)],
        "link": table_words.absolute("/"),
        "marker": MARKER,
        "subject": _("Your mail to us"),
        **turn,
        "answers": address,
    }
    if look is not None:
        context |= _table(look, person, shown=purpose not in (INVITATION, LETTER) and _is_about_the_table(message))
    headers = answering.reply_to(address) | _in_reply_to(mail)
    thread = look.game.code if look is not None else ""
    return render_mail("reply_answer", context, person.language, person.zone, headers=headers, thread=thread, link=context["link"])


def _look(message: Message) -> Look | None:
    """The table of the reply; as anybody sees it where the writer has no seat; None where the reply belongs to no game."""
    if not message.payload["game"]:
        return None
    look = table_words.look_for(message)
    if look is not None:
        return look
    game = Game.objects.filter(code=message.payload["game"]).first()
    return Look(game, list(game.seats.select_related("player").order_by("index")), None) if game is not None else None


def _is_about_the_table(message: Message) -> bool:
    """Its writer wants to see how the table is now; a list, a letter or a setting says nothing about it."""
    sort, told = message.payload.get("sort", ""), {one.get("what") for one in message.payload["told"]}
    return sort in ("failed", "empty", "shown", "heard") or bool(told & OF_THE_TABLE)


def _table(look: Look, person: Any, *, shown: bool) -> dict[str, Any]:
    reader = table_words.reader_of(look, person.language)
    scene = look.scene if shown and look.viewer is not None else None
    return {
        "subject": table_words.subject(look, reader),
        "game": said(look.game.title, reader),
        "table": scene_text(scene, reader) if scene is not None else "",
        "choices": decision_text(look.decision, reader) if shown and look.decision else "",
        "waiting": [look.names[seat.index] for seat in look.waiting_for if seat != look.mine],
        "due_at": look.mine.due_at if look.mine else None,
        "link": table_words.table_link(look.game),
    }


def _address(message: Message, look: Look | None, mail: InboundMail | None, turn: str) -> str:
    """Where the next reply goes: to what was asked back, to the open question, or where the last one went."""
    code = look.game.code if look is not None else ""
    if (ask := message.payload.get("ask")) is not None:
        ids: dict[str, Any] = {"game": code, "ask": ask}
        if look is not None and look.decision is not None and look.mine is not None:
            ids |= {"seat": look.mine.index, "nth": look.mine.nth}
        return address_for(message.recipient_id, ASKED, f"asked:{message.pk}", ids)
    if turn:
        return turn
    if mail is not None and mail.address.purpose in (INVITATION, OVER, LETTER):
        return written(mail.address)
    return written(unasked(message.recipient_id, code)) if answering.receives() else ""


def _in_reply_to(mail: InboundMail | None) -> dict[str, str]:
    """Beside the mail that is answered, where no game gives a thread of its own."""
    known = mail is not None and mail.message_id.startswith("<") and mail.message_id.isascii()
    return {"In-Reply-To": mail.message_id, "References": mail.message_id} if known and mail is not None else {}


def _nothing(sort: str) -> list[str]:
    if sort != "empty":
        return []
    return [_("We have found nothing in your mail that we could do, and nothing has changed.")]


def _remedy(purpose: str, look: Look | None, person: Any) -> list[str]:
    """What to write instead."""
    if purpose == INVITATION:
        return [_("Answer with the single word yes to sit down, or no.")]
    if purpose == OVER:
        return [_("The game is over. Answer with the single word rematch to play again.")]
    if purpose == LETTER:
        return [_("To play, answer the mail that says it is your turn.")]
    if look is not None and look.decision is not None:
        return [_("Answer with the number or the name of one of your choices below; or write help.")]
    if look is not None:
        return [_("Nothing is asked of you here now. You can write: status, history, say …, note …, undo, resign, games, help.")]
    waiting = [one for one in overview.standings(person) if one.mine.pending][:LISTED]
    lines = [_("This mail belongs to no game. You can write: games, open, new, rules …, away …, quiet …, language …, help.")]
    if waiting:
        lines.append(_("To play, answer the mail of the game. These wait for you:"))
    return lines + [f"{said(one.game.title, reader_for((), person.language))} [{one.game.code}]" for one in waiting]


def _limit(message: Message) -> list[str]:
    until = message.payload.get("until")
    if not until:
        return []
    when = {"when": table_words.local_moment(datetime.fromisoformat(until))}
    text = _(
        "Many mails have come from you in a short time that changed nothing. What you send is still done, but answered only after %(when)s."
    )
    return [text % when]
