"""Compensate time during which no process had the rules of a game: its clocks are moved by it before deadlines are carried out.

This happens after a release is rolled back: games of the newer version wait until a process has that version again.
An outage of the whole site is compensated by `downtime` and is not counted again.
"""

import logging
from datetime import datetime

from django.db import transaction

from games.models import Outage, RulesBeat
from games.rules.registry import every_version
from games.services.clocks.downtime import LONGEST_SILENCE, move_clocks

log = logging.getLogger(__name__)

OF_THE_VERSION = "g.rules = %(rules)s AND g.rules_version = %(version)s AND g.status = 'active'"


def record_round(now: datetime, outage: Outage | None) -> int:
    """Record that this process serves its versions of the rules; returns the number of clocks moved because no process did for a while.

    `outage` is the outage of the whole site that has just been compensated, if there is one.
    """
    with transaction.atomic():
        if outage is not None:
            RulesBeat.objects.update(beat_at=now)
        last = {(row.rules, row.version): row.beat_at for row in RulesBeat.objects.select_for_update().order_by("pk")}
        moved = sum(_compensate(*key, last[key], now) for key in every_version() if key in last and now - last[key] > LONGEST_SILENCE)
        rows = [RulesBeat(rules=rules, version=version, beat_at=now) for rules, version in every_version()]
        RulesBeat.objects.bulk_create(rows, update_conflicts=True, unique_fields=["rules", "version"], update_fields=["beat_at"])
        return moved


def _compensate(rules: str, version: int, since: datetime, now: datetime) -> int:
    """Move the clocks of the games of one version of the rules by the gap; returns their number."""
    moved = move_clocks(since, now, OF_THE_VERSION, rules=rules, version=version)
    log.info("clocks_moved: %s of %s in version %d by %s, while no process had these rules", moved, rules, version, now - since)
    return moved
