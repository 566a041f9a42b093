"""All 61 cards and the six sigils: number, name, suits, type, text and powers (static modifiers).

The folder `effects` holds what happens when a card is played or triggered. Nine constellations, the four
Horses and twenty other names are published, and the effect of Death; the other suits, texts and names and the sigils below the Queen
are this site's own design, which satisfies every published ruling.
"""

from collections.abc import Mapping

from games.rules.fate_foretold.kinds import ARCANA, BODY, CONSTELLATION, HEART, HORSE, MIND, SOUL, SUITS, Card, Power, Sigil
from games.rules.messages import msg

SIGILS: tuple[Sigil, ...] = (
    Sigil("sigil_king", msg("Sigil of the King"), 13, (MIND, BODY)),
    Sigil("sigil_queen", msg("Sigil of the Queen"), 12, (HEART, SOUL)),
    Sigil("sigil_knight", msg("Sigil of the Knight"), 11, (HEART, BODY)),
    Sigil("sigil_ten", msg("Sigil of the Ten"), 10, (MIND, SOUL)),
    Sigil("sigil_nine", msg("Sigil of the Nine"), 9, (HEART, MIND)),
    Sigil("sigil_eight", msg("Sigil of the Eight"), 8, (BODY, SOUL)),
)

# fmt: off
ALL_CARDS: tuple[Card, ...] = (
    # ---- Heart -----------------------------------------------------------------------------------------------
    Card("aries", 1, msg("Aries, the Ram"), (HEART,), CONSTELLATION,
         msg("At the end of every turn, each player with more than three cards in hand discards down to three.")),
    Card("leo", 2, msg("Leo, the Lion"), (HEART,), CONSTELLATION,
         msg("You may keep six cards on your field at the end of your turn instead of five."), (Power.KEEPS_ONE_MORE,)),
    Card("sagittarius", 3, msg("Sagittarius, the Archer"), (HEART,), CONSTELLATION,
         msg("Whenever you play a card, draw a card.")),
    Card("war", 4, msg("War, the Red Horse"), (HEART,), HORSE,
         msg("When you play War: bury a card on an opponent's field, then bury a card on your own field.")),
    Card("lovers", 5, msg("The Lovers"), (HEART,), ARCANA,
         msg("When you play The Lovers: choose a player. While The Lovers is on a field, whenever one of you draws or "
             "discards cards, the other draws or discards as many.")),
    Card("dancer", 6, msg("The Dancer"), (HEART,), ARCANA,
         msg("When you play The Dancer: choose a card on any field. A player chosen at random takes it onto their field.")),
    Card("musician", 7, msg("The Musician"), (HEART,), ARCANA,
         msg("Whenever other cards are buried from your field, you may put one card from your hand onto your field.")),
    Card("empress", 8, msg("The Empress"), (HEART,), ARCANA,
         msg("When you play The Empress: draw two cards, then give a card from your hand to an opponent.")),
    Card("chariot", 9, msg("The Chariot"), (HEART,), ARCANA,
         msg("When you play The Chariot: you may play another card from your hand.")),
    Card("devil", 10, msg("The Devil"), (HEART,), ARCANA,
         msg("When you play The Devil: trade a card on your field for a card on an opponent's field.")),
    Card("fool", 11, msg("The Fool"), (HEART,), ARCANA,
         msg("When you play The Fool: every player passes one card at random from their hand to the player on their "
             "left. These passes are a trade.")),
    # ---- Mind ------------------------------------------------------------------------------------------------
    Card("gemini", 12, msg("Gemini, the Twins"), (MIND,), CONSTELLATION,
         msg("Gemini counts as two Mind cards for alignment."), (Power.TWOFOLD,)),
    Card("libra", 13, msg("Libra, the Justicar"), (MIND,), CONSTELLATION,
         msg("When Libra is buried, and no other card is buried at the same time, you may bury a card on any field.")),
    Card("aquarius", 14, msg("Aquarius, the Water-Bearer"), (MIND,), CONSTELLATION,
         msg("At the beginning of your turn: look at the top card of the Nest. You may put it on the bottom.")),
    Card("pestilence", 15, msg("Pestilence, the Black Horse"), (MIND,), HORSE,
         msg("When you play Pestilence: every player buries a card on their own field.")),
    Card("insight", 16, msg("The Insight"), (MIND,), ARCANA,
         msg("When you play The Insight: choose another player and name a suit. They reveal a card at random from "
             "their hand. If it has that suit, take it into your hand.")),
    Card("third_eye", 17, msg("The Third Eye"), (MIND,), ARCANA,
         msg("When you play The Third Eye: choose a player and look at their hand. You may choose a card in it; they "
             "discard that card and draw a card.")),
    Card("whisperer", 18, msg("The Whisperer"), (MIND,), ARCANA,
         msg("At the beginning of your turn, before you draw: if you have kept silent at the table since your last "
             "turn, you may draw a card.")),
    Card("magician", 19, msg("The Magician"), (MIND,), ARCANA,
         msg("When you play The Magician: look at the top four cards of the Nest. Put one into your hand and the "
             "others on the bottom, in the same order.")),
    Card("hermit", 20, msg("The Hermit"), (MIND,), ARCANA,
         msg("At the beginning of your turn: if you have two or fewer cards in hand, draw a card.")),
    Card("emperor", 21, msg("The Emperor"), (MIND,), ARCANA,
         msg("When you play The Emperor: choose an opponent. They skip the Play step of their next turn (and the "
             "Reveal step, if they are in Convergence).")),
    Card("labyrinth", 22, msg("The Labyrinth"), (MIND,), ARCANA,
         msg("When you play The Labyrinth: return another card on any field to its controller's hand.")),
    # ---- Body ------------------------------------------------------------------------------------------------
    Card("taurus", 23, msg("Taurus, the Bull"), (BODY,), CONSTELLATION,
         msg("Constellation cards on your field can't be chosen by the effects of cards."), (Power.CONSTELLATIONS_NOT_CHOSEN,)),
    Card("virgo", 24, msg("Virgo, the Maiden"), (BODY,), CONSTELLATION,
         msg("Virgo can't be buried."), (Power.UNBURIABLE,)),
    Card("capricorn", 25, msg("Capricorn, the Goat"), (BODY,), CONSTELLATION,
         msg("If a card would come onto any field from a hand or from the Nest without being played, put it on the "
             "bottom of the Nest instead."), (Power.ONLY_BY_PLAY,)),
    Card("famine", 26, msg("Famine, the White Horse"), (BODY,), HORSE,
         msg("Players can't draw cards except in their Draw step."), (Power.NO_DRAWS,)),
    Card("aegis", 27, msg("The Aegis"), (BODY,), ARCANA,
         msg("When you play The Aegis: put the Aegis token on another card on your field. The card with the Aegis "
             "token can't be buried.")),
    Card("tower", 28, msg("The Tower"), (BODY,), ARCANA,
         msg("Cards in your hand and on your field can't be traded or taken."), (Power.NOT_TRADED_OR_TAKEN,)),
    Card("harvest", 29, msg("The Harvest"), (BODY,), ARCANA,
         msg("Whenever you draw a card in your Draw step, you may reveal it. If it is a Body card, draw another card.")),
    Card("strength", 30, msg("Strength"), (BODY,), ARCANA,
         msg("When you play Strength: bury a card on an opponent's field.")),
    Card("hanged_man", 31, msg("The Hanged Man"), (BODY,), ARCANA,
         msg("When you play The Hanged Man: draw three cards, then discard two cards.")),
    Card("colossus", 32, msg("The Colossus"), (BODY,), ARCANA,
         msg("Your opponents may keep only four cards on their fields at the end of their turns."), (Power.OPPONENTS_KEEP_FOUR,)),
    Card("forge", 33, msg("The Forge"), (BODY,), ARCANA,
         msg("When you play The Forge: you may put a Body card from your hand onto your field.")),
    # ---- Soul ------------------------------------------------------------------------------------------------
    Card("cancer", 34, msg("Cancer, the Crab"), (SOUL,), CONSTELLATION,
         msg("At the beginning of your turn: each opponent with more than three cards in hand discards a card at random.")),
    Card("scorpio", 35, msg("Scorpio, the Scorpion"), (SOUL,), CONSTELLATION,
         msg("Players can't become aligned to Mind."), (Power.NO_NEW_MIND,)),
    Card("pisces", 36, msg("Pisces, the Fish"), (SOUL,), CONSTELLATION,
         msg("Whenever a card's effect makes you discard one or more cards, draw a card.")),
    Card("death", 37, msg("Death, the Pale Horse"), (SOUL,), HORSE,
         msg("When you play Death: every player chooses three cards on their own field to keep, and buries the rest.")),
    Card("angel", 38, msg("The Angel"), (SOUL,), ARCANA,
         msg("When you draw The Angel: reveal it and put it onto your field. When you play The Angel: draw a card.")),
    Card("radiant", 39, msg("The Radiant"), (SOUL,), ARCANA,
         msg("When you play The Radiant: reveal up to three Soul cards in your hand, and draw a card for each.")),
    Card("transcended", 40, msg("The Transcended"), (SOUL,), ARCANA,
         msg("When you play The Transcended: discard up to two Body cards. For each Body card discarded this way, you "
             "may bury a card on any field.")),
    Card("star", 41, msg("The Star"), (SOUL,), ARCANA,
         msg("When you play The Star: put the top card of the Nest onto your field.")),
    Card("hierophant", 42, msg("The Hierophant"), (SOUL,), ARCANA,
         msg("When you play The Hierophant: until the beginning of your next turn, cards on your field can't be buried "
             "by opponents' cards.")),
    Card("judgement", 43, msg("The Judgement"), (SOUL,), ARCANA,
         msg("When you play The Judgement: bury a card on the field of each player who has more cards on their field "
             "than you.")),
    Card("oracle", 44, msg("The Oracle"), (SOUL,), ARCANA,
         msg("When you play The Oracle: name a suit and reveal the top card of the Nest. If it has that suit, put it "
             "onto your field; otherwise put it into your hand.")),
    # ---- two suits -------------------------------------------------------------------------------------------
    Card("alchemist", 45, msg("The Alchemist"), (HEART, MIND), ARCANA,
         msg("When you play The Alchemist: you may return another card on your field to your hand and put a card from "
             "your hand onto your field in its place.")),
    Card("jester", 46, msg("The Jester"), (HEART, MIND), ARCANA,
         msg("When you play The Jester: choose two players. They trade hands.")),
    Card("witch", 47, msg("The Witch"), (HEART, BODY), ARCANA,
         msg("When you play The Witch: bury another card on your field. If you do, take a card from an opponent's "
             "field onto yours.")),
    Card("huntress", 48, msg("The Huntress"), (HEART, BODY), ARCANA,
         msg("When you play The Huntress: take a card at random from an opponent's hand into your hand.")),
    Card("sun", 49, msg("The Sun"), (HEART, SOUL), ARCANA,
         msg("When you play The Sun: every player draws a card. Then draw a card.")),
    Card("phoenix", 50, msg("The Phoenix"), (HEART, SOUL), ARCANA,
         msg("If The Phoenix would be buried from a field, return it to its controller's hand instead."), (Power.RETURNS,)),
    Card("architect", 51, msg("The Architect"), (MIND, BODY), ARCANA,
         msg("When you play The Architect: look at the top three cards of the Nest and put them back in any order. "
             "Then draw a card.")),
    Card("metamorphosis", 52, msg("The Metamorphosis"), (MIND, BODY), ARCANA,
         msg("When you play The Metamorphosis: bury another card on your field. If you do, reveal the top card of the "
             "Nest and play it.")),
    Card("moon", 53, msg("The Moon"), (MIND, SOUL), ARCANA,
         msg("When you play The Moon: put another card on any field on top of the Nest.")),
    Card("dreamer", 54, msg("The Dreamer"), (MIND, SOUL), ARCANA,
         msg("When you play The Dreamer: draw two cards, then put a card from your hand on top of the Nest.")),
    Card("ouroboros", 55, msg("The Ouroboros"), (BODY, SOUL), ARCANA,
         msg("When you play The Ouroboros: discard your hand, then draw as many cards as you discarded plus one.")),
    Card("temperance", 56, msg("Temperance"), (BODY, SOUL), ARCANA,
         msg("When you play Temperance: each player with fewer than three cards in hand draws up to three.")),
    # ---- no suit ---------------------------------------------------------------------------------------------
    Card("wanderer", 57, msg("The Wanderer"), (), ARCANA,
         msg("When you play The Wanderer: shuffle it into the Nest, then reveal the top two cards. If The Wanderer is "
             "one of them, you win the game. Otherwise draw two cards.")),
    Card("wheel_of_fortune", 58, msg("The Wheel of Fortune"), (), ARCANA,
         msg("When you play The Wheel of Fortune: choose left or right. All players trade hands that way around the table.")),
    Card("sacred_darkness", 59, msg("The Sacred Darkness"), (), ARCANA,
         msg("All players keep their hands face-down and can't look at them."), (Power.FACE_DOWN,)),
    Card("calamity", 60, msg("The Calamity"), (), ARCANA,
         msg("When you play The Calamity: choose a player. Bury two cards on their field at the same time.")),
    Card("doppelganger", 61, msg("The Doppelganger"), (), ARCANA,
         msg("When you play The Doppelganger: put the Doppelganger token on another card on any field. While the token "
             "is there, The Doppelganger has that card's suits and ongoing abilities."), (Power.COPIES,)),
)
# fmt: on

