"""The fixed terms of the game: suits, types of cards, triggers, powers, and the classes of a card and a sigil."""

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
    """The triggers of abilities (§5.2 of the specification); the folder `effects` holds the abilities."""

    PLAYED = "played"
    """The card itself is played."""
    DRAWN = "drawn"
    """The card itself is drawn by a player who may look at it."""
    TURN_START = "turn_start"
    """The Check step of its controller."""
    TURN_END = "turn_end"
    """The End step of any player."""
    YOU_PLAY = "you_play"
    """Its controller plays another card."""
    YOU_DRAW_IN_DRAW_STEP = "you_draw_in_draw_step"
    """Its controller draws the card of the Draw step."""
    YOUR_CARDS_BURIED = "your_cards_buried"
    """Other cards of its field are buried; once per bury event."""
    BURIED_ALONE = "buried_alone"
    """The card itself was the only card buried in the event."""
    YOU_DISCARD_BY_EFFECT = "you_discard_by_effect"
    """A card's effect makes its controller discard; once per event."""
    LINKED_DRAW_OR_DISCARD = "linked_draw_or_discard"
    """One of the two players linked by The Lovers drew or discarded, except by this ability itself."""


class Power(StrEnum):
    """The static modifiers of cards on a field (§5.3 of the specification). They are tested in `board` only, or in the verb they stop."""

    TWOFOLD = "twofold"
    """Counts as two cards of its suit for alignment."""
    KEEPS_ONE_MORE = "one_more_place"
    """One more card may stay on its controller's field."""
    OPPONENTS_KEEP_FOUR = "four_places"
    """Opponents of its controller keep only four cards on their fields."""
    UNBURIABLE = "unburiable"
    """Can't be buried."""
    RETURNS = "returns"
    """Goes to its controller's hand instead of being buried."""
    CONSTELLATIONS_NOT_CHOSEN = "stars_untouched"
    """Constellations on its controller's field can't be chosen by effects of cards."""
    ONLY_BY_PLAY = "only_by_play"
    """A card that would come to a field from a hand or the Nest without being played goes to the bottom of the Nest."""
    NO_DRAWS = "no_draws"
    """Players can't draw outside the Draw step."""
    NOT_TRADED_OR_TAKEN = "holds_fast"
    """Cards in its controller's hand and on their field can't be traded or taken."""
    NO_NEW_MIND = "no_new_mind"
    """Players can't become aligned to Mind."""
    FACE_DOWN = "face_down"
    """All hands are kept face down."""
    COPIES = "copies"
    """Has the suits, powers and ongoing abilities of the card with the Doppelganger token."""


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    number: int
    name: Message
    suits: tuple[str, ...]
    type: str
    text: Message
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class Sigil:
    """A sigil: its rank decides who begins, and it counts for two suits; effects never move or choose it (R6)."""

    id: str
    name: Message
    rank: int
    suits: tuple[str, str]
