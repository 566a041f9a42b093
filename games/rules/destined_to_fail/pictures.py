"""Scene cards for number cards, Orbs, trump cards and tokens, and the gallery of them all."""

from games.rules.cards.pictures import pictures
from games.rules.destined_to_fail.cards import COPIES, HIGHEST_RANK, ORB, RANK, SUIT, TOKEN_VALUES
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.trumps.trump import Trump
from games.rules.destined_to_fail.words import CARD_NAMES, SUIT_NAMES
from games.rules.messages import Message, msg, plural
from games.rules.scene import Card, Layout, Pile, Suit, Zone, back, single

PICTURES = pictures(__file__)
SIGNS = {
    "sun": Suit("sun", SUIT_NAMES["sun"], "S", "☀", "gold"),
    "moon": Suit("moon", SUIT_NAMES["moon"], "M", "☾", "slate"),
    "star": Suit("star", SUIT_NAMES["star"], "T", "★", "plum"),
    "hands": Suit("hands", SUIT_NAMES["hands"], "H", "✋", "red"),
    "eyes": Suit("eyes", SUIT_NAMES["eyes"], "E", "◉", "sea"),
    ORB: Suit(ORB, SUIT_NAMES[ORB], "O", "●"),
}
HIDDEN_TOKEN = back(msg("a prophecy token, face down"), "token")


def face_card(face: str, id_: str = "", *marks: Message) -> Card:
    """A number card or an Orb; `id_` distinguishes a copy in the hand from one in the Row."""
    suit = SUIT[face] or ORB
    value = str(RANK[face]) if face != ORB else ""
    art = f"{PICTURES[suit]}*{value}" if value else PICTURES[suit]
    return Card(id_ or face, CARD_NAMES[face], value, (SIGNS[suit],), art=art, marks=marks)


def trump_card(trump: Trump, *marks: Message) -> Card:
    return Card(trump.key, trump.name, suits=(SIGNS[trump.suit],), text=trump.text, art=PICTURES[trump.key], marks=marks)


def token_card(value: int, *marks: Message) -> Card:
    """A prophecy token, face up."""
    return Card(f"token:{value}", plural("{count} trick", "{count} tricks", value), str(value), art=PICTURES[f"token-{value}"], marks=marks)


def gallery() -> tuple[Zone, ...]:
    """Every card of the box, for the rules page."""
    trumps = tuple(single(trump_card(trump)) for trump in TRUMPS.values())
    zones = [Zone("trumps", msg("Trump cards"), trumps)]
    for suit, copies in COPIES.items():
        piles = tuple(single(face_card(f"{suit}-{rank}")) for rank in range(1, HIGHEST_RANK + 1))
        note = plural("{count} card of each rank", "{count} cards of each rank", copies)
        zones.append(Zone(suit, SUIT_NAMES[suit], piles, notes=(note,)))
    zones.append(Zone(ORB, msg("Orbs"), (Pile((face_card(ORB),), ORB),), notes=(msg("one for each player"),)))
    tokens = tuple(Pile((token_card(value),), f"token-{value}") for value in TOKEN_VALUES)
    zones.append(Zone("tokens", msg("Prophecy tokens"), tokens, Layout.ROW, notes=(msg("one of each value for each player"),)))
    return tuple(zones)