CARDS: Mapping[str, Card] = {card.id: card for card in ALL_CARDS}
"""Every card by its id."""
DECKS: Mapping[int, tuple[str, ...]] = {1: tuple(CARDS), 2: tuple(CARDS)}
"""The ids of the cards of each printing, by number. A table has those of its printing, so a new card belongs to a new printing."""
SIGIL: Mapping[str, Sigil] = {sigil.id: sigil for sigil in SIGILS}
HORSES = tuple(card.id for card in ALL_CARDS if card.type == HORSE)
WITH: Mapping[Power, tuple[str, ...]] = {power: tuple(card.id for card in ALL_CARDS if power in card.powers) for power in Power}
"""The cards with each power."""


# ---- suits as numbers ------------------------------------------------------------------------------------------------
#
# The counts of all four suits are packed into one number, eight bits per suit, so that a field is counted by adding.

SHIFT: Mapping[str, int] = {suit: 8 * place for place, suit in enumerate(SUITS)}
ONE_OF_EACH = sum(1 << shift for shift in SHIFT.values())


def _packed(suits: tuple[str, ...], weight: int = 1) -> int:
    return sum(weight << SHIFT[suit] for suit in suits)


COUNTS_AS: Mapping[str, int] = {card.id: _packed(card.suits, 2 if Power.TWOFOLD in card.powers else 1) for card in ALL_CARDS}
"""The packed counts that a card adds to its field."""
SIGIL_COUNTS_AS: Mapping[str, int] = {sigil.id: _packed(sigil.suits) for sigil in SIGILS}
