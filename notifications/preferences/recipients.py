"""The preferences of the recipients of some messages, read with a fixed number of queries."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Max

from notifications import kinds
from notifications.channels.registry import CHANNELS
from notifications.local_time import next_hour, zone_of
from notifications.models import Message, Mode, Preference, Rhythm, Suppression
from notifications.models.preference import DEFAULT_HOUR, DEFAULT_WINDOW
from notifications.preferences.last_seen import Thread, last_activity

TOGETHER = (Mode.COALESCED, Mode.UNTIL_ACT)
"""The rhythms that collect messages in a window."""

LONGEST_SILENCE = timedelta(days=14)
"""After this time without activity, an earlier mail no longer holds further ones back."""


class RecipientPreferences:
    """Answers about rows with loaded recipients; their kinds and channels must be registered."""

    def __init__(self, rows: list[Message], now: datetime) -> None:
        people = {row.recipient_id: row.recipient for row in rows}
        self._addresses = _addresses(rows)
        self._now, self._rows = now, rows
        self._preferences = {(p.player_id, p.kind, p.channel): p for p in Preference.objects.filter(player_id__in=people)}
        self._rhythms = {rhythm.player_id: rhythm for rhythm in Rhythm.objects.filter(player_id__in=people)}
        self._blocked = set(
            Suppression.objects.active(now).filter(address__in=set(self._addresses.values())).values_list("address", flat=True)
        )

    def wanted(self, row: Message) -> bool:
        """Whether the recipient can be reached through the channel and has not switched the kind off."""
        person, kind = row.recipient, kinds.get(row.kind)
        if person.is_bot or not person.is_active or not self._address(row):
            return False
        if kind is None or not kind.optional or not CHANNELS[row.medium].by_preference:
            return True
        if row.stand_in and row.medium != "email":  # a fallback; only an unsubscribed mail stays unsubscribed
            return True
        preference = self._preference(row)
        return preference.enabled if preference else kind.default_on

    def blocked(self, row: Message) -> bool:
        return self._address(row) in self._blocked

    def mode(self, row: Message) -> str:
        kind, preference = kinds.get(row.kind), self._preference(row)
        if kind is None or not kind.coalescable or row.medium != "email":
            return Mode.AT_ONCE
        return preference.mode if preference else kind.mode

    def daily_moment(self, row: Message) -> datetime:
        """The time of the first daily mail after the row became due."""
        rhythm = self._rhythms.get(row.recipient_id)
        return next_hour(row.not_before, zone_of(row.recipient.zone), rhythm.hour if rhythm else DEFAULT_HOUR)

    def window_end(self, row: Message, opened: datetime | None = None) -> datetime:
        """When the window closes that opened at `opened`, by default when the row became due."""
        rhythm = self._rhythms.get(row.recipient_id)
        return (opened or row.not_before) + timedelta(minutes=rhythm.window if rhythm else DEFAULT_WINDOW)

    def waits(self, row: Message) -> bool:
        """Whether the row waits longer ("until I act"): a mail about its thread was sent, and the recipient has not been active there
        since.
        """
        return row.held == Mode.UNTIL_ACT and bool(row.thread) and (row.recipient_id, row.thread) in self._not_seen_since

    @cached_property
    def _not_seen_since(self) -> set[Thread]:
        """The people and threads among the rows with a mail that was followed by no activity. Two or three queries."""
        threads = {(row.recipient_id, row.thread) for row in self._rows if row.held == Mode.UNTIL_ACT and row.thread}
        sent = Message.objects.filter(
            recipient_id__in={person for person, _thread in threads}, thread__in={thread for _person, thread in threads},
            channel="email", state=Message.State.SENT,
        )  # fmt: skip
        notified = {(person, thread): at for person, thread, at in sent.values_list("recipient_id", "thread").annotate(at=Max("sent_at"))}
        recent = {thread for thread in threads & notified.keys() if self._now - notified[thread] < LONGEST_SILENCE}
        seen = last_activity(recent)
        return {thread for thread in recent if thread not in seen or seen[thread] < notified[thread]}

    def open_windows(self, rows: Iterable[Message]) -> dict[tuple[int, str, str], datetime]:
        """When the mail is due that is already held for the recipients of `rows`, by person, channel and rhythm."""
        waiting = Message.objects.filter(
            recipient_id__in={row.recipient_id for row in rows}, state=Message.State.QUEUED, held__in=TOGETHER, not_before__gt=self._now
        )
        latest_first = waiting.order_by("-not_before").values_list("recipient_id", "channel", "held", "not_before")
        return {(person, channel, held): moment for person, channel, held, moment in latest_first}

    def _preference(self, row: Message) -> Preference | None:
        return self._preferences.get((row.recipient_id, row.kind, row.medium))

    def _address(self, row: Message) -> str:
        return self._addresses.get(row.pk, "")


def _addresses(rows: list[Message]) -> dict[int, str]:
    """Row id → address; one call for every channel among the rows."""
    media = {row.medium for row in rows}
    found = [CHANNELS[medium].addresses([row for row in rows if row.medium == medium]) for medium in sorted(media)]
    return {row: address for part in found for row, address in part.items()}
