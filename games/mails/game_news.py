"""News of a table: started, finished, invitation, private letter, ready check, cancelled."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.mails import question, table_words
from games.mails.answering import INVITATION, LETTER, OVER, READY, game_address, receives, reply_to
from games.mails.notice import game_title, notice
from games.mails.sample_turn import sample_turn
from games.mails.table_words import GUEST
from games.models import Game, Letter, Move, Outage, Player
from games.queries.clocks.expected_length import of_table
from games.queries.history.own_turn import visits_of
from games.queries.tables.lists import has_played
from games.queries.tables.table import Look, reason_of
from games.render.words import clean, said
from games.rulebooks import rules_page_of
from games.rules.contract import Result
from games.services.clocks.pace import pace_of
from notifications.inbound.addresses import address_for, unasked, written
from notifications.inbound.quotes import MARKER
from notifications.mail.composed import Composed, Inline
from notifications.mail.render import render_mail
from notifications.models import Message


def started(message: Message, now: datetime) -> Composed | None:
    """The game has started: players, pace, and the commitment that fixes every shuffle; in a first game of these rules also the aim."""
    look = table_words.look_for(message)
    if look is None or look.game.status not in (Game.Status.ACTIVE, Game.Status.FINISHED):
        return None
    reader = table_words.recipients_reader(look, message)
    names, pace = ", ".join(look.names), said(pace_of(look.game).words(), reader)
    more: dict[str, Any] = {"people": names, "pace": pace, "commitment": look.game.commitment}
    begun = _("%(table)s has started.") % {"table": table_words.table_name(look, reader)}
    brief: tuple[str, ...] = (begun,)
    details: tuple[str, ...] = (_("At the table: %(names)s.") % {"names": names}, _("Pace: %(pace)s.") % {"pace": pace})
    if look.mine is not None and look.mine.player is not None and not has_played(look.mine.player, look.game):
        aim, rules = said(look.game.tagline, reader), table_words.absolute(rules_page_of(look.game.rules, look.game.rules_version))
        more |= {"aim": aim, "rules": rules}
        brief, details = (begun, aim), (_("The rules: %(link)s") % {"link": rules}, *details)
    proof = _("Every shuffle of this game was fixed before it began. The fingerprint of its secret: %(print)s")
    details = (*details, proof % {"print": look.game.commitment})
    return _render("game_started", look, message, _("Started"), preview=begun, brief=brief, details=details, **more)


def over(message: Message, now: datetime) -> Composed | None:
    """The result, the final table, and the secret behind the commitment."""
    look = table_words.look_for(message)
    if look is None or look.result is None:
        return None
    reader = table_words.recipients_reader(look, message)
    result = look.result
    ranking = sorted(zip(result.ranks, look.names, result.scores, strict=True))
    facts, picture = question.table(look, reader)
    reason = said(reason_of(look, result), reader)
    more: dict[str, Any] = {"ranking": ranking, "reason": reason, "outcome": _outcome(look, result), **facts}
    more["visits"] = visits_of(look.game, look.mine.index) if look.mine is not None else None
    return _render(
        "game_over", look, message, more["outcome"], preview=reason, attachments=picture, purpose=OVER,
        secret=bytes(look.game.secret).hex(), commitment=look.game.commitment, **more,
    )  # fmt: skip


def _outcome(look: Look, result: Result) -> str:
    """`You won, 58 to 21`: who won, and the scores if two played for points."""
    if result.drawn:
        words = _("It is a draw")
    elif result.winners == (look.acting_seat,):
        words = _("You won")
    elif len(result.winners) == 1:
        words = _("%(name)s won") % {"name": look.names[result.winners[0]]}
    else:
        words = _("%(names)s won") % {"names": ", ".join(look.names[seat] for seat in result.winners)}
    if len(look.seats) != 2 or result.drawn:
        return words
    most, least = result.scores[result.winners[0]], result.scores[1 - result.winners[0]]
    if most is None or least is None or most <= least:  # a player resigned, or points do not decide this game
        return words
    return _("%(who)s, %(most)d to %(least)d") % {"who": words, "most": most, "least": least}


def invitation(message: Message, now: datetime) -> Composed | None:
    """An invitation; None once the table has started without the recipient or was cancelled."""
    game = Game.objects.filter(code=message.payload["game"], status=Game.Status.OPEN).first()
    host = Player.objects.filter(pk=message.payload["by"]).first()
    if game is None or host is None or game.seats.filter(player_id=message.recipient_id).exists():
        return None
    look = table_words.look_of_nobody(game)
    reader = table_words.recipients_reader(look, message)
    link = table_words.absolute(f"/g/{game.code}/join/{game.invitation}/")
    guest = table_words.absolute(f"/guest/{GUEST.sign({'player': message.recipient_id, 'game': game.code})}/")
    pace = pace_of(game)
    more: dict[str, Any] = {
        "host": host.name,
        "introduction": said(game.introduction, reader),
        "tagline": said(game.tagline, reader),
        "rules": table_words.absolute(rules_page_of(game.rules, game.rules_version)),
        "pace": said(pace.words(), reader),
        "length": of_table(game, look.seats, pace.longest),
    }
    more |= {"sample": sample_turn(game, look.names, message.recipient.language), "note": game.note}
    return _render("invitation", look, message, purpose=INVITATION, preview=more["tagline"], join=link, guest=guest, **more)


def invitation_news(message: Message, now: datetime) -> Composed | None:
    """Tells the host that an invitation bounced or was declined, None once the table has started; or that a player cannot be reached."""
    what = message.payload["what"]
    status = Game.Status.ACTIVE if what == "unreachable" else Game.Status.OPEN
    game = Game.objects.filter(code=message.payload["game"], status=status).first()
    if game is None:
        return None
    look = table_words.look_of_nobody(game)
    facts = {"whom": message.payload["whom"], "game": game_title(look, message)}
    if what == "unreachable":
        headline = _("Mails to %(whom)s cannot be delivered.") % facts
        lines = [_("%(whom)s may not know that it is their turn in %(game)s. If you can, tell them in another way.") % facts]
    elif what == "bounced":
        headline = _("Your invitation to %(whom)s could not be delivered.") % facts
        lines = [
            _("The other mail server said: %(why)s") % {"why": message.payload["why"]},
            _("To send it again, or to another address, reply: invite %(whom)s") % facts,
        ]
    else:
        headline = _("%(whom)s cannot play %(game)s this time.") % facts
        reason = message.payload.get("reason", "")
        lines = [_("They say: %(reason)s") % {"reason": clean(reason)}] if reason else []
        lines.append(_("The seat is free. To invite someone else, reply: invite ADDRESS"))
    address = written(unasked(message.recipient_id, game.code)) if what != "unreachable" and receives() else ""
    return notice(message, look, headline, lines, _("See the table"), link=table_words.table_link(game), address=address)


def letter(message: Message, now: datetime) -> Composed | None:
    """A private letter as written; None once it was deleted with its writer's account."""
    found = Letter.objects.select_related("game", "sender").filter(pk=message.payload.get("letter"), recipient=message.recipient_id).first()
    if found is None:
        return None
    look = table_words.look_of_nobody(found.game)
    look.mine = next((seat for seat in look.seats if seat.player_id == message.recipient_id), None)
    news = _("Private letter from %(name)s") % {"name": found.sender.name}
    address = address_for(message.recipient_id, LETTER, f"letter:{found.pk}", {"game": found.game.code, "letter": found.pk})
    link, lines = table_words.table_link(found.game), found.text.split("\n")
    return _render("letter", look, message, news, address=address, link=link, name=found.sender.name, lines=lines)


