"""The public log of a tournament: rulings with people and reasons, the latest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.tournaments.models import Ruling, Tournament

MOST = 200
TITLES: dict[str, Any] = {
    "announce": _("Announced"), "change announcement": _("Announcement changed"), "open registration": _("Registration opened"),
    "call in": _("Check-in started"), "start": _("Seeds drawn, first round paired"),
    "start called off": _("Start postponed"), "enter bots": _("Bots entered"), "extend round": _("End of the round moved"),
    "pause": _("Paused"), "resume": _("Continued"), "give time back": _("Time given back"), "withdraw": _("Withdrawn by the director"),
    "replace": _("Player substituted"), "approve": _("Final table approved"), "cancel": _("Cancelled"),
    "correct result": _("Result corrected"), "annul result": _("Game annulled"), "forfeit": _("Game forfeited"),
    "restore result": _("Played result restored"), "play again": _("Game played again"), "pair by hand": _("Paired by hand"),
    "keep apart": _("Kept apart"), "keep apart no longer": _("Kept apart no longer"), "take back round": _("Round taken back"),
    "late entry": _("Entered late"), "reinstate": _("Reinstated"), "did not show up": _("Did not show up"),
    "judge game": _("Game adjudicated"), "revive": _("Cancellation taken back"),
    "order seeds": _("Seeds put in order"), "appoint": _("Official appointed"), "dismiss": _("Official removed"),
}  # fmt: skip
"""Titles of acts by their stored name."""


@dataclass(frozen=True, slots=True)
class PublicRuling:
    """A ruling as everybody may read it. `act` is its title, `kind` its stored name, `round` 0 where it is about no round."""

    at: datetime
    act: Any
    round: int
    people: list[str]
    reason: str
    kind: str = ""
    pk: int = 0


def pause_reason(rulings: Sequence[PublicRuling]) -> str:
    """Why the tournament is paused, by the latest ruling that paused it."""
    return next((one.reason for one in rulings if one.kind in ("pause", "take back round")), "")


def public_rulings(tournament: Tournament, *, before: int | None = None, limit: int = MOST) -> list[PublicRuling]:
    """The public rulings, those with a smaller id than `before`. Two queries, one if no ruling names a player."""
    older = {} if before is None else {"pk__lt": before}
    rows = list(Ruling.objects.filter(tournament=tournament, public=True, **older).order_by("-pk")[:limit])
    ids = {pk for row in rows for pk in row.facts.get("people", [])}
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
    return [
        PublicRuling(
            row.at,
            TITLES.get(row.act, row.act),
            row.facts.get("round", 0),
            [names[pk] for pk in row.facts.get("people", []) if pk in names],
            row.reason,
            row.act,
            row.pk,
        )
        for row in rows
    ]
