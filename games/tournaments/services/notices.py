"""Mails of a tournament to its players and officials. They are put into the outbox in the transaction of the event."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from games.models import Player
from games.tournaments.models import Tournament
from notifications import outbox


def tell(tournament: Tournament, what: str, people: Iterable[int], *, moment: datetime, **more: int | str) -> None:
    """Queue a mail of the kind `what` for each of these player ids. `moment` is part of the key, so that the same event is queued once."""
    payload = {"tournament": tournament.code, "what": what, **more}
    key = f"tournament:{tournament.code}:{what}:{moment:%Y%m%dT%H%M%S%f}"
    key += "".join(f":{more[name]}" for name in ("ruling", "call", "pairing") if name in more)
    outbox.put_many(outbox.News("tournament", pk, key, payload=payload, thread=tournament.code) for pk in people)


def people_of(tournament: Tournament) -> list[int]:
    """The ids of all players who take part, without bots; before the draw also those on the waiting list."""
    there = tournament.entries.filter(withdrawn=False, player__is_bot=False)
    found = list(there.order_by("pk").values_list("player_id", "seed"))
    drawn = any(seed is not None for _player, seed in found) or tournament.entries.filter(seed__isnull=False).exists()
    return [player for player, seed in found if seed is not None or not drawn]


def at_table(tournament: Tournament, seeds: Iterable[int]) -> list[int]:
    """The ids of the active players with these seeds, without bots."""
    there = tournament.entries.filter(seed__in=list(seeds), player__is_bot=False, player__is_active=True)
    return list(there.order_by("seed").values_list("player_id", flat=True))


def seated(tournament: Tournament, seeds: Iterable[int]) -> list[int]:
    """The ids of all players with these seeds, in their order."""
    return list(tournament.entries.filter(seed__in=list(seeds)).order_by("seed").values_list("player_id", flat=True))


def officials(tournament: Tournament) -> list[int]:
    """The ids of the director and the officials of the tournament; without any, those of the site's directors."""
    named = Player.objects.filter(pk__in=tournament.officials.values("player"))
    found = (named | Player.objects.filter(directed=tournament)).filter(is_active=True).distinct()
    house = Player.objects.filter(groups__name="director", is_active=True)
    return [*found.order_by("pk").values_list("pk", flat=True)] or [*house.order_by("pk").values_list("pk", flat=True)]


def everybody(tournament: Tournament) -> list[int]:
    """The ids of all players who took part, withdrawn ones too, without bots and without those who never got a place."""
    there = tournament.entries.filter(player__is_bot=False, player__is_active=True)
    if tournament.rounds.exists():
        there = there.filter(Q(seed__isnull=False) | Q(withdrawn=True))
    return list(there.order_by("pk").values_list("player_id", flat=True))
