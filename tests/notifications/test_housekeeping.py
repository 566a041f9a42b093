"""What is forgotten, and when."""

from __future__ import annotations

from datetime import timedelta

from notifications.housekeeping import ROWS_KEPT, STRAYS_KEPT, TEXTS_KEPT, tidy
from notifications.models import Message, StrayMail
from tests.notifications.cast import NOON, Book, MakePlayer, queue

SECOND = timedelta(seconds=1)


def test_tidy_forgets_texts_rows_and_stray_mails_in_time(make_player: MakePlayer, book: Book) -> None:
    anna = make_player("anna")
    sent = {"state": "sent", "subject": "News", "text": "x", "html": "y"}
    queue(anna, "fresh", sent_at=NOON - TEXTS_KEPT + SECOND, created_at=NOON - TEXTS_KEPT, **sent)
    queue(anna, "old", sent_at=NOON - TEXTS_KEPT - SECOND, created_at=NOON - TEXTS_KEPT, **sent)
    queue(anna, "ancient", sent_at=NOON - ROWS_KEPT, created_at=NOON - ROWS_KEPT - SECOND, **sent)
    queue(anna, "waiting", created_at=NOON - 2 * ROWS_KEPT)
    StrayMail.objects.create(to="a", subject="old", text="", at=NOON - STRAYS_KEPT - SECOND)
    StrayMail.objects.create(to="a", subject="new", text="", at=NOON - STRAYS_KEPT + SECOND)

    tidy(NOON)

    kept = Message.objects.order_by("id").values_list("key", "subject", "text", "html")
    assert list(kept) == [("fresh", "News", "x", "y"), ("old", "News", "", ""), ("waiting", "", "", "")]
    assert list(StrayMail.objects.values_list("subject", flat=True)) == ["new"]
