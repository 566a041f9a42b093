"""Tests of the daily deletion of old rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from notifications import housekeeping
from notifications.housekeeping import FINAL, ROWS_KEPT, STRAYS_KEPT, TEXTS_KEPT, tidy
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


def test_what_is_too_much_for_one_statement_goes_in_slices(make_player: MakePlayer, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "SLICE", 2)
    anna = make_player("anna")
    for number in range(5):
        queue(anna, f"old {number}", state="sent", text="x", sent_at=NOON - TEXTS_KEPT - SECOND, created_at=NOON - TEXTS_KEPT)
        queue(anna, f"ancient {number}", state="bounced", created_at=NOON - ROWS_KEPT - SECOND)
    tidy(NOON)
    assert list(Message.objects.order_by("id").values_list("key", "text")) == [(f"old {number}", "") for number in range(5)]


@pytest.mark.django_db
def test_old_messages_are_found_without_reading_all() -> None:
    """Without an index, each day's search would read a year of mails."""
    settled = Message.objects.filter(state__in=FINAL)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "message_kept" in settled.filter(sent_at__lt=NOON).exclude(text="", html="").values("pk")[:9].explain()
    assert "message_old" in settled.filter(created_at__lt=NOON).values("pk")[:9].explain()
