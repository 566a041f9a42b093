"""Replies to our mails: to a turn mail, to an invitation, to the mail that says a game is over.

Each handler does what the text asks for through the services, keeps in the mail's row what it has done, and puts one answer
into the outbox where the next turn mail would not say it anyway. At most one answer of a sort goes to a person per question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.mails import reply_answer
from games.mails.answering import INVITATION, OVER, TURN
from games.mails.reply_lines import told
from games.mails.unknown_rules import leave_what_is_unknown
from games.models import Game, Move
from games.render.reader import reader_for
from games.render.words import said
from games.rules.errors import RulesError, UnknownRules
from games.services.replies import Heard, What, act
from games.services.replies.execution import as_facts
from games.services.tables import lobby
from notifications import faults, outbox
from notifications.inbound.addresses import without_secrets
from notifications.inbound.handlers import Reply, register

YES = frozenset({"yes", "y", "join", "ok", "okay", "ja", "oui", "sure", "yes please", "i am in", "count me in", "gern", "gerne"})
NO = frozenset({"no", "n", "nein", "non", "no thanks", "no thank you", "decline"})
DAY = timedelta(days=1)
MOST_A_DAY = 100
"""Answers one person gets in 24 hours, whatever the reason: two machines that talk to each other run dry here."""


def register_handlers() -> None:
    """Make the handlers known; called once, from `GamesConfig.ready`."""
    register(TURN, leave_what_is_unknown(turn_reply))
    register(INVITATION, leave_what_is_unknown(invitation_reply))
    register(OVER, leave_what_is_unknown(over_reply))


@dataclass(slots=True)
class MailLedger:
    """The memory of a reply's steps, kept in the mail's own row."""

    reply: Reply

    def known(self, place: int) -> dict[str, Any] | None:
        """What was noted about a step."""
        return self.reply.progress[place] if place < len(self.reply.progress) else None

    def begin(self, place: int, nth: int, seq: int) -> None:
        """Note a step before it is done."""
        self.reply.progress.append({"nth": nth, "seq": seq})
        self.reply.remember()

    def end(self, place: int, heard: Heard) -> None:
        """Note what became of it, with the words its writer may read about it."""
        faults.hit("inbound.moved")
        self.reply.progress[place] |= as_facts(heard) | {"line": heard.line[:200], "words": told(heard)}
        self.reply.remember()


def turn_reply(reply: Reply, now: datetime) -> None:
    """The answer to a turn mail, a reminder, or an answer mail of ours."""
    ids, person = reply.payload, reply.person
    if not reply.lines:
        return _answer(reply, "heard", [{"words": _("Your mail was empty, or we could not read it.")}], now)
    heard = act(
        reply.lines, code=ids["game"], player=person, nth=ids["nth"], source=Move.Source.MAIL, now=now, ledger=MailLedger(reply),
        reader=reader_for((), reply.person.language), clean=without_secrets,
    )  # fmt: skip
    sort = f"ordered:{reply.mail.pk}" if heard[-1:] and heard[-1].what is What.ORDERED else _sort_of_answer(heard)
    if sort:
        _answer(reply, sort, [{"what": one.what.value, "line": one.line[:200], "words": told(one)} for one in heard], now)


def _sort_of_answer(heard: Sequence[Heard]) -> str:
    """Which answer mail is due, "" when it was told before."""
    last = heard[-1] if heard else None
    if last is None:
        return "heard"
    if last.what.failed:
        return "heard"
    if last.what is What.ASK_RESIGN:
        return "resign"
    if last.what is What.SHOW:
        return "shown"
    if all(one.what is What.REPEATED for one in heard):
        return ""
    return "done"


def invitation_reply(reply: Reply, now: datetime) -> None:
    """“Yes” takes the seat that is kept free."""
    word = _first_word(reply)
    game = Game.objects.filter(code=reply.payload["game"]).first()
    if word in NO or game is None:
        return None
    if word not in YES:
        return _answer(reply, "heard", [{"words": _("Answer with the single word yes to sit down, or no.")}], now)
    try:
        lobby.take_seat(game, reply.person, now=now)
    except UnknownRules:
        raise
    except RulesError as error:
        return _answer(reply, "heard", [{"words": said(error.message, reader_for([], reply.person.language))}], now)
    if Game.objects.get(pk=game.pk).status == Game.Status.OPEN:
        return _answer(reply, "done", [{"words": _("You have a seat. We write to you when it is your turn.")}], now)
    return None


def over_reply(reply: Reply, now: datetime) -> None:
    """“Rematch” asks the same people to play again."""
    game = Game.objects.filter(code=reply.payload["game"]).first()
    if game is None:
        return None
    if _first_word(reply) not in ({"rematch", "again", "play again", "revanche"} | YES):
        return _answer(reply, "heard", [{"words": _("The game is over. Answer with the single word rematch to play again.")}], now)
    try:
        again = lobby.rematch(game, reply.person, now=now)
    except RulesError as error:
        return _answer(reply, "heard", [{"words": said(error.message, reader_for([], reply.person.language))}], now)
    if again.status == Game.Status.OPEN:
        return _answer(reply, "done", [{"words": _("The others are invited to play again; we write to you when they have sat down.")}], now)
    return None


def _first_word(reply: Reply) -> str:
    return " ".join((reply.lines[0] if reply.lines else "").casefold().split()).rstrip(".!,")


@transaction.atomic
def _answer(reply: Reply, sort: str, lines: list[dict[str, Any]], now: datetime) -> None:
    """One answer of this sort for this question, ever; and no more than enough for one day."""
    key = f"reply:{reply.mail.address_id}:{sort}"
    recent = reply.person.messages.filter(kind="reply_answer", created_at__gt=now - DAY).count()
    if recent < MOST_A_DAY:
        game = reply.payload["game"]
        payload = {"game": game, "told": lines, "sort": sort, "nth": reply.payload.get("nth")}
        outbox.put("reply_answer", reply.person.pk, key, payload=payload, thread=game, not_before=reply_answer.moment(lines, now))
