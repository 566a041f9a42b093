"""The querent's deck: 78 tarot cards with their points and the meanings used for readings.

Points follow the rank: `(rank - 1) % 5 + 1`, for trumps and for the four suits alike; the Fool is worth nothing. Strength is
VIII and Justice XI (R33). Data from table 1.2 of the specification.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.messages import Message, msg, sense
from games.rules.scene import Suit

COINS, CUPS, SWORDS, WANDS, TRUMPS = "coins", "cups", "swords", "wands", "trumps"
FOOL = "major-00"

SUITS: Mapping[str, Suit] = {
    COINS: Suit(COINS, msg("Coins"), "C", "⛁", "gold"),
    CUPS: Suit(CUPS, msg("Cups"), "U", "♥", "sea"),
    SWORDS: Suit(SWORDS, msg("Swords"), "S", "⚔", "slate"),
    WANDS: Suit(WANDS, msg("Wands"), "W", "♣", "green"),
    TRUMPS: Suit(TRUMPS, msg("Trumps"), "T", "♛", "plum"),
}

IN_A_NAME: Mapping[str, Message] = {
    COINS: sense("card of", "Coins"),
    CUPS: sense("card of", "Cups"),
    SWORDS: sense("card of", "Swords"),
    WANDS: sense("card of", "Wands"),
}
"""The suit as part of a card's name; singular in French."""

NUMERALS = (
    *("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"),
    *("XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
)

MAJORS: tuple[tuple[Message, Message, Message], ...] = (
    (msg("The Fool"), msg("a leap into the unknown"), msg("rashness, a step unseen")),
    (msg("The Magician"), msg("skill meets will"), msg("tricks, talent idle")),
    (msg("The High Priestess"), msg("what is known but unsaid"), msg("a secret kept too long")),
    (msg("The Empress"), msg("growth and plenty"), msg("smothering care")),
    (msg("The Emperor"), msg("order, a firm hand"), msg("rule for its own sake")),
    (msg("The Hierophant"), msg("teaching, custom"), msg("dogma, or breaking with it")),
    (msg("The Lovers"), msg("a choice of the heart"), msg("a bond out of step")),
    (msg("The Chariot"), msg("drive and direction"), msg("reins slipping")),
    (msg("Strength"), msg("gentle courage"), msg("doubt, brute force")),
    (msg("The Hermit"), msg("searching alone"), msg("withdrawn too far")),
    (msg("Wheel of Fortune"), msg("the turn of luck"), msg("a delay, an old loop")),
    (msg("Justice"), msg("fair weighing"), msg("a tilted scale")),
    (msg("The Hanged Man"), msg("seeing by waiting"), msg("stuck for no gain")),
    (msg("Death"), msg("an ending that clears"), msg("clinging to what is over")),
    (msg("Temperance"), msg("blending, patience"), msg("too much of one thing")),
    (msg("The Devil"), msg("a chain of one's own"), msg("the chain loosens")),
    (msg("The Tower"), msg("sudden truth"), msg("a fall put off")),
    (msg("The Star"), msg("hope after the storm"), msg("faith running low")),
    (msg("The Moon"), msg("dream and doubt"), msg("fog lifting")),
    (msg("The Sun"), msg("clarity, joy"), msg("brightness delayed")),
    (msg("Judgement"), msg("a call to answer"), msg("a call ignored")),
    (msg("The World"), msg("completion"), msg("one thread left loose")),
)
"""Name, upright meaning, reversed meaning, by number from the Fool."""

RANKS: tuple[tuple[Message, Message], ...] = (
    (msg("Ace"), msg("a beginning")),
    (msg("Two"), msg("balance, pairing")),
    (msg("Three"), msg("first results")),
    (msg("Four"), msg("rest, hold")),
    (msg("Five"), msg("trouble, loss")),
    (msg("Six"), msg("help, passage")),
    (msg("Seven"), msg("a test of nerve")),
    (msg("Eight"), msg("effort, movement")),
    (msg("Nine"), msg("nearly there")),
    (msg("Ten"), msg("a full measure")),
    (msg("Page"), msg("news, a learner")),
    (msg("Knight"), msg("a quest, haste")),
    (msg("Queen"), msg("mastery within")),
    (msg("King"), msg("mastery in the world")),
)
"""Name and theme of a minor card, by rank from the Ace."""

THEMES: Mapping[str, Message] = {
    COINS: msg("work and means"),
    CUPS: msg("feeling"),
    SWORDS: msg("thought and conflict"),
    WANDS: msg("drive and making"),
}


@dataclass(frozen=True, slots=True)
class Tarot:
    """One tarot card; `code` is the token that is typed and stored, `number` the trump's number or the rank from 1 (Ace) to 14 (King)."""

    code: str
    name: Message
    suit: str
    number: int
    points: int
    upright: Message
    reversed: Message


def _points(number: int) -> int:
    return (number - 1) % 5 + 1 if number else 0


def _major(number: int) -> Tarot:
    name, upright, turned = MAJORS[number]
    return Tarot(f"major-{number:02}", name, TRUMPS, number, _points(number), upright, turned)


def _minor(suit: str, rank: int) -> Tarot:
    name, theme = RANKS[rank - 1]
    upright = msg("{theme} in {suit}", theme=theme, suit=THEMES[suit])
    turned = msg("{theme} in {suit}, blocked or turned inward", theme=theme, suit=THEMES[suit])
    full_name = msg("{rank} of {suit}", rank=name, suit=IN_A_NAME[suit])
    return Tarot(f"{suit}-{rank:02}", full_name, suit, rank, _points(rank), upright, turned)


TAROT: Mapping[str, Tarot] = {
    card.code: card
    for card in (
        *(_major(number) for number in range(len(MAJORS))),
        *(_minor(suit, rank) for suit in (COINS, CUPS, SWORDS, WANDS) for rank in range(1, len(RANKS) + 1)),
    )
}
"""All 78 cards by code: trumps first, then the suits."""

POINTS: Mapping[str, int] = {code: card.points for code, card in TAROT.items()}
"""Points by code: a plain dict, since searches read it often."""
