"""The texts of questions: the prompt of each kind, and label, scene objects and outcome of each choice."""

from collections.abc import Mapping, Sequence

from games.rules.contract import Option, Seat
from games.rules.fate_foretold.board import FateForetoldTable, controllers, locked, protector
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.kinds import SUIT_NAMES, Power
from games.rules.fate_foretold.printings import PRINTINGS
from games.rules.messages import Message, Who, msg

NONE, DRAW, PASS, NEST, STACK = "none", "draw", "pass", "nest", "stack"

PROMPTS: Mapping[str, Message] = {
    "main": msg("Play a card from your hand, or draw one more card."),
    "reveal": msg("You are in Convergence. Which card do you reveal and play? You win if it is {suits}."),
    "limit_bury": msg("Too many cards on your field. Bury one."),
    "limit_discard": msg("Too many cards in your hand. Discard down to five; the first named goes to the bottom of the Nest first."),
    "extra": msg("{card}: you may play another card."),
    "bury": msg("{card}: choose a card to bury."),
    "may_bury": msg("{card}: you may bury a card."),
    "bury_two": msg("{card}: choose two cards to bury at the same time."),
    "sacrifice": msg("{card}: choose a card on your own field to bury."),
    "keep": msg("{card}: choose the cards on your field to keep. The others are buried."),
    "dance": msg("{card}: choose a card; a player chosen at random takes it."),
    "put": msg("{card}: you may put a card from your hand onto your field."),
    "give": msg("{card}: choose a card of your hand to give away."),
    "trade_away": msg("{card}: choose a card on your field to trade away."),
    "take": msg("{card}: choose a card to take."),
    "bounce": msg("{card}: choose a card to return to its controller's hand."),
    "protect": msg("{card}: choose a card on your field to protect."),
    "return_own": msg("{card}: choose a card on your field to take back into your hand."),
    "topdeck": msg("{card}: choose a card to put on top of the Nest."),
    "topdeck_own": msg("{card}: choose a card of your hand to put on top of the Nest."),
    "copy": msg("{card}: choose a card to resemble."),
    "show": msg("{card}: choose up to three Soul cards of your hand to reveal."),
    "discard": msg("{card}: choose what you discard; the first named goes to the bottom of the Nest first."),
    "offer": msg("{card}: you may discard up to two Body cards."),
    "discard_of": msg("{card}: you may choose one of these cards to be discarded; its holder then draws a card."),
    "gain": msg("{card}: choose the card that you put into your hand."),
    "scry": msg("{card}: this is the top card of the Nest: {cards}. Keep it there, or put it on the bottom?"),
    "whisper": msg("{card}: you kept silent. Do you draw a card?"),
    "harvest": msg("{card}: do you reveal the card you drew? If it is a Body card, you draw another."),
    "guess": msg("{card}: name a suit."),
    "direction": msg("{card}: which way do the hands pass?"),
    "order": msg("{card}: put these cards back on top of the Nest, the first named on top."),
    "beloved": msg("{card}: whom do you choose?"),
    "receiver": msg("{card}: who gets the card?"),
    "guess_at": msg("{card}: whose hand do you guess at?"),
    "look_at": msg("{card}: whose hand do you look at?"),
    "skip": msg("{card}: who skips their next Play step?"),
    "calamity": msg("{card}: on whose field do you bury two cards?"),
    "trade_hands": msg("{card}: choose the first player who trades hands."),
    "trade_hands_with": msg("{card}: choose the second player who trades hands."),
    "steal_from": msg("{card}: from whose hand do you take a card?"),
}

RULES: Mapping[str, str] = {"main": "R7", "reveal": "R16", "limit_bury": "R8", "limit_discard": "R8", "keep": "R27"}
"""The paragraph of the rules page for a kind of question; the other kinds cite R25, which says when a player must choose."""

BURIED_BY_CARD = frozenset(("bury", "may_bury", "bury_two", "sacrifice"))
TAKEN = frozenset(("dance", "take", "trade_away"))
"""Kinds of questions whose choices can be without effect; these choices have a warning."""

WORDS: Mapping[str, Message] = {
    NONE: msg("Choose nothing"),
    DRAW: msg("Draw a card"),
    PASS: msg("Play nothing more"),
    NEST: msg("The top card of the Nest"),
    STACK: msg("The top card of your stack"),
    "keep": msg("Keep it on top"),
    "bottom": msg("Put it on the bottom"),
    "skip": msg("Leave it"),
    "reveal": msg("Reveal it"),
    "left": msg("To the left"),
    "right": msg("To the right"),
}


def seat_token(seat: Seat) -> str:
    """The token of a seat; tokens count from 1."""
    return f"seat-{seat + 1}"


def field_id(seat: Seat) -> str:
    return f"field-{seat}"


def slot_token(place: int) -> str:
    """The token of a place in a face-down hand; tokens count from 1, the oldest card first."""
    return f"slot-{place + 1}"


def prompt(kind: str, card: str = "", cards: tuple[Message, ...] = (), suits: Sequence[str] = ()) -> Message:
    """The prompt of a kind of question; `card` asks, `cards` are the names of those looked at, `suits` those aligned to."""
    text = PROMPTS[kind].text
    if kind == "reveal":
        return msg(text, suits=tuple(SUIT_NAMES[suit] for suit in suits))
    return msg(text, card=CARDS[card].name, cards=cards) if card else msg(text)


def option(t: FateForetoldTable, kind: str, you: Seat, seen: Sequence[str], token: str) -> Option:
    """One choice of a question; `seen` are the cards that the choices concern."""
    if token in CARDS:
        return Option(token, CARDS[token].name, (token,), _outcome(t, kind, you, token))
    if token.startswith("seat-"):
        seat = int(token.removeprefix("seat-")) - 1
        return Option(token, msg("{who}", who=Who(seat)), (field_id(seat),))
    if token.startswith("slot-"):
        return Option(token, msg("Face-down card number {n}", n=int(token.removeprefix("slot-"))), (token,))
    if token in SUIT_NAMES:
        return Option(token, SUIT_NAMES[token])
    if seen:
        return Option(token, WORDS[token], tuple(seen))
    return Option(token, WORDS[token], _place(t, you, token), _draw_outcome(t, kind, token))


def _place(t: FateForetoldTable, you: Seat, word: str) -> tuple[str, ...]:
    """The scene object of the card that a word means."""
    if word in (DRAW, NEST):
        return ("nest",)
    return (slot_token(len(t.hands[you]) - 1),) if word == STACK else ()


def _draw_outcome(t: FateForetoldTable, kind: str, token: str) -> Message | None:
    if token == DRAW and kind in ("main", "whisper") and controllers(t, Power.NO_DRAWS):
        return msg("Nothing is drawn while {card} is on a field.", card=CARDS["famine"].name)
    if token == DRAW and kind == "main":
        return msg("You draw instead of playing a card; your turn is over then.")
    return None


def _outcome(t: FateForetoldTable, kind: str, you: Seat, card: str) -> Message | None:
    """The text of a card to play, or a warning that choosing the card has no effect (R25)."""
    if kind in ("main", "extra"):
        return PRINTINGS[t.printing][card].text
    owner = t.field_of(card)
    if owner is None:
        return None
    if kind in BURIED_BY_CARD and (by := protector(t, card, owner, you)) is not None:
        return msg("It can't be buried: {card}.", card=CARDS[by].name)
    if kind in TAKEN and locked(t, owner):
        return msg("It can't be traded or taken: {card}.", card=CARDS["tower"].name)
    return None
