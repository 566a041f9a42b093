"""The basic Decktet: 36 cards, six suits, every card of rank 2 to 9 with two suits.

Names, ranks, suits and kinds are facts about P. D. Magnus's deck (decktet.com); the glyphs are ordinary characters, the
drawings are this site's own. Suits are in printed order, the top one first.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.messages import Message, msg
from games.rules.scene import Suit

MOONS, SUNS, WAVES, LEAVES, WYRMS, KNOTS = "moons", "suns", "waves", "leaves", "wyrms", "knots"

SUITS: Mapping[str, Suit] = {
    MOONS: Suit(MOONS, msg("Moons"), "M", "☾", "slate"),
    SUNS: Suit(SUNS, msg("Suns"), "S", "☉", "gold"),
    WAVES: Suit(WAVES, msg("Waves"), "W", "≋", "sea"),
    LEAVES: Suit(LEAVES, msg("Leaves"), "L", "❧", "green"),
    WYRMS: Suit(WYRMS, msg("Wyrms"), "Y", "§", "red"),
    KNOTS: Suit(KNOTS, msg("Knots"), "K", "∞", "earth"),
}
"""The six suits by key."""

PERSONALITY, LOCATION, EVENT = "personality", "location", "event"

KINDS: Mapping[str, Message] = {PERSONALITY: msg("Personality"), LOCATION: msg("Location"), EVENT: msg("Event")}
"""The names of the kinds of cards. An Ace has no kind."""

ACE, CROWN = "Ace", "Crown"


@dataclass(frozen=True, slots=True)
class Decktet:
    """One card. `rank` is the printed rank (Ace, 2 … 9, Crown); `value` counts an Ace as 1 and a Crown as 10."""

    id: str
    name: Message
    rank: str
    suits: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    @property
    def value(self) -> int:
        """1 to 10."""
        return {ACE: 1, CROWN: 10}.get(self.rank) or int(self.rank)


_P, _L, _E, _LE = (PERSONALITY,), (LOCATION,), (EVENT,), (LOCATION, EVENT)

_ROWS = (
    Decktet("ace_moons", msg("Ace of Moons"), ACE, (MOONS,)),
    Decktet("ace_suns", msg("Ace of Suns"), ACE, (SUNS,)),
    Decktet("ace_waves", msg("Ace of Waves"), ACE, (WAVES,)),
    Decktet("ace_leaves", msg("Ace of Leaves"), ACE, (LEAVES,)),
    Decktet("ace_wyrms", msg("Ace of Wyrms"), ACE, (WYRMS,)),
    Decktet("ace_knots", msg("Ace of Knots"), ACE, (KNOTS,)),
    Decktet("author", msg("The Author"), "2", (MOONS, KNOTS), _P),
    Decktet("desert", msg("The Desert"), "2", (SUNS, WYRMS), _L),
    Decktet("origin", msg("The Origin"), "2", (WAVES, LEAVES), _LE),
    Decktet("journey", msg("The Journey"), "3", (MOONS, WAVES), _E),
    Decktet("painter", msg("The Painter"), "3", (SUNS, KNOTS), _P),
    Decktet("savage", msg("The Savage"), "3", (LEAVES, WYRMS), _P),
    Decktet("mountain", msg("The Mountain"), "4", (MOONS, SUNS), _L),
    Decktet("sailor", msg("The Sailor"), "4", (WAVES, LEAVES), _P),
    Decktet("battle", msg("The Battle"), "4", (WYRMS, KNOTS), _E),
    Decktet("forest", msg("The Forest"), "5", (MOONS, LEAVES), _L),
    Decktet("discovery", msg("The Discovery"), "5", (SUNS, WAVES), _E),
    Decktet("soldier", msg("The Soldier"), "5", (WYRMS, KNOTS), _P),
    Decktet("lunatic", msg("The Lunatic"), "6", (MOONS, WAVES), _P),
    Decktet("penitent", msg("The Penitent"), "6", (SUNS, WYRMS), _P),
    Decktet("market", msg("The Market"), "6", (LEAVES, KNOTS), _LE),
    Decktet("chance_meeting", msg("The Chance Meeting"), "7", (MOONS, LEAVES), _E),
    Decktet("castle", msg("The Castle"), "7", (SUNS, KNOTS), _L),
    Decktet("cave", msg("The Cave"), "7", (WAVES, WYRMS), _L),
    Decktet("diplomat", msg("The Diplomat"), "8", (MOONS, SUNS), _P),
    Decktet("mill", msg("The Mill"), "8", (WAVES, LEAVES), _L),
    Decktet("betrayal", msg("The Betrayal"), "8", (WYRMS, KNOTS), _E),
    Decktet("pact", msg("The Pact"), "9", (MOONS, SUNS), _E),
    Decktet("darkness", msg("The Darkness"), "9", (WAVES, WYRMS), _L),
    Decktet("merchant", msg("The Merchant"), "9", (LEAVES, KNOTS), _P),
    Decktet("huntress", msg("The Huntress"), CROWN, (MOONS,), _P),
    Decktet("bard", msg("The Bard"), CROWN, (SUNS,), _P),
    Decktet("sea", msg("The Sea"), CROWN, (WAVES,), _L),
    Decktet("end", msg("The End"), CROWN, (LEAVES,), _LE),
    Decktet("calamity", msg("The Calamity"), CROWN, (WYRMS,), _E),
    Decktet("windfall", msg("The Windfall"), CROWN, (KNOTS,), _E),
)

DECKTET: Mapping[str, Decktet] = {card.id: card for card in _ROWS}
"""The 36 cards by id, in rising rank."""
