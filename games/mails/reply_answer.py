"""The answer to a reply: the result of each line, what to write instead where one failed, and the current decision."""

import re
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails import answering, question, table_words
from games.mails.answering import ASKED, INVITATION, LETTER, OVER, READY
from games.models import Game
from games.queries.tables import lists
from games.queries.tables.table import Look
from games.render.reader import reader_for
from games.render.words import said
from games.services.replies import What
from games.services.replies.reading import CommandName
from games.services.replies.reading.commands import command_of, order_of
from games.services.replies.reading.wishes import address_in, wish_of
from notifications.inbound.addresses import address_for, unasked, written
from notifications.inbound.quotes import MARKER
from notifications.kinds import JOINS
from notifications.mail.composed import Composed, Inline
from notifications.mail.render import render_mail
from notifications.models import InboundMail, Message

MOVES = frozenset({What.PLAYED, What.SEALED, What.UNDONE, What.RESIGNED})
"""Results that the mail about the next decision or the end of the game also reports."""
OF_THE_TABLE = MOVES | {What.REPEATED, What.SHOW}
LISTED = 5
"""The most games with a turn listed in an answer to a mail that belongs to no game."""


def answer(message: Message, now: datetime) -> Composed | None:
    """The results; None if a mail about the same move has been sent. Table and choices are those at the time of sending."""
    if _was_told(message):
        return None
    look, person = _look(message), message.recipient
    mail = InboundMail.objects.select_related("address").filter(pk=message.payload.get("mail")).first()
    purpose, sort = mail.address.purpose if mail is not None else "", message.payload.get("sort", "")
    table, picture = _table(message, look, purpose, now) if look is not None else ({"answers": "", "subject": _("Your mail to us")}, ())
    address = _address(message, look, mail, table["answers"])
    context: dict[str, Any] = {
        "told": [{**one, "words": one["words"].split("\n")} for one in message.payload["told"]],
        "remedy": [
            *_nothing(sort),
            *_if_not(message.payload),
            *(_remedies(message, purpose, look, person) if sort in ("failed", "empty", "heard") else _still_asked(message, purpose, look)),
            *_yes_or_no(_ask(message, mail)),
            *_limit(message),
        ],
        "link": table_words.absolute("/"),
        "marker": MARKER,
        **table,
        "answers": address,
    }
    sentences = [_("“%(line)s”: %(words)s") % one if one.get("line") else one["words"] for one in message.payload["told"]]
    sentences += context["remedy"]
    return render_mail(
        "reply_answer", context, attachments=picture,
        headers=answering.reply_to(address) | _in_reply_to(mail), thread=look.game.code if look is not None else "",
        link=table_words.table_link(look.game) if look is not None else context["link"],
        preview=" ".join(sentences), brief=tuple(sentences) if _is_brief(message.payload, sentences) else (),
    )  # fmt: skip


def due_at(payload: dict[str, Any], now: datetime) -> datetime | None:
    """When the answer to a reply is due: after a move it is delayed so that it can be merged with the next turn mail."""
    return now + JOINS if _is_settled(payload) else None


def _was_told(message: Message) -> bool:
    """Whether the reply held only moves and a later decision or the result has been mailed; that mail reports them."""
    nth = message.payload.get("nth")
    if nth is None or not _is_settled(message.payload):
        return False
    sent = Message.objects.filter(recipient_id=message.recipient_id, thread=message.thread, channel="email", state=Message.State.SENT)
    return sent.filter(Q(kind="your_turn", payload__nth__gt=nth) | Q(kind="game_over")).exists()


def _is_settled(payload: dict[str, Any]) -> bool:
    """Whether the reply held only moves; the next turn mail can then report them in a sentence."""
    told = payload["told"]
    return bool(told) and "until" not in payload and all("what" in one and What(one["what"]) in MOVES for one in told)


def _is_brief(payload: dict[str, Any], sentences: list[str]) -> bool:
    """Whether the results fit as a few sentences above the next decision or the answer to a later reply."""
    shown = payload.get("sort") == "shown" or "ask" in payload
    return not shown and bool(sentences) and not any("\n" in one for one in sentences)


