"""Private letters between two players of a table; the chronicle shows one where both agree."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, Letter, Player, Seat
from games.models.player import name_key
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.services.people import relations
from notifications import outbox

LONGEST = 2000
MOST_PER_HOUR = 20


def correspondents(game: Game, player: Player) -> list[Player]:
    """The other active people at a table, by seat, without bots."""
    seats = game.seats.select_related("player").filter(is_bot=False, player__isnull=False, player__is_active=True).order_by("index")
    return [seat.player for seat in seats if seat.player is not None and seat.player != player]


def send(game: Game, sender: Player, to: str, text: str, *, now: datetime) -> Letter:
    """Write to one person at the table, by name or the beginning of it. Raises `NotYours`, `Closed` or `Refused`."""
    _check(game, sender, text)
    return deliver(game, sender, _recipient(game, sender, to), text, now=now)


def deliver(game: Game, sender: Player, recipient: Player, text: str, *, now: datetime) -> Letter:
    """Write to a person who has, or had, a seat at the sender's table. Raises `NotYours`, `Closed` or `Refused`."""
    text = _check(game, sender, text)
    if relations.kept_apart(sender.pk, [recipient.pk]):
        raise Refused(msg("{name} does not accept letters from you.", name=recipient.name), code="kept_apart")
    if Letter.objects.filter(sender=sender, at__gt=now - timedelta(hours=1)).count() >= MOST_PER_HOUR:
        raise Refused(msg("You have reached the limit of letters for one hour. Please try again later."), code="too_many_letters")
    with transaction.atomic():
        letter = Letter.objects.create(game=game, sender=sender, recipient=recipient, text=text, at=now)
        # Without a thread it is not bundled into another mail, so a reply to its mail reaches the sender of the letter only.
        outbox.put("letter", recipient.pk, f"letter:{letter.pk}", payload={"game": game.code, "letter": letter.pk})
    return letter


def share(letter: Letter, player: Player, *, agreed: bool) -> bool:
    """Allow the chronicle to show a letter, or withdraw that; returns True when both agree. Raises `NotYours`."""
    if player.pk not in (letter.sender_id, letter.recipient_id):
        raise NotYours(msg("This letter is not yours."))
    field = "sender_shares" if player.pk == letter.sender_id else "recipient_shares"
    Letter.objects.filter(pk=letter.pk).update(**{field: agreed})
    letter.refresh_from_db(fields=["sender_shares", "recipient_shares"])
    return letter.sender_shares and letter.recipient_shares


def _check(game: Game, sender: Player, text: str) -> str:
    """The stripped text of a permitted letter. Raises `NotYours`, `Closed` or `Refused`."""
    if game.started_at is None:
        raise Closed(msg("You can write letters once the game has started."), code="not_started")
    if not Seat.objects.filter(game=game, player=sender).exists():
        raise NotYours(msg("Only players of this table can write letters here."))
    text = text.strip()
    if not text or len(text) > LONGEST or not all(char.isprintable() or char == "\n" for char in text):
        raise Refused(msg("A letter has 1 to {most} characters of plain text.", most=LONGEST), code="bad_letter")
    return text


def _recipient(game: Game, sender: Player, to: str) -> Player:
    """The only person at the table with this name, or whose name begins with it. Raises `Refused`."""
    others, wanted = correspondents(game, sender), name_key(" ".join(to.split()))
    matches = [other for other in others if other.name_key == wanted] or [other for other in others if other.name_key.startswith(wanted)]
    if len(matches) == 1 and wanted:
        return matches[0]
    if not others:
        raise Refused(msg("There is nobody else at this table to write to."), code="nobody")
    names = tuple(other.name for other in others)
    raise Refused(
        msg("Nobody at this table is called “{name}”. You can write to: {names}.", name=to[:40], names=names), code="no_such_name"
    )
