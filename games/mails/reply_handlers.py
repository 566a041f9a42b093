"""Handlers of replies to our mails, and of mails that answer none: they call the services and answer every mail.

A handler records its work in the row of the mail and puts one answer into the outbox, unless the mail that follows anyway (the next
decision, the start or the end of a game) reports the same. Only machines and mails above the limits (`reply_limits`) get no answer.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.mails import reply_answer, reply_limits
from games.mails.answering import ASKED, INVITATION, LETTER, OVER, READY, TURN
from games.mails.reply_lines import told
from games.mails.reply_parts import InvitationPartHandler, MailPartHandler, OverPartHandler, ReadyPartHandler
from games.mails.unknown_rules import leave_what_is_unknown
from games.models import Game, Letter, Move
from games.render.reader import reader_for
from games.rules.errors import RulesError, UnknownRules
from games.rules.messages import Reader
from games.services.replies import Heard, Ledger, What, act
from games.services.replies.consent import consents
from games.services.replies.execution import UNKNOWN_QUESTION, as_facts
from games.services.replies.reading import Consent, read
from games.services.replies.signatures import without_signature
from games.services.tables import letters
from notifications import outbox
from notifications.inbound.addresses import UNASKED, without_secrets
from notifications.inbound.handlers import Reply, register
from notifications.process import faults

log = logging.getLogger(__name__)

KEEP = frozenset("keep behalten aufheben garder conserver".split())  # noqa: SIM905


def register_handlers() -> None:
    """Register the handlers; called once, from `GamesConfig.ready`."""
    for purpose in (TURN, ASKED, INVITATION, READY, OVER, UNASKED):
        register(purpose, leave_what_is_unknown(reply_to_mail))
    register(LETTER, leave_what_is_unknown(letter_reply))


@dataclass(slots=True)
class MailLedger(Ledger):
    """Records the processed parts of a reply in the row of the mail."""

    reply: Reply
    lines: list[str] = field(default_factory=list)

    def first_read(self, lines: list[str]) -> list[str]:
        """The lines that the first attempt found in the mail. A retry reads it with another open decision and might find others."""
        self.lines = self.reply.progress[0].get("lines", lines) if self.reply.progress else lines
        return self.lines

    def known(self, place: int) -> dict[str, Any] | None:
        return self.reply.progress[place] if place < len(self.reply.progress) else None

    def begin(self, place: int, nth: int, seq: int) -> None:
        """Record a part before it is executed."""
        self.reply.progress.append({"nth": nth, "seq": seq, **({} if place else {"lines": self.lines})})
        self.reply.remember()

    def end(self, place: int, heard: Heard) -> None:
        """Record the result of a part, with the text for its writer."""
        faults.hit("inbound.moved")
        kept = {"line": heard.line[:200], "words": told(heard), "told": list(heard.words)}
        self.reply.progress[place] |= as_facts(heard) | kept
        self.reply.remember()


def reply_to_mail(reply: Reply, now: datetime) -> None:
    ids, purpose = reply.payload, reply.mail.address.purpose
    game = Game.objects.filter(code=ids["game"]).first() if ids.get("game") else None
    handler = _part_handler(reply, purpose, game, now)
    _answer(reply, game, _do(reply, handler, ids.get("nth", UNKNOWN_QUESTION), now), now)


def letter_reply(reply: Reply, now: datetime) -> None:
    """A reply to a private letter goes to its writer, unless it is a command; `keep` allows the letter in the chronicle."""
    letter = Letter.objects.select_related("game", "sender").filter(pk=reply.payload["letter"]).first()
    if letter is None:
        return _answer(reply, None, [], now)
    handler = _part_handler(reply, LETTER, letter.game, now)
    first = next((line for line in reply.lines if line.strip()), "")
    if first.casefold().rstrip(".! ") in KEEP:
        return _answer(reply, letter.game, [_kept(letter, reply, first)], now)
    if read(reply.lines).commands or not first:  # a wish in free words is for the writer of the letter
        return _answer(reply, letter.game, _do(reply, handler, UNKNOWN_QUESTION, now), now)
    return _answer(reply, letter.game, [_back(letter, reply, first, now)], now)


def _part_handler(reply: Reply, purpose: str, game: Game | None, now: datetime) -> MailPartHandler:
    make = {INVITATION: InvitationPartHandler, READY: ReadyPartHandler, OVER: OverPartHandler}.get(purpose, MailPartHandler)
    return make(reply.person, game, purpose, now, reply.mail.received_at, reply.payload.get("ask"))


def _do(reply: Reply, handler: MailPartHandler, nth: int, now: datetime) -> list[Heard]:
    lines = reply.lines
    if handler.asks_yes_or_no and (yes := consents(lines)) is not None:
        return [_consented(reply, handler, yes)]
    return act(
        lines, code=handler.game.code if handler.game is not None else "", player=reply.person, nth=nth, source=Move.Source.MAIL, now=now,
        ledger=MailLedger(reply), reader=reader_for((), reply.person.language), clean=for_others, handler=handler,
        languages=_languages(handler.game),
    )  # fmt: skip


def _languages(game: Game | None) -> list[Reader]:
    """Readers of every language of the site, because people may reply in another language than that of their mails."""
    seats = game.seats.select_related("player").order_by("index") if game is not None else ()
    names = [seat.player.name if seat.player else "" for seat in seats]
    return [reader_for(names, language) for language, _name in settings.LANGUAGES]


def for_others(text: str) -> str:
    """Remove from a text of a mail what its readers at the table must not see: links, reply addresses, the signature."""
    return without_secrets(without_signature(text)).strip()


def _consented(reply: Reply, handler: MailPartHandler, yes: bool) -> Heard:
    """Handle a yes or no in any usual wording; idempotent."""
    line = next(line for line in reply.lines if line.strip())
    return _recorded(reply, line, lambda again: handler.consent(Consent(yes, line), again=again) or Heard(What.TOLD, line))


def _recorded(reply: Reply, line: str, work: Callable[[bool], Heard]) -> Heard:
    """Do the only part of a reply and record it; `work` gets whether an attempt was interrupted, after a worker was killed."""
    ledger, again = MailLedger(reply), bool(reply.progress)
    if not again:
        ledger.begin(0, -1, 0)
    try:
        heard = work(again)
    except UnknownRules:
        raise
    except RulesError as error:
        heard = Heard(What.REFUSED, line, reason=error.message, code=error.code, rule=error.rule, error=error)
    ledger.end(0, heard)
    return heard


def _kept(letter: Letter, reply: Reply, line: str) -> Heard:
    both = letters.share(letter, reply.person, agreed=True)
    words = (
        _("Both of you agree, so the letter is included in the chronicle.")
        if both
        else _("You agree. The letter will be included in the chronicle once the other player agrees.")
    )
    return Heard(What.DONE, line, words=(words,))


def _back(letter: Letter, reply: Reply, line: str, now: datetime) -> Heard:
    """Put the answer into the outbox exactly once, even if the worker is killed and the task is retried."""
    written = "\n".join(reply.lines).strip()
    text = for_others(written)

    def send(again: bool) -> Heard:
        last = Letter.objects.filter(game=letter.game, sender=reply.person).order_by("-pk").first() if again else None
        if last is None or last.text != text:
            letters.deliver(letter.game, reply.person, letter.sender, text, now=now)
        sent = (
            _("Your reply was sent to %(name)s only.")
            if text == written
            else _("Your reply was sent to %(name)s only, without signature and links.")
        )
        return Heard(What.DONE, line, words=(sent % {"name": letter.sender.name},))

    return _recorded(reply, line, send)


def _follows(heard: Sequence[Heard], game: Game | None, person: Any) -> bool:
    """Whether another mail reports the result: the start of a game. Results of moves join the next turn mail."""
    if game is None or not heard or any(one.what.failed or one.words for one in heard):
        return False
    if heard[-1].what is What.AGAIN:
        return Game.objects.filter(rematch_of=game, seats__player=person, status=Game.Status.ACTIVE).exists()
    return any(one.what is What.DONE for one in heard)  # a seat at a table that began


@transaction.atomic
def _answer(reply: Reply, game: Game | None, heard: Sequence[Heard], now: datetime) -> None:
    """Put one answer to this mail; above the limit, at most one an hour that says until when."""
    if _follows(heard, game, reply.person):
        return
    allowed = reply_limits.answers_allowed(reply, now)
    if allowed == "no":
        log.info("mail_not_answered: mail %s, above the limit", reply.mail.pk)
        return
    code = game.code if game is not None else ""
    lines = [{"what": one.what.value, "line": one.line[:200], "words": told(one)} for one in heard]
    payload: dict[str, Any] = {"game": code, "mail": reply.mail.pk, "told": lines, "sort": _sort(heard)}
    payload["nth"] = max((part["nth"] for part in reply.progress), default=UNKNOWN_QUESTION)
    payload["changed"] = any(one.what.changed for one in heard)
    if allowed == "note":
        payload["until"] = reply_limits.free_again(reply.person, now).isoformat()
    if (ask := next((one.ask for one in reversed(heard) if one.ask), None)) is not None:
        payload["ask"] = ask
    outbox.put(
        "reply_answer", reply.person.pk, f"reply:{reply.mail.pk}", payload=payload,
        thread="" if "ask" in payload else code,  # a question that a yes refers to is sent in a mail of its own
        not_before=reply_answer.due_at(payload, now),
    )  # fmt: skip


def _sort(heard: Sequence[Heard]) -> str:
    """The layout of the answer: "empty" if nothing was found, "failed", "shown" for the table, "told" for the rest."""
    if not heard:
        return "empty"
    if heard[-1].what.failed:
        return "failed"
    if any(one.what is What.SHOW for one in heard):
        return "shown"
    return "asked" if heard[-1].what is What.ASKED else "told"