def _look(message: Message) -> Look | None:
    """The table of the reply, as a spectator sees it if the writer has no seat; None if the reply belongs to no game."""
    if not message.payload["game"]:
        return None
    look = table_words.look_for(message)
    if look is not None:
        return look
    game = Game.objects.filter(code=message.payload["game"]).first()
    return table_words.look_of_nobody(game) if game is not None else None


def _is_about_the_table(message: Message) -> bool:
    """Whether the answer shows the current table; not for lists, letters and settings."""
    sort, told = message.payload.get("sort", ""), {one.get("what") for one in message.payload["told"]}
    return sort in ("failed", "empty", "shown", "heard") or bool(told & OF_THE_TABLE)


def _table(message: Message, look: Look, purpose: str, now: datetime) -> tuple[dict[str, Any], tuple[Inline, ...]]:
    """The context about the game, with its picture if the answer shows the current table."""
    person = message.recipient
    reader = table_words.reader_of(look, person.language)
    asked = question.question(look, person, reader, now)
    words: dict[str, Any] = {"table": "", "choices": "", "answers": asked["answers"]}
    picture: tuple[Inline, ...] = ()
    about = _is_about_the_table(message)
    if look.viewer is not None and purpose not in (INVITATION, READY, LETTER) and about:
        other = 2 * len(asked["choices"]) + sum(len(one["words"]) for one in message.payload["told"])
        facts, picture = question.table(look, reader, other)
        words = facts | asked | {"ahead": answering.ahead(look, reader)}
    again = message.payload.get("sort") in ("failed", "empty")
    return words | {
        "subject": table_words.subject(look, reader, _("Please try again") if again else _("Your reply")),
        "game": said(look.game.title, reader),
        "waiting": [look.names[seat.index] for seat in look.waiting_for if seat != look.mine] if about else [],
        "link": table_words.own_link(look.game, person) if look.mine is not None else table_words.table_link(look.game),
    }, picture


def _address(message: Message, look: Look | None, mail: InboundMail | None, turn: str) -> str:
    """The reply address: of the question asked back, of the open decision, or of the previous mail."""
    code = look.game.code if look is not None else ""
    if (ask := _ask(message, mail)) is not None:
        ids: dict[str, Any] = {"game": code, "ask": ask}
        if look is not None and look.decision is not None and look.mine is not None:
            ids |= {"seat": look.mine.index, "nth": look.mine.nth}
        return address_for(message.recipient_id, ASKED, f"asked:{message.pk}", ids)
    if turn:
        return turn
    if mail is not None and mail.address.purpose in (INVITATION, READY, OVER, LETTER):
        return written(mail.address)
    return written(unasked(message.recipient_id, code)) if answering.receives() else ""


def _ask(message: Message, mail: InboundMail | None) -> dict[str, Any] | None:
    """The question asked back, or the one of another player that the mail has not answered with yes or no."""
    asked = mail.address.payload.get("ask") if mail is not None and message.payload.get("sort") in ("failed", "empty") else None
    return message.payload.get("ask") or (asked if asked and asked["do"] in ("pause", "deputy") else None)


def _in_reply_to(mail: InboundMail | None) -> dict[str, str]:
    """The thread of the mail that is answered, if no game provides one."""
    known = mail is not None and mail.message_id.startswith("<") and mail.message_id.isascii()
    return {"In-Reply-To": mail.message_id, "References": mail.message_id} if known and mail is not None else {}


def _if_not(payload: dict[str, Any]) -> list[str]:
    """What to write if another choice than the guessed one was meant."""
    if payload.get("ask", {}).get("do") != "answer":
        return []
    return [_("Nothing has been played yet. If you meant something else, reply with its number or its name.")]


def _yes_or_no(ask: dict[str, Any] | None) -> list[str]:
    if ask is None or ask["do"] not in ("pause", "deputy"):
        return []
    return [_("To agree, reply to this mail with the single word yes. To decline, reply with no.")]


def _still_asked(message: Message, purpose: str, look: Look | None) -> list[str]:
    """How to answer what is still open after a reply that only asked for something to read."""
    if message.payload.get("changed") or "ask" in message.payload:
        return []
    waits = purpose in (INVITATION, READY) or (message.payload.get("sort") == "shown" and look is not None and look.decision is not None)
    return _remedy(purpose, look, message.recipient) if waits else []


