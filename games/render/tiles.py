"""A few cards of a game side by side: its face on shelves and in lists of games."""

from __future__ import annotations

from functools import cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.render.colors import card_hue
from games.render.emblems import emblem_for
from games.render.html import emblem_svg, sprite
from games.rules.registry import all_games
from games.rules.scene import Card

CARDS_SHOWN = 3


@cache
def fan(key: str) -> SafeString:
    """Three small cards of a game with their value and picture, decoration only; empty for a game without a gallery."""
    cards = [card for zone in all_games()[key].gallery() for pile in zone.piles for card in pile.cards if card.face and emblem_for(card)]
    step = max(1, len(cards) // CARDS_SHOWN)
    chosen = cards[step // 2 :: step][:CARDS_SHOWN]
    parts = {part.key for card in chosen for part in emblem_for(card) if part.key}
    small = format_html_join("", "{}", ((_small(card),) for card in chosen))
    return format_html('<span class="mini-fan" aria-hidden="true">{}{}</span>', sprite(parts), small) if chosen else SafeString("")


def _small(card: Card) -> SafeString:
    return format_html('<span class="mini hue-{}"><b>{}</b>{}</span>', card_hue(card), card.value, emblem_svg(emblem_for(card)))
