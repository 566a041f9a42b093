"""A few cards of a game side by side, as its picture in lists of games."""

from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.render import card_face
from games.render.colors import cloth_class
from games.render.emblems import emblem_for
from games.render.reader import reader_for
from games.rules.registry import all_games
from games.rules.scene import Card

CARDS_SHOWN = 3
HERO = ("turn_of_fate", "tempting_fate", "council_of_kings", "fate_foretold", "destined_to_fail")
"""The games whose cards are shown on the home page."""


def fan(key: str) -> SafeString:
    """Some small cards of a game, decoration only; empty for a game without a gallery or one that is not installed any more."""
    return _fan(key, get_language() or "en") if key in all_games() else SafeString("")


@cache
def _fan(key: str, language: str) -> SafeString:
    chosen = _sample(key, CARDS_SHOWN)
    if not chosen:
        return SafeString("")
    return SafeString(f'<span class="mini-fan" aria-hidden="true">{"".join(_small(card, language) for card in chosen)}</span>')


@cache
def five(key: str) -> SafeString:
    """Five cards of a game side by side; decoration only, without words."""
    return SafeString(f'<span class="mini-row">{"".join(card_face.small(card) for card in _sample(key, 5))}</span>')


def of_game(key: str) -> SafeString:
    """Cards of a game on its cloth, in place of a picture of a table; empty for a game that is not installed any more."""
    inside = five(key) if key in all_games() else ""
    return SafeString(f'<span class="mini-table felt {cloth_class(key)}" aria-hidden="true">{inside}</span>') if inside else SafeString("")


def hero() -> SafeString:
    """A card of each game, fanned like a hand; decoration only."""
    return _hero(get_language() or "en")


@cache
def _hero(language: str) -> SafeString:
    samples = [_sample(key, CARDS_SHOWN) for key in HERO if key in all_games()]
    cards = "".join(_small(sample[1], language) for sample in samples if len(sample) > 1)
    return SafeString(f'<span class="hero-fan" aria-hidden="true">{cards}</span>')


def _sample(key: str, count: int) -> list[Card]:
    """Cards with pictures, spread over the gallery."""
    cards = [card for zone in all_games()[key].gallery() for pile in zone.piles for card in pile.cards if card.face and emblem_for(card)]
    step = max(1, len(cards) // count)
    return cards[step // 2 :: step][:count]


def _small(card: Card, language: str) -> str:
    return f'<span class="mini {card_face.classes(card)}">{card_face.face(card, reader_for([], language))}</span>'
