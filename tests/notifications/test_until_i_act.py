"""Tests of the mode `until_act`: no further messages about a game until the player has looked or moved."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from notifications.delivery.deliver import Delivered, deliver_due
from notifications.models import Message, Preference
from notifications.preferences import last_seen
from notifications.preferences.last_seen import Thread
from notifications.preferences.recipients import LONGEST_SILENCE
from tests.notifications.cast import NOON, Book, MakePlayer, queue, states
from tests.notifications.sink import Sink

MINUTE = timedelta(minutes=1)
WINDOW = 10 * MINUTE


class Ears:
    """Stands for the app that owns the threads: when the player was last active there."""

    def __init__(self) -> None:
        self.moments: dict[Thread, datetime] = {}

    def __call__(self, threads: set[Thread]) -> dict[Thread, datetime]:
        return {thread: moment for thread, moment in self.moments.items() if thread in threads}


@pytest.fixture
def ears(monkeypatch: pytest.MonkeyPatch) -> Ears:
    """No activity yet."""
    made = Ears()
    monkeypatch.setattr(last_seen, "_readers", [made])
    return made


@pytest.fixture
def anna(make_player: MakePlayer, book: Book, ears: Ears) -> Any:
    """A player with the mode `until_act` for all kinds."""
    person = make_player("anna")
    for kind in ("turn", "chat"):
        Preference.objects.create(player=person, kind=kind, channel="email", mode="until_act")
    return person


def rounds(*moments: datetime) -> list[tuple[int, int]]:
    """(sent, held) of one round at each moment."""
    done = [deliver_due(moment) for moment in moments]
    return [(one.sent, one.held) for one in done]


def test_the_first_news_goes_after_the_window_and_the_rest_waits(anna: Any, sink: Sink, ears: Ears) -> None:
    queue(anna, "a1", thread="abc")
    assert rounds(NOON, NOON + WINDOW) == [(0, 1), (1, 0)]

    queue(anna, "a2", thread="abc", not_before=NOON + 20 * MINUTE)
    assert rounds(*(NOON + minutes * MINUTE for minutes in (20, 30, 40, 50, 600))) == [(0, 1), (0, 1), (0, 1), (0, 1), (0, 1)]
    assert len(sink.mails) == 1


def test_acting_frees_what_waited_as_one_mail(anna: Any, sink: Sink, ears: Ears) -> None:
    queue(anna, "a1", thread="abc")
    rounds(NOON, NOON + WINDOW)
    later = [queue(anna, f"b{number}", thread="abc", not_before=NOON + 20 * MINUTE) for number in range(3)]
    rounds(NOON + 20 * MINUTE, NOON + 30 * MINUTE)
    ears.moments[anna.pk, "abc"] = NOON + 35 * MINUTE

    assert deliver_due(NOON + 41 * MINUTE) == Delivered(found=3, sent=3)
    assert states(*later) == ["sent"] * 3
    assert len(sink.mails) == 2


def test_an_act_before_the_announcement_frees_nothing(anna: Any, sink: Sink, ears: Ears) -> None:
    ears.moments[anna.pk, "abc"] = NOON
    queue(anna, "a1", thread="abc")
    rounds(NOON, NOON + WINDOW)
    queue(anna, "a2", thread="abc", not_before=NOON + 20 * MINUTE)

    assert rounds(NOON + 20 * MINUTE, NOON + 30 * MINUTE) == [(0, 1), (0, 1)]


def test_nobody_is_left_in_silence_for_ever(anna: Any, sink: Sink, ears: Ears) -> None:
    queue(anna, "a1", thread="abc")
    rounds(NOON, NOON + WINDOW)
    queue(anna, "a2", thread="abc", not_before=NOON + 20 * MINUTE)

    assert rounds(NOON + 20 * MINUTE, NOON + WINDOW + LONGEST_SILENCE) == [(0, 1), (1, 0)]


def test_another_game_has_its_own_announcement(anna: Any, sink: Sink, ears: Ears) -> None:
    queue(anna, "a1", thread="abc")
    rounds(NOON, NOON + WINDOW)
    queue(anna, "a2", thread="abc", not_before=NOON + 20 * MINUTE)
    queue(anna, "x1", thread="xyz", not_before=NOON + 20 * MINUTE)

    assert rounds(NOON + 20 * MINUTE, NOON + 30 * MINUTE) == [(0, 2), (1, 1)]
    assert [message.key for message in Message.objects.filter(state="sent").order_by("id")] == ["a1", "x1"]


def test_what_is_no_longer_true_when_it_may_go_is_dropped(anna: Any, book: Book, sink: Sink, ears: Ears) -> None:
    queue(anna, "a1", thread="abc")
    rounds(NOON, NOON + WINDOW)
    row = queue(anna, "a2", thread="abc", not_before=NOON + 20 * MINUTE)
    rounds(NOON + 20 * MINUTE)
    book.gone.add("a2")
    ears.moments[anna.pk, "abc"] = NOON + 25 * MINUTE

    assert deliver_due(NOON + 30 * MINUTE) == Delivered(found=1, superseded=1)
    assert states(row) == ["superseded"]


def test_news_without_a_thread_only_waits_for_company(anna: Any, sink: Sink, ears: Ears) -> None:
    for number, minutes in ((1, 0), (2, 20)):
        queue(anna, f"a{number}", not_before=NOON + minutes * MINUTE)
        assert rounds(NOON + minutes * MINUTE, NOON + (minutes + 10) * MINUTE) == [(0, 1), (1, 0)]


@pytest.mark.parametrize("count", [1, 3])
def test_waiting_needs_the_same_queries_for_any_number(
    anna: Any, sink: Sink, ears: Ears, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        queue(anna, f"a{number}", thread=f"game{number}")
    rounds(NOON, NOON + WINDOW)
    for number in range(count):
        queue(anna, f"b{number}", thread=f"game{number}", not_before=NOON + 20 * MINUTE)
    rounds(NOON + 20 * MINUTE)

    # savepoint, lost leases, due rows, people, companions, preferences, rhythms, suppressions, announcements, new moments, release
    with django_assert_num_queries(11):
        assert deliver_due(NOON + 30 * MINUTE) == Delivered(found=count, held=count)