def _nothing(sort: str) -> list[str]:
    if sort != "empty":
        return []
    return [_("We found no command in your mail, so nothing has changed. Subjects and attachments are not read.")]


def _remedies(message: Message, purpose: str, look: Look | None, person: Any) -> list[str]:
    """Help: the syntax of orders, the commands that the lines seem to ask for, else what can be written here."""
    if (
        look is not None
        and (example := answering.order_example(look))
        and any(order_of(one.get("line", ""), asked=False) for one in message.payload["told"])
    ):
        return [_("A standing order looks like this: order %(example)s") % {"example": example}]
    if look is not None and (name := _addressed(message, look)):
        to = _("To write to %(name)s alone, write: to %(name)s: … – To write to everybody at the table: say: …") % {"name": name}
        return [to, *_remedy(purpose, look, person)]
    lines = [line for one in message.payload["told"] if command_of(line := one.get("line", "")) is None]
    wish = wish_of(lines)
    return ([words] if wish is not None and (words := _by_command(wish.name, lines)) else []) or _remedy(purpose, look, person)


def _addressed(message: Message, look: Look) -> str:
    """The other player whom a line addresses ("Ada, you will lose"); "" if none does."""
    others = [look.names[seat.index] for seat in look.seats if seat != look.mine and not seat.is_bot]
    lines = [one.get("line", "").casefold() for one in message.payload["told"]]
    return next((name for name in others for line in lines if re.match(rf"(?:\w+ )?{re.escape(name.casefold())}\s*[,:!]", line)), "")


def _by_command(wish: str, lines: list[str]) -> str:
    settings_page = table_words.absolute(reverse("notifications:preferences"))
    return {
        CommandName.UNDO: _("To take back your last answer, write: undo"),
        CommandName.RESIGN: _("To resign this game, write: resign"),
        CommandName.HISTORY: _("To see all moves so far, write: history"),
        CommandName.NEW: _("To start a new game, write: new"),
        CommandName.PAUSE: _("To ask the others for a break of three days, write: pause 3"),
        CommandName.AWAY: _("If you are away, write for example: away 5 days – or: away until Dec 3."),
        CommandName.LANGUAGE: _("To change your language, write: language en – or: language de – or: language fr"),
        CommandName.QUIET: _("Choose which mails you get in your settings: %(link)s") % {"link": settings_page},
        CommandName.INVITE: _("To invite someone, write: invite %(address)s") % {"address": address_in(" ".join(lines)) or "ADDRESS"},
        CommandName.LETTER: _("To write to one player alone, write: to NAME: … – To write to everybody at the table: say: …"),
        "say": _("To write to everybody at the table, write: say: …"),
    }.get(wish, "")


def _remedy(purpose: str, look: Look | None, person: Any) -> list[str]:
    if purpose == INVITATION:
        return [_("Reply with the single word yes to join, or no.")]
    if purpose == READY:
        return [_("Reply to this mail with the single word yes.")]
    if purpose == OVER:
        return [_("The game is over. Reply with the single word rematch to play again.")]
    if purpose == LETTER:
        return [_("To play, reply to the mail that says it is your turn.")]
    if look is not None and look.decision is not None:
        return [_("Reply with the number or the name of one of your choices below, or write help.")]
    if look is not None:
        return [_("It is not your turn in this game. You can write: status, history, say: …, note …, undo, resign, games, help.")]
    waiting = [row.game for row in lists.running(person).rows() if row.my_turn][:LISTED]
    lines = [_("You can write: games, open, new, rules …, away …, quiet …, language …, help.")]
    if waiting:
        lines.append(_("To play, reply to the mail of the game. It is your turn in:"))
    return lines + [f"{said(game.title, reader_for((), person.language))} [{game.code}]" for game in waiting]


def _limit(message: Message) -> list[str]:
    until = message.payload.get("until")
    if not until:
        return []
    when = {"when": table_words.local_moment(datetime.fromisoformat(until))}
    text = _(
        "You have sent many mails in a short time that changed nothing. We still process what you send, but reply only after %(when)s."
    )
    return [text % when]
