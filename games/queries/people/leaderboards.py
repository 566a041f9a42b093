"""Leaderboards of people and of programs, and the ladder of bots."""

from django.db.models import Count, F, FloatField, OuterRef, Q, QuerySet, Subquery

from games.models import BotLadderPlace, Rating
from games.models.rating import shown

MOST = 100


def leaders(rules: str, *, programs: bool) -> list[Rating]:
    """The highest ratings of one game, of programs or of people. One query."""
    found = Rating.objects.filter(rules=rules, player__is_active=True, player__by_program=programs).select_related("player")
    return list(found.order_by((F("mu") - 3 * F("sigma")).desc(), "pk")[:MOST])


def ladder(rules: str) -> list[BotLadderPlace]:
    """The places in the ladder of a game, highest rating first, with `running` (number of games) and `rating`. One query."""
    return [_with_rating(place) for place in _places(rules)]


def place_of(player: int, rules: str) -> BotLadderPlace:
    """The place of one player in the ladder of a game. One query. Raises `BotLadderPlace.DoesNotExist`."""
    return _with_rating(_places(rules).get(player=player))


def _places(rules: str) -> QuerySet[BotLadderPlace]:
    """The places in a ladder with running games and rating, highest rating first."""
    own = Rating.objects.filter(rules=rules, player=OuterRef("player"))
    seats = Q(player__seats__live=True, player__seats__game__rules=rules)
    found = BotLadderPlace.objects.filter(rules=rules, player__is_active=True, player__by_program=True).select_related("player")
    found = found.annotate(
        running=Count("player__seats", filter=seats),
        mu=Subquery(own.values("mu"), output_field=FloatField()),
        sigma=Subquery(own.values("sigma"), output_field=FloatField()),
    )
    return found.order_by((F("mu") - 3 * F("sigma")).desc(nulls_last=True), "pk")


def _with_rating(place: BotLadderPlace) -> BotLadderPlace:
    mu, sigma = place.mu, place.sigma  # type: ignore[attr-defined]
    place.rating = None if mu is None else shown(mu, sigma)  # type: ignore[attr-defined]
    return place
