"""The verbs that ask a player to choose: cards on fields, in hands or among cards looked at, players, words and orders of cards.

The choices are computed when the question is asked, and again after an interruption. The player has to choose exactly as many as the text
says, or all when there are no more (R25). The owner of a stack chooses nothing from it (R37); the owner of
a face-down hand chooses places (R38).
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from games.rules.ask import Question
from games.rules.contract import Barred, Seat, Shape
from games.rules.fate_foretold.asking import ask_everyone, ask_seat
from games.rules.fate_foretold.board import FateForetoldTable, cannot_be_chosen
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.deed import Deed
from games.rules.fate_foretold.kinds import SUITS
from games.rules.fate_foretold.words import NONE, RULES, field_id, option, prompt, seat_token, slot_token
from games.rules.messages import msg

TAURUS = msg("It is a constellation beside Taurus.")
SPARED = msg("Its player is in Convergence.")
SPARED_PLAYER = msg("This player is in Convergence.")


def question(
    t: FateForetoldTable, seat: Seat, kind: str, tokens: Sequence[str], card: str = "", *, n: int = 1, seen: Sequence[str] = ()
) -> Question:
    """A question for one token, or for `n` tokens in an order of the seat's choice; `seen` are the cards that the prompt shows."""
    names = tuple(CARDS[one].name for one in seen)
    text, say = prompt(kind, card, names, t.aligned[seat]), partial(option, t, kind, seat, seen)
    return Question(seat, kind, tokens, Shape.ORDER if n > 1 else Shape.ONE, n, n, prompt=text, say=say, rule=RULES.get(kind, "R25"))


# ---- cards on fields -------------------------------------------------------------------------------------------------


def on_fields(x: Deed, seats: Sequence[Seat], *, another: bool = False) -> list[str]:
    """The cards on fields that an effect may choose: no constellations beside Taurus; with `another`, not the card of the effect."""
    t = x.t
    return [card for seat in seats for card in t.fields[seat] if not (another and card == x.card) and not cannot_be_chosen(t, card, seat)]


async def choose_on_field(
    x: Deed, kind: str, seats: Sequence[Seat], *, another: bool = False, sparing: bool = False, optional: bool = False
) -> str | None:
    """One card on the fields of some players; None when there is none, or with `optional` when the player chooses none.

    With `sparing`, other players in Convergence are left out (R73).
    """

    def ask_for() -> Question | None:
        spared = _spared(x, seats) if sparing else []
        reached = [seat for seat in seats if seat not in spared]
        cards = on_fields(x, reached, another=another)
        if not cards:
            return None
        asked = question(x.t, x.you, kind, [*cards, NONE] if optional else cards, x.card)
        asked.barred = lambda: [*_barred(x.t, reached), *(Barred(tuple(x.t.fields[seat]), SPARED, "R73") for seat in spared)]
        return asked

    answer = await ask_seat(x.t, x.you, ask_for)
    return None if answer == NONE else answer


def _spared(x: Deed, seats: Sequence[Seat]) -> list[Seat]:
    """The other players among `seats` who are in Convergence (R73)."""
    return [seat for seat in seats if seat != x.you and x.t.aligned[seat]]


async def choose_some_on_field(x: Deed, kind: str, seats: Sequence[Seat], n: int) -> list[str]:
    """`n` cards on the fields of some players, or all of them when there are no more."""

    def ask_for() -> Question | None:
        cards = on_fields(x, seats)
        return question(x.t, x.you, kind, cards, x.card, n=n) if len(cards) > n else None

    answer = await ask_seat(x.t, x.you, ask_for)
    return answer.split() if answer else on_fields(x, seats)[:n]


async def each_on_own_field(x: Deed, kind: str, n: int) -> dict[Seat, list[str]]:
    """The `n` cards that every player chooses on their own field, secretly and at the same time (R27)."""
    t = x.t

    def questions() -> list[Question]:
        open_to = [(seat, on_fields(x, [seat])) for seat in x.everybody]
        return [_of_own(x, seat, kind, cards, n) for seat, cards in open_to if len(cards) > n]

    answers = await ask_everyone(t, x.you, questions)
    return {seat: answers[seat].split() if seat in answers else on_fields(x, [seat])[:n] for seat in t.living(t.active)}


def _of_own(x: Deed, seat: Seat, kind: str, cards: Sequence[str], n: int) -> Question:
    asked = question(x.t, seat, kind, cards, x.card, n=n)
    asked.shape = Shape.SOME if n > 1 else Shape.ONE
    asked.barred = lambda: _barred(x.t, [seat])
    return asked


