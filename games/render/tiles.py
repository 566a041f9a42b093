"""A few cards of a game side by side: its face on shelves and in lists of games."""

from __future__ import annotations

from functools import cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.render import card_face
from games.render.emblems import emblem_for
from games.rules.messages import Reader
from games.rules.registry import all_games
from games.rules.scene import Card

CARDS_SHOWN = 3


@cache
def fan(key: str, shown: int = CARDS_SHOWN) -> SafeString:
    """Some small cards of a game, decoration only; empty for a game without a gallery."""
    cards = [card for zone in all_games()[key].gallery() for pile in zone.piles for card in pile.cards if card.face and emblem_for(card)]
    step = max(1, len(cards) // shown)
    chosen = cards[step // 2 :: step][:shown]
    keys = frozenset(
        key for card in chosen for key in (*(part.key for part in emblem_for(card)), *(suit.key for suit in card.suits)) if key
    )
    small = format_html_join("", "{}", ((_small(card),) for card in chosen))
    return format_html('<span class="mini-fan" aria-hidden="true">{}{}</span>', card_face.sprite(keys), small) if chosen else SafeString("")


@cache
def five(key: str) -> SafeString:
    """Five cards of a game side by side, of different suits where it has them; decoration only."""
    return SafeString(f'<span class="mini-row">{"".join(card_face.small(card) for card in _sample(key, 5))}</span>')


@cache
def hero() -> SafeString:
    """A card of each game, held like a hand; decoration only."""
    cards = "".join(_small(_sample(key, 3)[1]) for key in all_games() if len(_sample(key, 3)) > 1)
    return SafeString(f'<span class="hero-fan" aria-hidden="true">{cards}</span>')


def _sample(key: str, count: int) -> list[Card]:
    cards = [card for zone in all_games()[key].gallery() for pile in zone.piles for card in pile.cards if card.face and "/" in card.art]
    step = max(1, len(cards) // count)
    return cards[step // 2 :: step][:count]


def _small(card: Card) -> SafeString:
    return SafeString(f'<span class="mini {card_face.classes(card)}">{card_face.face(card, Reader())}</span>')
