"""The fixed words of the game: suits, types, triggers, powers, and the shapes of a card and a sigil."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.messages import Message, msg

HEART, MIND, BODY, SOUL = "heart", "mind", "body", "soul"
SUITS = (HEART, MIND, BODY, SOUL)
SUIT_NAMES: Mapping[str, Message] = {HEART: msg("Heart"), MIND: msg("Mind"), BODY: msg("Body"), SOUL: msg("Soul")}

CONSTELLATION, HORSE, ARCANA = "constellation", "horse", "arcana"
TYPE_NAMES: Mapping[str, Message] = {CONSTELLATION: msg("constellation"), HORSE: msg("Horse of the Apocalypse"), ARCANA: msg("arcana")}

AEGIS_TOKEN, DOPPELGANGER_TOKEN = "aegis_token", "doppelganger_token"


class When(StrEnum):
    """What sets an ability off. The effect that belongs to it stands in the folder `effects`."""

    PLAYED = "played"
    """The card itself is played."""
    DRAWN = "drawn"
    """The card itself is drawn by somebody who may look at it."""
    TURN_START = "turn_start"
    """The Check step of its controller."""
    TURN_END = "turn_end"
    """The End step of anybody."""
    YOU_PLAY = "you_play"
    YOU_DRAW_IN_DRAW_STEP = "you_draw_in_draw_step"
    YOUR_CARDS_BURIED = "your_cards_buried"
    """Once per bury event, for other cards from its field."""
    BURIED_ALONE = "buried_alone"
    """It was the only card buried in the event."""
    YOU_DISCARD_BY_EFFECT = "you_discard_by_effect"
    LINKED_DRAW_OR_DISCARD = "linked_draw_or_discard"
    """One of the two players in love drew or discarded, except by this very ability."""


class Power(StrEnum):
    """What a card does just by lying on a field. Every one is asked in `board` and nowhere else."""

    TWOFOLD = "twofold"
    """Counts as two cards of its suit for alignment."""
    ONE_MORE_PLACE = "one_more_place"
    """One more card may stay on its controller's field."""
    FOUR_PLACES = "four_places"
    """Opponents keep only four cards."""
    UNBURIABLE = "unburiable"
    RETURNS = "returns"
    """Goes to its controller's hand instead of being buried."""
    STARS_UNTOUCHED = "stars_untouched"
    """Constellations on its controller's field can't be chosen by effects of cards."""
    ONLY_BY_PLAY = "only_by_play"
    """A card that comes to a field from a hand or the Nest without being played goes to the bottom of the Nest."""
    NO_DRAWS = "no_draws"
    """Nobody draws outside the Draw step."""
    HOLDS_FAST = "holds_fast"
    """Cards in its controller's hand and field can't be traded or taken."""
    NO_NEW_MIND = "no_new_mind"
    """Nobody becomes aligned to Mind."""
    FACE_DOWN = "face_down"
    """All hands are kept face-down."""
    COPIES = "copies"
    """Has the suits, powers and triggers of the card that bears the Doppelganger token."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as printed."""

    id: str
    number: int
    name: Message
    suits: tuple[str, ...]
    type: str
    text: Message
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class Sigil:
    """A sigil: it ranks its player at the start and counts for two suits; nothing else ever touches it."""

    id: str
    name: Message
    rank: int
    suits: tuple[str, str]
