"""Private data of a seat: its notes, and how far its holder has read the log."""

from games.models import Seat
from games.models.rows import prepared
from games.rules.messages import msg
from games.services.errors import Refused

LONGEST_NOTE = 4_000
MARK_SEEN = """
UPDATE games_seat SET seen_seq = %(seq)s, seen_at = statement_timestamp()
WHERE id = %(seat)s AND player_id = %(player)s AND seen_seq < %(seq)s
"""


def keep_note(seat: Seat, text: str) -> None:
    """Save the private notes of a seat. Raises `Refused` when they are too long."""
    if len(text) > LONGEST_NOTE or "\x00" in text:
        raise Refused(msg("Notes have at most {most} characters of plain text.", most=LONGEST_NOTE), code="note_too_long")
    Seat.objects.filter(pk=seat.pk, player=seat.player).update(notes=text.strip())


def mark_seen(seat: Seat, seq: int) -> None:
    """Record that the holder has read the log up to `seq` now, by the database's clock. An older `seq` changes nothing."""
    if seat.seen_seq < seq:
        with prepared() as cursor:
            cursor.execute(MARK_SEEN, {"seat": seat.pk, "player": seat.player_id, "seq": seq})
