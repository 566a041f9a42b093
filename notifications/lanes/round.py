"""One round of all lanes, for cron, commands and tests: make the calls that are due and wait for them."""

import time
from collections import Counter
from datetime import datetime

from notifications.channels import registry
from notifications.delivery.deliver import BUDGET, Delivered
from notifications.lanes.lane import CALLS_AT_ONCE, Lane
from notifications.lanes.rules import Rules

POLL = 0.05


def call_due(now: datetime, limit: int | None = None) -> Delivered:
    """Make the calls that are due at `now`, up to `limit` of each lane; none is started after BUDGET seconds."""
    found, tally = 0, Counter[str]()
    for rules in registry.lanes():
        found_in_lane, lane_tally = _drain(rules, now, limit)
        found += found_in_lane
        tally.update(lane_tally)
    return Delivered(found=found, **tally)


def _drain(rules: Rules, now: datetime, limit: int | None) -> tuple[int, Counter[str]]:
    lane, found, end = Lane(rules, lambda: now), 0, time.monotonic() + BUDGET
    while True:
        room = CALLS_AT_ONCE if limit is None else limit - found
        begun = lane.begin(room) if room > 0 and time.monotonic() < end else 0
        found += begun
        if not begun and not lane.in_flight:
            return found, lane.tally
        lane.settle(0 if begun else POLL)
