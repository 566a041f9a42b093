"""Rulings: every act of a director is kept with its reason, for the house and, where it concerns them, for everybody."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Player
from games.services.operations.audit import record_action
from games.tournaments.models import Ruling, Tournament

PRIVATE = ("invite", "message", "answer call")
"""What concerns only those who hear of it."""


def rule(tournament: Tournament, act: str, by: Player, reason: str, now: datetime, **facts: Any) -> Ruling:
    """Keep an act of a director; part of the act's own transaction. Raises `Refused` without a reason."""
    record_action(by, act, f"tournament {tournament.code}", reason, now)
    return Ruling.objects.create(
        tournament=tournament, at=now, by=by, act=act, reason=reason.strip(), facts=facts, public=act not in PRIVATE
    )


def latest(tournament: Tournament) -> Ruling:
    """The ruling that was kept last: that of the act which is being done."""
    found = tournament.rulings.order_by("-pk").first()
    assert found is not None
    return found


def add(ruling: Ruling, **facts: Any) -> Ruling:
    """Say more of a ruling that was kept when its act began, in the same transaction."""
    ruling.facts = {**ruling.facts, **facts}
    ruling.save(update_fields=["facts"])
    return ruling