def ready_check(message: Message, now: datetime) -> Composed | None:
    """Ready check of a full table; None once the recipient has answered."""
    look = table_words.look_for(message)
    if look is None or look.mine is None or look.mine.ready or look.game.status != Game.Status.READY:
        return None
    return _render("ready_check", look, message, _("Are you still there?"), READY)


def cancelled(message: Message, now: datetime) -> Composed | None:
    """The table was cancelled before it started, or called off by an operator with a reason."""
    look = table_words.look_for(message)
    if look is None or look.game.status != Game.Status.CANCELLED:
        return None
    called_off = look.game.moves.filter(kind=Move.Kind.DESK, said="cancel").values_list("story", flat=True).first()
    news = _("Called off") if called_off else _("Cancelled")
    return _render("cancelled", look, message, news, preview=called_off or "", reason=called_off)


def changed(message: Message, now: datetime) -> Composed | None:
    """A table that a webhook follows has changed; None once its owner may no longer see the table."""
    look = table_words.look_for(message)
    if look is None:
        return None
    subject = table_words.subject(look, table_words.recipients_reader(look, message))
    return Composed(subject, subject + "\n", thread=look.game.code, link=table_words.table_link(look.game))


def clocks_moved(message: Message, now: datetime) -> Composed | None:
    """The site was down: from when to when, and that all deadlines were extended by that time."""
    outage = Outage.objects.filter(pk=message.payload["outage"]).first()
    if outage is None:
        return None
    link = table_words.absolute("/")
    return render_mail("clocks_moved", {"outage": outage, "link": link}, link=link)


def _render(
    template: str, look: Look, message: Message, news: str = "", purpose: str = "", *, address: str = "",
    preview: str = "", brief: tuple[str, ...] = (), details: tuple[str, ...] = (), attachments: tuple[Inline, ...] = (), **more: Any,
) -> Composed:  # fmt: skip
    """`news` begins the subject; `purpose` or an address of its own makes the mail one that can be answered."""
    person, reader = message.recipient, table_words.recipients_reader(look, message)
    address = game_address(look.game, person, purpose) if purpose else address
    context = {
        "subject": table_words.subject(look, reader, news),
        "game": said(look.game.title, reader),
        "where": table_words.table_name(look, reader),
        "link": table_words.own_link(look.game, person),
        "answers": address,
        "marker": MARKER,
        **more,
    }
    return render_mail(
        template, context, headers=reply_to(address), thread=look.game.code, link=more.get("join", table_words.table_link(look.game)),
        preview=preview, brief=brief, details=details, attachments=attachments,
    )  # fmt: skip