def _barred(t: FateForetoldTable, seats: Sequence[Seat]) -> list[Barred]:
    cards = tuple(card for seat in seats for card in t.fields[seat] if cannot_be_chosen(t, card, seat))
    return [Barred(cards, TAURUS, "R9")] if cards else []


# ---- cards in the own hand -------------------------------------------------------------------------------------------


def in_hand(t: FateForetoldTable, seat: Seat, suit: str | None = None, *, blind: bool = False) -> list[str]:
    """The tokens that a player may choose in their own hand: cards, places of a face-down hand, or none of a stack.

    From a face-down hand no card of a suit can be chosen (SD-3), unless the text allows any card to be tried (`blind`, SD-6).
    """
    if t.aligned[seat]:
        return []
    hand = t.hands[seat]
    if t.hidden(seat):
        return [slot_token(place) for place in range(len(hand))] if suit is None or blind else []
    return [card for card in hand if suit is None or suit in CARDS[card].suits]


def cards_at(t: FateForetoldTable, seat: Seat, tokens: Sequence[str]) -> list[str]:
    """The cards of tokens from `in_hand`: a place of a face-down hand is replaced by its card."""
    hand = t.hands[seat]
    return [hand[int(token.removeprefix("slot-")) - 1] if token.startswith("slot-") else token for token in tokens]


async def choose_in_hand(x: Deed, kind: str, suit: str | None = None, *, optional: bool = False) -> str | None:
    """One card of the own hand, or None."""

    def ask_for() -> Question | None:
        cards = in_hand(x.t, x.you, suit)
        return question(x.t, x.you, kind, [*cards, NONE] if optional else cards, x.card) if cards else None

    answer = await ask_seat(x.t, x.you, ask_for)
    return None if answer is None or answer == NONE else cards_at(x.t, x.you, [answer])[0]


async def choose_up_to_in_hand(x: Deed, kind: str, most: int, suit: str, *, blind: bool = False) -> list[str]:
    def ask_for() -> Question | None:
        cards = in_hand(x.t, x.you, suit, blind=blind)
        if not cards:
            return None
        asked = question(x.t, x.you, kind, cards, x.card)
        asked.shape, asked.least, asked.most = Shape.SOME, 0, min(most, len(cards))
        return asked

    answer = await ask_seat(x.t, x.you, ask_for)
    return cards_at(x.t, x.you, answer.split()) if answer else []


# ---- cards looked at -------------------------------------------------------------------------------------------------


async def choose_among(
    x: Deed, kind: str, cards: Sequence[str], still: Callable[[], Collection[str]], *, optional: bool = False
) -> str | None:
    """One of the cards looked at, or None. Only cards in `still()` can be chosen, because their owner may concede meanwhile."""

    def ask_for() -> Question | None:
        place = still()
        there = [card for card in cards if card in place]
        return question(x.t, x.you, kind, [*there, NONE] if optional else there, x.card) if there else None

    answer = await ask_seat(x.t, x.you, ask_for)
    return None if answer == NONE else answer


async def choose_order(x: Deed, kind: str, cards: Sequence[str]) -> list[str]:
    if len(cards) < 2:
        return list(cards)
    answer = await ask_seat(x.t, x.you, lambda: question(x.t, x.you, kind, cards, x.card, n=len(cards)))
    return answer.split() if answer else list(cards)


# ---- players and words -----------------------------------------------------------------------------------------------


async def choose_player(x: Deed, kind: str, seats: Sequence[Seat], *, sparing: bool = False) -> Seat | None:
    """One of some players, or None; the only one left is taken without asking. With `sparing`, others in Convergence are left out (R73)."""
    t = x.t

    def ask_for() -> Question | None:
        spared = _spared(x, seats) if sparing else []
        tokens = [seat_token(seat) for seat in seats if t.alive[seat] and seat not in spared]
        if not tokens:
            return None
        asked = question(t, x.you, kind, tokens, x.card)
        asked.barred = lambda: [Barred((field_id(seat),), SPARED_PLAYER, "R73") for seat in spared]
        return asked

    answer = await ask_seat(t, x.you, ask_for)
    return None if answer is None else int(answer.removeprefix("seat-")) - 1


async def choose_word(
    x: Deed, kind: str, words: Sequence[str], *, seen: Sequence[str] = (), still: Callable[[], bool] = lambda: True
) -> str | None:
    """One of some words; None when `still()` is False, because the reason to ask no longer exists."""
    return await ask_seat(x.t, x.you, lambda: question(x.t, x.you, kind, words, x.card, seen=seen) if still() else None)


async def name_suit(x: Deed) -> str:
    """The suit that the player names; it is logged for everybody."""
    suit = await choose_word(x, "guess", SUITS) or SUITS[0]
    x.t.log("suit_named", seat=x.you, suit=suit)
    return suit
