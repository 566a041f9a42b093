"""Storage of rulings: every act of a director is stored with its reason, as an audit event and as a `Ruling`, public unless private."""

from datetime import datetime
from typing import Any

from games.models import Player
from games.services.operations.audit import record_action
from games.tournaments.models import Ruling, Tournament

PRIVATE = ("invite", "message", "answer call", "copy")
"""Acts that are not shown on the public page."""


def rule(tournament: Tournament, act: str, by: Player, reason: str, now: datetime, **facts: Any) -> Ruling:
    """Store an act of a director in the transaction of the act. Raises `Refused` without a reason."""
    record_action(by, act, f"tournament {tournament.code}", reason, now)
    return Ruling.objects.create(
        tournament=tournament, at=now, by=by, act=act, reason=reason.strip(), facts=facts, public=act not in PRIVATE
    )


def latest(tournament: Tournament) -> Ruling:
    found = tournament.rulings.order_by("-pk").first()
    assert found is not None
    return found


def add(ruling: Ruling, **facts: Any) -> Ruling:
    """Add facts to a ruling, in the transaction in which it was stored."""
    ruling.facts = {**ruling.facts, **facts}
    ruling.save(update_fields=["facts"])
    return ruling
